// SPDX-License-Identifier: Apache-2.0
//
// Cycles since the first burst of the transfer, which `restart` marks.
module transfer_clock (
  input  logic        clk,
  input  logic        rst,
  input  logic        taken,
  input  logic        last,
  output logic        restart,
  output int unsigned now
);
  logic        inside_transfer;
  int unsigned count;

  assign restart = taken && !inside_transfer;
  assign now     = restart ? 0 : count;

  always_ff @(posedge clk) begin
    count <= now + 1;
    if (rst) inside_transfer <= 1'b0;
    else if (taken) inside_transfer <= !last;
  end
endmodule
