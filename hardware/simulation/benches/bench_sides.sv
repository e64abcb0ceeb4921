// SPDX-License-Identifier: Apache-2.0
//
// Packager and output buffer without the core: of each group of 1800 words the first 1595 come back as rows, the key's
// chunk for message 0, the binary coefficient for message 1. 128 bits and last in bit 128. Ports: see stream_bench.cpp.
module bench_sides #(
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
  logic         core_rst;
  logic         core_valid;
  logic [36:0]  core_data;
  logic         row_valid;
  logic [107:0] row_data;
  logic [12:0]  free;
  logic         status_valid;
  logic         status_ready;
  logic [7:0]   status_code;
  logic [31:0]  status_seen;
  logic [10:0]  count;

  assign out_data[WIDTH-1:129] = '0;

  packager #(
    .FREE(13)
  ) input_side (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_data[128]), .in_data(in_data[127:0]),
    .core_rst(core_rst), .core_valid(core_valid), .core_data(core_data), .row_done(row_valid), .free(free),
    .status_valid(status_valid), .status_ready(status_ready), .status_code(status_code), .status_seen(status_seen)
  );

  always_ff @(posedge clk) begin
    if (rst || core_rst) begin
      count     <= '0;
      row_valid <= 1'b0;
    end else begin
      row_valid <= core_valid && count < 11'd1595;
      if (core_valid) count <= count == 11'd1799 ? '0 : count + 1'b1;
    end
    row_data <= {54'd0, 17'd0, core_data[36:27], core_data[26:0]};
  end

  output_buffer #(
    .DEPTH(4096),
    .START(300)
  ) output_side (
    .clk(clk), .rst(rst), .row_valid(row_valid), .row_data(row_data), .free(free), .status_valid(status_valid),
    .status_ready(status_ready), .status_code(status_code), .status_seen(status_seen), .out_valid(out_valid),
    .out_ready(out_ready), .out_last(out_data[128]), .out_data(out_data[127:0])
  );
endmodule
