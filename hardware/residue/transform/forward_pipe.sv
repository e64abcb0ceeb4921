// SPDX-License-Identifier: Apache-2.0
//
// Forward transform of a binary polynomial modulo x^(2B) - r, B = 2^LOG_BLOCK; r = 1, -1, i for PIPE = 0, 1, 2.
//
// Ports: in_start, in_tag; bits_0 and bits_1, five bits of U for either lane, node = the frame's quarter (two levels
// come from a table, so that the first butterflies are those of level 2). Output: two leaves a cycle, in rising order.
module forward_pipe #(
  parameter int LOG_BLOCK = 10,
  parameter int PIPE = 0
) (
  input  logic        clk,
  input  logic        rst,
  input  logic        in_start,
  input  logic [3:0]  in_tag,
  input  logic [4:0]  bits_0,
  input  logic [4:0]  bits_1,
  output logic        out_start,
  output logic [3:0]  out_tag,
  output logic [26:0] out_0,
  output logic [26:0] out_1
);
  localparam logic [7:0] PIPE_DIGIT = 8'(48 + PIPE);
  localparam int LEVELS = LOG_BLOCK + 1;

  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic                 unused;
  logic                 first_start;
  logic [3:0]           first_tag;
  // By level, from 2 on.
  logic [LEVELS-2:0]    start;
  logic [4*LEVELS-5:0]  tags;
  logic [27*LEVELS-28:0] lane_0;
  logic [27*LEVELS-28:0] lane_1;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  assign unused = tag[3] ^ (^place[LOG_BLOCK-3:0]);

  table_memory #(.DEPTH(128 * residue_pkg::LIMBS), .FILE({"first_", PIPE_DIGIT, ".hex"})) table_0 (
    .clk(clk), .address({tag[2:0], place[LOG_BLOCK-1-:2], bits_0}), .data(lane_0[0+:27])
  );
  table_memory #(.DEPTH(128 * residue_pkg::LIMBS), .FILE({"first_", PIPE_DIGIT, ".hex"})) table_1 (
    .clk(clk), .address({tag[2:0], place[LOG_BLOCK-1-:2], bits_1}), .data(lane_1[0+:27])
  );
  always_ff @(posedge clk) begin
    first_start <= in_start && !rst;
    first_tag   <= in_tag;
  end

  assign start[0]  = first_start;
  assign tags[3:0] = first_tag;

  generate
    for (genvar level = 2; level < LEVELS; level = level + 1) begin : levels
      logic        stage_start;
      logic [3:0]  stage_tag;
      logic [26:0] stage_0;
      logic [26:0] stage_1;
      forward_stage #(.LOG_BLOCK(LOG_BLOCK), .LEVEL(level), .PIPE(PIPE)) stage (
        .clk(clk), .rst(rst), .in_start(start[level-2]), .in_tag(tags[4*(level-2)+:4]),
        .in_0(lane_0[27*(level-2)+:27]), .in_1(lane_1[27*(level-2)+:27]),
        .out_start(stage_start), .out_tag(stage_tag), .out_0(stage_0), .out_1(stage_1)
      );
      if (level == LEVELS - 1) begin : last
        assign start[LEVELS-2]           = stage_start;
        assign tags[4*(LEVELS-2)+:4]     = stage_tag;
        assign lane_0[27*(LEVELS-2)+:27] = stage_0;
        assign lane_1[27*(LEVELS-2)+:27] = stage_1;
      end else begin : inner
        commutator #(.LOG_BLOCK(LOG_BLOCK), .LOG_DELAY(LOG_BLOCK - 1 - level)) reorder (
          .clk(clk), .rst(rst), .in_start(stage_start), .in_tag(stage_tag), .in_0(stage_0), .in_1(stage_1),
          .out_start(start[level-1]), .out_tag(tags[4*(level-1)+:4]),
          .out_0(lane_0[27*(level-1)+:27]), .out_1(lane_1[27*(level-1)+:27])
        );
      end
    end
  endgenerate

  assign out_start = start[LEVELS-2];
  assign out_tag   = tags[4*(LEVELS-2)+:4];
  assign out_0     = lane_0[27*(LEVELS-2)+:27];
  assign out_1     = lane_1[27*(LEVELS-2)+:27];
endmodule
