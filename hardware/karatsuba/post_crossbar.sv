// SPDX-License-Identifier: Apache-2.0
//
// Four polynomial multipliers back to the eight lanes that fed them (see pre_crossbar), low and high halves apart.
//
// Ports: multiplier m at bit m, row m and lane number m; lane i at bit i and row i. Latency 1 cycle, nobody stalls.
module post_crossbar (
  input  logic                                                     clk,
  input  logic                                                     rst,
  input  logic [karatsuba_pkg::MULTIPLIERS-1:0]                    in_valid,
  input  logic [karatsuba_pkg::MULTIPLIERS*karatsuba_pkg::ROW-1:0] in_data,
  input  logic [karatsuba_pkg::MULTIPLIERS*3-1:0]                  in_lane,
  output logic [karatsuba_pkg::LANES-1:0]                          out_valid,
  output logic [karatsuba_pkg::LANES*karatsuba_pkg::ROW-1:0]       out_data
);
  localparam int ROW = karatsuba_pkg::ROW;

  logic [karatsuba_pkg::MULTIPLIERS*ROW-1:0] rows;

  always_ff @(posedge clk) rows <= in_data;

  for (genvar i = 0; i < karatsuba_pkg::LANES; i++) begin : lane
    localparam int SOURCE = (i == 0) ? 0 : (i < 3) ? 1 : (i < 6) ? 2 : 3;
    always_ff @(posedge clk) begin
      if (rst) out_valid[i] <= 1'b0;
      else out_valid[i] <= in_valid[SOURCE] && in_lane[3*SOURCE +: 3] == 3'(i);
    end
    assign out_data[i*ROW +: ROW] = rows[SOURCE*ROW +: ROW];
  end

`ifdef FORMAL
  `include "post_crossbar_properties.svh"
`endif
endmodule
