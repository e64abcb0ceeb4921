// SPDX-License-Identifier: Apache-2.0
//
// Keeps products of one limb, BUFFERS in turn, and reads four neighbours of a row of eleven at a time, together with
// those that x^(11 ROWS) - 1 folds onto them.
//
// Each of the five blocks of a product has memories of its own. Coefficient i = 11 row + lane stands in bank lane mod 4
// at its row and lane / 4, so that a column is written and a group is read in one cycle, and no word changes its bank.
//
// Ports: in_start and c = {c4, .., c0}: coefficients j + k B in cycle j of a frame; written pulses after the last.
// read_buffer, read_row in [0, ROWS), read_group (lanes 4 group to 4 group + 3); low and high one cycle later, four
// signed residues of 30 bits each, high 0 where nothing folds. The fourth word of group 2 means nothing. wipe writes a
// zero at wipe_address of every memory.
module folding_store #(
  parameter int LOG_BLOCK = 10,
  parameter int ROWS = 253,
  parameter int KEPT = 220,
  parameter int BUFFERS = 4,
  parameter int ROW_BITS = $clog2(ROWS),
  parameter int BUFFER_BITS = $clog2(BUFFERS)
) (
  input  logic                   clk,
  input  logic                   rst,
  input  logic                   wipe,
  input  logic [LOG_BLOCK+2:0]   wipe_address,
  input  logic                   in_start,
  input  logic [149:0]           c,
  output logic                   written,
  input  logic [BUFFER_BITS-1:0] read_buffer,
  input  logic [ROW_BITS-1:0]    read_row,
  input  logic [1:0]             read_group,
  output logic [119:0]           low,
  output logic [119:0]           high
);
  localparam int BLOCK = 1 << LOG_BLOCK;

  logic                   busy;
  logic [LOG_BLOCK-1:0]   place;
  logic [BUFFER_BITS-1:0] buffer;
  logic                   now_busy;
  logic [LOG_BLOCK-1:0]   now_place;

  assign now_busy  = in_start || busy;
  assign now_place = in_start ? '0 : place;

  always_ff @(posedge clk) begin
    place <= now_place + 1'b1;
    if (rst) begin
      busy    <= 1'b0;
      written <= 1'b0;
      buffer  <= '0;
    end else begin
      busy    <= now_busy && (now_place != LOG_BLOCK'(BLOCK - 1));
      written <= now_busy && (now_place == LOG_BLOCK'(BLOCK - 1));
      if (now_busy && (now_place == LOG_BLOCK'(BLOCK - 1))) buffer <= buffer + 1'b1;
    end
  end

  logic [599:0] words;
  logic [19:0]  has_low;
  logic [19:0]  has_high;

  generate
    for (genvar k = 0; k < 5; k = k + 1) begin : blocks
      store_block #(.LOG_BLOCK(LOG_BLOCK), .INDEX(k), .ROWS(ROWS), .KEPT(KEPT), .BUFFERS(BUFFERS)) block (
        .clk(clk), .wipe(wipe), .wipe_address(wipe_address),
        .write(now_busy), .write_start(in_start), .write_buffer(buffer), .write_data(c[30*k+:30]),
        .read_buffer(read_buffer), .read_row(read_row), .read_group(read_group), .words(words[120*k+:120]),
        .has_low(has_low[4*k+:4]), .has_high(has_high[4*k+:4])
      );
    end
  endgenerate

  // A block below ROWS holds low words, a block that reaches above holds high ones.
  always_comb begin
    low  = '0;
    high = '0;
    for (int k = 0; k < 5; k = k + 1) begin
      for (int bank = 0; bank < residue_pkg::GROUP; bank = bank + 1) begin
        if (k * BLOCK < residue_pkg::LANES * ROWS) begin
          low[30*bank+:30] = low[30*bank+:30] | (words[120*k+30*bank+:30] & {30{has_low[4*k+bank]}});
        end
        if ((k + 1) * BLOCK > residue_pkg::LANES * ROWS) begin
          high[30*bank+:30] = high[30*bank+:30] | (words[120*k+30*bank+:30] & {30{has_high[4*k+bank]}});
        end
      end
    end
  end
endmodule
