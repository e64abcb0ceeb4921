// SPDX-License-Identifier: Apache-2.0
//
// The queue behind the packer is never overrun, whoever empties it and however rows come. Around it: a queue of 32
// words that says whether it has room as in residue_accelerator, and rows that are offered until they are taken.
  (* anyseq *) logic queue_read;
  logic              begun = 1'b0;
  logic [5:0]        level = '0;
  logic              was_offer = 1'b0;
  logic              was_last;
  logic [296:0]      was_row;
  logic [2:0]        to_come;

  always_ff @(posedge clk) begin
    begun     <= 1'b1;
    level     <= rst ? '0 : level + 6'(out_valid) - 6'(queue_read);
    was_offer <= in_valid && !in_ready && !rst;
    was_last  <= in_last;
    was_row   <= in_data;
  end

  // Bursts that may come without another look at `room`: a chunk gives one at most, a limb's end one more.
  assign to_come = (part != 2'd0 ? 3'd3 - {1'b0, part} : 3'd0) + 3'(valid_1) + 3'(flush_2)
                 + 3'(part != 2'd0 || (valid_1 && flush_1));

  always_comb begin
    if (!begun) assume (rst);
    assume (room == (level < 6'd20));
    assume (!queue_read || level != '0);
    if (was_offer) assume (in_valid && in_last == was_last && in_data == was_row);
    if (begun && !rst) begin
      assert (part != 2'd3);
      assert (7'(level) + 7'(to_come) <= 7'd25);
      assert (!(valid_1 && flush_2));
      if (valid_1 && flush_1) assert (pause);
      if (out_valid) assert (level < 6'd32 && busy);
      if (part != 2'd0 && in_valid) assert (take);
      if (flush_2 || pause) assert (part == 2'd0 && place == '0);
    end
  end
