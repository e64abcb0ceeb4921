// SPDX-License-Identifier: Apache-2.0
//
// commutator: a word that entered comes out once, at its place. One chosen word (lane, place) of a frame is followed.
module commutator_tokens #(
  parameter int LOG_BLOCK = 4,
  parameter int LOG_DELAY = 2
) (
  input logic        clk,
  input logic        rst,
  input logic        in_start,
  input logic [26:0] in_0,
  input logic [26:0] in_1
);
  localparam int DELAY = 1 << LOG_DELAY;

  (* anyconst *) logic [LOG_BLOCK-1:0] chosen_place;
  (* anyconst *) logic chosen_lane;
  logic out_start;
  logic [3:0] out_tag;
  logic [26:0] out_0;
  logic [26:0] out_1;

  commutator #(.LOG_BLOCK(LOG_BLOCK), .LOG_DELAY(LOG_DELAY), .WIDTH(27)) unit (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(4'd0), .in_0(in_0), .in_1(in_1),
    .out_start(out_start), .out_tag(out_tag), .out_0(out_0), .out_1(out_1)
  );

  // Frames start 2^LOG_BLOCK cycles apart or more; the chosen word is the only one with its top bit set.
  logic [LOG_BLOCK:0] since = '1;
  logic [LOG_BLOCK:0] place;
  logic begun = 1'b0;
  logic started = 1'b0;
  logic started_now;
  assign place = in_start ? '0 : since;
  always_comb begin
    assume (rst == !begun);
    assume (!in_start || (begun && (!started || since[LOG_BLOCK])));
    assume (in_0[26] == (started_now && place == {1'b0, chosen_place} && !chosen_lane));
    assume (in_1[26] == (started_now && place == {1'b0, chosen_place} && chosen_lane));
  end
  assign started_now = started || in_start;

  // Word (lane, place) with place = (window, half, offset) goes to lane half, place (window, lane, offset) of the frame
  // that starts DELAY cycles later.
  logic [LOG_BLOCK-1:0] goes_to;
  assign goes_to = {chosen_place[LOG_BLOCK-1:LOG_DELAY+1], chosen_lane, chosen_place[LOG_DELAY-1:0]};
  logic [LOG_BLOCK:0] out_since = '1;
  logic [LOG_BLOCK:0] out_place;
  logic out_started = 1'b0;
  assign out_place = out_start ? '0 : out_since;

  always_ff @(posedge clk) begin
    begun     <= 1'b1;
    since     <= place[LOG_BLOCK] ? place : place + 1'b1;
    out_since <= rst ? '1 : out_place[LOG_BLOCK] ? out_place : out_place + 1'b1;
    started   <= started_now && !rst;
    out_started <= (out_started || out_start) && !rst;
    if (begun && (out_started || out_start) && !out_place[LOG_BLOCK]) begin
      assert (out_0[26] == (out_place == {1'b0, goes_to} && !chosen_place[LOG_DELAY]));
      assert (out_1[26] == (out_place == {1'b0, goes_to} && chosen_place[LOG_DELAY]));
    end
  end
endmodule
