// SPDX-License-Identifier: Apache-2.0
//
// multiply_mod, add_sub, narrow and canonical against the lines of vectors.txt (arithmetic_vectors.py): limb, a, b,
// constant, x, and canonical product, sum, difference, x. Results are congruent to them and in the ranges that the
// units state. One vector a cycle; fails at the first difference.
`timescale 1ns / 1ps
module arithmetic_bench;
  localparam int DEEP = 16;

  logic               clk = 1'b0;
  logic        [ 2:0] limb;
  logic        [26:0] a;
  logic        [26:0] b;
  logic        [26:0] constant;
  logic        [30:0] x;
  logic               down;
  logic signed [26:0] product;
  logic signed [26:0] either;
  logic signed [26:0] narrowed;
  logic        [26:0] word;
  logic        [26:0] want_product[0:DEEP-1];
  logic        [26:0] want_sum[0:DEEP-1];
  logic        [26:0] want_difference[0:DEEP-1];
  logic        [26:0] want_x[0:DEEP-1];
  logic               downs[0:DEEP-1];
  logic        [ 2:0] limbs[0:DEEP-1];
  logic        [ 2:0] limb_1;
  logic        [ 2:0] r_limb;
  logic        [26:0] r_a, r_b, r_constant, r_product, r_sum, r_difference, r_want_x;
  logic        [30:0] r_x;
  integer             source;
  integer             got;
  integer             count = 0;

  multiply_mod multiplier (.clk(clk), .limb(limb), .a(a), .b(constant), .result(product));
  add_sub both (.clk(clk), .limb(limb_1), .subtract(down), .keep_b(1'b1), .a(a), .b(b), .result(either));
  narrow #(.WIDTH(31)) nearest (.clk(clk), .limb(limb), .x(x), .result(narrowed));
  canonical last (.clk(clk), .limb(limb_1), .x(narrowed), .result(word));

  always #2 clk = !clk;
  always @(posedge clk) limb_1 <= limb;

  function automatic integer prime(input logic [2:0] which);
    prime = (1 << 26) + (residue_pkg::excess(which) << 17) + 1;
  endfunction

  // The residue of a signed number.
  function automatic logic [26:0] residue(input logic [2:0] which, input logic signed [26:0] value);
    residue = 27'((value % prime(which) + prime(which)) % prime(which));
  endfunction

  function automatic logic in_range(input logic [2:0] which, input logic signed [26:0] value, input integer times);
    integer size;
    integer bound;
    size   = (value < 0) ? -value : value;
    bound  = (1 << 25) + times * (prime(which) - (1 << 26));
    in_range = size <= bound;
  endfunction

  integer at;
  initial begin
    source = $fopen("vectors.txt", "r");
    got    = 9;
    while (got == 9) begin
      got = $fscanf(source, "%h %h %h %h %h %h %h %h %h\n", r_limb, r_a, r_b, r_constant, r_x, r_product, r_sum,
                    r_difference, r_want_x);
      if (got == 9) begin
        limb     = r_limb;
        a        = r_a;
        b        = r_b;
        constant = r_constant;
        x        = r_x;
        down     = count[0];
        limbs[count % DEEP]           = r_limb;
        want_product[count % DEEP]    = r_product;
        want_sum[count % DEEP]        = r_sum;
        want_difference[count % DEEP] = r_difference;
        want_x[count % DEEP]          = r_want_x;
        downs[count % DEEP]           = down;
        @(posedge clk);
        #1;
        at = (count - 6) % DEEP;
        if (count >= 6 && residue(limbs[at], product) !== want_product[at]) $fatal(1, "product %0d", count - 6);
        at = (count - 1) % DEEP;
        if (count >= 1 && residue(limbs[at], either) !== (downs[at] ? want_difference[at] : want_sum[at]))
          $fatal(1, "either %0d", count - 1);
        if (count >= 1 && in_range(limbs[at], either, 2) !== 1'b1) $fatal(1, "range of either %0d", count - 1);
        if (count >= 1 && word !== want_x[at]) $fatal(1, "canonical %0d", count - 1);
        at = count % DEEP;
        if (residue(limbs[at], narrowed) !== want_x[at]) $fatal(1, "narrowed %0d", count);
        if (in_range(limbs[at], narrowed, 10) !== 1'b1) $fatal(1, "range of narrowed %0d", count);
        count = count + 1;
      end
    end
    $display("arithmetic: %0d vectors equal", count);
    $finish;
  end
endmodule
