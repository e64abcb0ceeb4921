// SPDX-License-Identifier: Apache-2.0
//
// narrow at every width, add_sub and canonical: the exact multiple of p is taken, and the result is in its range.
module lane_ranges (
  input logic        clk,
  input logic [2:0]  limb,
  input logic [30:0] x,
  input logic [26:0] a,
  input logic [26:0] b,
  input logic        down,
  input logic        keep
);
  logic signed [35:0] delta;  // p - 2^26
  logic signed [35:0] p;
  assign delta = {14'd0, residue_pkg::excess(limb), 17'd1};
  assign p     = delta + 36'sd67108864;

  always_comb assume (limb < 3'd5);

  logic [2:0] limb_1;
  logic       begun = 1'b0;
  logic       begun_2 = 1'b0;
  always_ff @(posedge clk) begin
    limb_1  <= limb;
    begun   <= 1'b1;
    begun_2 <= begun;
    assume (!begun || (limb == limb_1));
  end

  generate
    for (genvar width = 28; width <= 31; width = width + 1) begin : widths
      localparam int MOST = (width == 28) ? 2 : (width == 29) ? 4 : (width == 30) ? 7 : 10;
      logic signed [26:0] result;
      logic signed [35:0] x_1;
      logic signed [35:0] k_1;
      logic signed [35:0] x_now;
      logic signed [35:0] k_now;

      narrow #(.WIDTH(width)) unit (.clk(clk), .limb(limb), .x(x[width-1:0]), .result(result));

      assign x_now = {{(36 - width) {x[width-1]}}, x[width-1:0]};
      assign k_now = (x_now + 36'sd33554432) >>> 26;
      always_comb assume ((k_now <= MOST) && (k_now >= -MOST));
      always_ff @(posedge clk) begin
        x_1 <= x_now;
        k_1 <= k_now;
        if (begun) begin
          assert (result == x_1 - (k_1 <<< 26) - k_1 * delta);
          assert ((result <= 33554432 + MOST * delta) && (result >= -33554432 - MOST * delta));
        end
      end
    end
  endgenerate

  logic signed [26:0] either;
  logic signed [35:0] total;
  logic signed [35:0] total_1;
  logic signed [35:0] total_2;
  logic signed [35:0] error;
  logic        [26:0] word;
  logic signed [35:0] a_1;

  add_sub sums (.clk(clk), .limb(limb), .subtract(down), .keep_b(keep), .a(a), .b(b), .result(either));
  canonical words (.clk(clk), .limb(limb), .x(a), .result(word));

  logic signed [35:0] a_wide;
  logic signed [35:0] b_wide;
  assign a_wide = {{9{a[26]}}, a};
  assign b_wide = keep ? {{9{b[26]}}, b} : '0;
  assign total  = down ? a_wide - b_wide : a_wide + b_wide;
  assign error = total_2 - either;
  always_ff @(posedge clk) begin
    total_1 <= total;
    total_2 <= total_1;
    a_1     <= a_wide;
    if (begun) assert (($signed({9'd0, word}) == ((a_1 < 0) ? a_1 + p : a_1)) && ($signed({9'd0, word}) < p));
    if (begun_2) begin
      assert ((error == 0) || (error == p) || (error == -p) || (error == 2 * p) || (error == -2 * p));
      assert ((either <= 33554432 + 2 * delta) && (either >= -33554432 - 2 * delta));
    end
  end
endmodule
