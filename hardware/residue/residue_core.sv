// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic between the memories of U and keys and the folding store: three pipes forward, the key, three pipes
// back, interpolation. It never stalls: who starts a frame has room for what comes out.
//
// Ports: writes of U and keys; start, tag = {key, limb}, message; out_start and c = {c4, .., c0}, one column a cycle.
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
  output logic [134:0]         c
);
  logic         u_start;
  logic [3:0]   u_tag;
  logic [4:0]   bits_0;
  logic [4:0]   bits_1;
  logic [2:0]   forward_start;
  logic [11:0]  forward_tag;
  logic [161:0] leaves;
  logic         product_start;
  logic [3:0]   product_tag;
  logic [161:0] products;
  logic [2:0]   inverse_start;
  logic [11:0]  inverse_tag;
  logic [161:0] remainders;
  logic [3:0]   out_tag;
  logic         unused;

  u_source #(.LOG_BLOCK(LOG_BLOCK)) source (
    .clk(clk), .rst(rst), .write(write_u), .write_address(write_u_address), .write_data(write_u_data),
    .in_start(start), .in_tag(tag), .message(message), .out_start(u_start), .out_tag(u_tag),
    .bits_0(bits_0), .bits_1(bits_1)
  );

  generate
    for (genvar pipe = 0; pipe < 3; pipe = pipe + 1) begin : pipes
      forward_pipe #(.LOG_BLOCK(LOG_BLOCK), .PIPE(pipe)) ahead (
        .clk(clk), .rst(rst), .in_start(u_start), .in_tag(u_tag), .bits_0(bits_0), .bits_1(bits_1),
        .out_start(forward_start[pipe]), .out_tag(forward_tag[4*pipe+:4]),
        .out_0(leaves[54*pipe+:27]), .out_1(leaves[54*pipe+27+:27])
      );
      inverse_pipe #(.LOG_BLOCK(LOG_BLOCK), .PIPE(pipe)) back (
        .clk(clk), .rst(rst), .in_start(product_start), .in_tag(product_tag),
        .in_0(products[54*pipe+:27]), .in_1(products[54*pipe+27+:27]),
        .out_start(inverse_start[pipe]), .out_tag(inverse_tag[4*pipe+:4]),
        .out_0(remainders[54*pipe+:27]), .out_1(remainders[54*pipe+27+:27])
      );
    end
  endgenerate

  key_product #(.LOG_BLOCK(LOG_BLOCK)) key (
    .clk(clk), .rst(rst), .write(write_key), .write_half(write_key_half), .write_address(write_key_address),
    .write_data(write_key_data), .in_start(forward_start[0]), .in_tag(forward_tag[3:0]), .in_leaves(leaves),
    .out_start(product_start), .out_tag(product_tag), .out_leaves(products)
  );

  interpolation #(.LOG_BLOCK(LOG_BLOCK)) join_blocks (
    .clk(clk), .rst(rst), .in_start(inverse_start[0]), .in_tag(inverse_tag[3:0]),
    .a_0(remainders[26:0]), .a_1(remainders[53:27]), .b_0(remainders[80:54]), .b_1(remainders[107:81]),
    .g_0(remainders[134:108]), .out_start(out_start), .out_tag(out_tag), .c(c)
  );

  // The pipes run in step; the second coefficient of the third is c1 + i c3, which the others give already.
  assign unused = (^forward_start[2:1]) ^ (^forward_tag[11:4]) ^ (^inverse_start[2:1]) ^ (^inverse_tag[11:4])
                  ^ (^remainders[161:135]) ^ (^out_tag);
endmodule
