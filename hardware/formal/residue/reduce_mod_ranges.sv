// SPDX-License-Identifier: Apache-2.0
//
// reduce_mod: every product of two residues comes out in [0, p). That it is the right residue is tested, not proven:
// arithmetic_bench.sv.
module reduce_mod_ranges (
  input logic        clk,
  input logic [2:0]  limb,
  input logic [53:0] t
);
  function automatic logic [53:0] largest(input logic [2:0] which);
    case (which)
      3'd0: largest = 54'd132120576 * 54'd132120576;
      3'd1: largest = 54'd117964800 * 54'd117964800;
      3'd2: largest = 54'd113246208 * 54'd113246208;
      3'd3: largest = 54'd104857600 * 54'd104857600;
      default: largest = 54'd101711872 * 54'd101711872;
    endcase
  endfunction

  logic [26:0] result;
  logic [14:0] limbs;
  logic [2:0]  age = '0;

  reduce_mod unit (.clk(clk), .limb(limb), .t(t), .result(result));

  always_comb assume ((limb < 3'd5) && (t <= largest(limb)));

  always_ff @(posedge clk) begin
    limbs <= {limbs[11:0], limb};
    if (age != 3'd5) age <= age + 1'b1;
    if (age == 3'd5) assert (result < residue_pkg::prime(limbs[14:12]));
  end
endmodule
