// SPDX-License-Identifier: Apache-2.0
//
// Gathers the three products of a recursion, of L, H and L + H, each as low half (HALF coefficients) and high half
// (HALF - 1), and reads them side by side, once in every phase.
//
// Ports: lanes x and y, each low and high, rows of four messages. x brings L and H in turn and y brings L + H; with
// SERIAL, x brings all three in turn and y is not used. Nobody stalls; *_ready says that there is room.
// As soon as all are there, WORDS = 5 HALF cycles a phase follow without a gap: row_valid, row_phase, row_first (slot
// 0), row_top (last coefficient, where the high halves, already zero here, have none), and the six rows.
// Latency 2 cycles from the last row; sets follow each other at once.
// With PHASES = 4 (and SERIAL) the last phase leaves out its last coefficient, and the first phase, which needs the low
// half of L only, runs while the products of L + H arrive.
module product_store #(
  parameter int HALF = 5,
  parameter int BANKS = 4,
  parameter bit SERIAL = 1'b0,
  parameter int PHASES = 2
) (
  input  logic                          clk,
  input  logic                          rst,
  input  logic [3:0]                    in_valid,  // x low, x high, y low, y high
  output logic [3:0]                    in_ready,
  input  logic [4*karatsuba_pkg::ROW-1:0] in_data,
  output logic                          row_valid,
  output logic [1:0]                    row_phase,
  output logic                          row_first,
  output logic                          row_top,
  output logic [karatsuba_pkg::ROW-1:0] low_l,
  output logic [karatsuba_pkg::ROW-1:0] low_h,
  output logic [karatsuba_pkg::ROW-1:0] low_s,
  output logic [karatsuba_pkg::ROW-1:0] high_l,
  output logic [karatsuba_pkg::ROW-1:0] high_h,
  output logic [karatsuba_pkg::ROW-1:0] high_s
);
  localparam int ROW = karatsuba_pkg::ROW;
  localparam int SLOTS = karatsuba_pkg::SLOTS;
  localparam int WORDS = HALF * SLOTS;
  localparam int WORD_BITS = $clog2(WORDS);
  localparam int BANK_BITS = $clog2(BANKS);
  localparam int SETS = BANK_BITS + 1;
  localparam int ADDRESS = BANK_BITS + WORD_BITS;
  localparam logic [1:0] LAST_PHASE = 2'(PHASES - 1);

  logic [7:0]           parts;
  logic [4*ADDRESS-1:0] places;
  logic [4*SETS-1:0]    sets;
  logic                 release_set;

  for (genvar lane = 0; lane < 4; lane++) begin : writer
    if (lane >= 2 && SERIAL) begin : idle
      // It never has to be waited for.
      assign in_ready[lane]                  = 1'b0;
      assign parts[2*lane +: 2]              = 2'd0;
      assign places[lane*ADDRESS +: ADDRESS] = '0;
      assign sets[lane*SETS +: SETS]         = '1;
    end else begin : used
      product_writer #(
        .WORDS  (lane % 2 == 0 ? WORDS : WORDS - SLOTS),
        .PARTS  (lane >= 2 ? 1 : SERIAL ? 3 : 2),
        .BANKS  (BANKS),
        .ADDRESS(WORD_BITS)
      ) place (
        .clk        (clk),
        .rst        (rst),
        .in_valid   (in_valid[lane]),
        .in_ready   (in_ready[lane]),
        .part       (parts[2*lane +: 2]),
        .bank       (places[lane*ADDRESS + WORD_BITS +: BANK_BITS]),
        .word       (places[lane*ADDRESS +: WORD_BITS]),
        .sets       (sets[lane*SETS +: SETS]),
        .release_set(release_set)
      );
`ifdef SIMULATION
      always @(posedge clk) begin
        if (!rst && in_valid[lane] && !in_ready[lane]) $fatal(1, "product_store %0d: lane %0d overflows", HALF, lane);
      end
`endif
    end
  end

  // The reader. At its last row the set that it gives back does not count any more.
  logic                 busy;
  logic [1:0]           phase;
  logic [BANK_BITS-1:0] bank;
  logic [WORD_BITS-1:0] word;
  logic [2:0]           slot;
  logic                 last_word;
  logic                 waiting;
  logic                 complete;
  logic                 hold;

  assign last_word   = word == WORD_BITS'(PHASES == 4 && phase == LAST_PHASE ? WORDS - SLOTS - 1 : WORDS - 1);
  assign release_set = busy && last_word && phase == LAST_PHASE;

  // Sets of all lanes, not counting the one that is given back.
  always_comb begin
    complete = 1'b1;
    waiting  = 1'b1;
    for (int lane = 0; lane < 4; lane++) begin
      if (sets[lane*SETS +: SETS] <= SETS'(release_set)) begin
        complete = 1'b0;
        if (PHASES == 2 || sets[lane*SETS +: SETS] != SETS'(release_set) || parts[2*lane +: 2] != 2'd2
            || places[lane*ADDRESS +: WORD_BITS] == '0) waiting = 1'b0;
      end
    end
  end

  assign hold = PHASES == 4 && phase == '0 && last_word && !complete;

  always_ff @(posedge clk) begin
    if (rst) begin
      busy  <= 1'b0;
      phase <= '0;
      bank  <= '0;
      word  <= '0;
      slot  <= '0;
    end else if (!busy || release_set) begin
      busy  <= waiting;
      phase <= '0;
      word  <= '0;
      slot  <= '0;
      if (release_set) bank <= bank + 1'b1;
    end else if (!hold) begin
      word <= last_word ? '0 : word + 1'b1;
      slot <= slot == 3'(SLOTS - 1) ? '0 : slot + 1'b1;
      if (last_word) phase <= phase + 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    row_valid <= busy && !hold && !rst;
    row_phase <= phase;
    row_first <= slot == '0;
    row_top   <= word >= WORD_BITS'(WORDS - SLOTS);
  end

  // Memories in the order low L, H, S, high L, H, S.
  logic [6*ROW-1:0] rows;

  for (genvar m = 0; m < 6; m++) begin : memory
    localparam int PART = m % 3;
    localparam int LANE = (PART == 2 && !SERIAL ? 2 : 0) + m / 3;
    localparam logic [1:0] WANTED = 2'(PART == 2 && !SERIAL ? 0 : PART);
    block_memory #(
      .WIDTH(ROW),
      .DEPTH(1 << ADDRESS)
    ) rows_of_part (
      .clk          (clk),
      .write        (in_valid[LANE] && parts[2*LANE +: 2] == WANTED),
      .write_address(places[LANE*ADDRESS +: ADDRESS]),
      .write_data   (in_data[LANE*ROW +: ROW]),
      .read         (busy),
      .read_address ({bank, word}),
      .read_data    (rows[m*ROW +: ROW])
    );
  end

  assign low_l  = rows[0 +: ROW];
  assign low_h  = rows[ROW +: ROW];
  assign low_s  = rows[2*ROW +: ROW];
  assign high_l = row_top ? '0 : rows[3*ROW +: ROW];
  assign high_h = row_top ? '0 : rows[4*ROW +: ROW];
  assign high_s = row_top ? '0 : rows[5*ROW +: ROW];

  if (SERIAL) begin : no_second_lane
    logic unused;
    assign unused = ^{in_valid[3:2], in_data[4*ROW-1:2*ROW], parts[7:4], places[4*ADDRESS-1:2*ADDRESS]};
  end else begin : second_lane
    logic unused;
    assign unused = ^parts[7:4];
  end
endmodule
