// SPDX-License-Identifier: Apache-2.0
//
// The queue, 16 words deep.
// Ports: see stream_bench.cpp.
module bench_fifo #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [0:0]           in_valid,
  output logic [0:0]           in_ready,
  input  logic [1*WIDTH-1:0]   in_data,
  output logic [0:0]           out_valid,
  input  logic [0:0]           out_ready,
  output logic [1*WIDTH-1:0]   out_data
);
  logic [4:0] level;
  fifo #(
    .WIDTH(WIDTH),
    .DEPTH(16)
  ) dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
    .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data), .level(level)
  );
  always @(posedge clk) if (!rst && level > 5'd17) $fatal(1, "level");
endmodule
