// SPDX-License-Identifier: Apache-2.0
//
// plus_a + plus_b - minus_a - minus_b modulo 2^135, a chunk a cycle, least first.
//
// Ports: in_valid with four chunks; in_first marks chunk 0. The result's chunk follows two cycles later.
// Ranges: the sum of a slot is in [-2^28 + 2, 2^28 - 2]; with a carry in [-2, 1] it is in [-2^28, 2^28 - 1], so the
// next carry, its quotient by 2^27 rounded down, is in [-2, 1] again. Throughput 1 chunk a cycle, gaps anywhere.
module chunk_combiner (
  input  logic                            clk,
  input  logic                            in_valid,
  input  logic                            in_first,
  input  logic [karatsuba_pkg::CHUNK-1:0] plus_a,
  input  logic [karatsuba_pkg::CHUNK-1:0] plus_b,
  input  logic [karatsuba_pkg::CHUNK-1:0] minus_a,
  input  logic [karatsuba_pkg::CHUNK-1:0] minus_b,
  output logic [karatsuba_pkg::CHUNK-1:0] out
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;

  logic                    valid;
  logic                    first;
  logic signed [CHUNK:0]   part_a;
  logic signed [CHUNK:0]   part_b;
  logic signed [1:0]       carry;
  logic signed [1:0]       carry_in;
  logic signed [CHUNK+1:0] total;

  assign carry_in = first ? 2'sd0 : carry;
  assign total    = (CHUNK + 2)'(part_a) + (CHUNK + 2)'(part_b) + (CHUNK + 2)'(carry_in);

  always_ff @(posedge clk) begin
    valid  <= in_valid;
    first  <= in_first;
    part_a <= $signed({1'b0, plus_a}) - $signed({1'b0, minus_a});
    part_b <= $signed({1'b0, plus_b}) - $signed({1'b0, minus_b});
    if (valid) begin
      out   <= total[CHUNK-1:0];
      carry <= total[CHUNK+1:CHUNK];
    end
  end

`ifdef FORMAL
  `include "chunk_combiner_properties.svh"
`endif
endmodule
