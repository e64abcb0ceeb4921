// SPDX-License-Identifier: Apache-2.0
//
// For whole coefficients and any gaps: after p chunks, carry (signed) and result are a + b - c - d of the first p.
  logic [2:0] filled = '0;
  logic [2:0] fed = '0;
  logic [4*CHUNK-1:0] lower;  // chunks of the result below the last one
  logic [5*CHUNK-1:0] all_a;
  logic [CHUNK-1:0]   late_a;
  logic [5*CHUNK-1:0] all_b;
  logic [CHUNK-1:0]   late_b;
  logic [5*CHUNK-1:0] all_c;
  logic [CHUNK-1:0]   late_c;
  logic [5*CHUNK-1:0] all_d;
  logic [CHUNK-1:0]   late_d;

  initial valid = '0;
  always_comb assume (!in_valid || in_first == (fed == 3'd0 || fed == 3'd5));

  always_ff @(posedge clk) begin
    if (in_valid) fed <= in_first ? 3'd1 : fed + 1'b1;
    late_a <= plus_a;
    late_b <= plus_b;
    late_c <= minus_a;
    late_d <= minus_b;
    if (valid) begin
      filled <= first ? 3'd1 : filled + 1'b1;
      for (int p = 0; p < 5; p++) begin
        if (p == (first ? 0 : int'(filled))) begin
          all_a[p*CHUNK +: CHUNK] <= late_a;
          all_b[p*CHUNK +: CHUNK] <= late_b;
          all_c[p*CHUNK +: CHUNK] <= late_c;
          all_d[p*CHUNK +: CHUNK] <= late_d;
        end
        if (p > 0 && p == int'(filled)) lower[(p-1)*CHUNK +: CHUNK] <= out;
      end
    end
  end

  // The slots of the two pipeline stages.
  always_comb begin
    assert (filled <= 3'd5 && fed <= 3'd5);
    if (valid) assert (first == (fed == 3'd1) && fed != 3'd0);
    if (valid && !first) assert (filled == fed - 1'b1);
    if (valid && first) assert (filled == 3'd0 || filled == 3'd5);
    if (!valid) assert (filled == fed);
    if (valid) begin
      assert (part_a == $signed({1'b0, late_a}) - $signed({1'b0, late_c}));
      assert (part_b == $signed({1'b0, late_b}) - $signed({1'b0, late_d}));
    end
    if (filled == 3'd1)
      assert ({carry, out} ==
              {2'd0, all_a[1*CHUNK-1:0]} + {2'd0, all_b[1*CHUNK-1:0]}
              - {2'd0, all_c[1*CHUNK-1:0]} - {2'd0, all_d[1*CHUNK-1:0]});
    if (filled == 3'd2)
      assert ({carry, out, lower[1*CHUNK-1:0]} ==
              {2'd0, all_a[2*CHUNK-1:0]} + {2'd0, all_b[2*CHUNK-1:0]}
              - {2'd0, all_c[2*CHUNK-1:0]} - {2'd0, all_d[2*CHUNK-1:0]});
    if (filled == 3'd3)
      assert ({carry, out, lower[2*CHUNK-1:0]} ==
              {2'd0, all_a[3*CHUNK-1:0]} + {2'd0, all_b[3*CHUNK-1:0]}
              - {2'd0, all_c[3*CHUNK-1:0]} - {2'd0, all_d[3*CHUNK-1:0]});
    if (filled == 3'd4)
      assert ({carry, out, lower[3*CHUNK-1:0]} ==
              {2'd0, all_a[4*CHUNK-1:0]} + {2'd0, all_b[4*CHUNK-1:0]}
              - {2'd0, all_c[4*CHUNK-1:0]} - {2'd0, all_d[4*CHUNK-1:0]});
    if (filled == 3'd5)
      assert ({carry, out, lower[4*CHUNK-1:0]} ==
              {2'd0, all_a[5*CHUNK-1:0]} + {2'd0, all_b[5*CHUNK-1:0]}
              - {2'd0, all_c[5*CHUNK-1:0]} - {2'd0, all_d[5*CHUNK-1:0]});
  end
