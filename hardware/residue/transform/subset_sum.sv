// SPDX-License-Identifier: Apache-2.0
//
// One coefficient of a binary polynomial modulo the eight nodes of level 3: the sum of u_t s^t for t < 10, where the
// node's modulus is x^(B/4) - s. Five bits look up one word of either table, for all pipes.
//
// Ports: limb, node, bits; result: a signed residue of 28 bits for each pipe. Latency 2, throughput 1 a cycle.
module subset_sum (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic [2:0]  node,
  input  logic [9:0]  bits,
  output logic [83:0] result
);
  localparam int DEPTH = 256 * residue_pkg::LIMBS;

  logic [80:0] low;
  logic [80:0] high;

  table_memory #(.DEPTH(DEPTH), .FILE("first_low.hex")) table_low (
    .clk(clk), .address({limb, node, bits[4:0]}), .data(low)
  );
  table_memory #(.DEPTH(DEPTH), .FILE("first_high.hex")) table_high (
    .clk(clk), .address({limb, node, bits[9:5]}), .data(high)
  );

  generate
    for (genvar pipe = 0; pipe < residue_pkg::PIPES; pipe = pipe + 1) begin : pipes
      always_ff @(posedge clk) begin
        result[28*pipe+:28] <= {low[27*pipe+26], low[27*pipe+:27]} + {high[27*pipe+26], high[27*pipe+:27]};
      end
    end
  endgenerate
endmodule
