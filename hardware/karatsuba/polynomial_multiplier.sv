// SPDX-License-Identifier: Apache-2.0
//
// The product of two polynomials of five coefficients, for four messages that share one factor: unit i multiplies
// coefficient i of the binary polynomials by the key's coefficients, which reach it 5 i cycles late, so that in every
// slot the five units hold the terms of one coefficient of the product.
//
// Ports: 25 words without a gap for a polynomial, any gap between two; in_lane is passed on. Coefficients 0 to 4 of the
// product come out at low_*, 25 rows without a gap, 5 to 8 at high_*, 20 rows that follow at once; rows hold four
// messages. While a product is high, the next may be low. Latency 12 cycles, throughput one product in 25 cycles.
// unit_busy[i] says that the four multipliers of unit i have a factor to work on.
module polynomial_multiplier (
  input  logic                           clk,
  input  logic                           rst,
  input  logic                           in_valid,
  input  logic [karatsuba_pkg::WORD-1:0] in_data,
  input  logic [2:0]                     in_lane,
  output logic                           low_valid,
  output logic [karatsuba_pkg::ROW-1:0]  low_data,
  output logic [2:0]                     low_lane,
  output logic                           high_valid,
  output logic [karatsuba_pkg::ROW-1:0]  high_data,
  output logic [2:0]                     high_lane,
  output logic [karatsuba_pkg::LEAF-1:0] unit_busy
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;
  localparam int SMALL = karatsuba_pkg::SMALL;
  localparam int SLOTS = karatsuba_pkg::SLOTS;
  localparam int LEAF = karatsuba_pkg::LEAF;
  localparam int MESSAGES = karatsuba_pkg::MESSAGES;
  localparam int ROW = karatsuba_pkg::ROW;
  localparam int DELAY = LEAF * SLOTS;
  localparam int SLOT_TAG = 3 + 3 + 1;  // lane, coefficient, first slot
  localparam int TAIL = 6;              // cycles of a unit and of the sums behind it

  logic [2:0]                slot;
  logic [2:0]                index;
  logic [MESSAGES*SMALL-1:0] gathered;
  logic [DELAY-1:0]          valids;
  logic [SLOT_TAG-1:0]       tags[0:DELAY-1];
  logic [CHUNK-1:0]          chunks[0:DELAY-1];

  // Slots 0 to 3 bring the factors of four messages; in slot 4 they are all there.
  always_ff @(posedge clk) begin
    if (rst) begin
      slot  <= '0;
      index <= '0;
    end else if (in_valid) begin
      slot <= (slot == 3'(SLOTS - 1)) ? '0 : slot + 1'b1;
      if (slot == 3'(SLOTS - 1)) index <= (index == 3'(LEAF - 1)) ? '0 : index + 1'b1;
    end
    if (in_valid) begin
      for (int j = 0; j < MESSAGES; j++) begin
        if (slot == 3'(j)) gathered[j*SMALL +: SMALL] <= in_data[CHUNK +: SMALL];
      end
    end
  end

  // The key's chunks on their way along the units; unit i listens at the end of slot 5 (i + 1).
  always_ff @(posedge clk) begin
    if (rst) valids <= '0;
    else valids <= {valids[DELAY-2:0], in_valid};
    tags[0]   <= {in_lane, index, slot == '0};
    chunks[0] <= in_data[CHUNK-1:0];
    for (int i = 1; i < DELAY; i++) begin
      tags[i]   <= tags[i-1];
      chunks[i] <= chunks[i-1];
    end
  end

  logic [LEAF-1:0]     low;
  logic [LEAF-1:0]     high;
  logic [LEAF-1:0]     low_terms;
  logic [LEAF-1:0]     high_terms;
  logic [LEAF*ROW-1:0] rows;

  for (genvar i = 0; i < LEAF; i++) begin : unit
    localparam int AT = SLOTS * (i + 1) - 1;
    logic [MESSAGES*SMALL-1:0] factors;
    logic [2:0]                position;
    logic [1:0]                low_delay;
    logic [1:0]                high_delay;

    always_ff @(posedge clk) begin
      if (in_valid && slot == 3'(SLOTS - 1) && index == 3'(i)) factors <= gathered;
    end

    // Term a_i b_position belongs to coefficient i + position of the product.
    assign position = tags[AT][3:1];
    assign low[i]   = valids[AT] && position < 3'(LEAF - i);
    assign high[i]  = valids[AT] && position >= 3'(LEAF - i);

    integer_multiplier multiplier (
      .clk     (clk),
      .in_valid(valids[AT]),
      .in_first(tags[AT][0]),
      .in_chunk(chunks[AT]),
      .in_small(factors),
      .out_row (rows[i*ROW +: ROW])
    );

    always_ff @(posedge clk) begin
      if (rst) begin
        low_delay     <= '0;
        high_delay    <= '0;
        low_terms[i]  <= 1'b0;
        high_terms[i] <= 1'b0;
      end else begin
        {low_terms[i], low_delay}   <= {low_delay, low[i]};
        {high_terms[i], high_delay} <= {high_delay, high[i]};
      end
    end

    assign unit_busy[i] = valids[AT];
  end

  // Valid and tag of the first unit lead the low lane, those of the last the high lane.
  logic [TAIL-1:0] low_valids;
  logic [TAIL-1:0] high_valids;
  logic [3:0]      low_tags[0:TAIL-1];
  logic [3:0]      high_tags[0:TAIL-1];

  always_ff @(posedge clk) begin
    if (rst) begin
      low_valids  <= '0;
      high_valids <= '0;
    end else begin
      low_valids  <= {low_valids[TAIL-2:0], low[0]};
      high_valids <= {high_valids[TAIL-2:0], high[LEAF-1]};
    end
    low_tags[0]  <= {tags[SLOTS-1][SLOT_TAG-1 -: 3], tags[SLOTS-1][0]};
    high_tags[0] <= {tags[DELAY-1][SLOT_TAG-1 -: 3], tags[DELAY-1][0]};
    for (int t = 1; t < TAIL; t++) begin
      low_tags[t]  <= low_tags[t-1];
      high_tags[t] <= high_tags[t-1];
    end
  end

  for (genvar j = 0; j < MESSAGES; j++) begin : message
    logic [LEAF*CHUNK-1:0] low_chunks;
    logic [LEAF*CHUNK-1:0] high_chunks;
    always_comb begin
      for (int i = 0; i < LEAF; i++) begin
        low_chunks[i*CHUNK +: CHUNK]  = low_terms[i] ? rows[i*ROW + j*CHUNK +: CHUNK] : '0;
        high_chunks[i*CHUNK +: CHUNK] = high_terms[i] ? rows[i*ROW + j*CHUNK +: CHUNK] : '0;
      end
    end
    chunk_summer low_sum (
      .clk      (clk),
      .in_valid (low_valids[2]),
      .in_first (low_tags[2][0]),
      .in_chunks(low_chunks),
      .out      (low_data[j*CHUNK +: CHUNK])
    );
    chunk_summer high_sum (
      .clk      (clk),
      .in_valid (high_valids[2]),
      .in_first (high_tags[2][0]),
      .in_chunks(high_chunks),
      .out      (high_data[j*CHUNK +: CHUNK])
    );
  end

  assign low_valid  = low_valids[TAIL-1];
  assign high_valid = high_valids[TAIL-1];
  assign low_lane   = low_tags[TAIL-1][3:1];
  assign high_lane  = high_tags[TAIL-1][3:1];
endmodule
