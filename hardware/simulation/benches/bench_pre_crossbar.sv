// SPDX-License-Identifier: Apache-2.0
//
// Eight lanes through the crossbar, told apart again by their numbers; gaps inside a polynomial are a failure.
// Ports: see stream_bench.cpp.
module bench_pre_crossbar #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [7:0]           in_valid,
  output logic [7:0]           in_ready,
  input  logic [8*WIDTH-1:0]   in_data,
  output logic [7:0]           out_valid,
  input  logic [7:0]           out_ready,
  output logic [8*WIDTH-1:0]   out_data
);
  logic [3:0]      valids;
  logic [4*37-1:0] words;
  logic [11:0]     lanes;
  logic [8*37-1:0] data;
  for (genvar i = 0; i < 8; i++) begin : lane
    assign data[37*i +: 37] = in_data[WIDTH*i +: 37];
  end
  pre_crossbar dut (
    .clk(clk), .rst(rst), .in_valid(in_valid & in_ready), .in_ready(in_ready), .in_data(data),
    .out_valid(valids), .out_data(words), .out_lane(lanes)
  );
  always_comb begin
    out_valid = '0;
    out_data  = '0;
    for (int m = 0; m < 4; m++) begin
      for (int i = 0; i < 8; i++) begin
        if (valids[m] && lanes[3*m +: 3] == 3'(i)) begin
          out_valid[i] = 1'b1;
          out_data[WIDTH*i +: 37] = words[37*m +: 37];
        end
      end
    end
  end
  for (genvar m = 0; m < 4; m++) begin : multiplier
    logic [4:0] word;
    always @(posedge clk) begin
      if (rst) word <= '0;
      else if (valids[m]) word <= word == 5'd24 ? '0 : word + 1'b1;
      else if (word != '0) $fatal(1, "pre_crossbar: a gap in a polynomial");
    end
  end
endmodule
