// SPDX-License-Identifier: Apache-2.0
//
// The slice that is placed and routed: level 6 of the forward transforms with the commutator before it, three
// butterflies of 54; registers around, so that only paths inside count. The data go in and out bit by bit, for want of
// pins.
module residue_slice (
  input  logic clk,
  input  logic rst,
  input  logic in_bit,
  output logic out_bit
);
  localparam int LEVEL = 6;
  localparam int LANE = 3 * residue_pkg::forward_width(LEVEL);
  localparam int WIDTH = 2 * LANE + 5;

  logic [WIDTH-1:0] in_word;
  logic [WIDTH-1:0] out_word;
  logic [WIDTH-1:0] held;
  logic             start;
  logic [3:0]       tag;
  logic [LANE-1:0]  lane_0;
  logic [LANE-1:0]  lane_1;

  assign out_bit = held[0];

  always_ff @(posedge clk) begin
    in_word <= {in_word[WIDTH-2:0], in_bit};
    held    <= in_bit ? out_word : {1'b0, held[WIDTH-1:1]};
  end

  commutator #(.LOG_BLOCK(10), .LOG_DELAY(10 - LEVEL), .WIDTH(LANE)) reorder (
    .clk(clk), .rst(rst), .in_start(in_word[0]), .in_tag(in_word[4:1]), .in_0(in_word[5+:LANE]),
    .in_1(in_word[5+LANE+:LANE]), .out_start(start), .out_tag(tag), .out_0(lane_0), .out_1(lane_1)
  );
  forward_level #(.LOG_BLOCK(10), .LEVEL(LEVEL)) level (
    .clk(clk), .rst(rst), .in_start(start), .in_tag(tag), .in_0(lane_0), .in_1(lane_1),
    .out_start(out_word[0]), .out_tag(out_word[4:1]), .out_0(out_word[5+:LANE]), .out_1(out_word[5+LANE+:LANE])
  );
endmodule
