// SPDX-License-Identifier: Apache-2.0
//
// Folds one limb's product modulo x^(11 A B) - 1, reduces it modulo Phi_AB(y), y = x^11, adds E: rows of eleven.
//
// With Phi = (1 - y^AB)(1 - y) / ((1 - y^A)(1 - y^B)) the quotient Q of the top rows T comes from the highest row
// down: Q = T (1 - y^A)(1 - y^B) / (1 - y), a running sum and two differences; and what Q takes from the kept rows from
// the lowest up: V = Q (1 - y) / ((1 - y^A)(1 - y^B)), a difference and two running sums. The same three adders serve
// both. result = C - V + E.
//
// Ports: clear before a command; written: a limb stands in the store; store_* read it (one cycle later); released: its
// buffer is free. write_e, address_e = {product, row}, data_e: eleven signed bytes. Rows leave as a stream, out_last
// with the last row of a limb; idle when nothing is under way. A row takes 3 cycles, a limb 3 A B + 40.
module phi_reduction #(
  parameter int PHI_A = 11,
  parameter int PHI_B = 23,
  parameter int BUFFERS = 4,
  parameter int ROW_BITS = $clog2(PHI_A * PHI_B),
  parameter int BUFFER_BITS = $clog2(BUFFERS)
) (
  input  logic                   clk,
  input  logic                   rst,
  input  logic                   clear,
  input  logic                   written,
  output logic                   released,
  output logic [BUFFER_BITS-1:0] store_buffer,
  output logic [ROW_BITS-1:0]    store_row,
  input  logic [296:0]           low,
  input  logic [296:0]           high,
  input  logic                   write_e,
  input  logic [ROW_BITS+2:0]    address_e,
  input  logic [87:0]            data_e,
  output logic [3:0]             products_done,
  output logic                   idle,
  output logic                   out_valid,
  input  logic                   out_ready,
  output logic                   out_last,
  output logic [296:0]           out_data
);
  localparam int ROWS = PHI_A * PHI_B;
  localparam int KEPT = (PHI_A - 1) * (PHI_B - 1);
  localparam int TOP = ROWS - KEPT;
  localparam int FOLDED = 2 * KEPT - ROWS;  // rows that have something above
  localparam int LANES = residue_pkg::LANES;
  localparam int PERIOD = 3;
  localparam int GAP = 16;  // cycles in which the pipeline runs empty
  localparam int STEPS = 13;
  localparam int A_BITS = $clog2(PHI_A);
  localparam int B_BITS = $clog2(PHI_B);

  typedef enum logic [2:0] {WAIT, DOWN, TURN, UP, FINISH} state_t;

  typedef struct packed {
    logic                valid;
    logic                top;
    logic                first;
    logic                folded;
    logic                has_q;
    logic                warm_a;
    logic                warm_b;
    logic                last;
    logic [A_BITS-1:0]   at_a;
    logic [B_BITS-1:0]   at_b;
    logic [ROW_BITS-1:0] row;  // of the store and of E, or of Q where top
  } step_t;

  state_t                 state;
  logic [4:0]             timer;
  logic [BUFFER_BITS:0]   waiting;
  logic [BUFFER_BITS-1:0] buffer;
  logic [2:0]             limb;
  logic [2:0]             product;
  logic [ROW_BITS-1:0]    row;
  logic                   issue;
  logic                   end_of_phase;
  logic [A_BITS-1:0]      at_a;
  logic [B_BITS-1:0]      at_b;
  logic                   warm_a;
  logic                   warm_b;
  logic                   first;
  step_t                  step_0;
  step_t                  steps[1:STEPS];
  logic [4:0]             level;
  logic                   fifo_ready;

  assign issue        = ((state == DOWN) || (state == UP)) && (timer == '0) && (level < 5'd8);
  assign end_of_phase = (state == DOWN) ? (row == ROW_BITS'(KEPT)) : (row == ROW_BITS'(KEPT - 1));
  assign store_row    = row;
  assign store_buffer = buffer;
  assign released     = (state == FINISH) && (timer == 5'd1);
  assign idle         = (state == WAIT) && (waiting == '0) && !out_valid;

  always_comb begin
    step_0        = '0;
    step_0.valid  = issue;
    step_0.top    = state == DOWN;
    step_0.first  = first;
    step_0.folded = row < ROW_BITS'(FOLDED);
    step_0.has_q  = row < ROW_BITS'(TOP);
    step_0.warm_a = warm_a;
    step_0.warm_b = warm_b;
    step_0.last   = (state == UP) && end_of_phase;
    step_0.at_a   = at_a;
    step_0.at_b   = at_b;
    step_0.row    = (state == DOWN) ? row - ROW_BITS'(KEPT) : row;
  end

  always_ff @(posedge clk) begin
    if (rst || clear) begin
      state         <= WAIT;
      timer         <= '0;
      waiting       <= '0;
      limb          <= '0;
      product       <= '0;
      products_done <= '0;
      row           <= '0;
      if (rst) buffer <= '0;
    end else begin
      waiting <= waiting + (BUFFER_BITS + 1)'(written) - (BUFFER_BITS + 1)'(released);
      if (timer != '0) timer <= timer - 1'b1;
      case (state)
        WAIT:
        if (waiting != '0) begin
          state <= DOWN;
          row   <= ROW_BITS'(ROWS - 1);
        end
        DOWN:
        if (issue) begin
          row   <= end_of_phase ? '0 : row - 1'b1;
          state <= end_of_phase ? TURN : DOWN;
          timer <= end_of_phase ? 5'(GAP) : 5'(PERIOD - 1);
        end
        TURN: if (timer == '0) state <= UP;
        UP:
        if (issue) begin
          row   <= row + 1'b1;
          state <= end_of_phase ? FINISH : UP;
          timer <= end_of_phase ? 5'(GAP) : 5'(PERIOD - 1);
        end
        FINISH:
        if (timer == 5'd1) begin
          state  <= WAIT;
          buffer <= buffer + 1'b1;
          if (limb == 3'(residue_pkg::LIMBS - 1)) begin
            limb          <= '0;
            product       <= product + 1'b1;
            products_done <= products_done + 1'b1;
          end else limb <= limb + 1'b1;
        end
        default: state <= WAIT;
      endcase
    end
  end

  // Where the rows of A and B steps ago stand, and whether they are there yet.
  always_ff @(posedge clk) begin
    if ((state == WAIT) || (state == TURN)) begin
      at_a   <= '0;
      at_b   <= '0;
      warm_a <= 1'b0;
      warm_b <= 1'b0;
      first  <= 1'b1;
    end else if (issue) begin
      at_a   <= (at_a == A_BITS'(PHI_A - 1)) ? '0 : at_a + 1'b1;
      at_b   <= (at_b == B_BITS'(PHI_B - 1)) ? '0 : at_b + 1'b1;
      warm_a <= warm_a || (at_a == A_BITS'(PHI_A - 1));
      warm_b <= warm_b || (at_b == B_BITS'(PHI_B - 1));
      first  <= 1'b0;
    end
  end

  always_ff @(posedge clk) begin
    steps[1] <= step_0;
    for (int s = 2; s <= STEPS; s = s + 1) steps[s] <= steps[s-1];
    if (rst || clear) for (int s = 1; s <= STEPS; s = s + 1) steps[s].valid <= 1'b0;
  end

  logic [296:0] high_masked;
  logic [296:0] folded_3;
  logic [296:0] q_3;
  logic [296:0] x_3;
  logic [296:0] x_held;
  logic [296:0] previous;
  logic [296:0] previous_masked;
  logic [296:0] s1_5;
  logic [296:0] s1_held;
  logic [296:0] far_a_5;
  logic [296:0] far_a_masked;
  logic [296:0] s2_7;
  logic [296:0] s2_held;
  logic [296:0] far_b_7;
  logic [296:0] far_b_masked;
  logic [296:0] s3_9;
  logic [296:0] folded_held;
  logic [296:0] folded_9;
  logic [296:0] kept_11;
  logic [87:0]  e_10;
  logic [296:0] e_11;
  logic [296:0] result_13;

  assign high_masked     = steps[1].folded ? high : '0;
  assign x_3             = steps[3].top ? folded_3 : (steps[3].has_q ? q_3 : '0);
  assign previous_masked = steps[3].first ? '0 : previous;
  assign far_a_masked    = steps[5].warm_a ? far_a_5 : '0;
  assign far_b_masked    = steps[7].warm_b ? far_b_7 : '0;

  // A step is 3 cycles: what one step leaves in these registers stands until the next one takes it.
  always_ff @(posedge clk) begin
    if (steps[3].valid) x_held <= x_3;
    if (steps[3].valid) folded_held <= folded_3;
    if (steps[5].valid) previous <= steps[5].top ? s1_5 : x_held;
    if (steps[5].valid) s1_held <= s1_5;
    if (steps[6].valid) folded_9 <= folded_held;
    if (steps[7].valid) s2_held <= s2_7;
  end

  generate
    for (genvar lane = 0; lane < LANES; lane = lane + 1) begin : lanes
      localparam int AT = 27 * lane;
      add_mod #(.SUBTRACT(1'b0)) fold (
        .clk(clk), .limb(limb), .a(low[AT+:27]), .b(high_masked[AT+:27]), .result(folded_3[AT+:27])
      );
      add_sub_mod near (
        .clk(clk), .limb(limb), .subtract(!steps[3].top), .a(x_3[AT+:27]), .b(previous_masked[AT+:27]),
        .result(s1_5[AT+:27])
      );
      add_sub_mod far_a (
        .clk(clk), .limb(limb), .subtract(steps[5].top), .a(s1_5[AT+:27]), .b(far_a_masked[AT+:27]),
        .result(s2_7[AT+:27])
      );
      add_sub_mod far_b (
        .clk(clk), .limb(limb), .subtract(steps[7].top), .a(s2_7[AT+:27]), .b(far_b_masked[AT+:27]),
        .result(s3_9[AT+:27])
      );
      add_mod #(.SUBTRACT(1'b1)) keep (
        .clk(clk), .limb(limb), .a(folded_9[AT+:27]), .b(s3_9[AT+:27]), .result(kept_11[AT+:27])
      );
      // A negative byte e stands for p + e.
      always_ff @(posedge clk) begin
        e_11[AT+:27] <= {{19{e_10[8*lane+7]}}, e_10[8*lane+:8]}
                        + (e_10[8*lane+7] ? residue_pkg::prime(limb) : 27'd0);
      end
      add_mod #(.SUBTRACT(1'b0)) add_e (
        .clk(clk), .limb(limb), .a(kept_11[AT+:27]), .b(e_11[AT+:27]), .result(result_13[AT+:27])
      );
    end
  endgenerate

  block_memory #(.WIDTH(297), .DEPTH(1 << A_BITS)) memory_a (
    .clk(clk), .write(steps[7].valid), .write_address(steps[7].at_a), .write_data(steps[7].top ? s1_held : s2_7),
    .read(1'b1), .read_address(steps[4].at_a), .read_data(far_a_5)
  );
  block_memory #(.WIDTH(297), .DEPTH(1 << B_BITS)) memory_b (
    .clk(clk), .write(steps[9].valid), .write_address(steps[9].at_b), .write_data(steps[9].top ? s2_held : s3_9),
    .read(1'b1), .read_address(steps[6].at_b), .read_data(far_b_7)
  );
  block_memory #(.WIDTH(297), .DEPTH(1 << $clog2(TOP))) memory_q (
    .clk(clk), .write(steps[9].valid && steps[9].top), .write_address(steps[9].row[$clog2(TOP)-1:0]),
    .write_data(s3_9), .read(1'b1), .read_address(steps[2].row[$clog2(TOP)-1:0]), .read_data(q_3)
  );
  block_memory #(.WIDTH(88), .DEPTH(8 << ROW_BITS)) memory_e (
    .clk(clk), .write(write_e), .write_address(address_e), .write_data(data_e),
    .read(1'b1), .read_address({product, steps[9].row}), .read_data(e_10)
  );

  fifo #(.WIDTH(298), .DEPTH(16)) rows (
    .clk(clk), .rst(rst || clear), .in_valid(steps[13].valid && !steps[13].top), .in_ready(fifo_ready),
    .in_data({steps[13].last, result_13}), .out_valid(out_valid), .out_ready(out_ready),
    .out_data({out_last, out_data}), .level(level)
  );

  logic unused;
  assign unused = fifo_ready;
endmodule
