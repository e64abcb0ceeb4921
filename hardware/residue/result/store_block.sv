// SPDX-License-Identifier: Apache-2.0
//
// One block of folding_store: coefficients INDEX B to (INDEX + 1) B - 1 of up to BUFFERS products.
//
// Ports: write with write_start at the first word of a block, write_buffer, write_data, in order. read_buffer, read_row
// in [0, ROWS), read_group: a cycle later words of four banks, and which of them are of that row (has_low) and which
// of the row ROWS further (has_high), never both, as ROWS is more than a block. wipe: a zero goes to wipe_address of
// each bank, modulo its size.
module store_block #(
  parameter int LOG_BLOCK = 10,
  parameter int INDEX = 2,
  parameter int ROWS = 253,
  parameter int KEPT = 220,
  parameter int BUFFERS = 4,
  parameter int ROW_BITS = $clog2(ROWS),
  parameter int BUFFER_BITS = $clog2(BUFFERS)
) (
  input  logic                   clk,
  input  logic                   wipe,
  input  logic [LOG_BLOCK+2:0]   wipe_address,
  input  logic                   write,
  input  logic                   write_start,
  input  logic [BUFFER_BITS-1:0] write_buffer,
  input  logic [29:0]            write_data,
  input  logic [BUFFER_BITS-1:0] read_buffer,
  input  logic [ROW_BITS-1:0]    read_row,
  input  logic [1:0]             read_group,
  output logic [119:0]           words,
  output logic [3:0]             has_low,
  output logic [3:0]             has_high
);
  localparam int LANES = residue_pkg::LANES;
  localparam int BLOCK = 1 << LOG_BLOCK;
  localparam int FIRST_ROW = INDEX * BLOCK / LANES;
  localparam int FIRST_LANE = INDEX * BLOCK % LANES;
  localparam int NEXT_ROW = (INDEX + 1) * BLOCK / LANES;
  localparam int NEXT_LANE = (INDEX + 1) * BLOCK % LANES;
  localparam int SPAN = $clog2((BLOCK - 1 + LANES - 1) / LANES + 1);  // bits of a row within the block
  localparam int ADDRESS = BUFFER_BITS + SPAN + 2;

  // Writing: lane and row count on.
  logic [3:0]      lane;
  logic [SPAN-1:0] row;
  logic [3:0]      now_lane;
  logic [SPAN-1:0] now_row;

  assign now_lane = write_start ? 4'(FIRST_LANE) : lane;
  assign now_row  = write_start ? '0 : row;

  always_ff @(posedge clk) begin
    lane <= (now_lane == 4'(LANES - 1)) ? '0 : now_lane + 1'b1;
    row  <= (now_lane == 4'(LANES - 1)) ? now_row + 1'b1 : now_row;
  end

  logic [ADDRESS-1:0] to_address;
  logic [29:0]        to_write;
  assign to_address = wipe ? ADDRESS'(wipe_address) : {write_buffer, now_row, now_lane[3:2]};
  assign to_write   = write_data & {30{!wipe}};
  logic unused;
  assign unused = ^(wipe_address >> ADDRESS);

  // Reading: does the group's lane of a bank, in the row itself or in the one ROWS further, lie in this block?
  logic            low_row;
  logic [SPAN-1:0] row_within;
  logic [3:0]      low_now;
  logic [3:0]      high_now;

  // Whether a lane of the row read stands at or behind another lane of another row, which may be no row at all.
  function automatic logic reached(
    input int at_row, input logic [3:0] at_lane, input logic [ROW_BITS-1:0] now_read, input logic [3:0] which
  );
    if (at_row < 0) reached = 1'b1;
    else if (at_row >= (1 << ROW_BITS)) reached = 1'b0;
    else reached = (now_read > ROW_BITS'(at_row)) || ((now_read == ROW_BITS'(at_row)) && (which >= at_lane));
  endfunction

  assign low_row    = reached(FIRST_ROW, '0, read_row, '0);
  assign row_within = SPAN'(read_row) - SPAN'(low_row ? FIRST_ROW : FIRST_ROW - ROWS);

  always_comb begin
    for (int bank = 0; bank < residue_pkg::GROUP; bank = bank + 1) begin
      low_now[bank]  = reached(FIRST_ROW, 4'(FIRST_LANE), read_row, {read_group, 2'(bank)})
                       && !reached(NEXT_ROW, 4'(NEXT_LANE), read_row, {read_group, 2'(bank)});
      high_now[bank] = reached(FIRST_ROW - ROWS, 4'(FIRST_LANE), read_row, {read_group, 2'(bank)})
                       && !reached(NEXT_ROW - ROWS, 4'(NEXT_LANE), read_row, {read_group, 2'(bank)})
                       && !reached(2 * KEPT - ROWS, '0, read_row, '0);
    end
  end

  always_ff @(posedge clk) begin
    has_low  <= low_now;
    has_high <= high_now;
  end

  generate
    for (genvar bank = 0; bank < residue_pkg::GROUP; bank = bank + 1) begin : banks
      block_memory #(.WIDTH(30), .DEPTH(1 << ADDRESS)) memory (
        .clk(clk), .write(wipe || (write && (now_lane[1:0] == 2'(bank)))),
        .write_address(to_address), .write_data(to_write),
        .read(1'b1), .read_address({read_buffer, row_within, read_group}), .read_data(words[30*bank+:30])
      );
    end
  endgenerate
endmodule
