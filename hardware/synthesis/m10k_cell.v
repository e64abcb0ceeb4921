// SPDX-License-Identifier: Apache-2.0
//
// The block memory of Cyclone V as Yosys uses it, for the simulation of netlists: Yosys's own model of this cell does
// not compile. One port writes, one reads a cycle later; A1EN is inverted but in words of 40 bits.
module MISTRAL_M10K #(
  parameter INIT = 0,
  parameter CFG_ABITS = 10,
  parameter CFG_DBITS = 10
) (
  input                      CLK1,
  input      [CFG_ABITS-1:0] A1ADDR,
  input      [CFG_DBITS-1:0] A1DATA,
  input                      A1EN,
  input      [CFG_ABITS-1:0] B1ADDR,
  output reg [CFG_DBITS-1:0] B1DATA,
  input                      B1EN
);
  reg [CFG_DBITS*(1<<CFG_ABITS)-1:0] bits = INIT;

  always @(posedge CLK1) begin
    if (A1EN == (CFG_DBITS == 40)) bits[A1ADDR*CFG_DBITS+:CFG_DBITS] <= A1DATA;
    if (B1EN) B1DATA <= bits[B1ADDR*CFG_DBITS+:CFG_DBITS];
  end
endmodule
