// SPDX-License-Identifier: Apache-2.0
//
// The five blocks of a product C = c0 + c1 y + .. + c4 y^4, y = x^B, from its values at y = 1, -1, i, -i, z, -z, z^2 =
// i. The key is scaled so that the first four values come divided by eight, the others by four:
// c2 / 2 = d = C(1) + C(-1) - C(i) - C(-i), (c0 + c4) / 2 = h, the sum of the four, (c0 - c4) / 2 = e = C(z) + C(-z) -
// i d, c1 and c3 = 2 ((C(1) - C(-1)) +- (C(i) - C(-i)) / i), c0 = h + e, c4 = h - e.
//
// Ports: in_start, in_tag, lane 0 (1, i, z) and lane 1 (-1, -i, -z): signed residues of 27 bits; out_start, out_tag and
// c = {c4, .., c0}, signed residues of 30 bits, below 5.4 * 2^26. Latency 12 cycles, throughput one column a cycle.
module interpolation #(
  parameter int LOG_BLOCK = 10
) (
  input  logic         clk,
  input  logic         rst,
  input  logic         in_start,
  input  logic [3:0]   in_tag,
  input  logic [80:0]  in_0,
  input  logic [80:0]  in_1,
  output logic         out_start,
  output logic [3:0]   out_tag,
  output logic [149:0] c
);
  typedef logic signed [26:0] word_t;
  typedef logic signed [27:0] sum_t;
  typedef logic signed [28:0] wide_t;
  typedef logic signed [29:0] block_t;

  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic                 unused;
  logic [2:0]           limb_1;
  logic [2:0]           limb_2;
  logic [2:0]           limb_3;
  word_t                at_1;  // C(1)
  word_t                at_minus_1;
  word_t                at_i;
  word_t                at_minus_i;
  word_t                at_z;
  word_t                at_minus_z;
  word_t                i_2;
  word_t                i_3;
  sum_t                 plus_1;  // C(1) + C(-1)
  sum_t                 plus_i_1;
  sum_t                 plus_z_1;
  sum_t                 plus_z_10;
  sum_t                 minus_1;  // C(1) - C(-1)
  sum_t                 minus_9;
  sum_t                 minus_i_1;
  word_t                minus_i_2;
  word_t                quotient_9;
  wide_t                h_2;
  wide_t                h_11;
  wide_t                d_2;
  word_t                d_3;
  word_t                d_12;
  word_t                product_10;  // - i d
  wide_t                e_11;
  wide_t                c1_10;
  wide_t                c3_10;
  wide_t                c1_12;
  wide_t                c3_12;
  block_t               c0_12;
  block_t               c4_12;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  flag_delay #(.DEPTH(12)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );
  assign unused = tag[3] ^ (^place);
  assign {at_z, at_i, at_1} = in_0;
  assign {at_minus_z, at_minus_i, at_minus_1} = in_1;

  // The word of i: multiply_mod makes a product with - i, which is 1 / i, of it.
  table_memory #(.WIDTH(27), .DEPTH(residue_pkg::LIMBS), .FILE("minus_i.hex")) table_i (
    .clk(clk), .address(limb_1), .data(i_2)
  );

  always_ff @(posedge clk) begin
    limb_1    <= tag[2:0];
    limb_2    <= limb_1;
    limb_3    <= limb_2;
    i_3       <= i_2;
    plus_1    <= sum_t'(at_1) + sum_t'(at_minus_1);
    minus_1   <= sum_t'(at_1) - sum_t'(at_minus_1);
    plus_i_1  <= sum_t'(at_i) + sum_t'(at_minus_i);
    minus_i_1 <= sum_t'(at_i) - sum_t'(at_minus_i);
    plus_z_1  <= sum_t'(at_z) + sum_t'(at_minus_z);
    h_2       <= wide_t'(plus_1) + wide_t'(plus_i_1);
    d_2       <= wide_t'(plus_1) - wide_t'(plus_i_1);
    c1_10     <= wide_t'(minus_9) + wide_t'(quotient_9);
    c3_10     <= wide_t'(minus_9) - wide_t'(quotient_9);
    e_11      <= wide_t'(plus_z_10) + wide_t'(product_10);
    c0_12     <= block_t'(h_11) + block_t'(e_11);
    c4_12     <= block_t'(h_11) - block_t'(e_11);
  end

  narrow #(.WIDTH(28)) narrow_minus (.clk(clk), .limb(limb_1), .x(minus_i_1), .result(minus_i_2));
  multiply_mod divide (.clk(clk), .limb(limb_2), .a(minus_i_2), .b(i_2), .result(quotient_9));
  narrow #(.WIDTH(29)) narrow_d (.clk(clk), .limb(limb_2), .x(d_2), .result(d_3));
  multiply_mod multiply (.clk(clk), .limb(limb_3), .a(d_3), .b(i_3), .result(product_10));

  register_delay #(.WIDTH(28), .DEPTH(8)) wait_minus (.clk(clk), .in_data(minus_1), .out_data(minus_9));
  register_delay #(.WIDTH(28), .DEPTH(9)) wait_z (.clk(clk), .in_data(plus_z_1), .out_data(plus_z_10));
  register_delay #(.WIDTH(29), .DEPTH(9)) wait_h (.clk(clk), .in_data(h_2), .out_data(h_11));
  register_delay #(.WIDTH(27), .DEPTH(9)) wait_d (.clk(clk), .in_data(d_3), .out_data(d_12));
  register_delay #(.WIDTH(58), .DEPTH(2)) wait_c (
    .clk(clk), .in_data({c3_10, c1_10}), .out_data({c3_12, c1_12})
  );
  assign c = {c4_12, {c3_12, 1'b0}, {{2{d_12[26]}}, d_12, 1'b0}, {c1_12, 1'b0}, c0_12};
endmodule
