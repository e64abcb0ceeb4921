// SPDX-License-Identifier: Apache-2.0
//
// A flag and the tag that counts with it, delayed by DEPTH >= 2 cycles; reset clears the flags in flight.
//
// Ports: in_start, in_tag; out_start, out_tag.
module flag_delay #(
  parameter int DEPTH = 9
) (
  input  logic       clk,
  input  logic       rst,
  input  logic       in_start,
  input  logic [3:0] in_tag,
  output logic       out_start,
  output logic [3:0] out_tag
);
  logic [DEPTH-1:0] line;

  assign out_start = line[DEPTH-1];

  always_ff @(posedge clk) begin
    if (rst) line <= '0;
    else line <= {line[DEPTH-2:0], in_start};
  end

  register_delay #(.WIDTH(4), .DEPTH(DEPTH)) tags (.clk(clk), .in_data(in_tag), .out_data(out_tag));
endmodule
