// SPDX-License-Identifier: Apache-2.0
//
// Whether a bit of U stands where the polynomial has no coefficient: at the degree or above, or in a column behind the
// last one.
//
// Ports: clear; write, row, columns: a burst of U, six columns of twenty bits, as u_source keeps them; beyond, from two
// cycles after such a burst until clear.
module degree_check #(
  parameter int LOG_BLOCK = 10,
  parameter int DEGREE = 2420
) (
  input  logic         clk,
  input  logic         clear,
  input  logic         write,
  input  logic [4:0]   row,
  input  logic [119:0] columns,
  output logic         beyond
);
  localparam int COLUMNS = residue_pkg::COLUMNS;
  localparam int ALL = (1 << LOG_BLOCK) / 8;
  // Columns below PARTIAL have one coefficient more than the others.
  localparam int WHOLE = DEGREE / ALL;
  localparam int PARTIAL = DEGREE % ALL;

  logic               looked;
  logic [COLUMNS-1:0] outside;

  // Bits of a column that are none of its first `count`.
  function automatic logic above(input logic [19:0] column, input int count);
    above = (column >> count) != '0;
  endfunction

  generate
    for (genvar c = 0; c < COLUMNS; c = c + 1) begin : each
      // Rows in which column 6 row + c is one of the first PARTIAL, and one of all.
      localparam int LONG_ROWS = (PARTIAL > c) ? (PARTIAL - c + COLUMNS - 1) / COLUMNS : 0;
      localparam int ROWS = (ALL - c + COLUMNS - 1) / COLUMNS;
      logic [19:0] column;
      assign column = columns[20*c+:20];
      always_ff @(posedge clk) begin
        if (row >= 5'(ROWS)) outside[c] <= column != '0;
        else outside[c] <= above(column, (32'(row) < LONG_ROWS) ? WHOLE + 1 : WHOLE);
      end
    end
  endgenerate

  always_ff @(posedge clk) begin
    looked <= write && !clear;
    beyond <= !clear && (beyond || (looked && (outside != '0)));
  end
endmodule
