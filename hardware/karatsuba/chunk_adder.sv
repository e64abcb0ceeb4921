// SPDX-License-Identifier: Apache-2.0
//
// Adds two coefficients modulo 2^135, a chunk a cycle, least first.
//
// Ports: in_valid with chunks a and b; in_first marks chunk 0. The sum's chunk follows one cycle later; the carry out
// of the last chunk is dropped by the next in_first. Throughput 1 chunk a cycle, gaps anywhere.
module chunk_adder (
  input  logic                            clk,
  input  logic                            in_valid,
  input  logic                            in_first,
  input  logic [karatsuba_pkg::CHUNK-1:0] a,
  input  logic [karatsuba_pkg::CHUNK-1:0] b,
  output logic [karatsuba_pkg::CHUNK-1:0] sum
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;

  logic           carry;
  logic [CHUNK:0] total;

  assign total = {1'b0, a} + {1'b0, b} + (CHUNK + 1)'(carry && !in_first);

  always_ff @(posedge clk) begin
    if (in_valid) begin
      sum   <= total[CHUNK-1:0];
      carry <= total[CHUNK];
    end
  end

`ifdef FORMAL
  `include "chunk_adder_properties.svh"
`endif
endmodule
