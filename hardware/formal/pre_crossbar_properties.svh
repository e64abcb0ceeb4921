// SPDX-License-Identifier: Apache-2.0
//
// Token conservation over the whole crossbar: a pop always meets a word, a lane's number belongs to the multiplier, and
// for each lane: words in = words in the queue + words out.
  logic       begun = 1'b0;
  logic [7:0] balance[0:LANES-1];
  always_ff @(posedge clk) begun <= 1'b1;
  always_comb begin
    if (!begun) assume (rst);
    assume ((in_valid & ~in_ready) == '0);
  end
  for (genvar i = 0; i < LANES; i++) begin : conservation
    localparam int SOURCE = (i == 0) ? 0 : (i < 3) ? 1 : (i < 6) ? 2 : 3;
    logic out_here;
    assign out_here = out_valid[SOURCE] && out_lane[3*SOURCE +: 3] == 3'(i);
    always_ff @(posedge clk) begin
      if (rst) balance[i] <= '0;
      else balance[i] <= balance[i] + 8'(in_valid[i]) - 8'(out_here);
    end
    logic was_popped;
    always_ff @(posedge clk) was_popped <= pop[i] && !rst;
    always_comb begin
      if (begun && !rst) begin
        if (pop[i]) assert (words_waiting[i]);
        assert (balance[i] == 8'(levels[i*LEVEL +: LEVEL]) + 8'(was_popped));
        assert (out_here == was_popped);
      end
    end
  end
