// SPDX-License-Identifier: Apache-2.0
//
// The queue of groups is never overrun, whoever empties it; no limb is lost; a buffer is given back only where a limb
// stands in one, as the sequencer assumes; idle means that nothing is under way. Around it: never more than BUFFERS
// limbs written and not given back, as the sequencer sees to, and a command begins where this is idle.
  logic                 begun = 1'b0;
  logic [BUFFER_BITS:0] in_store = '0;
  logic [7:0]           under_way;  // groups in the pipeline that go to the queue
  logic [7:0]           claimed;

  always_ff @(posedge clk) begin
    begun    <= 1'b1;
    in_store <= (rst || clear) ? '0 : in_store + (BUFFER_BITS + 1)'(written) - (BUFFER_BITS + 1)'(released);
  end

  always_comb begin
    under_way = '0;
    for (int k = 1; k <= STEPS; k = k + 1) under_way = under_way + 8'(valid[k] && !top[k]);
    claimed = level + under_way;
    if (!begun) assume (rst);
    if (clear && !rst) assume (idle && !written);
    if (written && !rst) assume (in_store != (BUFFER_BITS + 1)'(BUFFERS));
    if (begun && !rst) begin
      // A row of three groups is begun where sixteen places are free, and thirteen groups at most are under way.
      assert (group != 2'd3);
      assert (claimed <= 8'(QUEUE - 4) + ((group == '0 || !going) ? 8'd3 : 8'(group)));
      assert (!out_valid || level != '0);
      if (valid[STEPS] && !top[STEPS]) assert (fifo_ready);
      assert (waiting == in_store && in_store <= (BUFFER_BITS + 1)'(BUFFERS));
      if (state != WAIT) assert (waiting != '0);
      if (released) assert (in_store != '0);
      if (idle) assert (claimed == '0);
    end
  end
