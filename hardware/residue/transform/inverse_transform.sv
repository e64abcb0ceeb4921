// SPDX-License-Identifier: Apache-2.0
//
// Inverse transforms, three pipes in step, down to remainders modulo x^B - s, x^B + s, s^2 = r; B = 2^LOG_BLOCK, r = 1,
// -1, i; times B.
//
// Ports: in_start, in_tag, two leaves of each pipe a cycle in rising order, signed; output: in cycle j coefficient j of
// the remainder for s in lane 0 and for -s in lane 1.
module inverse_transform #(
  parameter int LOG_BLOCK = 10
) (
  input  logic        clk,
  input  logic        rst,
  input  logic        in_start,
  input  logic [3:0]  in_tag,
  input  logic [80:0] in_0,
  input  logic [80:0] in_1,
  output logic        out_start,
  output logic [3:0]  out_tag,
  output logic [80:0] out_0,
  output logic [80:0] out_1
);
  generate
    for (genvar level = LOG_BLOCK; level >= 1; level = level - 1) begin : levels
      localparam int IN = residue_pkg::inverse_width(level, LOG_BLOCK);
      localparam int OUT = residue_pkg::inverse_width(level - 1, LOG_BLOCK);
      logic             start;
      logic [3:0]       start_tag;
      logic [3*IN-1:0]  lane_0;
      logic [3*IN-1:0]  lane_1;
      logic             done;
      logic [3:0]       done_tag;
      logic [3*OUT-1:0] done_0;
      logic [3*OUT-1:0] done_1;
      logic             next_start;
      logic [3:0]       next_tag;
      logic [3*OUT-1:0] next_0;
      logic [3*OUT-1:0] next_1;

      if (level == LOG_BLOCK) begin : from_leaves
        assign {start, start_tag, lane_0, lane_1} = {in_start, in_tag, in_0, in_1};
      end else begin : from_level
        assign start     = levels[level+1].next_start;
        assign start_tag = levels[level+1].next_tag;
        assign lane_0    = levels[level+1].next_0;
        assign lane_1    = levels[level+1].next_1;
      end

      inverse_level #(.LOG_BLOCK(LOG_BLOCK), .LEVEL(level)) butterflies (
        .clk(clk), .rst(rst), .in_start(start), .in_tag(start_tag), .in_0(lane_0), .in_1(lane_1),
        .out_start(done), .out_tag(done_tag), .out_0(done_0), .out_1(done_1)
      );
      commutator #(.LOG_BLOCK(LOG_BLOCK), .LOG_DELAY(LOG_BLOCK - level), .WIDTH(3 * OUT)) reorder (
        .clk(clk), .rst(rst), .in_start(done), .in_tag(done_tag), .in_0(done_0), .in_1(done_1),
        .out_start(next_start), .out_tag(next_tag), .out_0(next_0), .out_1(next_1)
      );
    end
  endgenerate

  assign out_start = levels[1].next_start;
  assign out_tag   = levels[1].next_tag;
  assign out_0     = levels[1].next_0;
  assign out_1     = levels[1].next_1;
endmodule
