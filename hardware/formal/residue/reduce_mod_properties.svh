// SPDX-License-Identifier: Apache-2.0
//
// reduce_mod: result 2^27 = m p - t for the m of the circuit, every t up to the largest product of a 27 bit number and
// a constant, and each prime. So the result is the right residue, and no bit of it is lost.
(* anyconst *) logic [2:0] chosen;
(* anyseq *) logic  restart;  // any cycle may be the first of those that are looked at
logic [2:0]         age = '0;
logic signed [53:0] most;
logic signed [53:0] t_age_1;
logic signed [53:0] t_age_2;
logic signed [53:0] t_age_3;
logic signed [53:0] t_age_4;
logic signed [26:0] m_age_3;
logic signed [26:0] m_age_4;
logic signed [57:0] m_wide;
logic signed [57:0] m_excess;
logic signed [57:0] exact;

// 2^25 p
assign most     = {2'd0, 1'b1, 4'd0, residue_pkg::excess(chosen), 17'd1, 25'd0};
assign m_wide   = {{31{m_age_4[26]}}, m_age_4};
assign exact    = (m_wide <<< 26) + (m_excess <<< 17) + m_wide - {{4{t_age_4[53]}}, t_age_4};

always_comb begin
  assume ((chosen < 3'd5) && (limb == chosen) && ($signed(t) <= most) && ($signed(t) >= -most));
  case (chosen)
    3'd0: m_excess = m_wide;
    3'd1: m_excess = (m_wide <<< 1) + m_wide;
    3'd2: m_excess = (m_wide <<< 3) + (m_wide <<< 2);
    3'd3: m_excess = m_wide <<< 4;
    default: m_excess = (m_wide <<< 4) + (m_wide <<< 3);
  endcase
end

always_ff @(posedge clk) begin
  t_age_1 <= t;
  t_age_2 <= t_age_1;
  t_age_3 <= t_age_2;
  t_age_4 <= t_age_3;
  m_age_3 <= m_2;
  m_age_4 <= m_age_3;
  age <= restart ? '0 : (age == 3'd7) ? age : age + 1'b1;
  if (age == 3'd5) assert ({{4{result[26]}}, result, 27'd0} == exact);
end
