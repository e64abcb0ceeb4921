// SPDX-License-Identifier: Apache-2.0
//
// The last recursion behind the multipliers: as post_stage, but the four quarters leave one after another on one lane,
// in the order of the output stream.
//
// Ports: x low and x high bring the products of L, H, L + H in turn; out_*: 5 (4 HALF - 1) rows without a gap. Latency
// 5 cycles from the last row; a product takes 5 (4 HALF - 1) cycles; nobody stalls.
module post_final #(
  parameter int HALF = 80,
  parameter int BANKS = 2
) (
  input  logic                            clk,
  input  logic                            rst,
  input  logic [1:0]                      in_valid,
  output logic [1:0]                      in_ready,
  input  logic [2*karatsuba_pkg::ROW-1:0] in_data,
  output logic                            out_valid,
  output logic [karatsuba_pkg::ROW-1:0]   out_data
);
  localparam int ROW = karatsuba_pkg::ROW;

  logic           row_valid;
  logic [1:0]     row_phase;
  logic           row_first;
  logic           row_top;
  logic [3:0]     ready;
  logic [ROW-1:0] low_l;
  logic [ROW-1:0] low_h;
  logic [ROW-1:0] low_s;
  logic [ROW-1:0] high_l;
  logic [ROW-1:0] high_h;
  logic [ROW-1:0] high_s;
  logic [ROW-1:0] plus_a;
  logic [ROW-1:0] plus_b;
  logic [ROW-1:0] minus_a;
  logic [ROW-1:0] minus_b;
  logic           delay;

  product_store #(
    .HALF  (HALF),
    .BANKS (BANKS),
    .SERIAL(1'b1),
    .PHASES(4)
  ) store (
    .clk      (clk),
    .rst      (rst),
    .in_valid ({2'b00, in_valid}),
    .in_ready (ready),
    .in_data  ({{2 * ROW{1'b0}}, in_data}),
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

  assign in_ready = ready[1:0];

  always_comb begin
    plus_a  = low_l;
    plus_b  = '0;
    minus_a = '0;
    minus_b = '0;
    case (row_phase)
      2'd0: plus_a = low_l;
      2'd1: begin
        plus_a  = high_l;
        plus_b  = low_s;
        minus_a = low_l;
        minus_b = low_h;
      end
      2'd2: begin
        plus_a  = low_h;
        plus_b  = high_s;
        minus_a = high_l;
        minus_b = high_h;
      end
      default: plus_a = high_h;
    endcase
  end

  row_combiner combiner (
    .clk     (clk),
    .in_valid(row_valid),
    .in_first(row_first),
    .plus_a  (plus_a),
    .plus_b  (plus_b),
    .minus_a (minus_a),
    .minus_b (minus_b),
    .out     (out_data)
  );

  always_ff @(posedge clk) begin
    if (rst) {out_valid, delay} <= '0;
    else {out_valid, delay} <= {delay, row_valid};
  end

  logic unused;
  assign unused = ^{row_top, ready[3:2]};
endmodule
