// SPDX-License-Identifier: Apache-2.0
//
// `free` is as the packager's proof assumes it, and no row is lost. Around it: a row comes only where `free` is not
// zero (the packager keeps `free` at or above the rows it has promised, and the core makes no other row), and a status
// stands until it is taken. A transfer's rows begin to leave when START of them are there, or its status.
  logic            begun = 1'b0;
  logic [FREE-1:0] was_free;
  logic            was_row = 1'b0;
  logic            was_status = 1'b0;
  logic            between = 1'b1;  // no row of the transfer has left

  always_ff @(posedge clk) begin
    begun      <= 1'b1;
    was_free   <= free;
    was_row    <= row_valid && !rst;
    was_status <= status_valid && !status_ready && !rst;
    if (rst || status_ready) between <= 1'b1;
    else if (take && waiting) between <= 1'b0;
  end

  always_comb begin
    if (!begun) assume (rst);
    if (row_valid && !rst) assume (free != '0);
    if (was_status) assume (status_valid);
    if (begun) begin
      assert (free <= FREE'(1 << (FREE - 1)));
      assert ((FREE + 1)'(free) + (FREE + 1)'(was_row) >= (FREE + 1)'(was_free));
      // The register of the queue holds one word more than its memory.
      assert (level <= FREE'(DEPTH + 1) && (!waiting || level != '0));
      if (row_valid && !rst) assert (queue_ready);
      if (between && sending) assert (level >= FREE'(START) || status_valid);
      if (status_ready) assert (level == '0);
    end
  end
