// SPDX-License-Identifier: Apache-2.0
//
// Counts the cycles in which something worth seeing happened, and says so at the end: "cover NAME COUNT GOAL".
module cover_point #(
  parameter string NAME = "",
  parameter int GOAL = 1
) (
  input logic clk,
  input logic hit
);
  int unsigned count = 0;
  always_ff @(posedge clk) if (hit) count <= count + 1;
  final $display("cover %s %0d %0d", NAME, count, GOAL);
endmodule
