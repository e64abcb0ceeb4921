// SPDX-License-Identifier: Apache-2.0
//
// chunk_combiner for the four messages of a row: plus_a + plus_b - minus_a - minus_b modulo 2^135 each.
//
// Ports: in_valid, in_first at slot 0, four rows; the result follows two cycles later. Throughput 1 row a cycle.
module row_combiner (
  input  logic                          clk,
  input  logic                          in_valid,
  input  logic                          in_first,
  input  logic [karatsuba_pkg::ROW-1:0] plus_a,
  input  logic [karatsuba_pkg::ROW-1:0] plus_b,
  input  logic [karatsuba_pkg::ROW-1:0] minus_a,
  input  logic [karatsuba_pkg::ROW-1:0] minus_b,
  output logic [karatsuba_pkg::ROW-1:0] out
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;

  for (genvar j = 0; j < karatsuba_pkg::MESSAGES; j++) begin : message
    chunk_combiner combiner (
      .clk     (clk),
      .in_valid(in_valid),
      .in_first(in_first),
      .plus_a  (plus_a[j*CHUNK +: CHUNK]),
      .plus_b  (plus_b[j*CHUNK +: CHUNK]),
      .minus_a (minus_a[j*CHUNK +: CHUNK]),
      .minus_b (minus_b[j*CHUNK +: CHUNK]),
      .out     (out[j*CHUNK +: CHUNK])
    );
  end
endmodule
