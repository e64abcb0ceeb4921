// SPDX-License-Identifier: Apache-2.0
//
// For whole coefficients of any value and any gaps: after p chunks, carry and sum are the sum of the first p chunks.
  logic [2:0]         filled = '0;
  logic [5*CHUNK-1:0] all_a;
  logic [5*CHUNK-1:0] all_b;
  logic [4*CHUNK-1:0] lower;  // chunks of the sum below the last one

  always_comb assume (in_first == (filled == 3'd0 || filled == 3'd5));

  always_ff @(posedge clk) begin
    if (in_valid) begin
      filled <= in_first ? 3'd1 : filled + 1'b1;
      for (int p = 0; p < 5; p++) begin
        if (p == (in_first ? 0 : int'(filled))) begin
          all_a[p*CHUNK +: CHUNK] <= a;
          all_b[p*CHUNK +: CHUNK] <= b;
        end
        if (p > 0 && p == int'(filled)) lower[(p-1)*CHUNK +: CHUNK] <= sum;
      end
    end
  end

  always_comb begin
    assert (filled <= 3'd5);
    if (filled == 3'd1) assert ({carry, sum} == {1'b0, all_a[CHUNK-1:0]} + {1'b0, all_b[CHUNK-1:0]});
    if (filled == 3'd2)
      assert ({carry, sum, lower[CHUNK-1:0]} == {1'b0, all_a[2*CHUNK-1:0]} + {1'b0, all_b[2*CHUNK-1:0]});
    if (filled == 3'd3)
      assert ({carry, sum, lower[2*CHUNK-1:0]} == {1'b0, all_a[3*CHUNK-1:0]} + {1'b0, all_b[3*CHUNK-1:0]});
    if (filled == 3'd4)
      assert ({carry, sum, lower[3*CHUNK-1:0]} == {1'b0, all_a[4*CHUNK-1:0]} + {1'b0, all_b[4*CHUNK-1:0]});
    if (filled == 3'd5) assert ({carry, sum, lower} == {1'b0, all_a} + {1'b0, all_b});
  end
