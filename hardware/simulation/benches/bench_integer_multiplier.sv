// SPDX-License-Identifier: Apache-2.0
//
// Four products of 10 by 135 bits: the chunk at bit 0, the four factors from bit 27.
// Ports: see stream_bench.cpp.
module bench_integer_multiplier #(
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
  unit_timing #(.LATENCY(3)) timing (
    .clk(clk), .rst(rst), .in_valid(in_valid[0]), .in_first(in_first), .out_valid(out_valid[0])
  );
  assign in_ready = 1'b1;

  assign out_data[WIDTH-1:108] = '0;
  integer_multiplier dut (
    .clk(clk), .in_valid(in_valid[0]), .in_first(in_first), .in_chunk(in_data[26:0]), .in_small(in_data[66:27]),
    .out_row(out_data[107:0])
  );
endmodule
