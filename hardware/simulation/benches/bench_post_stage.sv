// SPDX-License-Identifier: Apache-2.0
//
// A recursion behind the multipliers, x low, x high, y low, y high; output low and high.
// Ports: see stream_bench.cpp.
module bench_post_stage #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [3:0]           in_valid,
  output logic [3:0]           in_ready,
  input  logic [4*WIDTH-1:0]   in_data,
  output logic [1:0]           out_valid,
  input  logic [1:0]           out_ready,
  output logic [2*WIDTH-1:0]   out_data
);
  logic [3:0]       ready;
  logic [4*108-1:0] rows;
  for (genvar i = 0; i < 4; i++) begin : lane
    assign rows[108*i +: 108] = in_data[WIDTH*i +: 108];
  end
  assign in_ready = ready[3:0];
  assign out_data[WIDTH-1:108] = '0;
  assign out_data[2*WIDTH-1:WIDTH+108] = '0;
  post_stage #(
    .HALF(5),
    .BANKS(4),
    .SERIAL(1'b0)
  ) dut (
    .clk(clk), .rst(rst), .in_valid(in_valid & ready), .in_ready(ready), .in_data(rows), .low_valid(out_valid[0]),
    .low_data(out_data[107:0]), .high_valid(out_valid[1]), .high_data(out_data[WIDTH +: 108])
  );
endmodule
