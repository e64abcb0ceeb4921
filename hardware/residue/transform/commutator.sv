// SPDX-License-Identifier: Apache-2.0
//
// Reorders two lanes between butterfly levels: windows of DELAY words (A, C), (B, E) become (A, B), (C, E).
//
// Ports: in_start and in_tag at the first pair of a frame of 2^LOG_BLOCK cycles, lanes in_0 and in_1 (the words of all
// pipes, which run in step, side by side); out_* alike. DELAY = 2^k < 2^LOG_BLOCK. Latency DELAY cycles, throughput one
// pair a cycle. It is its own inverse but for latency.
module commutator #(
  parameter int LOG_BLOCK = 10,
  parameter int LOG_DELAY = 3,
  parameter int WIDTH = 84
) (
  input  logic             clk,
  input  logic             rst,
  input  logic             in_start,
  input  logic [3:0]       in_tag,
  input  logic [WIDTH-1:0] in_0,
  input  logic [WIDTH-1:0] in_1,
  output logic             out_start,
  output logic [3:0]       out_tag,
  output logic [WIDTH-1:0] out_0,
  output logic [WIDTH-1:0] out_1
);
  localparam int DELAY = 1 << LOG_DELAY;

  logic [LOG_BLOCK-1:0] place;
  logic                 armed;
  logic                 swap;
  logic [WIDTH-1:0]     late_1;
  logic [WIDTH-1:0]     early_0;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(out_tag)
  );

  assign out_start = armed && !in_start && (place == LOG_BLOCK'(DELAY));

  always_ff @(posedge clk) begin
    if (rst) armed <= 1'b0;
    else if (in_start) armed <= 1'b1;
    else if (out_start) armed <= 1'b0;
  end

  assign swap    = place[LOG_DELAY];
  assign early_0 = swap ? late_1 : in_0;
  assign out_1   = swap ? in_0 : late_1;

  // Both lines in one memory.
  delay_line #(.WIDTH(2 * WIDTH), .DEPTH(DELAY)) lines (
    .clk(clk), .rst(rst), .in_data({in_1, early_0}), .out_data({late_1, out_0})
  );
endmodule
