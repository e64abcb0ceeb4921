// SPDX-License-Identifier: Apache-2.0
//
// multiply_mod, add_mod and add_sub_mod against the lines of vectors.txt (arithmetic_vectors.py): limb, a, b, product,
// sum, difference. One vector a cycle; fails at the first difference.
`timescale 1ns / 1ps
module arithmetic_bench;
  localparam int DEEP = 16;

  logic        clk = 1'b0;
  logic [2:0]  limb;
  logic [26:0] a;
  logic [26:0] b;
  logic        down;
  logic [26:0] product;
  logic [26:0] sum;
  logic [26:0] difference;
  logic [26:0] either;
  logic [26:0] want_product[0:DEEP-1];
  logic [26:0] want_sum[0:DEEP-1];
  logic [26:0] want_difference[0:DEEP-1];
  logic        downs[0:DEEP-1];
  logic [2:0]  limb_1;
  logic [2:0]  r_limb;
  logic [26:0] r_a, r_b, r_product, r_sum, r_difference;
  integer      source;
  integer      got;
  integer      count = 0;

  multiply_mod multiplier (.clk(clk), .limb(limb), .a(a), .b(b), .result(product));
  add_mod #(.SUBTRACT(1'b0)) adder (.clk(clk), .limb(limb), .a(a), .b(b), .result(sum));
  add_mod #(.SUBTRACT(1'b1)) subtractor (.clk(clk), .limb(limb), .a(a), .b(b), .result(difference));
  add_sub_mod both (.clk(clk), .limb(limb_1), .subtract(down), .a(a), .b(b), .result(either));

  always #2 clk = !clk;
  always @(posedge clk) limb_1 <= limb;

  initial begin
    source = $fopen("vectors.txt", "r");
    got    = 6;
    while (got == 6) begin
      got = $fscanf(source, "%h %h %h %h %h %h\n", r_limb, r_a, r_b, r_product, r_sum, r_difference);
      if (got == 6) begin
        limb = r_limb;
        a    = r_a;
        b    = r_b;
        down = count[0];
        want_product[count % DEEP]    = r_product;
        want_sum[count % DEEP]        = r_sum;
        want_difference[count % DEEP] = r_difference;
        downs[count % DEEP]           = down;
        @(posedge clk);
        #1;
        if (count >= 7 && product !== want_product[(count - 7) % DEEP]) $fatal(1, "product %0d", count - 7);
        if (count >= 1 && sum !== want_sum[(count - 1) % DEEP]) $fatal(1, "sum %0d", count - 1);
        if (count >= 1 && difference !== want_difference[(count - 1) % DEEP]) $fatal(1, "difference %0d", count - 1);
        if (count >= 1 && either !== (downs[(count - 1) % DEEP] ? want_difference[(count - 1) % DEEP]
                                                                : want_sum[(count - 1) % DEEP]))
          $fatal(1, "either %0d", count - 1);
        count = count + 1;
      end
    end
    $display("arithmetic: %0d vectors equal", count);
    $finish;
  end
endmodule
