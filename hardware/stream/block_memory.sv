// SPDX-License-Identifier: Apache-2.0
//
// A memory with one write port and one read port; the word that was read stands in a register.
//
// Ports: write, write_address, write_data; read, read_address; read_data, one cycle after read, and held until the
// next. Nobody reads a word in the cycle in which it is written. Addresses in [0, DEPTH).
module block_memory #(
  parameter int WIDTH = 108,
  parameter int DEPTH = 64,
  parameter int ADDRESS = $clog2(DEPTH)
) (
  input  logic               clk,
  input  logic               write,
  input  logic [ADDRESS-1:0] write_address,
  input  logic [WIDTH-1:0]   write_data,
  input  logic               read,
  input  logic [ADDRESS-1:0] read_address,
  output logic [WIDTH-1:0]   read_data
);
  logic [WIDTH-1:0] words[0:DEPTH-1];

  always_ff @(posedge clk) begin
    if (write) words[write_address] <= write_data;
    if (read) read_data <= words[read_address];
  end
endmodule
