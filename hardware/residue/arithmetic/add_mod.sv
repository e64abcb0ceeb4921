// SPDX-License-Identifier: Apache-2.0
//
// Sum or difference of two residues.
//
// Ports: limb, subtract, a and b in [0, p); result = a + b or a - b mod p, in [0, p). Latency 2, throughput 1 a cycle.
module add_mod #(
  parameter bit SUBTRACT = 1'b0
) (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic [26:0] a,
  input  logic [26:0] b,
  output logic [26:0] result
);
  logic [27:0] first;
  logic [27:0] second;
  logic [2:0]  limb_1;

  // A difference in (-p, p) is corrected upwards, a sum in [0, 2p) downwards.
  generate
    if (SUBTRACT) begin : down
      logic [7:0] top;
      assign top    = first[27] ? residue_pkg::prime_top(limb_1) : 8'd0;
      assign second = {1'b0, first[26:0] + {top, 18'd0, first[27]}};
      always_ff @(posedge clk) begin
        first  <= {1'b0, a} - {1'b0, b};
        result <= second[26:0];
      end
      logic unused;
      assign unused = second[27];
    end else begin : up
      assign second = first - {1'b0, residue_pkg::prime(limb_1)};
      always_ff @(posedge clk) begin
        first  <= {1'b0, a} + {1'b0, b};
        result <= second[27] ? first[26:0] : second[26:0];
      end
    end
  endgenerate

  always_ff @(posedge clk) limb_1 <= limb;
endmodule
