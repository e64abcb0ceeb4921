// SPDX-License-Identifier: Apache-2.0
//
// The first and the last cycle in which a part of the circuit worked, in the last transfer: "span NAME FIRST LAST".
module span_probe #(
  parameter string NAME = ""
) (
  input logic        clk,
  input logic        restart,
  input int unsigned now,
  input logic        active
);
  logic        seen = 1'b0;
  int unsigned first;
  int unsigned last;

  always_ff @(posedge clk) begin
    seen <= active || (seen && !restart);
    if (active && (!seen || restart)) first <= now;
    if (active) last <= now;
  end
  final if (seen) $display("span %s %0d %0d", NAME, first, last);
endmodule
