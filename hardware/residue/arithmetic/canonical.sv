// SPDX-License-Identifier: Apache-2.0
//
// The canonical word of a residue. Ports: limb, x in [-p, p); result in [0, p). Latency 1, throughput 1 a cycle.
module canonical (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic [26:0] x,
  output logic [26:0] result
);
  logic [4:0] excess;
  assign excess = residue_pkg::excess(limb);

  always_ff @(posedge clk) result <= x + (x[26] ? {5'd16, excess, 17'd1} : 27'd0);
endmodule
