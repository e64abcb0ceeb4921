// SPDX-License-Identifier: Apache-2.0
//
// The sum of five coefficients modulo 2^135, a chunk a cycle, least first, for one message.
//
// Ports: in_valid with five chunks (chunk i at bits 27 i), in_first at chunk 0. Latency 3 cycles, throughput 1 chunk a
// cycle. Ranges: 5 (2^27 - 1) and a carry of at most 4 stay below 5 * 2^27, so the next carry is at most 4.
module chunk_summer (
  input  logic                                                  clk,
  input  logic                                                  in_valid,
  input  logic                                                  in_first,
  input  logic [karatsuba_pkg::LEAF*karatsuba_pkg::CHUNK-1:0]   in_chunks,
  output logic [karatsuba_pkg::CHUNK-1:0]                       out
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;

  logic [1:0]       valid;
  logic [1:0]       first;
  logic [CHUNK:0]   sum_a;
  logic [CHUNK:0]   sum_b;
  logic [CHUNK-1:0] rest;
  logic [CHUNK+2:0] sum;
  logic [CHUNK+2:0] total;
  logic [2:0]       carry;
  logic [2:0]       carry_in;

  assign carry_in = first[1] ? '0 : carry;
  assign total    = sum + (CHUNK + 3)'(carry_in);

  always_ff @(posedge clk) begin
    valid <= {valid[0], in_valid};
    first <= {first[0], in_first};
    sum_a <= (CHUNK + 1)'(in_chunks[0 +: CHUNK]) + (CHUNK + 1)'(in_chunks[CHUNK +: CHUNK]);
    sum_b <= (CHUNK + 1)'(in_chunks[2*CHUNK +: CHUNK]) + (CHUNK + 1)'(in_chunks[3*CHUNK +: CHUNK]);
    rest  <= in_chunks[4*CHUNK +: CHUNK];
    sum   <= (CHUNK + 3)'(sum_a) + (CHUNK + 3)'(sum_b) + (CHUNK + 3)'(rest);
    if (valid[1]) begin
      out   <= total[CHUNK-1:0];
      carry <= total[CHUNK+2:CHUNK];
    end
  end

`ifdef FORMAL
  `include "chunk_summer_properties.svh"
`endif
endmodule
