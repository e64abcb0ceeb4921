// SPDX-License-Identifier: Apache-2.0
//
// Keeps up to four binary polynomials and plays one to the forward transform: the columns of an eighth of a block,
// eight times.
//
// Ports: write, write_address = {message, burst}, write_data: six columns of twenty bits, column j holds
// u[j + t B / 8] in bit t. in_start, in_tag, message; output: the frame's start, tag and for both lanes ten bits,
// lane 0 the even t, lane 1 the odd t. Latency 2 cycles.
module u_source #(
  parameter int LOG_BLOCK = 10
) (
  input  logic         clk,
  input  logic         rst,
  input  logic         write,
  input  logic [6:0]   write_address,
  input  logic [119:0] write_data,
  input  logic         in_start,
  input  logic [3:0]   in_tag,
  input  logic [1:0]   message,
  output logic         out_start,
  output logic [3:0]   out_tag,
  output logic [9:0]   bits_0,
  output logic [9:0]   bits_1
);
  localparam logic [2:0] LAST_COLUMN = 3'(residue_pkg::COLUMNS - 1);

  logic [LOG_BLOCK-1:0] place;
  logic [3:0]           tag;
  logic                 restart;
  logic [4:0]           row;
  logic [4:0]           next_row;
  logic [2:0]           column;
  logic [2:0]           next_column;
  logic [2:0]           column_1;
  logic [1:0]           message_now;
  logic [1:0]           held_message;
  logic [119:0]         words;
  logic [19:0]          bits;
  logic                 unused;

  frame_counter #(.LOG_BLOCK(LOG_BLOCK)) counter (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .place(place), .tag(tag)
  );
  assign unused = (^tag) ^ (^place[LOG_BLOCK-1-:3]);

  assign restart     = place[LOG_BLOCK-4:0] == '0;
  assign row         = restart ? '0 : next_row;
  assign column      = restart ? '0 : next_column;
  assign message_now = in_start ? message : held_message;

  always_ff @(posedge clk) begin
    held_message <= rst ? '0 : message_now;
    next_row     <= (column == LAST_COLUMN) ? row + 1'b1 : row;
    next_column  <= (column == LAST_COLUMN) ? '0 : column + 1'b1;
    column_1     <= column;
  end

  block_memory #(.WIDTH(120), .DEPTH(128)) memory (
    .clk(clk), .write(write), .write_address(write_address), .write_data(write_data),
    .read(1'b1), .read_address({message_now, row}), .read_data(words)
  );

  always_comb begin
    bits = '0;
    for (int c = 0; c < residue_pkg::COLUMNS; c = c + 1) begin
      if (column_1 == 3'(c)) bits = words[20*c+:20];
    end
  end

  always_ff @(posedge clk) begin
    for (int t = 0; t < 10; t = t + 1) begin
      bits_0[t] <= bits[2*t];
      bits_1[t] <= bits[2*t+1];
    end
  end

  flag_delay #(.DEPTH(2)) flags (
    .clk(clk), .rst(rst), .in_start(in_start), .in_tag(in_tag), .out_start(out_start), .out_tag(out_tag)
  );
endmodule
