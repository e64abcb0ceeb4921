// SPDX-License-Identifier: Apache-2.0
//
// From a stream to frames: 2^LOG_BLOCK words in as many cycles, one frame when all of its words are there and
// `may_begin`. Ports: stream in_*; empty while no word is inside; out_start at a frame's first word.
module frame_player #(
  parameter int WIDTH = 160,
  parameter int LOG_BLOCK = 7
) (
  input  logic             clk,
  input  logic             rst,
  input  logic             in_valid,
  output logic             in_ready,
  input  logic [WIDTH-1:0] in_data,
  input  logic             may_begin,
  output logic             empty,
  output logic             out_start,
  output logic [WIDTH-1:0] out_data
);
  logic [LOG_BLOCK+1:0] level;
  logic [LOG_BLOCK-1:0] place;
  logic                 out_valid;

  assign empty     = level == '0;
  assign out_start = (place == '0) && out_valid && may_begin && level >= (LOG_BLOCK + 2)'(1 << LOG_BLOCK);

  fifo #(.WIDTH(WIDTH), .DEPTH(2 << LOG_BLOCK)) words (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .out_valid(out_valid),
    .out_ready(out_start || place != '0), .out_data(out_data), .level(level)
  );

  always_ff @(posedge clk) begin
    if (rst) place <= '0;
    else if (out_start || place != '0) place <= place + 1'b1;
  end
endmodule
