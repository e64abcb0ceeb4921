// SPDX-License-Identifier: Apache-2.0
//
// The accelerator behind two streams of 128-bit bursts; README.md has their format.
//
// Ports: in_* and out_* (valid, ready, last, data); unit_busy: the integer multiplier units at work in this cycle, of
// four multipliers each. At full rate a transfer takes 200 cycles a sub-polynomial and about 2600 at the end.
module karatsuba_accelerator #(
  parameter int DEPTH = 65536,
  parameter int START = 14848
) (
  input  logic                                                      clk,
  input  logic                                                      rst,
  input  logic                                                      in_valid,
  output logic                                                      in_ready,
  input  logic                                                      in_last,
  input  logic [127:0]                                              in_data,
  output logic                                                      out_valid,
  input  logic                                                      out_ready,
  output logic                                                      out_last,
  output logic [127:0]                                              out_data,
  output logic [karatsuba_pkg::MULTIPLIERS*karatsuba_pkg::LEAF-1:0] unit_busy
);
  localparam int FREE = $clog2(DEPTH) + 1;

  logic                           slice_valid;
  logic                           slice_ready;
  logic                           slice_last;
  logic [127:0]                   slice_data;
  logic                           core_rst;
  logic                           core_valid;
  logic [karatsuba_pkg::WORD-1:0] core_data;
  logic                           row_valid;
  logic [karatsuba_pkg::ROW-1:0]  row_data;
  logic [FREE-1:0]                free;
  logic                           status_valid;
  logic                           status_ready;
  logic [7:0]                     status_code;
  logic [31:0]                    status_seen;

  skid_buffer #(
    .WIDTH(128)
  ) slice (
    .clk      (clk),
    .rst      (rst),
    .in_valid (in_valid),
    .in_ready (in_ready),
    .in_last  (in_last),
    .in_data  (in_data),
    .out_valid(slice_valid),
    .out_ready(slice_ready),
    .out_last (slice_last),
    .out_data (slice_data)
  );

  packager #(
    .FREE(FREE)
  ) input_side (
    .clk         (clk),
    .rst         (rst),
    .in_valid    (slice_valid),
    .in_ready    (slice_ready),
    .in_last     (slice_last),
    .in_data     (slice_data),
    .core_rst    (core_rst),
    .core_valid  (core_valid),
    .core_data   (core_data),
    .row_done    (row_valid),
    .free        (free),
    .status_valid(status_valid),
    .status_ready(status_ready),
    .status_code (status_code),
    .status_seen (status_seen)
  );

  karatsuba_core core (
    .clk      (clk),
    .rst      (rst || core_rst),
    .in_valid (core_valid),
    .in_data  (core_data),
    .out_valid(row_valid),
    .out_data (row_data),
    .unit_busy(unit_busy)
  );

  output_buffer #(
    .DEPTH(DEPTH),
    .START(START)
  ) output_side (
    .clk         (clk),
    .rst         (rst),
    .row_valid   (row_valid),
    .row_data    (row_data),
    .free        (free),
    .status_valid(status_valid),
    .status_ready(status_ready),
    .status_code (status_code),
    .status_seen (status_seen),
    .out_valid   (out_valid),
    .out_ready   (out_ready),
    .out_last    (out_last),
    .out_data    (out_data)
  );
endmodule
