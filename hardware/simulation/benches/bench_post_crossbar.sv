// SPDX-License-Identifier: Apache-2.0
//
// Four multipliers to eight lanes; the lane stands above the row, at bit 108.
// Ports: see stream_bench.cpp.
module bench_post_crossbar #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [3:0]           in_valid,
  output logic [3:0]           in_ready,
  input  logic [4*WIDTH-1:0]   in_data,
  output logic [7:0]           out_valid,
  input  logic [7:0]           out_ready,
  output logic [8*WIDTH-1:0]   out_data
);
  logic [4*108-1:0] rows;
  logic [11:0]      lanes;
  logic [8*108-1:0] data;
  for (genvar m = 0; m < 4; m++) begin : multiplier
    assign rows[108*m +: 108] = in_data[WIDTH*m +: 108];
    assign lanes[3*m +: 3]    = in_data[WIDTH*m+108 +: 3];
  end
  for (genvar i = 0; i < 8; i++) begin : lane
    assign out_data[WIDTH*i +: WIDTH] = WIDTH'(data[108*i +: 108]);
  end
  assign in_ready = '1;
  post_crossbar dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_data(rows), .in_lane(lanes), .out_valid(out_valid), .out_data(data)
  );
endmodule
