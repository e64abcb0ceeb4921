// SPDX-License-Identifier: Apache-2.0
//
// delay_line over a memory gives every word back exactly DEPTH cycles later, for ever.
module delay_line_tokens (
  input logic       clk,
  input logic       rst,
  input logic [2:0] in_data
);
  localparam int DEPTH = 16;

  logic [2:0]         out_data;
  logic [3*DEPTH-1:0] shadow;
  logic [4:0]         age = '0;

  delay_line #(.WIDTH(3), .DEPTH(DEPTH)) unit (.clk(clk), .rst(rst), .in_data(in_data), .out_data(out_data));

  always_ff @(posedge clk) begin
    shadow <= {shadow[3*DEPTH-4:0], in_data};
    if (rst) age <= '0;
    else if (age != 5'd16) age <= age + 1'b1;
    if (age == 5'd16) assert (out_data == shadow[3*DEPTH-1-:3]);
  end
endmodule
