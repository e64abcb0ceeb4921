// SPDX-License-Identifier: Apache-2.0
//
// A first-in first-out queue over a block memory whose read register is the output.
//
// Ports: in_* and out_* are streams of WIDTH-bit words; `level` counts the words inside, in [0, DEPTH + 1].
// DEPTH is a power of two. Latency 2 cycles, throughput 1 word a cycle. in_ready falls where the memory is full.
module fifo #(
  parameter int WIDTH = 128,
  parameter int DEPTH = 64,
  parameter int LEVEL = $clog2(DEPTH) + 1
) (
  input  logic             clk,
  input  logic             rst,
  input  logic             in_valid,
  output logic             in_ready,
  input  logic [WIDTH-1:0] in_data,
  output logic             out_valid,
  input  logic             out_ready,
  output logic [WIDTH-1:0] out_data,
  output logic [LEVEL-1:0] level
);
  localparam int ADDRESS = $clog2(DEPTH);

  // One bit more than an address, so that full and empty differ.
  logic [ADDRESS:0] write_count;
  logic [ADDRESS:0] read_count;
  logic [ADDRESS:0] stored;
  logic             write;
  logic             read;

  assign stored   = write_count - read_count;
  assign in_ready = !stored[ADDRESS];
  assign write    = in_valid && in_ready;
  assign read     = (stored != '0) && (!out_valid || out_ready);
  assign level    = LEVEL'(stored) + LEVEL'(out_valid);

  always_ff @(posedge clk) begin
    if (rst) begin
      write_count <= '0;
      read_count  <= '0;
      out_valid   <= 1'b0;
    end else begin
      if (write) write_count <= write_count + 1'b1;
      if (read) read_count <= read_count + 1'b1;
      if (read) out_valid <= 1'b1;
      else if (out_ready) out_valid <= 1'b0;
    end
  end

  block_memory #(
    .WIDTH(WIDTH),
    .DEPTH(DEPTH)
  ) memory (
    .clk          (clk),
    .write        (write),
    .write_address(write_count[ADDRESS-1:0]),
    .write_data   (in_data),
    .read         (read),
    .read_address (read_count[ADDRESS-1:0]),
    .read_data    (out_data)
  );
endmodule
