// SPDX-License-Identifier: Apache-2.0
//
// The place in a frame of 2^LOG_BLOCK cycles, and the tag of the frame, from its start mark. No latency.
//
// Ports: in_start with in_tag at the first cycle of a frame; place in [0, 2^LOG_BLOCK), tag during the frame.
module frame_counter #(
  parameter int LOG_BLOCK = 10
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic                 in_start,
  input  logic [3:0]           in_tag,
  output logic [LOG_BLOCK-1:0] place,
  output logic [3:0]           tag
);
  logic [LOG_BLOCK-1:0] next_place;
  logic [3:0]           held_tag;

  assign place = in_start ? '0 : next_place;
  assign tag   = in_start ? in_tag : held_tag;

  always_ff @(posedge clk) begin
    if (rst) begin
      next_place <= '0;
      held_tag   <= '0;
    end else begin
      next_place <= place + 1'b1;
      held_tag   <= tag;
    end
  end
endmodule
