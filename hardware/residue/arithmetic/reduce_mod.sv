// SPDX-License-Identifier: Apache-2.0
//
// Montgomery reduction by 2^27 for p = 2^27 - f 2^19 + 1: adders only.
//
// Ports: limb, product t in [0, (p-1)^2]; result = t / 2^27 mod p in [0, p). Latency 5, throughput 1 a cycle.
// Step 1 takes 19 bits: t1 = (t - m p) / 2^19 = (t >> 19) - 256 m + f m, m = t mod 2^19; t1 in (-2^27, 2^35).
// Step 2 takes 8 bits: t2 = (t1 - n p) / 2^8 = (t1 >> 8) - 2^19 n + 2^11 f n, n = t1 mod 2^8.
// Together t2 = (t - (m + 2^19 n) p) / 2^27 with m + 2^19 n < 2^27, so t2 in (-p, p).
module reduce_mod (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic [53:0] t,
  output logic [26:0] result
);
  logic [2:0]  limb_1;
  logic [2:0]  limb_2;
  logic [2:0]  limb_3;
  logic [2:0]  limb_4;
  logic [24:0] fm_1;
  logic [27:0] high_1;
  logic [7:0]  low_1;
  logic [35:0] t1_2;
  logic [13:0] fn_3;
  logic [27:0] high_3;
  logic [27:0] t2_4;
  logic [26:0] corrected;
  logic [24:0] fm_1_next;
  logic [13:0] fn_3_next;

  defect_times #(.WIDTH(19)) times_m (.limb(limb), .m(t[18:0]), .result(fm_1_next));
  defect_times #(.WIDTH(8)) times_n (.limb(limb_2), .m(t1_2[7:0]), .result(fn_3_next));

  assign corrected = t2_4[26:0] + {t2_4[27] ? residue_pkg::prime_top(limb_4) : 8'd0, 18'd0, t2_4[27]};

  always_ff @(posedge clk) begin
    limb_1 <= limb;
    fm_1   <= fm_1_next;
    high_1 <= {1'b0, t[53:27]} - {9'd0, t[18:0]};
    low_1  <= t[26:19];

    limb_2 <= limb_1;
    t1_2   <= {high_1, low_1} + {11'd0, fm_1};

    limb_3 <= limb_2;
    fn_3   <= fn_3_next;
    high_3 <= t1_2[35:8] - {1'b0, t1_2[7:0], 19'd0};

    limb_4 <= limb_3;
    t2_4   <= high_3 + {3'd0, fn_3, 11'd0};

    result <= corrected;
  end
endmodule
