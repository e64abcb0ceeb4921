// SPDX-License-Identifier: Apache-2.0
//
// The defect f of the limb's prime times m, f = 4, 32 - 1, 32 + 8, 64 - 8, 64 - 2: one adder. No latency.
//
// Ports: limb, m in [0, 2^WIDTH); result = f m in [0, 63 * 2^WIDTH).
module defect_times #(
  parameter int WIDTH = 19
) (
  input  logic [2:0]       limb,
  input  logic [WIDTH-1:0] m,
  output logic [WIDTH+5:0] result
);
  logic [WIDTH+5:0] upper;
  logic [WIDTH+5:0] lower;
  logic             minus;
  logic [WIDTH+6:0] total;
  logic             unused;

  always_comb begin
    case (limb)
      3'd0: upper = '0;
      3'd1, 3'd2: upper = {1'b0, m, 5'd0};
      default: upper = {m, 6'd0};
    endcase
    case (limb)
      3'd0: lower = {4'd0, m, 2'd0};
      3'd1: lower = {6'd0, m};
      3'd2, 3'd3: lower = {3'd0, m, 3'd0};
      default: lower = {5'd0, m, 1'd0};
    endcase
  end

  assign minus  = (limb != 3'd0) && (limb != 3'd2);
  assign total  = {upper, 1'b1} + {lower ^ {(WIDTH + 6){minus}}, minus};
  assign result = total[WIDTH+6:1];
  assign unused = total[0];
endmodule
