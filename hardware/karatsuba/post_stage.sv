// SPDX-License-Identifier: Apache-2.0
//
// One recursion behind the multipliers. With l, h, s the products of L, H, L + H and x^HALF between their halves, the
// product of 4 HALF - 1 coefficients has the quarters
//   l0,   l1 + s0 - l0 - h0,   h0 + s1 - l1 - h1,   h1.
// The low lane makes the first two while the high lane makes the last two.
//
// Ports: lanes in and their order as in product_store; low_*: 10 HALF rows without a gap, high_*: the same without the
// last coefficient. Latency 5 cycles from the last row; a product takes 10 HALF cycles; nobody stalls.
module post_stage #(
  parameter int HALF = 5,
  parameter int BANKS = 4,
  parameter bit SERIAL = 1'b0
) (
  input  logic                            clk,
  input  logic                            rst,
  input  logic [3:0]                      in_valid,
  output logic [3:0]                      in_ready,
  input  logic [4*karatsuba_pkg::ROW-1:0] in_data,
  output logic                            low_valid,
  output logic [karatsuba_pkg::ROW-1:0]   low_data,
  output logic                            high_valid,
  output logic [karatsuba_pkg::ROW-1:0]   high_data
);
  localparam int ROW = karatsuba_pkg::ROW;

  logic           row_valid;
  logic [1:0]     row_phase;
  logic           row_first;
  logic           row_top;
  logic           upper;
  logic [ROW-1:0] low_l;
  logic [ROW-1:0] low_h;
  logic [ROW-1:0] low_s;
  logic [ROW-1:0] high_l;
  logic [ROW-1:0] high_h;
  logic [ROW-1:0] high_s;
  logic           low_wait;
  logic           high_wait;

  product_store #(
    .HALF  (HALF),
    .BANKS (BANKS),
    .SERIAL(SERIAL),
    .PHASES(2)
  ) store (
    .clk      (clk),
    .rst      (rst),
    .in_valid (in_valid),
    .in_ready (in_ready),
    .in_data  (in_data),
    .row_valid(row_valid),
    .row_phase(row_phase),
    .row_first(row_first),
    .row_top  (row_top),
    .low_l    (low_l),
    .low_h    (low_h),
    .low_s    (low_s),
    .high_l   (high_l),
    .high_h   (high_h),
    .high_s   (high_s)
  );

  assign upper = row_phase[0];

  row_combiner low_combiner (
    .clk     (clk),
    .in_valid(row_valid),
    .in_first(row_first),
    .plus_a  (upper ? high_l : low_l),
    .plus_b  (upper ? low_s : '0),
    .minus_a (upper ? low_l : '0),
    .minus_b (upper ? low_h : '0),
    .out     (low_data)
  );

  row_combiner high_combiner (
    .clk     (clk),
    .in_valid(row_valid),
    .in_first(row_first),
    .plus_a  (upper ? high_h : low_h),
    .plus_b  (upper ? '0 : high_s),
    .minus_a (upper ? '0 : high_l),
    .minus_b (upper ? '0 : high_h),
    .out     (high_data)
  );

  always_ff @(posedge clk) begin
    if (rst) {low_wait, low_valid, high_wait, high_valid} <= '0;
    else begin
      {low_valid, low_wait}   <= {low_wait, row_valid};
      {high_valid, high_wait} <= {high_wait, row_valid && !(upper && row_top)};
    end
  end

  logic unused;
  assign unused = row_phase[1];
endmodule
