// SPDX-License-Identifier: Apache-2.0
//
// The residue accelerator in one of its sizes: 128 bits and last in bit 128.
// Ports: see stream_bench.cpp.
module bench_residue #(
  parameter int WIDTH = 160
) (
  input  logic             clk,
  input  logic             rst,
  input  logic             in_valid,
  output logic             in_ready,
  input  logic [WIDTH-1:0] in_data,
  output logic             out_valid,
  input  logic             out_ready,
  output logic [WIDTH-1:0] out_data
);
  assign out_data[WIDTH-1:129] = '0;

  residue_accelerator #(
    .LOG_BLOCK(`LOG_BLOCK),
    .PHI_A(`PHI_A),
    .PHI_B(`PHI_B)
  ) dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_data[128]), .in_data(in_data[127:0]),
    .out_valid(out_valid), .out_ready(out_ready), .out_last(out_data[128]), .out_data(out_data[127:0])
  );

  `include "residue_wipe.svh"
`ifdef VERILATOR
  `include "residue_coverage.svh"
  `include "residue_timeline.svh"
`endif
endmodule
