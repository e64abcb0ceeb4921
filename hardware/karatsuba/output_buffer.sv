// SPDX-License-Identifier: Apache-2.0
//
// The output side: keeps rows until START of them are there, or the status is, then sends them without a pause (at
// full input rate), and the status burst with `last` behind them.
//
// Ports: row_valid and row_data are never refused; `free` says for how many rows there is room. status_*: see packager.
// out_*: bursts, message j's chunk at bits 32 j. DEPTH is a power of two, START at most DEPTH - 3190.
module output_buffer #(
  parameter int DEPTH = 65536,
  parameter int START = 14848,
  parameter int FREE = $clog2(DEPTH) + 1
) (
  input  logic                          clk,
  input  logic                          rst,
  input  logic                          row_valid,
  input  logic [karatsuba_pkg::ROW-1:0] row_data,
  output logic [FREE-1:0]               free,
  input  logic                          status_valid,
  output logic                          status_ready,
  input  logic [7:0]                    status_code,
  input  logic [31:0]                   status_seen,
  output logic                          out_valid,
  input  logic                          out_ready,
  output logic                          out_last,
  output logic [127:0]                  out_data
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;
  localparam int ROW = karatsuba_pkg::ROW;

  logic            queue_ready;
  logic            waiting;
  logic            take;
  logic            sending;
  logic            send_status;
  logic [ROW-1:0]  row;
  logic [FREE-1:0] level;

  fifo #(
    .WIDTH(ROW),
    .DEPTH(DEPTH)
  ) queue (
    .clk      (clk),
    .rst      (rst),
    .in_valid (row_valid),
    .in_ready (queue_ready),
    .in_data  (row_data),
    .out_valid(waiting),
    .out_ready(take),
    .out_data (row),
    .level    (level)
  );

  // The queue's level may be one above DEPTH; what is counted as free is then too little by the word in the register.
  assign free        = level > FREE'(DEPTH) ? '0 : FREE'(DEPTH) - level;
  assign send_status = status_valid && level == '0;

  always_ff @(posedge clk) begin
    if (rst) sending <= 1'b0;
    else if (status_ready) sending <= 1'b0;
    else if (status_valid || level >= FREE'(START)) sending <= 1'b1;
  end

  logic         slice_ready;
  logic [127:0] burst;

  always_comb begin
    burst = '0;
    if (send_status) begin
      burst[15:0]  = karatsuba_pkg::MAGIC;
      burst[23:16] = status_code;
      burst[63:32] = status_seen;
    end else begin
      for (int j = 0; j < karatsuba_pkg::MESSAGES; j++) burst[32*j +: CHUNK] = row[j*CHUNK +: CHUNK];
    end
  end

  assign take         = sending && slice_ready && !send_status;
  assign status_ready = sending && slice_ready && send_status;

  skid_buffer #(
    .WIDTH(128)
  ) slice (
    .clk      (clk),
    .rst      (rst),
    .in_valid (sending && (waiting || send_status)),
    .in_ready (slice_ready),
    .in_last  (send_status),
    .in_data  (burst),
    .out_valid(out_valid),
    .out_ready(out_ready),
    .out_last (out_last),
    .out_data (out_data)
  );

`ifdef SIMULATION
  always @(posedge clk) begin
    if (!rst && row_valid && !queue_ready) $fatal(1, "output_buffer: overflow");
  end
`else
  logic unused;
  assign unused = queue_ready;
`endif

`ifdef FORMAL
  `include "output_buffer_properties.svh"
`endif
endmodule
