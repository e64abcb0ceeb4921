// SPDX-License-Identifier: Apache-2.0
//
// A delay of DEPTH >= 1 cycles in registers. Ports: in_data, out_data. No reset: what is in flight has its mark.
module register_delay #(
  parameter int WIDTH = 27,
  parameter int DEPTH = 6
) (
  input  logic             clk,
  input  logic [WIDTH-1:0] in_data,
  output logic [WIDTH-1:0] out_data
);
  logic [DEPTH*WIDTH-1:0] words;

  assign out_data = words[DEPTH*WIDTH-1-:WIDTH];

  generate
    if (DEPTH == 1) begin : one
      always_ff @(posedge clk) words <= in_data;
    end else begin : more
      always_ff @(posedge clk) words <= {words[(DEPTH-1)*WIDTH-1:0], in_data};
    end
  endgenerate
endmodule
