// SPDX-License-Identifier: Apache-2.0
//
// Reads transfers: a header, then a key or messages; says what is wrong with a transfer and waits for its end.
//
// Header: [15:0] magic, [23:16] command, [31:24] messages 1..4 (0 for a key), [39:32] mask of keys 1..3 (index 0..1 for
// a key upload), the rest zero. Key: 10 B bursts, rows of six words in two halves, words at bits 32 k. Product:
// for each message U, then E for each key of the mask, a row of eleven bytes a burst. `last` stands on the final burst.
// A product of the right size whose U has a bit beyond the degree is refused.
// Ports: stream in_*; write_* to the memories; go with mask, last_message; run until done; then a status is offered:
// status_code and bursts_seen until status_taken. After reset, and after a status behind which U and E may stand in
// memories, wipe is high for 9/4 2^LOG_BLOCK + 320 cycles, wipe_address counts, and zeros go to U and E; no header is
// read before the end. That is longer than any memory, and than 128 cycles for U and the longest way of its zeros:
// twice through the line of each commutator, 9/4 2^LOG_BLOCK in all, 18 LOG_BLOCK in the levels, a few at both ends.
module command_decoder #(
  parameter int LOG_BLOCK = 10,
  parameter int KEPT = 220,
  parameter int ROW_BITS = 8
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic                 in_valid,
  output logic                 in_ready,
  input  logic                 in_last,
  input  logic [127:0]         in_data,
  output logic                 write_key,
  output logic                 write_key_half,
  output logic [LOG_BLOCK+3:0] write_key_address,
  output logic                 write_u,
  output logic [6:0]           write_u_address,
  output logic                 write_e,
  output logic [ROW_BITS+2:0]  write_e_address,
  output logic                 go,
  output logic [1:0]           mask,
  output logic [1:0]           last_message,
  output logic [3:0]           products,
  input  logic                 done,
  output logic                 status_valid,
  input  logic                 status_taken,
  output logic [7:0]           status_code,
  output logic [31:0]          bursts_seen,
  output logic                 wipe,
  output logic [LOG_BLOCK+2:0] wipe_address
);
  localparam int U_BURSTS = ((1 << LOG_BLOCK) / 8 + residue_pkg::COLUMNS - 1) / residue_pkg::COLUMNS;

  localparam int WIPE_CYCLES = (9 << (LOG_BLOCK - 2)) + 320;

  typedef enum logic [2:0] {HEADER, KEY, WORDS_U, WORDS_E, SKIP, RUN, STATUS, WIPE} state_t;

  state_t               state;
  logic                 accept;
  logic                 common_ok;
  logic                 key_ok;
  logic                 product_ok;
  logic                 loaded;
  logic                 final_burst;
  logic                 key_index;
  logic [LOG_BLOCK+2:0] key_row;
  logic                 key_half;
  logic [4:0]           u_row;
  logic [ROW_BITS-1:0]  e_row;
  logic [1:0]           message;
  logic [2:0]           product;
  logic                 key_now;
  logic [1:0]           key_valid;
  logic                 end_of_e;
  logic                 beyond;
  logic                 at_header;
  logic                 wipe_end;
  logic                 secret;  // of U or E something may have been written since the last wipe

  assign in_ready = (state != RUN) && (state != STATUS) && (state != WIPE);
  assign wipe     = state == WIPE;
  assign wipe_end = wipe_address == (LOG_BLOCK + 3)'(WIPE_CYCLES - 1);
  assign accept   = in_valid && in_ready;

  assign common_ok  = (in_data[15:0] == residue_pkg::MAGIC) && (in_data[127:40] == '0);
  assign key_ok     = common_ok && (in_data[23:16] == residue_pkg::KEY_UPLOAD) && (in_data[31:24] == 8'd0)
                      && (in_data[39:33] == 7'd0);
  assign product_ok = common_ok && (in_data[23:16] == residue_pkg::PRODUCT) && (in_data[31:24] >= 8'd1)
                      && (in_data[31:24] <= 8'd4) && (in_data[39:34] == 6'd0) && (in_data[33:32] != 2'd0);
  assign loaded     = (in_data[33:32] & ~key_valid) == 2'd0;

  assign at_header = state == HEADER;
  assign end_of_e  = e_row == ROW_BITS'(KEPT - 1);
  always_comb begin
    case (state)
      KEY: final_burst = key_half && (key_row == (LOG_BLOCK + 3)'((residue_pkg::LIMBS << LOG_BLOCK) - 1));
      WORDS_E: final_burst = end_of_e && (key_now || (mask != 2'b11)) && (message == last_message);
      default: final_burst = 1'b0;
    endcase
  end

  assign write_key         = (state == KEY) && accept;
  assign write_key_half    = key_half;
  assign write_key_address = {1'b0, key_row} + (key_index ? (LOG_BLOCK + 4)'(residue_pkg::LIMBS << LOG_BLOCK) : '0);
  assign write_u           = wipe || ((state == WORDS_U) && accept);
  assign write_u_address   = wipe ? wipe_address[6:0] : {message, u_row};
  assign write_e           = wipe || ((state == WORDS_E) && accept);
  assign write_e_address   = wipe ? wipe_address[ROW_BITS+2:0] : {product, e_row};
  assign status_valid      = state == STATUS;
  assign products          = (mask == 2'b11) ? {1'b0, last_message, 1'b0} + 4'd2 : {2'd0, last_message} + 4'd1;

  always_ff @(posedge clk) begin
    if (rst) begin
      state       <= WIPE;
      secret      <= 1'b1;
      key_valid   <= '0;
      go          <= 1'b0;
      status_code <= residue_pkg::STATUS_OK;
      bursts_seen <= '0;
    end else begin
      go <= 1'b0;
      if (accept && (state != HEADER)) bursts_seen <= bursts_seen + 1'b1;
      if (state == WORDS_U) secret <= 1'b1;
      case (state)
        HEADER:
        if (accept) begin
          bursts_seen <= '0;
          if (!key_ok && !product_ok) begin
            status_code <= residue_pkg::STATUS_HEADER;
            state       <= in_last ? STATUS : SKIP;
          end else if (product_ok && !loaded) begin
            status_code <= residue_pkg::STATUS_NO_KEY;
            state       <= in_last ? STATUS : SKIP;
          end else begin
            status_code <= in_last ? residue_pkg::STATUS_SHORT : residue_pkg::STATUS_OK;
            state       <= in_last ? STATUS : (key_ok ? KEY : WORDS_U);
            if (key_ok) key_valid[in_data[32]] <= 1'b0;
          end
        end
        KEY, WORDS_U, WORDS_E:
        if (accept) begin
          if (in_last != final_burst) begin
            status_code <= in_last ? residue_pkg::STATUS_SHORT : residue_pkg::STATUS_LONG;
            state       <= in_last ? STATUS : SKIP;
          end else if (final_burst) begin
            if (state == KEY) begin
              state                <= STATUS;
              key_valid[key_index] <= 1'b1;
            end else if (beyond) begin
              state       <= STATUS;
              status_code <= residue_pkg::STATUS_BEYOND;
            end else begin
              state <= RUN;
              go    <= 1'b1;
            end
          end else if (state == WORDS_U) begin
            if (u_row == 5'(U_BURSTS - 1)) state <= WORDS_E;
          end else if (state == WORDS_E) begin
            if (end_of_e && (key_now || (mask != 2'b11))) state <= WORDS_U;
          end
        end
        SKIP: if (accept && in_last) state <= STATUS;
        RUN: if (done && !go) state <= STATUS;
        STATUS: if (status_taken) state <= secret ? WIPE : HEADER;
        WIPE:
        if (wipe_end) begin
          state  <= HEADER;
          secret <= 1'b0;
        end
        default: state <= HEADER;
      endcase
    end
  end

  always_ff @(posedge clk) begin
    wipe_address <= (wipe && !wipe_end && !rst) ? wipe_address + 1'b1 : '0;
    if ((state == HEADER) && accept) begin
      key_index    <= in_data[32];
      mask         <= in_data[33:32];
      last_message <= in_data[25:24] - 1'b1;
      key_row      <= '0;
      key_half     <= 1'b0;
      u_row        <= '0;
      e_row        <= '0;
      message      <= '0;
      product      <= '0;
      key_now      <= 1'b0;
    end else if (accept) begin
      if (state == KEY) begin
        key_half <= !key_half;
        if (key_half) key_row <= key_row + 1'b1;
      end
      if (state == WORDS_U) u_row <= (u_row == 5'(U_BURSTS - 1)) ? '0 : u_row + 1'b1;
      if (state == WORDS_E) begin
        e_row <= end_of_e ? '0 : e_row + 1'b1;
        if (end_of_e) begin
          product <= product + 1'b1;
          key_now <= (mask == 2'b11) && !key_now;
          if (key_now || (mask != 2'b11)) message <= message + 1'b1;
        end
      end
    end
  end

  // The last burst of U comes long before the end of E.
  degree_check #(.LOG_BLOCK(LOG_BLOCK), .DEGREE(residue_pkg::LANES * KEPT)) coefficients (
    .clk(clk), .clear(at_header), .write(write_u), .row(u_row), .columns(in_data[119:0]),
    .beyond(beyond)
  );

`ifdef FORMAL
  `include "command_decoder_properties.svh"
`endif
endmodule
