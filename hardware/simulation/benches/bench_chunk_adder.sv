// SPDX-License-Identifier: Apache-2.0
//
// Sums of coefficients: chunk a at bit 0, b at bit 27.
// Ports: see stream_bench.cpp.
module bench_chunk_adder #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [0:0]           in_valid,
  output logic [0:0]           in_ready,
  input  logic [1*WIDTH-1:0]   in_data,
  output logic [0:0]           out_valid,
  input  logic [0:0]           out_ready,
  output logic [1*WIDTH-1:0]   out_data
);
  logic in_first;
  unit_timing #(.LATENCY(1)) timing (
    .clk(clk), .rst(rst), .in_valid(in_valid[0]), .in_first(in_first), .out_valid(out_valid[0])
  );
  assign in_ready = 1'b1;

  assign out_data[WIDTH-1:27] = '0;
  chunk_adder dut (
    .clk(clk), .in_valid(in_valid[0]), .in_first(in_first), .a(in_data[26:0]), .b(in_data[53:27]),
    .sum(out_data[26:0])
  );
endmodule
