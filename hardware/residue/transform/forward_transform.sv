// SPDX-License-Identifier: Apache-2.0
//
// Forward transforms of a binary polynomial modulo x^(2B) - r, B = 2^LOG_BLOCK; r = 1, -1, i in three pipes in step.
//
// Ports: in_start, in_tag; bits_0 and bits_1, ten bits of U for either lane, node = the frame's eighth (three levels
// come from tables, so that the first butterflies are those of level 3). Output: two leaves of each pipe a cycle, in
// rising order, signed.
module forward_transform #(
  parameter int LOG_BLOCK = 10
) (
  input  logic        clk,
  input  logic        rst,
  input  logic        in_start,
  input  logic [3:0]  in_tag,
  input  logic [9:0]  bits_0,
  input  logic [9:0]  bits_1,
  output logic        out_start,
  output logic [3:0]  out_tag,
  output logic [89:0] out_0,
  output logic [89:0] out_1
);
  localparam int FIRST = 3;
  localparam int WIDTH = residue_pkg::forward_width(FIRST);

  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic                 unused;
  logic                 sum_start;
  logic [3:0]           sum_tag;
  logic [3*WIDTH-1:0]   sum_0;
  logic [3*WIDTH-1:0]   sum_1;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  assign unused = tag[3] ^ (^place[LOG_BLOCK-4:0]);

  subset_sum sums_0 (
    .clk(clk), .limb(tag[2:0]), .node(place[LOG_BLOCK-1-:3]), .bits(bits_0), .result(sum_0)
  );
  subset_sum sums_1 (
    .clk(clk), .limb(tag[2:0]), .node(place[LOG_BLOCK-1-:3]), .bits(bits_1), .result(sum_1)
  );
  flag_delay #(.DEPTH(2)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(sum_start), .out_tag(sum_tag)
  );

  generate
    for (genvar level = FIRST; level <= LOG_BLOCK; level = level + 1) begin : levels
      localparam int IN = residue_pkg::forward_width(level);
      localparam int OUT = residue_pkg::forward_width(level + 1);
      logic             start;
      logic [3:0]       start_tag;
      logic [3*IN-1:0]  lane_0;
      logic [3*IN-1:0]  lane_1;
      logic             next_start;
      logic [3:0]       next_tag;
      logic [3*OUT-1:0] next_0;
      logic [3*OUT-1:0] next_1;

      if (level == FIRST) begin : from_tables
        assign {start, start_tag, lane_0, lane_1} = {sum_start, sum_tag, sum_0, sum_1};
      end else begin : from_level
        commutator #(.LOG_BLOCK(LOG_BLOCK), .LOG_DELAY(LOG_BLOCK - level), .WIDTH(3 * IN)) reorder (
          .clk(clk), .rst(rst), .in_start(levels[level-1].next_start), .in_tag(levels[level-1].next_tag),
          .in_0(levels[level-1].next_0), .in_1(levels[level-1].next_1),
          .out_start(start), .out_tag(start_tag), .out_0(lane_0), .out_1(lane_1)
        );
      end

      forward_level #(.LOG_BLOCK(LOG_BLOCK), .LEVEL(level)) butterflies (
        .clk(clk), .rst(rst), .in_start(start), .in_tag(start_tag), .in_0(lane_0), .in_1(lane_1),
        .out_start(next_start), .out_tag(next_tag), .out_0(next_0), .out_1(next_1)
      );
    end
  endgenerate

  localparam int LEAF = residue_pkg::forward_width(LOG_BLOCK + 1);
  assign out_start = levels[LOG_BLOCK].next_start;
  assign out_tag   = levels[LOG_BLOCK].next_tag;
  generate
    for (genvar pipe = 0; pipe < residue_pkg::PIPES; pipe = pipe + 1) begin : leaves
      assign out_0[30*pipe+:30] = 30'($signed(levels[LOG_BLOCK].next_0[LEAF*pipe+:LEAF]));
      assign out_1[30*pipe+:30] = 30'($signed(levels[LOG_BLOCK].next_1[LEAF*pipe+:LEAF]));
    end
  endgenerate
endmodule
