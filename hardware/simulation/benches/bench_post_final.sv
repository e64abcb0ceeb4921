// SPDX-License-Identifier: Apache-2.0
//
// The last recursion behind the multipliers, for products of 39 coefficients.
// Ports: see stream_bench.cpp.
module bench_post_final #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [1:0]           in_valid,
  output logic [1:0]           in_ready,
  input  logic [2*WIDTH-1:0]   in_data,
  output logic [0:0]           out_valid,
  input  logic [0:0]           out_ready,
  output logic [1*WIDTH-1:0]   out_data
);
  logic [2*108-1:0] rows;
  assign rows = {in_data[WIDTH +: 108], in_data[107:0]};
  assign out_data[WIDTH-1:108] = '0;
  post_final #(
    .HALF(20),
    .BANKS(2)
  ) dut (
    .clk(clk), .rst(rst), .in_valid(in_valid & in_ready), .in_ready(in_ready), .in_data(rows), .out_valid(out_valid),
    .out_data(out_data[107:0])
  );
endmodule
