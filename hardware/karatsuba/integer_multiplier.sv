// SPDX-License-Identifier: Apache-2.0
//
// Four products of 10 by 135 bits modulo 2^135: one coefficient of the key, a chunk a cycle, times a coefficient of
// each of four binary polynomials. Four multipliers of 27 by 10 bits.
//
// Ports: in_valid with a chunk, in_first at chunk 0, `small` the four factors of that cycle (message j at bits 10 j).
// Ranges: (2^27 - 1)(2^10 - 1) plus a carry of at most 2^10 - 1 is at most 2^27 (2^10 - 1), whose quotient by 2^27 is
// at most 2^10 - 1 again. Latency 3 cycles, throughput 1 chunk a cycle, gaps anywhere.
module integer_multiplier (
  input  logic                                                    clk,
  input  logic                                                    in_valid,
  input  logic                                                    in_first,
  input  logic [karatsuba_pkg::CHUNK-1:0]                         in_chunk,
  input  logic [karatsuba_pkg::MESSAGES*karatsuba_pkg::SMALL-1:0] in_small,
  output logic [karatsuba_pkg::ROW-1:0]                           out_row
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;
  localparam int SMALL = karatsuba_pkg::SMALL;

  logic [1:0]       valid;
  logic [1:0]       first;
  logic [CHUNK-1:0] chunk;

  always_ff @(posedge clk) begin
    valid <= {valid[0], in_valid};
    first <= {first[0], in_first};
    chunk <= in_chunk;
  end

  for (genvar j = 0; j < karatsuba_pkg::MESSAGES; j++) begin : message
    logic [SMALL-1:0]       factor;
    logic [SMALL+CHUNK-1:0] product;
    logic [SMALL+CHUNK-1:0] total;
    logic [SMALL-1:0]       carry;
    logic [SMALL-1:0]       carry_in;

    assign carry_in = first[1] ? '0 : carry;
    assign total    = product + (SMALL + CHUNK)'(carry_in);

    always_ff @(posedge clk) begin
      factor  <= in_small[j*SMALL +: SMALL];
      product <= (SMALL + CHUNK)'(chunk) * (SMALL + CHUNK)'(factor);
      if (valid[1]) begin
        out_row[j*CHUNK +: CHUNK] <= total[CHUNK-1:0];
        carry                     <= total[SMALL+CHUNK-1:CHUNK];
      end
    end
  end
endmodule
