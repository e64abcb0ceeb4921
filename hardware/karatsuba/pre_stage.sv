// SPDX-License-Identifier: Apache-2.0
//
// One recursion before the multipliers: of polynomials of 2 * HALF coefficients, L + H x^HALF, it passes L and H on as
// they come (pass_*), and makes L + H while H passes (sum_*).
//
// A word carries a chunk of the key's coefficient and, in slot k, the coefficient of binary polynomial k; both are
// added, the chunks with their carries modulo 2^135, the small ones without (at most 10 bits in the last stage).
// Ports: valid and data of each lane, nobody stalls. Latency 2 cycles, pass and sum in step; gaps anywhere.
module pre_stage #(
  parameter int HALF = 20
) (
  input  logic                           clk,
  input  logic                           rst,
  input  logic                           in_valid,
  input  logic [karatsuba_pkg::WORD-1:0] in_data,
  output logic                           pass_valid,
  output logic [karatsuba_pkg::WORD-1:0] pass_data,
  output logic                           sum_valid,
  output logic [karatsuba_pkg::WORD-1:0] sum_data
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;
  localparam int SMALL = karatsuba_pkg::SMALL;
  localparam int WORD = karatsuba_pkg::WORD;
  localparam int SLOTS = karatsuba_pkg::SLOTS;
  localparam int WORDS = HALF * SLOTS;
  localparam int ADDRESS = $clog2(WORDS);

  logic [ADDRESS-1:0] address;
  logic               upper;
  logic [2:0]         slot;
  logic               valid;
  logic               sums;
  logic               first;
  logic [WORD-1:0]    word;
  logic [WORD-1:0]    lower;
  logic [CHUNK-1:0]   chunk_sum;
  logic [SMALL-1:0]   small_sum;

  always_ff @(posedge clk) begin
    if (rst) begin
      address <= '0;
      upper   <= 1'b0;
      slot    <= '0;
    end else if (in_valid) begin
      address <= (address == ADDRESS'(WORDS - 1)) ? '0 : address + 1'b1;
      upper   <= upper ^ (address == ADDRESS'(WORDS - 1));
      slot    <= (slot == 3'(SLOTS - 1)) ? '0 : slot + 1'b1;
    end
  end

  block_memory #(
    .WIDTH(WORD),
    .DEPTH(WORDS)
  ) memory (
    .clk          (clk),
    .write        (in_valid && !upper),
    .write_address(address),
    .write_data   (in_data),
    .read         (in_valid && upper),
    .read_address (address),
    .read_data    (lower)
  );

  always_ff @(posedge clk) begin
    if (rst) begin
      valid      <= 1'b0;
      sums       <= 1'b0;
      pass_valid <= 1'b0;
      sum_valid  <= 1'b0;
    end else begin
      valid      <= in_valid;
      sums       <= in_valid && upper;
      pass_valid <= valid;
      sum_valid  <= sums;
    end
  end

  always_ff @(posedge clk) begin
    first     <= slot == '0;
    word      <= in_data;
    pass_data <= word;
    small_sum <= lower[WORD-1:CHUNK] + word[WORD-1:CHUNK];
  end

  chunk_adder adder (
    .clk     (clk),
    .in_valid(sums),
    .in_first(first),
    .a       (lower[CHUNK-1:0]),
    .b       (word[CHUNK-1:0]),
    .sum     (chunk_sum)
  );

  assign sum_data = {small_sum, chunk_sum};
endmodule
