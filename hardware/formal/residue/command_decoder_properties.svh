// SPDX-License-Identifier: Apache-2.0
//
// A status stands until it is taken; every transfer, malformed or not, begins with a header and leads back to one;
// what is written lies inside its memory; a run begins only behind a good transfer.
  logic        begun = 1'b0;
  logic        inside_transfer = 1'b0;
  logic        was_status = 1'b0;
  logic [39:0] was_values;
  logic [31:0] seen;
  logic        written = 1'b1;  // U or E, since the last wipe or since ever

  always_ff @(posedge clk) begin
    begun      <= 1'b1;
    was_status <= status_valid && !status_taken && !rst;
    was_values <= {status_code, bursts_seen};
    if (rst) inside_transfer <= 1'b0;
    else if (accept) inside_transfer <= !in_last;
    if (rst || ((write_u || write_e) && !wipe)) written <= 1'b1;
    else if (wipe && wipe_end) written <= 1'b0;
    if (accept) seen <= inside_transfer ? seen + 1'b1 : '0;
  end

  always_comb begin
    if (!begun) assume (rst);
    assume (!status_taken || status_valid);
    if (begun && !rst) begin
      if (was_status) assert (status_valid && {status_code, bursts_seen} == was_values);
      // A header is read where a transfer begins, and nowhere else.
      assert (inside_transfer == (state == KEY || state == WORDS_U || state == WORDS_E || state == SKIP));
      if (state == STATUS || state == RUN || state == WIPE) assert (!in_ready);
      if (state != HEADER && state != WIPE) assert (bursts_seen == seen);
      if (state == KEY || state == WORDS_U || state == WORDS_E || state == RUN)
        assert (status_code == residue_pkg::STATUS_OK);
      if (state == SKIP) assert (status_code > residue_pkg::STATUS_SHORT);
      if (go) assert (state == RUN);
      // A header is read only where nothing of U and E is left; a wipe goes from the first address to the last.
      if (written || state == WORDS_E || state == RUN || state == WIPE) assert (secret);
      if (state == HEADER || state == KEY) assert (!secret && !written);
      if (state == WIPE) assert (wipe_address < (LOG_BLOCK + 3)'(WIPE_CYCLES));
      if (state != WIPE) assert (wipe_address == '0);
      if (!wipe) assert (32'(write_key) + 32'(write_u) + 32'(write_e) <= 1);
      if (state == KEY) assert (key_row < (LOG_BLOCK + 3)'(residue_pkg::LIMBS << LOG_BLOCK));
      if (state == KEY) assert (write_key_address < (LOG_BLOCK + 4)'(2 * residue_pkg::LIMBS << LOG_BLOCK));
      if (state == KEY) assert (!key_valid[key_index]);
      if (state == WORDS_U || state == WORDS_E) begin
        assert (mask != 2'b00 && (mask & ~key_valid) == 2'b00);
        assert (u_row < 5'(U_BURSTS) && e_row < ROW_BITS'(KEPT) && message <= last_message);
        assert (product == (mask == 2'b11 ? {message, key_now} : {1'b0, message}));
        if (mask != 2'b11 || state == WORDS_U) assert (!key_now);
        if (state == WORDS_U) assert (e_row == '0);
        if (state == WORDS_E) assert (u_row == '0);
      end
    end
  end
