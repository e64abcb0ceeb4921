// SPDX-License-Identifier: Apache-2.0
//
// The accelerator in Icarus, unknown values and all: the same files as accelerator_driver.cpp, MODE bus or random.
// +mode_bus: a burst in two cycles both ways; otherwise stalls at random from +seed. Ends after +transfers.
`timescale 1ns / 1ps
module accelerator_bench;
  parameter int LOG_BLOCK = 10;
  parameter int PHI_A = 11;
  parameter int PHI_B = 23;

  logic         clk = 1'b0;
  logic         rst = 1'b1;
  logic         in_valid = 1'b0;
  logic         in_ready;
  logic         in_last = 1'b0;
  logic [127:0] in_data = '0;
  logic         out_valid;
  logic         out_ready = 1'b0;
  logic         out_last;
  logic [127:0] out_data;

  residue_accelerator #(.LOG_BLOCK(LOG_BLOCK), .PHI_A(PHI_A), .PHI_B(PHI_B)) unit (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_last), .in_data(in_data),
    .out_valid(out_valid), .out_ready(out_ready), .out_last(out_last), .out_data(out_data)
  );

  always #2 clk = !clk;

  integer       source;
  integer       sink;
  integer       cycle = 0;
  integer       in_cycle = 0;
  integer       out_cycle = 0;
  integer       transfers;
  integer       finished = 0;
  integer       seed;
  integer       got;
  bit           bus;
  bit           have = 1'b0;
  logic [127:0] next_data;
  integer       next_last;

  initial begin
    source = $fopen("in.txt", "r");
    sink   = $fopen("out.txt", "w");
    bus    = $test$plusargs("mode_bus") != 0;
    if ($value$plusargs("transfers=%d", transfers) == 0) transfers = 1;
    if ($value$plusargs("seed=%d", seed) == 0) seed = 1;
  end

  // Values change just after the edge, so that the edge itself sees the old ones.
  always @(posedge clk) begin
    if (!rst && out_valid && out_ready) begin
      $fdisplay(sink, "%032x %0d %0d", out_data, out_last, cycle);
      out_cycle = cycle;
      if (out_last === 1'b1) finished = finished + 1;
    end
    if (!rst && in_valid && in_ready) begin
      $fdisplay(sink, "in %0d", cycle);
      in_cycle = cycle;
      have     = 1'b0;
    end
    cycle = cycle + 1;
    if (!have) begin
      got  = $fscanf(source, "%h %d\n", next_data, next_last);
      have = got == 2;
      in_valid <= #1 1'b0;
      in_data  <= #1 'x;
      in_last  <= #1 1'bx;
    end
    if (have && (bus ? cycle >= in_cycle + 2 : ($random(seed) & 3) != 0)) begin
      in_valid <= #1 1'b1;
      in_data  <= #1 next_data;
      in_last  <= #1 next_last[0];
    end
    out_ready <= #1 bus ? cycle >= out_cycle + 2 : ($random(seed) & 3) != 0;
    rst       <= #1 cycle < 4;
    if (cycle - in_cycle > 20000 && cycle - out_cycle > 20000) $fatal(1, "nothing moves any more");
    if (finished == transfers) begin
      $fclose(sink);
      $finish;
    end
  end
endmodule
