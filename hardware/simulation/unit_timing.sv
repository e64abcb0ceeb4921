// SPDX-License-Identifier: Apache-2.0
//
// What the benches of chunk units have beside the unit: the first chunk of each coefficient, and the
// inputs' valid signal LATENCY cycles later. Ports: see stream_bench.cpp.
module unit_timing #(
  parameter int LATENCY = 1
) (
  input  logic clk,
  input  logic rst,
  input  logic in_valid,
  output logic in_first,
  output logic out_valid
);
  logic [2:0] slot;
  always_ff @(posedge clk) begin
    if (rst) slot <= '0;
    else if (in_valid) slot <= slot == 3'd4 ? '0 : slot + 1'b1;
  end
  assign in_first = slot == '0;

  logic [LATENCY-1:0] valids;
  always_ff @(posedge clk) begin
    if (rst) valids <= '0;
    else valids <= LATENCY'({valids, in_valid});
  end
  assign out_valid = valids[LATENCY-1];
endmodule
