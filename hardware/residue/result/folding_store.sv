// SPDX-License-Identifier: Apache-2.0
//
// Keeps products of one limb, coefficient i in bank i mod 11 at row i / 11, and reads a row of eleven together with the
// row that x^(11 ROWS) - 1 folds onto it. BUFFERS products in turn.
//
// Ports: in_start and c = {c4, .., c0}: coefficients j + k B in cycle j of a frame; written pulses after the last.
// Five neighbours a block apart lie in five banks, because B mod 11 is not 0. read_buffer, read_row in [0, ROWS);
// low and high one cycle later (high is meaningless where row + ROWS lies above the product).
module folding_store #(
  parameter int LOG_BLOCK = 10,
  parameter int ROWS = 253,
  parameter int BUFFERS = 4,
  parameter int ROW_BITS = $clog2(ROWS),
  parameter int BUFFER_BITS = $clog2(BUFFERS)
) (
  input  logic                   clk,
  input  logic                   rst,
  input  logic                   in_start,
  input  logic [134:0]           c,
  output logic                   written,
  input  logic [BUFFER_BITS-1:0] read_buffer,
  input  logic [ROW_BITS-1:0]    read_row,
  output logic [296:0]           low,
  output logic [296:0]           high
);
  localparam int BLOCK = 1 << LOG_BLOCK;
  localparam int LANES = residue_pkg::LANES;
  localparam int WIDE = ROW_BITS + 2;

  logic                   busy;
  logic [LOG_BLOCK-1:0]   place;
  logic [3:0]             lane;  // j mod 11
  logic [WIDE-1:0]        row;  // j / 11
  logic [BUFFER_BITS-1:0] buffer;
  logic                   now_busy;
  logic [3:0]             now_lane;
  logic [WIDE-1:0]        now_row;
  logic [LOG_BLOCK-1:0]   now_place;
  logic                   busy_1;
  logic [BUFFER_BITS-1:0] buffer_1;
  logic [ROW_BITS-1:0]    read_row_high;

  assign now_busy  = in_start || busy;
  assign now_place = in_start ? '0 : place;
  assign now_lane  = in_start ? '0 : lane;
  assign now_row   = in_start ? '0 : row;

  always_ff @(posedge clk) begin
    place    <= now_place + 1'b1;
    lane     <= (now_lane == 4'(LANES - 1)) ? '0 : now_lane + 1'b1;
    row      <= (now_lane == 4'(LANES - 1)) ? now_row + 1'b1 : now_row;
    buffer_1 <= buffer;
    if (rst) begin
      busy    <= 1'b0;
      busy_1  <= 1'b0;
      written <= 1'b0;
      buffer  <= '0;
    end else begin
      busy    <= now_busy && (now_place != LOG_BLOCK'(BLOCK - 1));
      busy_1  <= now_busy;
      written <= now_busy && (now_place == LOG_BLOCK'(BLOCK - 1));
      if (now_busy && (now_place == LOG_BLOCK'(BLOCK - 1))) buffer <= buffer + 1'b1;
    end
  end

  // Rows from ROWS on stand in the second memory under their lower bits: fewer than 2^ROW_BITS of them.
  assign read_row_high = read_row + ROW_BITS'(ROWS);

  generate
    for (genvar bank = 0; bank < LANES; bank = bank + 1) begin : banks
      logic [4:0]      hit;
      logic [26:0]     data;
      logic [WIDE-1:0] offset;
      logic            hit_1;
      logic [26:0]     data_1;
      logic [WIDE-1:0] row_1;
      logic            above;

      // Block k lies in this bank where (j + k B) mod 11 = bank; its row is j / 11 + k B / 11 plus a carry.
      always_comb begin
        data   = '0;
        offset = '0;
        for (int k = 0; k < 5; k = k + 1) begin
          hit[k] = now_lane == 4'((bank + LANES * BLOCK - (k * BLOCK) % LANES) % LANES);
          data   = data | (c[27*k+:27] & {27{hit[k]}});
          offset = offset | (WIDE'((k * BLOCK) / LANES) & {WIDE{hit[k]}});
        end
      end

      always_ff @(posedge clk) begin
        hit_1  <= |hit;
        data_1 <= data;
        row_1  <= now_row + offset + WIDE'(4'(bank) < now_lane);
      end
      assign above = row_1 >= WIDE'(ROWS);

      block_memory #(.WIDTH(27), .DEPTH(BUFFERS << ROW_BITS)) memory_low (
        .clk(clk), .write(busy_1 && hit_1 && !above), .write_address({buffer_1, row_1[ROW_BITS-1:0]}),
        .write_data(data_1), .read(1'b1), .read_address({read_buffer, read_row}), .read_data(low[27*bank+:27])
      );
      block_memory #(.WIDTH(27), .DEPTH(BUFFERS << ROW_BITS)) memory_high (
        .clk(clk), .write(busy_1 && hit_1 && above), .write_address({buffer_1, row_1[ROW_BITS-1:0]}),
        .write_data(data_1), .read(1'b1), .read_address({read_buffer, read_row_high}),
        .read_data(high[27*bank+:27])
      );
    end
  endgenerate
endmodule
