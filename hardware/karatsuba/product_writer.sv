// SPDX-License-Identifier: Apache-2.0
//
// Where the rows of one lane go in the memories of a product store: sets of PARTS polynomials of WORDS rows each, one
// set a bank, banks in turn.
//
// Ports: in_valid moves on by a row; part, bank and word say where it goes. in_ready says that its bank is free.
// `sets` counts the complete sets that wait, `release_set` gives the oldest back. Latency 0 (place), 1 (sets).
module product_writer #(
  parameter int WORDS = 25,
  parameter int PARTS = 2,
  parameter int BANKS = 4,
  parameter int ADDRESS = 5
) (
  input  logic                     clk,
  input  logic                     rst,
  input  logic                     in_valid,
  output logic                     in_ready,
  output logic [1:0]               part,
  output logic [$clog2(BANKS)-1:0] bank,
  output logic [ADDRESS-1:0]       word,
  output logic [$clog2(BANKS):0]   sets,
  input  logic                     release_set
);
  localparam int SETS = $clog2(BANKS) + 1;

  logic started;
  logic last_word;
  logic complete;

  assign in_ready  = started || sets < SETS'(BANKS);
  assign last_word = word == ADDRESS'(WORDS - 1);
  assign complete  = in_valid && last_word && part == 2'(PARTS - 1);

  always_ff @(posedge clk) begin
    if (rst) begin
      started <= 1'b0;
      part    <= '0;
      bank    <= '0;
      word    <= '0;
      sets    <= '0;
    end else begin
      if (in_valid) begin
        started <= !complete;
        word    <= last_word ? '0 : word + 1'b1;
        if (last_word) part <= complete ? '0 : part + 1'b1;
        if (complete) bank <= bank + 1'b1;
      end
      sets <= sets + SETS'(complete) - SETS'(release_set);
    end
  end

`ifdef FORMAL
  `include "product_writer_properties.svh"
`endif
endmodule
