// SPDX-License-Identifier: Apache-2.0
//
// sequencer: never more than BUFFERS frames unfinished, and frames at least 2^LOG_BLOCK cycles apart.
module sequencer_credit (
  input logic       clk,
  input logic       rst,
  input logic       go,
  input logic [1:0] last_message,
  input logic [1:0] mask,
  input logic       released
);
  localparam int LOG_BLOCK = 4;

  logic       start;
  logic [3:0] tag;
  logic [1:0] message;
  logic [3:0] unfinished = '0;
  logic [4:0] since = 5'd16;
  logic       begun = 1'b0;

  sequencer #(.LOG_BLOCK(LOG_BLOCK), .BUFFERS(4)) unit (
    .clk(clk), .rst(rst), .go(go), .last_message(last_message), .mask(mask), .released(released),
    .start(start), .tag(tag), .message(message)
  );

  always_comb begin
    assume (begun || rst);
    assume (!released || (unfinished != '0));
  end

  always_ff @(posedge clk) begin
    begun      <= 1'b1;
    unfinished <= rst ? '0 : unfinished + 4'(start) - 4'(released);
    since      <= (rst || !begun) ? 5'd16 : start ? 5'd1 : since[4] ? since : since + 1'b1;
    if (begun && !rst) begin
      assert (unfinished <= 4'd4);
      assert (unfinished == {1'b0, unit.in_flight});
      assert (!start || (unfinished < 4'd4));
      assert (!start || since[4]);
      assert ({1'b0, unit.timer} == 5'd16 - since);
      assert (tag[2:0] < 3'd5);
    end
  end
endmodule
