// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic between the memories of U and keys and the folding store: transforms forward, the key, transforms
// back, interpolation. It never stalls: who starts a frame has room for what comes out.
//
// Ports: writes of U and keys; start, tag = {key, limb}, message; out_start and c = {c4, .., c0}, one column a cycle,
// signed residues of 30 bits.
module residue_core #(
  parameter int LOG_BLOCK = 10
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic                 write_u,
  input  logic [6:0]           write_u_address,
  input  logic [119:0]         write_u_data,
  input  logic                 write_key,
  input  logic                 write_key_half,
  input  logic [LOG_BLOCK+3:0] write_key_address,
  input  logic [80:0]          write_key_data,
  input  logic                 start,
  input  logic [3:0]           tag,
  input  logic [1:0]           message,
  output logic                 out_start,
  output logic [149:0]         c
);
  logic        u_start;
  logic [3:0]  u_tag;
  logic [9:0]  bits_0;
  logic [9:0]  bits_1;
  logic        leaves_start;
  logic [3:0]  leaves_tag;
  logic [89:0] leaves_0;
  logic [89:0] leaves_1;
  logic        products_start;
  logic [3:0]  products_tag;
  logic [80:0] products_0;
  logic [80:0] products_1;
  logic        values_start;
  logic [3:0]  values_tag;
  logic [80:0] values_0;
  logic [80:0] values_1;
  logic [3:0]  out_tag;
  logic        unused;

  u_source #(.LOG_BLOCK(LOG_BLOCK)) source (
    .clk(clk), .rst(rst), .write(write_u), .write_address(write_u_address), .write_data(write_u_data),
    .in_start(start), .in_tag(tag), .message(message), .out_start(u_start), .out_tag(u_tag),
    .bits_0(bits_0), .bits_1(bits_1)
  );

  forward_transform #(.LOG_BLOCK(LOG_BLOCK)) ahead (
    .clk(clk), .rst(rst), .in_start(u_start), .in_tag(u_tag), .bits_0(bits_0), .bits_1(bits_1),
    .out_start(leaves_start), .out_tag(leaves_tag), .out_0(leaves_0), .out_1(leaves_1)
  );

  key_product #(.LOG_BLOCK(LOG_BLOCK)) key (
    .clk(clk), .rst(rst), .write(write_key), .write_half(write_key_half), .write_address(write_key_address),
    .write_data(write_key_data), .in_start(leaves_start), .in_tag(leaves_tag), .in_0(leaves_0), .in_1(leaves_1),
    .out_start(products_start), .out_tag(products_tag), .out_0(products_0), .out_1(products_1)
  );

  inverse_transform #(.LOG_BLOCK(LOG_BLOCK)) back (
    .clk(clk), .rst(rst), .in_start(products_start), .in_tag(products_tag), .in_0(products_0), .in_1(products_1),
    .out_start(values_start), .out_tag(values_tag), .out_0(values_0), .out_1(values_1)
  );

  interpolation #(.LOG_BLOCK(LOG_BLOCK)) join_blocks (
    .clk(clk), .rst(rst), .in_start(values_start), .in_tag(values_tag), .in_0(values_0), .in_1(values_1),
    .out_start(out_start), .out_tag(out_tag), .c(c)
  );

  assign unused = ^out_tag;
endmodule
