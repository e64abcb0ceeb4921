// SPDX-License-Identifier: Apache-2.0
//
// The output side of the residue design: row_packer and the queue behind it, which it must never overrun. A word has a
// group's bits from 0, in bit 158 whether it is short, in bit 159 whether it is the limb's last. Ports: see
// stream_bench.cpp.
module bench_row_packer #(
  parameter int WIDTH = 160
) (
  input  logic             clk,
  input  logic             rst,
  input  logic             in_valid,
  output logic             in_ready,
  input  logic [WIDTH-1:0] in_data,
  output logic             out_valid,
  input  logic             out_ready,
  output logic [WIDTH-1:0] out_data
);
  logic         busy;
  logic         packed_valid;
  logic [127:0] packed_data;
  logic         queue_ready;
  logic [5:0]   level;

  assign out_data[WIDTH-1:128] = '0;

  row_packer dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_data[159]), .in_short(in_data[158]),
    .in_data(in_data[107:0]), .room(level < 6'd20), .busy(busy), .out_valid(packed_valid), .out_data(packed_data)
  );

  fifo #(.WIDTH(128), .DEPTH(32)) queue (
    .clk(clk), .rst(rst), .in_valid(packed_valid), .in_ready(queue_ready), .in_data(packed_data),
    .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data[127:0]), .level(level)
  );

  always @(posedge clk) begin
    if (!rst && level > 6'd22) $fatal(1, "the packer did not look for room");
    if (!rst && packed_valid && !queue_ready) $fatal(1, "the queue is overrun");
    if (!rst && packed_valid && !busy) $fatal(1, "a burst leaves, and it is not busy");
  end
endmodule
