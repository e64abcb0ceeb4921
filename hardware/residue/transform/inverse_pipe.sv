// SPDX-License-Identifier: Apache-2.0
//
// Inverse transform modulo x^(2B) - r, B = 2^LOG_BLOCK, times 2B; r = 1, -1, i for PIPE = 0, 1, 2.
//
// Ports: in_start, in_tag, two leaves a cycle in rising order, in [0, p); output: coefficients j and j + B in cycle j.
module inverse_pipe #(
  parameter int LOG_BLOCK = 10,
  parameter int PIPE = 0
) (
  input  logic        clk,
  input  logic        rst,
  input  logic        in_start,
  input  logic [3:0]  in_tag,
  input  logic [26:0] in_0,
  input  logic [26:0] in_1,
  output logic        out_start,
  output logic [3:0]  out_tag,
  output logic [26:0] out_0,
  output logic [26:0] out_1
);
  logic [LOG_BLOCK:0]       start;
  logic [4*LOG_BLOCK+3:0]   tags;
  logic [27*LOG_BLOCK+26:0] lane_0;
  logic [27*LOG_BLOCK+26:0] lane_1;

  assign start[LOG_BLOCK]  = in_start;
  assign tags[4*(LOG_BLOCK)+:4]   = in_tag;
  assign lane_0[27*(LOG_BLOCK)+:27] = in_0;
  assign lane_1[27*(LOG_BLOCK)+:27] = in_1;

  generate
    for (genvar level = 0; level <= LOG_BLOCK; level = level + 1) begin : levels
      logic        stage_start;
      logic [3:0]  stage_tag;
      logic [26:0] stage_0;
      logic [26:0] stage_1;
      inverse_stage #(.LOG_BLOCK(LOG_BLOCK), .LEVEL(level), .PIPE(PIPE)) stage (
        .clk(clk), .rst(rst), .in_start(start[level]), .in_tag(tags[4*level+:4]),
        .in_0(lane_0[27*level+:27]), .in_1(lane_1[27*level+:27]),
        .out_start(stage_start), .out_tag(stage_tag), .out_0(stage_0), .out_1(stage_1)
      );
      if (level == 0) begin : last
        assign out_start = stage_start;
        assign out_tag   = stage_tag;
        assign out_0     = stage_0;
        assign out_1     = stage_1;
      end else begin : inner
        commutator #(.LOG_BLOCK(LOG_BLOCK), .LOG_DELAY(LOG_BLOCK - level)) reorder (
          .clk(clk), .rst(rst), .in_start(stage_start), .in_tag(stage_tag), .in_0(stage_0), .in_1(stage_1),
          .out_start(start[level-1]), .out_tag(tags[4*(level-1)+:4]),
          .out_0(lane_0[27*(level-1)+:27]), .out_1(lane_1[27*(level-1)+:27])
        );
      end
    end
  endgenerate
endmodule
