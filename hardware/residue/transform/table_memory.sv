// SPDX-License-Identifier: Apache-2.0
//
// A read-only memory of residues, filled from FILE (made by hardware/model/residue_tables.py).
//
// Ports: address in [0, DEPTH); data one cycle later.
module table_memory #(
  parameter int WIDTH = 81,
  parameter int DEPTH = 640,
  parameter int ADDRESS = $clog2(DEPTH),
  parameter FILE = "first_low.hex"
) (
  input  logic               clk,
  input  logic [ADDRESS-1:0] address,
  output logic [WIDTH-1:0]   data
);
  logic [WIDTH-1:0] words[0:DEPTH-1];

  initial $readmemh(FILE, words);

  always_ff @(posedge clk) data <= words[address];
endmodule
