// SPDX-License-Identifier: Apache-2.0
//
// Montgomery reduction by 2^27 for p = h + 1, h = 2^26 + excess 2^17, with its sign turned: adders only.
//
// Ports: limb, a cycle before the rest; signed product t, |t| <= 2^26 p / 2; result = (m p - t) / 2^27, signed,
// |result| < 2^26: -t / 2^27 mod p.
// Latency 4 from t, throughput 1 a cycle.
//
// As h^2 is 0 modulo 2^27, 1 / p is 1 - h, and m = t - h t modulo 2^27, in [-2^26, 2^26): its lower 17 bits are those
// of t, the upper ten those of t less s = excess t / 2^17 and, where t is odd, 2^9. With t = 2^27 high + low
//   result = (m >> 1) + (excess m >> 10) - high - e,
// and e, what m and low differ by, is the borrow that made m less a bit that its sign tells. excess m is a sum of two
// shifts, whose lower ten bits, carry and all, are those of s.
module reduce_mod (
  input  logic        clk,
  input  logic [2:0]  limb,
  input  logic [53:0] t,
  output logic [26:0] result
);
  logic [3:0]  shifts_0;
  logic [3:0]  shifts_1;
  logic [3:0]  shifts_2;
  logic [10:0] s_1;
  logic [52:0] t_1;
  logic [10:0] upper_1;
  logic [26:0] m_2;
  logic [25:0] high_2;
  logic        carry_2;
  logic        borrow_2;
  logic [22:0] sum_2;
  logic [27:0] difference_2;
  logic        keep_2;
  logic [21:0] excess_m_3;
  logic [26:0] half_m_3;
  logic        keep_3;
  logic [27:0] total_3;
  logic        unused;

  // excess m = first + second, with excess = 1 + 0, 2 + 1, 8 + 4, 8 + 8, 16 + 8: two bits choose either shift.
  function automatic logic [3:0] shifts(input logic [2:0] which);
    case (which)
      3'd0: shifts = 4'b00_00;
      3'd1: shifts = 4'b01_01;
      3'd2: shifts = 4'b10_10;
      3'd3: shifts = 4'b10_11;
      default: shifts = 4'b11_11;
    endcase
  endfunction

  function automatic logic [31:0] first(input logic [1:0] which, input logic [26:0] m);
    case (which)
      2'd0: first = {{5{m[26]}}, m};
      2'd1: first = {{4{m[26]}}, m, 1'd0};
      2'd2: first = {{2{m[26]}}, m, 3'd0};
      default: first = {m[26], m, 4'd0};
    endcase
  endfunction

  function automatic logic [31:0] second(input logic [1:0] which, input logic [26:0] m);
    case (which)
      2'd0: second = '0;
      2'd1: second = {{5{m[26]}}, m};
      2'd2: second = {{3{m[26]}}, m, 2'd0};
      default: second = {{2{m[26]}}, m, 3'd0};
    endcase
  endfunction

  // The lowest bit of these sums carries a one in.
  logic [31:0] first_0;
  logic [31:0] second_0;
  logic [31:0] first_2;
  logic [31:0] second_2;
  assign first_0      = first(shifts_0[3:2], t[26:0]);
  assign second_0     = second(shifts_0[1:0], t[26:0]);
  assign first_2      = first(shifts_2[3:2], m_2);
  assign second_2     = second(shifts_2[1:0], m_2);
  assign upper_1      = {1'b0, t_1[26:17]} - {1'b0, s_1[9:0]};
  assign sum_2        = {first_2[31:10], 1'b1} + {second_2[31:10], carry_2};
  assign difference_2 = {m_2[26], m_2[26:1], 1'b0} - {high_2[25], high_2, !borrow_2};
  assign total_3      = {half_m_3, 1'b1} + {{5{excess_m_3[21]}}, excess_m_3, keep_3};

  always_ff @(posedge clk) begin
    shifts_0 <= shifts(limb);

    shifts_1 <= shifts_0;
    s_1      <= {1'b0, first_0[9:0]} + {1'b0, second_0[9:0]};
    t_1      <= t[52:0];

    shifts_2 <= shifts_1;
    m_2      <= {upper_1[9] ^ t_1[0], upper_1[8:0], t_1[16:0]};
    high_2   <= t_1[52:27];
    carry_2  <= s_1[10];
    borrow_2 <= upper_1[10];
    keep_2   <= !upper_1[9] || t_1[0];

    excess_m_3 <= sum_2[22:1];
    half_m_3   <= difference_2[27:1];
    keep_3     <= keep_2;

    result <= total_3[27:1];
  end

  assign unused = t[53] ^ sum_2[0] ^ difference_2[0] ^ total_3[0] ^ (^first_0[31:10]) ^ (^second_0[31:10])
                  ^ (^first_2[9:0]) ^ (^second_2[9:0]);

`ifdef FORMAL
  `include "reduce_mod_properties.svh"
`endif
endmodule
