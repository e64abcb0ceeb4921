// SPDX-License-Identifier: Apache-2.0
//
// A step: five chunks and the carry of the chunk before are the chunk that leaves and the next carry, exactly; no carry
// enters the first chunk. That is addition to base 2^CHUNK, digit by digit, proven at 27 bits.
// With WHOLE_SUM beside it, for whole coefficients and any gaps: after p chunks, carry and result are the sum of five
// of the first p. The solver ends with that at four bits a chunk only.
  logic [2:0] filled = '0;
  logic [2:0] fed = '0;
  logic [CHUNK-1:0]   late_t0;
  logic [CHUNK-1:0]   later_t0;
  logic [CHUNK-1:0]   late_t1;
  logic [CHUNK-1:0]   later_t1;
  logic [CHUNK-1:0]   late_t2;
  logic [CHUNK-1:0]   later_t2;
  logic [CHUNK-1:0]   late_t3;
  logic [CHUNK-1:0]   later_t3;
  logic [CHUNK-1:0]   late_t4;
  logic [CHUNK-1:0]   later_t4;

  logic [CHUNK+2:0]   step;
  logic               stepped = 1'b0;

  initial valid = '0;
  always_comb assume (!in_valid || in_first == (fed == 3'd0 || fed == 3'd5));

  always_ff @(posedge clk) begin
    if (in_valid) fed <= in_first ? 3'd1 : fed + 1'b1;
    late_t0 <= in_chunks[0*CHUNK +: CHUNK];
    later_t0 <= late_t0;
    late_t1 <= in_chunks[1*CHUNK +: CHUNK];
    later_t1 <= late_t1;
    late_t2 <= in_chunks[2*CHUNK +: CHUNK];
    later_t2 <= late_t2;
    late_t3 <= in_chunks[3*CHUNK +: CHUNK];
    later_t3 <= late_t3;
    late_t4 <= in_chunks[4*CHUNK +: CHUNK];
    later_t4 <= late_t4;
    if (valid[1]) begin
      filled <= first[1] ? 3'd1 : filled + 1'b1;
      step   <= (CHUNK + 3)'(later_t0) + (CHUNK + 3)'(later_t1) + (CHUNK + 3)'(later_t2) + (CHUNK + 3)'(later_t3)
              + (CHUNK + 3)'(later_t4) + (first[1] ? '0 : (CHUNK + 3)'(carry));
    end
    stepped <= valid[1];
  end

  // The slots of the three pipeline stages.
  logic [2:0] middle = '0;
  always_ff @(posedge clk) begin
    if (valid[0]) middle <= first[0] ? 3'd1 : middle + 1'b1;
  end
  always_comb begin
    assert (filled <= 3'd5 && fed <= 3'd5 && middle <= 3'd5);
    if (valid[0]) assert (fed != 3'd0 && first[0] == (fed == 3'd1));
    if (valid[0] && !first[0]) assert (middle == fed - 1'b1);
    if (valid[0] && first[0]) assert (middle == 3'd0 || middle == 3'd5);
    if (!valid[0]) assert (middle == fed);
    if (valid[1]) assert (middle != 3'd0 && first[1] == (middle == 3'd1));
    if (valid[1] && !first[1]) assert (filled == middle - 1'b1);
    if (valid[1] && first[1]) assert (filled == 3'd0 || filled == 3'd5);
    if (!valid[1]) assert (filled == middle);
    if (valid[0]) assert (sum_a == (CHUNK + 1)'(late_t0) + (CHUNK + 1)'(late_t1));
    if (valid[0]) assert (sum_b == (CHUNK + 1)'(late_t2) + (CHUNK + 1)'(late_t3) && rest == late_t4);
    if (valid[1])
      assert (sum == (CHUNK + 3)'(later_t0) + (CHUNK + 3)'(later_t1) + (CHUNK + 3)'(later_t2)
                   + (CHUNK + 3)'(later_t3) + (CHUNK + 3)'(later_t4));
    if (filled != 3'd0) assert (carry <= 3'd4);
    if (stepped) assert ({carry, out} == step);
  end

`ifdef WHOLE_SUM
  logic [4*CHUNK-1:0] lower;  // chunks of the result below the last one
  logic [5*CHUNK-1:0] all_t0;
  logic [5*CHUNK-1:0] all_t1;
  logic [5*CHUNK-1:0] all_t2;
  logic [5*CHUNK-1:0] all_t3;
  logic [5*CHUNK-1:0] all_t4;

  always_ff @(posedge clk) begin
    if (valid[1]) begin
      for (int p = 0; p < 5; p++) begin
        if (p == (first[1] ? 0 : int'(filled))) begin
          all_t0[p*CHUNK +: CHUNK] <= later_t0;
          all_t1[p*CHUNK +: CHUNK] <= later_t1;
          all_t2[p*CHUNK +: CHUNK] <= later_t2;
          all_t3[p*CHUNK +: CHUNK] <= later_t3;
          all_t4[p*CHUNK +: CHUNK] <= later_t4;
        end
        if (p > 0 && p == int'(filled)) lower[(p-1)*CHUNK +: CHUNK] <= out;
      end
    end
  end

  always_comb begin
    if (filled == 3'd1)
      assert ({carry, out} ==
              {3'd0, all_t0[1*CHUNK-1:0]} + {3'd0, all_t1[1*CHUNK-1:0]} + {3'd0, all_t2[1*CHUNK-1:0]}
              + {3'd0, all_t3[1*CHUNK-1:0]} + {3'd0, all_t4[1*CHUNK-1:0]});
    if (filled == 3'd2)
      assert ({carry, out, lower[1*CHUNK-1:0]} ==
              {3'd0, all_t0[2*CHUNK-1:0]} + {3'd0, all_t1[2*CHUNK-1:0]} + {3'd0, all_t2[2*CHUNK-1:0]}
              + {3'd0, all_t3[2*CHUNK-1:0]} + {3'd0, all_t4[2*CHUNK-1:0]});
    if (filled == 3'd3)
      assert ({carry, out, lower[2*CHUNK-1:0]} ==
              {3'd0, all_t0[3*CHUNK-1:0]} + {3'd0, all_t1[3*CHUNK-1:0]} + {3'd0, all_t2[3*CHUNK-1:0]}
              + {3'd0, all_t3[3*CHUNK-1:0]} + {3'd0, all_t4[3*CHUNK-1:0]});
    if (filled == 3'd4)
      assert ({carry, out, lower[3*CHUNK-1:0]} ==
              {3'd0, all_t0[4*CHUNK-1:0]} + {3'd0, all_t1[4*CHUNK-1:0]} + {3'd0, all_t2[4*CHUNK-1:0]}
              + {3'd0, all_t3[4*CHUNK-1:0]} + {3'd0, all_t4[4*CHUNK-1:0]});
    if (filled == 3'd5)
      assert ({carry, out, lower[4*CHUNK-1:0]} ==
              {3'd0, all_t0[5*CHUNK-1:0]} + {3'd0, all_t1[5*CHUNK-1:0]} + {3'd0, all_t2[5*CHUNK-1:0]}
              + {3'd0, all_t3[5*CHUNK-1:0]} + {3'd0, all_t4[5*CHUNK-1:0]});
  end
`endif
