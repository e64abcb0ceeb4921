// SPDX-License-Identifier: Apache-2.0
//
// After a wipe nothing is left of U and E inside bench_residue: neither in their memories nor in what was made of them.
  logic was_wipe = 1'b0;
  int   wipes = 0;

  // Every word of a memory. Behind the product with a key that never came, words are unknown in Icarus (!=).
  `define ZEROS(place, count) \
    for (int i = 0; i < count; i++) if (place[i] !== '0) $fatal(1, "a memory keeps a secret");
  `define ZEROS_OF_KEYS(place, count) \
    for (int i = 0; i < count; i++) if (place[i] != '0) $fatal(1, "a delay keeps a secret");

  always @(posedge clk) begin
    was_wipe <= dut.wipe && !rst;
    if (was_wipe && !dut.wipe && !rst) begin
      wipes <= wipes + 1;
      `ZEROS(dut.core.source.memory.words, 128)
      `ZEROS(dut.reduction.memory_a.words, dut.reduction.memory_a.DEPTH)
      `ZEROS(dut.reduction.memory_b.words, dut.reduction.memory_b.DEPTH)
      `ZEROS(dut.reduction.memory_q.words, dut.reduction.memory_q.DEPTH)
      `ZEROS(dut.reduction.memory_e.words, dut.reduction.memory_e.DEPTH)
      if ({dut.core.bits_0, dut.core.bits_1, dut.core.leaves_0, dut.core.leaves_1} !== '0) $fatal(1, "leaves of U");
      if ({dut.core.products_0, dut.core.products_1, dut.core.values_0, dut.core.values_1, dut.c} != '0)
        $fatal(1, "values of P U");
      if ({dut.low, dut.high, dut.reduction.ring_1, dut.reduction.ring_2, dut.reduction.previous_3} !== '0)
        $fatal(1, "sums of P U");
    end
  end

  for (genvar block = 0; block < 5; block++) begin : w_block
    for (genvar bank = 0; bank < 4; bank++) begin : w_bank
      always @(posedge clk) if (was_wipe && !dut.wipe && !rst) begin
        `ZEROS(dut.store.blocks[block].block.banks[bank].memory.words,
               dut.store.blocks[block].block.banks[bank].memory.DEPTH)
      end
    end
  end

  // Delays between levels, forward from level 4 and back: memories from 16 words on, else registers.
  for (genvar level = 1; level <= `LOG_BLOCK; level++) begin : w_level
    always @(posedge clk) if (was_wipe && !dut.wipe && !rst) begin
      if (dut.core.back.levels[level].next_0 != '0 || dut.core.back.levels[level].next_1 != '0)
        $fatal(1, "a level back keeps a secret");
    end
    if (level >= 4) begin : w_ahead
      always @(posedge clk) if (was_wipe && !dut.wipe && !rst) begin
        if (dut.core.ahead.levels[level].lane_0 !== '0 || dut.core.ahead.levels[level].lane_1 !== '0)
          $fatal(1, "a level ahead keeps a secret");
      end
      if (`LOG_BLOCK - level >= 4) begin : w_long
        always @(posedge clk) if (was_wipe && !dut.wipe && !rst) begin
          `ZEROS(dut.core.ahead.levels[level].from_level.reorder.lines.long.memory.words, (1 << `LOG_BLOCK - level))
        end
      end
    end
    if (`LOG_BLOCK - level >= 4) begin : w_back
      always @(posedge clk) if (was_wipe && !dut.wipe && !rst) begin
        `ZEROS_OF_KEYS(dut.core.back.levels[level].reorder.lines.long.memory.words, (1 << `LOG_BLOCK - level))
      end
    end
  end
