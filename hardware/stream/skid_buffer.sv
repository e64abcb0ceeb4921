// SPDX-License-Identifier: Apache-2.0
//
// A register slice of a stream: out_valid, out_data and in_ready come from registers, so no path runs through it.
//
// Ports: in_* and out_* are streams (valid, ready, last, data); a word passes where valid and ready are both high.
// Latency 1 cycle, throughput 1 word a cycle; it holds at most two words.
module skid_buffer #(
  parameter int WIDTH = 128
) (
  input  logic             clk,
  input  logic             rst,
  input  logic             in_valid,
  output logic             in_ready,
  input  logic             in_last,
  input  logic [WIDTH-1:0] in_data,
  output logic             out_valid,
  input  logic             out_ready,
  output logic             out_last,
  output logic [WIDTH-1:0] out_data
);
  logic             spare_valid;
  logic             spare_last;
  logic [WIDTH-1:0] spare_data;

  assign in_ready = !spare_valid;

  always_ff @(posedge clk) begin
    if (rst) begin
      out_valid   <= 1'b0;
      spare_valid <= 1'b0;
    end else if (!out_valid || out_ready) begin
      out_valid   <= spare_valid || in_valid;
      spare_valid <= 1'b0;
    end else if (in_valid && in_ready) begin
      spare_valid <= 1'b1;
    end
  end

  // The spare word is taken only where the register in front of it is held up.
  always_ff @(posedge clk) begin
    if (!out_valid || out_ready) begin
      out_last <= spare_valid ? spare_last : in_last;
      out_data <= spare_valid ? spare_data : in_data;
    end
    if (in_ready) begin
      spare_last <= in_last;
      spare_data <= in_data;
    end
  end
endmodule
