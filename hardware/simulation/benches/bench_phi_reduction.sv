// SPDX-License-Identifier: Apache-2.0
//
// folding_store and phi_reduction at degree 264. Words in, by bits 159 and 158: 0 a column of five coefficients of 30
// bits, 1 a row of E, {address, 88 bits}, 2 the begin of a command. Out: groups, {last, short, 108 bits}. Ports: see
// stream_bench.cpp.
module bench_phi_reduction #(
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
  logic         is_column;
  logic         quiet;
  logic         ready;
  logic         empty;
  logic         start;
  logic [149:0] column;
  logic [2:0]   begun;  // frames begun and not released
  logic         written;
  logic         released;
  logic         clear;
  logic [1:0]   store_buffer;
  logic [5:0]   store_row;
  logic [1:0]   store_group;
  logic [119:0] low;
  logic [119:0] high;
  logic         idle;
  logic [3:0]   products_done;
  logic         out_short;
  logic         out_last;
  logic [107:0] group_data;

  assign is_column = in_data[159:158] == 2'd0;
  assign quiet     = empty && begun == '0 && idle;
  assign in_ready  = in_valid && (is_column ? ready : quiet);
  assign clear     = in_valid && in_ready && in_data[159];
  assign out_data  = {48'd0, out_last, out_short, out_short ? 27'd0 : group_data[107:81], group_data[80:0]};

  frame_player #(.WIDTH(150)) frames (
    .clk(clk), .rst(rst), .in_valid(in_valid && is_column), .in_ready(ready), .in_data(in_data[149:0]),
    .may_begin(begun < 3'd4), .empty(empty), .out_start(start), .out_data(column)
  );
  always_ff @(posedge clk) begin
    if (rst) begun <= '0;
    else begun <= begun + 3'(start) - 3'(released);
  end

  folding_store #(.LOG_BLOCK(7), .ROWS(35), .KEPT(24)) store (
    .clk(clk), .rst(rst), .wipe(1'b0), .wipe_address(10'd0),
    .in_start(start), .c(column), .written(written), .read_buffer(store_buffer),
    .read_row(store_row), .read_group(store_group), .low(low), .high(high)
  );
  phi_reduction #(.PHI_A(5), .PHI_B(7)) dut (
    .clk(clk), .rst(rst), .clear(clear), .wipe(1'b0), .wipe_address(6'd0),
    .written(written), .released(released), .store_buffer(store_buffer),
    .store_row(store_row), .store_group(store_group), .low(low), .high(high),
    .write_e(in_valid && in_ready && in_data[159:158] == 2'd1), .address_e(in_data[96:88]), .data_e(in_data[87:0]),
    .products_done(products_done), .idle(idle), .out_valid(out_valid), .out_ready(out_ready), .out_last(out_last),
    .out_short(out_short), .out_data(group_data)
  );
endmodule
