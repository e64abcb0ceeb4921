// SPDX-License-Identifier: Apache-2.0
//
// Token conservation: a polynomial is 25 words of one queue without a gap, no queue is asked for a word that it does
// not have, one queue at most is asked in a cycle, and what leaves is what that queue gave, with its number.
// The queues are free but for this: a level falls only by what is popped.
  logic                   begun = 1'b0;
  logic [LANES*LEVEL-1:0] was_levels;
  logic [LANES-1:0]       was_pop = '0;
  logic [LANES*WORD-1:0]  was_words;
  logic [4:0]             sent = '0;
  logic [1:0]             sent_lane;

  always_ff @(posedge clk) begin
    begun      <= 1'b1;
    was_levels <= levels;
    was_words  <= words;
    was_pop    <= rst ? '0 : pop;
    if (rst) sent <= '0;
    else if (out_valid) begin
      sent      <= sent == 5'(WORDS - 1) ? '0 : sent + 1'b1;
      sent_lane <= out_lane;
    end
  end

  always_comb begin
    if (!begun) assume (rst);
    for (int i = 0; i < LANES; i++) begin
      if (begun) assume (levels[i*LEVEL +: LEVEL] >= was_levels[i*LEVEL +: LEVEL] - LEVEL'(was_pop[i]));
    end
    if (begun && !rst) begin
      assert ((pop & (pop - 1'b1)) == '0);
      assert (lane < 2'(LANES) || LANES == 4);
      assert (left <= 5'(WORDS - 1));
      for (int i = 0; i < LANES; i++) begin
        if (pop[i]) assert (levels[i*LEVEL +: LEVEL] > LEVEL'(left));
      end
      assert (out_valid == (was_pop != '0));
      for (int i = 0; i < LANES; i++) begin
        if (was_pop[i]) assert (out_lane == 2'(i) && out_data == was_words[i*WORD +: WORD]);
      end
      // Words sent so far and words left make a whole polynomial.
      if (sent != '0) assert (out_valid && out_lane == sent_lane);
      if (busy && out_valid && sent != 5'(WORDS - 1)) assert (sent + left == 5'(WORDS - 2) && lane == out_lane);
      if (busy && (!out_valid || sent == 5'(WORDS - 1))) assert (left == 5'(WORDS - 1));
      if (!busy && out_valid) assert (sent == 5'(WORDS - 1));
    end
  end
