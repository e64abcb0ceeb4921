// SPDX-License-Identifier: Apache-2.0
//
// Nine sub-polynomials of 40 coefficients of a key and of four binary polynomials in, one product of 319 coefficients
// for each message out: three recursions before the multipliers, five behind.
//
// Ports: in_valid with a word (a chunk of the key and a binary coefficient, see pre_stage), any gaps; out_valid with a
// row of four chunks, 1595 rows without a gap for each nine sub-polynomials; nobody stalls. Throughput 1 word a cycle.
// Latency from the last word of nine: about 1000 cycles to the first row. unit_busy: integer multiplier units at work.
module karatsuba_core (
  input  logic                                                      clk,
  input  logic                                                      rst,
  input  logic                                                      in_valid,
  input  logic [karatsuba_pkg::WORD-1:0]                            in_data,
  output logic                                                      out_valid,
  output logic [karatsuba_pkg::ROW-1:0]                             out_data,
  output logic [karatsuba_pkg::MULTIPLIERS*karatsuba_pkg::LEAF-1:0] unit_busy
);
  localparam int WORD = karatsuba_pkg::WORD;
  localparam int ROW = karatsuba_pkg::ROW;
  localparam int LANES = karatsuba_pkg::LANES;
  localparam int MULTIPLIERS = karatsuba_pkg::MULTIPLIERS;
  localparam int LEAF = karatsuba_pkg::LEAF;

  // Lanes before and behind each stage: stage 1 makes 2 of 1, stage 2 makes 4 of 2, stage 3 makes 8 of 4.
  logic [14:0]        valids;
  logic [15*WORD-1:0] words;

  assign valids[0]       = in_valid;
  assign words[WORD-1:0] = in_data;

  for (genvar i = 0; i < 7; i++) begin : recursion
    // Lanes in the order of a heap: the children of lane i are 2 i + 1 (pass) and 2 i + 2 (sum).
    localparam int HALF = i == 0 ? 4 * LEAF : i < 3 ? 2 * LEAF : LEAF;
    pre_stage #(
      .HALF(HALF)
    ) stage (
      .clk       (clk),
      .rst       (rst),
      .in_valid  (valids[i]),
      .in_data   (words[i*WORD +: WORD]),
      .pass_valid(valids[2*i+1]),
      .pass_data (words[(2*i+1)*WORD +: WORD]),
      .sum_valid (valids[2*i+2]),
      .sum_data  (words[(2*i+2)*WORD +: WORD])
    );
  end

  logic [LANES-1:0]            queue_ready;
  logic [MULTIPLIERS-1:0]      factor_valid;
  logic [MULTIPLIERS*WORD-1:0] factor_data;
  logic [MULTIPLIERS*3-1:0]    factor_lane;

  pre_crossbar spread (
    .clk      (clk),
    .rst      (rst),
    .in_valid (valids[14:7]),
    .in_ready (queue_ready),
    .in_data  (words[15*WORD-1:7*WORD]),
    .out_valid(factor_valid),
    .out_data (factor_data),
    .out_lane (factor_lane)
  );

  logic [MULTIPLIERS-1:0]     low_valid;
  logic [MULTIPLIERS-1:0]     high_valid;
  logic [MULTIPLIERS*ROW-1:0] low_data;
  logic [MULTIPLIERS*ROW-1:0] high_data;
  logic [MULTIPLIERS*3-1:0]   low_lane;
  logic [MULTIPLIERS*3-1:0]   high_lane;

  for (genvar m = 0; m < MULTIPLIERS; m++) begin : multiplier
    polynomial_multiplier unit (
      .clk       (clk),
      .rst       (rst),
      .in_valid  (factor_valid[m]),
      .in_data   (factor_data[m*WORD +: WORD]),
      .in_lane   (factor_lane[3*m +: 3]),
      .low_valid (low_valid[m]),
      .low_data  (low_data[m*ROW +: ROW]),
      .low_lane  (low_lane[3*m +: 3]),
      .high_valid(high_valid[m]),
      .high_data (high_data[m*ROW +: ROW]),
      .high_lane (high_lane[3*m +: 3]),
      .unit_busy (unit_busy[m*LEAF +: LEAF])
    );
  end

  logic [LANES-1:0]     lower_valid;
  logic [LANES-1:0]     upper_valid;
  logic [LANES*ROW-1:0] lower_data;
  logic [LANES*ROW-1:0] upper_data;

  post_crossbar gather_low (
    .clk      (clk),
    .rst      (rst),
    .in_valid (low_valid),
    .in_data  (low_data),
    .in_lane  (low_lane),
    .out_valid(lower_valid),
    .out_data (lower_data)
  );

  post_crossbar gather_high (
    .clk      (clk),
    .rst      (rst),
    .in_valid (high_valid),
    .in_data  (high_data),
    .in_lane  (high_lane),
    .out_valid(upper_valid),
    .out_data (upper_data)
  );

  // Behind stage s there are 4, 2, 1 pairs of lanes; pair p of the next stage takes pairs 2 p (x) and 2 p + 1 (y).
  logic [3:0]       low_valid_1;
  logic [3:0]       high_valid_1;
  logic [4*ROW-1:0] low_data_1;
  logic [4*ROW-1:0] high_data_1;
  logic [15:0]      ready_1;

  for (genvar p = 0; p < 4; p++) begin : first
    post_stage #(
      .HALF (LEAF),
      .BANKS(4)
    ) stage (
      .clk       (clk),
      .rst       (rst),
      .in_valid  ({upper_valid[2*p+1], lower_valid[2*p+1], upper_valid[2*p], lower_valid[2*p]}),
      .in_ready  (ready_1[4*p +: 4]),
      .in_data   ({upper_data[(2*p+1)*ROW +: ROW], lower_data[(2*p+1)*ROW +: ROW],
                   upper_data[2*p*ROW +: ROW], lower_data[2*p*ROW +: ROW]}),
      .low_valid (low_valid_1[p]),
      .low_data  (low_data_1[p*ROW +: ROW]),
      .high_valid(high_valid_1[p]),
      .high_data (high_data_1[p*ROW +: ROW])
    );
  end

  logic [1:0]       low_valid_2;
  logic [1:0]       high_valid_2;
  logic [2*ROW-1:0] low_data_2;
  logic [2*ROW-1:0] high_data_2;
  logic [7:0]       ready_2;

  for (genvar p = 0; p < 2; p++) begin : second
    post_stage #(
      .HALF (2 * LEAF),
      .BANKS(4)
    ) stage (
      .clk       (clk),
      .rst       (rst),
      .in_valid  ({high_valid_1[2*p+1], low_valid_1[2*p+1], high_valid_1[2*p], low_valid_1[2*p]}),
      .in_ready  (ready_2[4*p +: 4]),
      .in_data   ({high_data_1[(2*p+1)*ROW +: ROW], low_data_1[(2*p+1)*ROW +: ROW],
                   high_data_1[2*p*ROW +: ROW], low_data_1[2*p*ROW +: ROW]}),
      .low_valid (low_valid_2[p]),
      .low_data  (low_data_2[p*ROW +: ROW]),
      .high_valid(high_valid_2[p]),
      .high_data (high_data_2[p*ROW +: ROW])
    );
  end

  logic           low_valid_3;
  logic           high_valid_3;
  logic [ROW-1:0] low_data_3;
  logic [ROW-1:0] high_data_3;
  logic [3:0]     ready_3;

  post_stage #(
    .HALF (4 * LEAF),
    .BANKS(4)
  ) third (
    .clk       (clk),
    .rst       (rst),
    .in_valid  ({high_valid_2[1], low_valid_2[1], high_valid_2[0], low_valid_2[0]}),
    .in_ready  (ready_3),
    .in_data   ({high_data_2[ROW +: ROW], low_data_2[ROW +: ROW], high_data_2[0 +: ROW], low_data_2[0 +: ROW]}),
    .low_valid (low_valid_3),
    .low_data  (low_data_3),
    .high_valid(high_valid_3),
    .high_data (high_data_3)
  );

  // From here on the three products of a recursion come one after another.
  logic           low_valid_4;
  logic           high_valid_4;
  logic [ROW-1:0] low_data_4;
  logic [ROW-1:0] high_data_4;
  logic [3:0]     ready_4;
  logic [1:0]     ready_5;

  post_stage #(
    .HALF  (8 * LEAF),
    .BANKS (2),
    .SERIAL(1'b1)
  ) fourth (
    .clk       (clk),
    .rst       (rst),
    .in_valid  ({2'b00, high_valid_3, low_valid_3}),
    .in_ready  (ready_4),
    .in_data   ({{2 * ROW{1'b0}}, high_data_3, low_data_3}),
    .low_valid (low_valid_4),
    .low_data  (low_data_4),
    .high_valid(high_valid_4),
    .high_data (high_data_4)
  );

  post_final #(
    .HALF (16 * LEAF),
    .BANKS(2)
  ) fifth (
    .clk      (clk),
    .rst      (rst),
    .in_valid ({high_valid_4, low_valid_4}),
    .in_ready (ready_5),
    .in_data  ({high_data_4, low_data_4}),
    .out_valid(out_valid),
    .out_data (out_data)
  );

  // Room is there by the schedule; simulation checks it where the queues and stores are.
  logic unused;
  assign unused = ^{queue_ready, ready_1, ready_2, ready_3, ready_4, ready_5};
endmodule
