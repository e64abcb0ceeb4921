// SPDX-License-Identifier: Apache-2.0
//
// Keeps two prepared keys and multiplies the leaves of U with one of them, six residues a cycle.
//
// Ports: write, write_half, write_address = {5 key + limb, place}: three words of a row of six, in Montgomery form and
// scaled for the inverse (as multiply_mod takes them). in_start, in_tag = {key, limb}, leaves of three pipes in both
// lanes, signed, 30 bits each; out_* alike with 27 bits. Latency 8 cycles, throughput one row a cycle.
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
  input  logic [89:0]          in_0,
  input  logic [89:0]          in_1,
  output logic                 out_start,
  output logic [3:0]           out_tag,
  output logic [80:0]          out_0,
  output logic [80:0]          out_1
);
  localparam int DEPTH = 2 * residue_pkg::LIMBS << LOG_BLOCK;

  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic [3:0]           part;
  logic [161:0]         key_1;
  logic [2:0]           limb_1;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  assign part = {1'b0, tag[2:0]} + (tag[3] ? 4'(residue_pkg::LIMBS) : 4'd0);

  always_ff @(posedge clk) limb_1 <= tag[2:0];

  block_memory #(.WIDTH(81), .DEPTH(DEPTH)) words_low (
    .clk(clk), .write(write && !write_half), .write_address(write_address), .write_data(write_data),
    .read(1'b1), .read_address({part, place}), .read_data(key_1[80:0])
  );
  block_memory #(.WIDTH(81), .DEPTH(DEPTH)) words_high (
    .clk(clk), .write(write && write_half), .write_address(write_address), .write_data(write_data),
    .read(1'b1), .read_address({part, place}), .read_data(key_1[161:81])
  );
  // The key's words stand by pipe and lane.
  generate
    for (genvar pipe = 0; pipe < residue_pkg::PIPES; pipe = pipe + 1) begin : pipes
      logic [26:0] leaf_0;
      logic [26:0] leaf_1;
      narrow #(.WIDTH(30)) narrow_0 (.clk(clk), .limb(tag[2:0]), .x(in_0[30*pipe+:30]), .result(leaf_0));
      narrow #(.WIDTH(30)) narrow_1 (.clk(clk), .limb(tag[2:0]), .x(in_1[30*pipe+:30]), .result(leaf_1));
      multiply_mod multiplier_0 (
        .clk(clk), .limb(limb_1), .a(leaf_0), .b(key_1[54*pipe+:27]), .result(out_0[27*pipe+:27])
      );
      multiply_mod multiplier_1 (
        .clk(clk), .limb(limb_1), .a(leaf_1), .b(key_1[54*pipe+27+:27]), .result(out_1[27*pipe+:27])
      );
    end
  endgenerate

  flag_delay #(.DEPTH(8)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );
endmodule
