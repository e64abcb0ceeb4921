// SPDX-License-Identifier: Apache-2.0
//
// A recursion before the multipliers, for polynomials of ten coefficients: channel 0 pass, 1 sum.
// Ports: see stream_bench.cpp.
module bench_pre_stage #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [0:0]           in_valid,
  output logic [0:0]           in_ready,
  input  logic [1*WIDTH-1:0]   in_data,
  output logic [1:0]           out_valid,
  input  logic [1:0]           out_ready,
  output logic [2*WIDTH-1:0]   out_data
);
  assign in_ready = 1'b1;
  assign out_data[WIDTH-1:37] = '0;
  assign out_data[2*WIDTH-1:WIDTH+37] = '0;
  pre_stage #(
    .HALF(5)
  ) dut (
    .clk(clk), .rst(rst), .in_valid(in_valid[0]), .in_data(in_data[36:0]), .pass_valid(out_valid[0]),
    .pass_data(out_data[36:0]), .sum_valid(out_valid[1]), .sum_data(out_data[WIDTH +: 37])
  );
endmodule
