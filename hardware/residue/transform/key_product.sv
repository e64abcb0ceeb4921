// SPDX-License-Identifier: Apache-2.0
//
// Keeps two prepared keys and multiplies the leaves of U with one of them, six residues a cycle.
//
// Ports: write, write_half, write_address = {5 key + limb, place}: three words of a row of six, in Montgomery form and
// scaled for the inverse. in_start, in_tag = {key, limb}, leaves of three pipes (pipe, lane; 27 bits each) in [0, p);
// out_* alike. Latency 10 cycles, throughput one row a cycle.
module key_product #(
  parameter int LOG_BLOCK = 10
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic                 write,
  input  logic                 write_half,
  input  logic [LOG_BLOCK+3:0] write_address,
  input  logic [80:0]          write_data,
  input  logic                 in_start,
  input  logic [3:0]           in_tag,
  input  logic [161:0]         in_leaves,
  output logic                 out_start,
  output logic [3:0]           out_tag,
  output logic [161:0]         out_leaves
);
  localparam int DEPTH = 2 * residue_pkg::LIMBS << LOG_BLOCK;

  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic [3:0]           part;
  logic [LOG_BLOCK+3:0] address_1;
  logic [161:0]         key_2;
  logic [161:0]         leaves_2;
  logic [2:0]           limb_2;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  assign part = {1'b0, tag[2:0]} + (tag[3] ? 4'(residue_pkg::LIMBS) : 4'd0);

  always_ff @(posedge clk) address_1 <= {part, place};

  block_memory #(.WIDTH(81), .DEPTH(DEPTH)) words_low (
    .clk(clk), .write(write && !write_half), .write_address(write_address), .write_data(write_data),
    .read(1'b1), .read_address(address_1), .read_data(key_2[80:0])
  );
  block_memory #(.WIDTH(81), .DEPTH(DEPTH)) words_high (
    .clk(clk), .write(write && write_half), .write_address(write_address), .write_data(write_data),
    .read(1'b1), .read_address(address_1), .read_data(key_2[161:81])
  );
  register_delay #(.WIDTH(165), .DEPTH(2)) wait_leaves (
    .clk(clk), .in_data({tag[2:0], in_leaves}), .out_data({limb_2, leaves_2})
  );

  generate
    for (genvar k = 0; k < 6; k = k + 1) begin : lanes
      multiply_mod multiplier (
        .clk(clk), .limb(limb_2), .a(leaves_2[27*k+:27]), .b(key_2[27*k+:27]), .result(out_leaves[27*k+:27])
      );
    end
  endgenerate

  flag_delay #(.DEPTH(10)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );
endmodule
