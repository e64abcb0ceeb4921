// SPDX-License-Identifier: Apache-2.0
//
// Takes the nearest multiple of 2^26 from a wide residue: x = k 2^26 + r gives x - k p = r - k (p - 2^26).
//
// Ports: limb, x signed, WIDTH = 28 .. 31, |k| at most 2, 4, 7, 10; result signed, congruent to x, in 27 bits:
// |result| <= 2^25 + |k| (p - 2^26) < 2^26. Latency 1, throughput 1 a cycle.
module narrow #(
  parameter int WIDTH = 28
) (
  input  logic             clk,
  input  logic [2:0]       limb,
  input  logic [WIDTH-1:0] x,
  output logic [26:0]      result
);
  localparam int COUNT = WIDTH - 25;  // bits of k
  localparam int SIZE = (COUNT == 6) ? 4 : (COUNT == 3) ? 2 : 3;  // bits of |k|

  // k where the upper bits are h.
  function automatic int rounded(input int h);
    rounded = (((h < (1 << (COUNT - 1))) ? h : h - (1 << COUNT)) + 1) >>> 1;
  endfunction

  logic [COUNT-1:0] high;
  logic [COUNT-1:0] times;  // -k
  logic             sign;
  logic [SIZE-1:0]  size;  // |k|
  logic [8:0]       multiple;

  assign high = x[WIDTH-1:25];

  // As tables, too: adders would take more.
  always_comb begin
    times = '0;
    size  = '0;
    for (int h = 0; h < (1 << COUNT); h = h + 1) begin
      if (high == COUNT'(h)) begin
        times = COUNT'(-rounded(h));
        size  = SIZE'((rounded(h) < 0) ? -rounded(h) : rounded(h));
      end
    end
  end
  assign sign = times[COUNT-1];

  // |k| times the excess: a table of few bits, nothing to multiply.
  always_comb begin
    multiple = '0;
    for (int n = 1; n < (1 << SIZE); n = n + 1) begin
      for (int l = 0; l < residue_pkg::LIMBS; l = l + 1) begin
        if ((size == SIZE'(n)) && (limb == 3'(l))) multiple = 9'(n) * {4'd0, residue_pkg::excess(3'(l))};
      end
    end
  end

  // -k excess 2^17 - k; where that is negative, the lower part borrows one from the upper.
  always_ff @(posedge clk) begin
    result <= {x[25], x[25:0]} + {{1'b0, multiple} ^ {10{sign}}, {(17 - COUNT){sign}}, times};
  end
endmodule
