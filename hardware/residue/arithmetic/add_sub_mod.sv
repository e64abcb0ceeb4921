// SPDX-License-Identifier: Apache-2.0
//
// Sum or difference of two residues, chosen at run time.
//
// Ports: limb (constant over a limb), subtract, a and b in [0, p); result in [0, p). Latency 2, throughput 1 a cycle.
module add_sub_mod (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic        subtract,
  input  logic [26:0] a,
  input  logic [26:0] b,
  output logic [26:0] result
);
  logic [28:0] total;
  logic [27:0] first;
  logic        down;
  logic [27:0] second;
  logic [26:0] prime;
  logic        unused;

  // One adder: the lowest bit carries the one of the two's complement in.
  assign total  = {1'b0, a, 1'b1} + {subtract, b ^ {27{subtract}}, subtract};
  assign unused = total[0];
  assign prime  = residue_pkg::prime(limb);
  // A sum in [0, 2p) takes -p, a difference in (-p, p) takes +p; it counts where the sign changes.
  assign second = first + (down ? {1'b0, prime} : {1'b1, ~prime[26:1], 1'b1});

  always_ff @(posedge clk) begin
    first  <= total[28:1];
    down   <= subtract;
    result <= (down ? first[27] : !second[27]) ? second[26:0] : first[26:0];
  end
endmodule
