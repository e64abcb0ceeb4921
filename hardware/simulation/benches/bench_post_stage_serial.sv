// SPDX-License-Identifier: Apache-2.0
//
// A recursion behind the multipliers whose three products come in turn.
// Ports: see stream_bench.cpp.
module bench_post_stage_serial #(
  parameter int WIDTH = 160
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [1:0]           in_valid,
  output logic [1:0]           in_ready,
  input  logic [2*WIDTH-1:0]   in_data,
  output logic [1:0]           out_valid,
  input  logic [1:0]           out_ready,
  output logic [2*WIDTH-1:0]   out_data
);
  logic [3:0]       ready;
  logic [4*108-1:0] rows;
  for (genvar i = 0; i < 2; i++) begin : lane
    assign rows[108*i +: 108] = in_data[WIDTH*i +: 108];
  end
  assign rows[4*108-1:2*108] = '0;
  assign in_ready = ready[1:0];
  assign out_data[WIDTH-1:108] = '0;
  assign out_data[2*WIDTH-1:WIDTH+108] = '0;
  post_stage #(
    .HALF(10),
    .BANKS(2),
    .SERIAL(1'b1)
  ) dut (
    .clk(clk), .rst(rst), .in_valid({2'b00, in_valid & ready[1:0]}),
    .in_ready(ready), .in_data(rows), .low_valid(out_valid[0]),
    .low_data(out_data[107:0]), .high_valid(out_valid[1]), .high_data(out_data[WIDTH +: 108])
  );
endmodule
