// SPDX-License-Identifier: Apache-2.0
//
// The queue behind the packer is never overrun, whoever empties it and however groups come. Around it: a queue of 32
// words that says whether it has room as in residue_accelerator, and groups that are offered until they are taken.
  (* anyseq *) logic queue_read;
  logic              begun = 1'b0;
  logic [5:0]        level = '0;
  logic              was_offer = 1'b0;
  logic [109:0]      was_group;
  logic [1:0]        to_come;

  always_ff @(posedge clk) begin
    begun     <= 1'b1;
    level     <= rst ? '0 : level + 6'(out_valid) - 6'(queue_read);
    was_offer <= in_valid && !in_ready && !rst;
    was_group <= {in_last, in_short, in_data};
  end

  // Bursts that may come without another look at `room`: a group gives one at most, a limb's end one more.
  assign to_come = 2'(valid_1) + 2'(flush_2) + 2'(valid_1 && flush_1);

  always_comb begin
    if (!begun) assume (rst);
    assume (room == (level < 6'd20));
    assume (!queue_read || level != '0);
    if (was_offer) assume (in_valid && {in_last, in_short, in_data} == was_group);
    if (begun && !rst) begin
      assert (7'(level) + 7'(to_come) <= 7'd22);
      assert (!(valid_1 && flush_2));
      if (valid_1 && flush_1) assert (pause);
      if (out_valid) assert (level < 6'd22 && busy);
      if (flush_2) assert (place == '0);
    end
  end
