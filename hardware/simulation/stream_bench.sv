// SPDX-License-Identifier: Apache-2.0
//
// The bench of stream_bench.cpp for Icarus: four-valued, so an X in any word that is handed over, or in a valid or
// ready, is a failure. Plusargs: +folder=, +seed=, +stalls=0|1|2; with +cells a word that nobody offers is known, since
// the models of cells make X of any X, also where it does not matter. The macro BENCH is the wrapper; INPUTS and
// OUTPUTS count its channels.
`timescale 1ns / 1ps
module stream_bench;
  localparam int WIDTH = 160;
  localparam int MOST = 1 << 18;

  logic                     clk = 1'b0;
  logic                     rst = 1'b1;
  logic [`INPUTS-1:0]       in_valid = '0;
  logic [`INPUTS-1:0]       in_ready;
  logic [`INPUTS*WIDTH-1:0] in_data;
  logic [`OUTPUTS-1:0]       out_valid;
  logic [`OUTPUTS-1:0]       out_ready = '0;
  logic [`OUTPUTS*WIDTH-1:0] out_data;
  reg [`INPUTS-1:0]          in_done = '0;
  reg [`OUTPUTS-1:0]         out_done = '0;
  integer                    seed;
  integer                    stalls;
  integer                    quiet = 0;
  integer                    idle = 0;
  reg [8*256-1:0]            folder;
  reg [WIDTH-1:0]            idle_word = 'x;

  `BENCH dut (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data),
    .out_valid(out_valid), .out_ready(out_ready), .out_data(out_data)
  );

  initial begin
    if (!$value$plusargs("folder=%s", folder) || !$value$plusargs("seed=%d", seed)
        || !$value$plusargs("stalls=%d", stalls)) $fatal(1, "plusargs");
    if ($test$plusargs("cells")) idle_word = {5{32'h9E3779B9}};
    repeat (4) #5 clk = ~clk;
    rst = 1'b0;
    forever #5 clk = ~clk;
  end

  always @(posedge clk) begin
    if (!rst && (^in_ready === 1'bx || ^out_valid === 1'bx)) $fatal(1, "X in ready or valid");
    quiet <= (&in_done && &out_done) ? quiet + 1 : 0;
    idle <= (in_valid & in_ready) != '0 || (out_valid & out_ready) != '0 ? 0 : idle + 1;
    if (idle == 20000) $fatal(1, "nothing moves any more");
    if (quiet == 1000) begin
      $display("ok");
      $finish;
    end
  end

  for (genvar i = 0; i < `INPUTS; i++) begin : source
    reg [8*300-1:0]   name;
    reg [WIDTH-1:0]   word;
    integer           file;
    integer           random;
    initial begin
      #1 in_data[i*WIDTH +: WIDTH] = idle_word;
      $sformat(name, "%0s/in%0d.hex", folder, i);
      random = seed * 64 + i;
      file   = $fopen(name, "r");
      while ($fscanf(file, "%h", word) == 1) begin
        while (rst || (stalls != 0 && $urandom(random) % 4 <= (seed + i) % 3)) @(negedge clk);
        in_valid[i] = 1'b1;
        in_data[i*WIDTH +: WIDTH] = word;
        #4;
        while (!in_ready[i]) begin
          @(negedge clk);
          #4;
        end
        @(negedge clk);
        in_valid[i] = 1'b0;
        in_data[i*WIDTH +: WIDTH] = idle_word;
      end
      in_done[i] = 1'b1;
    end
  end

  for (genvar i = 0; i < `OUTPUTS; i++) begin : sink
    reg [8*300-1:0] name;
    reg [WIDTH-1:0] word;
    integer         file;
    integer         random;
    integer         count;
    initial begin
      #1 $sformat(name, "%0s/out%0d.hex", folder, i);
      random = seed * 64 + 32 + i;
      count  = 0;
      file   = $fopen(name, "r");
      while ($fscanf(file, "%h", word) == 1) begin
        out_ready[i] = 1'b0;
        while (rst || (stalls == 1 && $urandom(random) % 4 <= (seed + i + 1) % 3)) @(negedge clk);
        out_ready[i] = 1'b1;
        #4;
        while (out_valid[i] !== 1'b1) begin
          @(negedge clk);
          #4;
        end
        if (out_data[i*WIDTH +: WIDTH] !== word) begin
          $display("channel %0d word %0d: %h instead of %h", i, count, out_data[i*WIDTH +: WIDTH], word);
          $fatal(1, "a word is wrong");
        end
        count = count + 1;
        @(negedge clk);
      end
      out_done[i] = 1'b1;
      forever begin
        #4 if (!rst && out_valid[i] !== 1'b0) $fatal(1, "a word too many");
        @(negedge clk);
      end
    end
  end
endmodule
