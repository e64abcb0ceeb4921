// SPDX-License-Identifier: Apache-2.0
//
// Whoever keeps to in_ready never writes into a bank that is still read, and places stay in their ranges.
  logic begun = 1'b0;
  always_ff @(posedge clk) begun <= 1'b1;

  always_comb begin
    if (!begun) assume (rst);
    assume (!in_valid || in_ready);
    assume (!release_set || sets != '0);
    if (begun) begin
      assert (sets <= SETS'(BANKS));
      assert (!started || sets < SETS'(BANKS));
      assert (word < ADDRESS'(WORDS) || WORDS == 1 << ADDRESS);
      assert (part < 2'(PARTS) || PARTS == 4);
      assert (started == (word != '0 || part != '0));
    end
  end
