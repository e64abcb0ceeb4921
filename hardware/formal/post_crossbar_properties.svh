// SPDX-License-Identifier: Apache-2.0
//
// Token conservation: with lanes that belong to their multipliers, every row goes to exactly the lane of its number.
  logic                                      begun = 1'b0;
  logic [karatsuba_pkg::MULTIPLIERS-1:0]     was_valid;
  logic [karatsuba_pkg::MULTIPLIERS*3-1:0]   was_lane;
  logic [karatsuba_pkg::MULTIPLIERS*ROW-1:0] was_data;
  logic [3:0]                                rows_out;
  logic [3:0]                                rows_in;

  always_ff @(posedge clk) begin
    begun     <= 1'b1;
    was_valid <= rst ? '0 : in_valid;
    was_lane  <= in_lane;
    was_data  <= in_data;
  end

  always_comb begin
    if (!begun) assume (rst);
    if (in_valid[0]) assume (in_lane[2:0] == 3'd0);
    if (in_valid[1]) assume (in_lane[5:3] == 3'd1 || in_lane[5:3] == 3'd2);
    if (in_valid[2]) assume (in_lane[8:6] >= 3'd3 && in_lane[8:6] <= 3'd5);
    if (in_valid[3]) assume (in_lane[11:9] >= 3'd6);
    rows_out = '0;
    rows_in  = '0;
    for (int i = 0; i < karatsuba_pkg::LANES; i++) rows_out = rows_out + 4'(out_valid[i]);
    for (int m = 0; m < karatsuba_pkg::MULTIPLIERS; m++) rows_in = rows_in + 4'(was_valid[m]);
    if (begun) begin
      assert (rows_out == rows_in);
      for (int m = 0; m < karatsuba_pkg::MULTIPLIERS; m++) begin
        for (int i = 0; i < karatsuba_pkg::LANES; i++) begin
          if (was_valid[m] && was_lane[3*m +: 3] == 3'(i))
            assert (out_valid[i] && out_data[i*ROW +: ROW] == was_data[m*ROW +: ROW]);
        end
      end
    end
  end
