// SPDX-License-Identifier: Apache-2.0
//
// The stream register: 128 bits and last in bit 128.
// Ports: see stream_bench.cpp.
module bench_skid_buffer #(
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
  assign out_data[WIDTH-1:129] = '0;
  skid_buffer #(
    .WIDTH(128)
  ) dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_data[128]), .in_data(in_data[127:0]),
    .out_valid(out_valid), .out_ready(out_ready), .out_last(out_data[128]), .out_data(out_data[127:0])
  );
endmodule
