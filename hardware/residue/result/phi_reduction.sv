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
  logic                   warm_a_now;
  logic                   warm_b_now;
  logic                   first_now;
  // What goes with a row, by its age in cycles.
  logic [STEPS:0]         valid;
  logic [STEPS:0]         top;
  logic [STEPS:0]         first;
  logic [STEPS:0]         folded;
  logic [STEPS:0]         has_q;
  logic [STEPS:0]         warm_a;
  logic [STEPS:0]         warm_b;
  logic [STEPS:0]         last;
  logic [A_BITS-1:0]      at_a_4;
  logic [A_BITS-1:0]      at_a_7;
  logic [B_BITS-1:0]      at_b_6;
  logic [B_BITS-1:0]      at_b_9;
  logic [ROW_BITS-1:0]    row_now;  // of the store and of E, or of Q where top
  logic [ROW_BITS-1:0]    row_2;
  logic [ROW_BITS-1:0]    row_9;
  logic [STEPS-1:0]       valid_old;
  logic [STEPS-1:0]       top_old;
  logic [STEPS-1:0]       first_old;
  logic [STEPS-1:0]       folded_old;
  logic [STEPS-1:0]       has_q_old;
  logic [STEPS-1:0]       warm_a_old;
  logic [STEPS-1:0]       warm_b_old;
  logic [STEPS-1:0]       last_old;
  logic [4:0]             level;
  logic                   fifo_ready;

  assign issue        = ((state == DOWN) || (state == UP)) && (timer == '0) && (level < 5'd8);
  assign end_of_phase = (state == DOWN) ? (row == ROW_BITS'(KEPT)) : (row == ROW_BITS'(KEPT - 1));
  assign store_row    = row;
  assign store_buffer = buffer;
  assign released     = (state == FINISH) && (timer == 5'd1);
  assign idle         = (state == WAIT) && (waiting == '0) && !out_valid;

  assign row_now = (state == DOWN) ? row - ROW_BITS'(KEPT) : row;
  assign valid   = {valid_old, issue};
  assign top     = {top_old, state == DOWN};
  assign first   = {first_old, first_now};
  assign folded  = {folded_old, row < ROW_BITS'(FOLDED)};
  assign has_q   = {has_q_old, row < ROW_BITS'(TOP)};
  assign warm_a  = {warm_a_old, warm_a_now};
  assign warm_b  = {warm_b_old, warm_b_now};
  assign last    = {last_old, (state == UP) && end_of_phase};

  always_ff @(posedge clk) begin
    valid_old  <= (rst || clear) ? '0 : valid[STEPS-1:0];
    top_old    <= top[STEPS-1:0];
    first_old  <= first[STEPS-1:0];
    folded_old <= folded[STEPS-1:0];
    has_q_old  <= has_q[STEPS-1:0];
    warm_a_old <= warm_a[STEPS-1:0];
    warm_b_old <= warm_b[STEPS-1:0];
    last_old   <= last[STEPS-1:0];
  end

  register_delay #(.WIDTH(A_BITS), .DEPTH(4)) wait_at_a_4 (.clk(clk), .in_data(at_a), .out_data(at_a_4));
  register_delay #(.WIDTH(A_BITS), .DEPTH(3)) wait_at_a_7 (.clk(clk), .in_data(at_a_4), .out_data(at_a_7));
  register_delay #(.WIDTH(B_BITS), .DEPTH(6)) wait_at_b_6 (.clk(clk), .in_data(at_b), .out_data(at_b_6));
  register_delay #(.WIDTH(B_BITS), .DEPTH(3)) wait_at_b_9 (.clk(clk), .in_data(at_b_6), .out_data(at_b_9));
  register_delay #(.WIDTH(ROW_BITS), .DEPTH(2)) wait_row_2 (.clk(clk), .in_data(row_now), .out_data(row_2));
  register_delay #(.WIDTH(ROW_BITS), .DEPTH(7)) wait_row_9 (.clk(clk), .in_data(row_2), .out_data(row_9));

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
      warm_a_now <= 1'b0;
      warm_b_now <= 1'b0;
      first_now  <= 1'b1;
    end else if (issue) begin
      at_a   <= (at_a == A_BITS'(PHI_A - 1)) ? '0 : at_a + 1'b1;
      at_b   <= (at_b == B_BITS'(PHI_B - 1)) ? '0 : at_b + 1'b1;
      warm_a_now <= warm_a_now || (at_a == A_BITS'(PHI_A - 1));
      warm_b_now <= warm_b_now || (at_b == B_BITS'(PHI_B - 1));
      first_now  <= 1'b0;
    end
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

  assign high_masked     = folded[1] ? high : '0;
  assign x_3             = top[3] ? folded_3 : (has_q[3] ? q_3 : '0);
  assign previous_masked = first[3] ? '0 : previous;
  assign far_a_masked    = warm_a[5] ? far_a_5 : '0;
  assign far_b_masked    = warm_b[7] ? far_b_7 : '0;

  // A step is 3 cycles: what one step leaves in these registers stands until the next one takes it.
  always_ff @(posedge clk) begin
    if (valid[3]) x_held <= x_3;
    if (valid[3]) folded_held <= folded_3;
    if (valid[5]) previous <= top[5] ? s1_5 : x_held;
    if (valid[5]) s1_held <= s1_5;
    if (valid[6]) folded_9 <= folded_held;
    if (valid[7]) s2_held <= s2_7;
  end

  generate
    for (genvar lane = 0; lane < LANES; lane = lane + 1) begin : lanes
      localparam int AT = 27 * lane;
      add_mod #(.SUBTRACT(1'b0)) fold (
        .clk(clk), .limb(limb), .a(low[AT+:27]), .b(high_masked[AT+:27]), .result(folded_3[AT+:27])
      );
      add_sub_mod near (
        .clk(clk), .limb(limb), .subtract(!top[3]), .a(x_3[AT+:27]), .b(previous_masked[AT+:27]),
        .result(s1_5[AT+:27])
      );
      add_sub_mod far_a (
        .clk(clk), .limb(limb), .subtract(top[5]), .a(s1_5[AT+:27]), .b(far_a_masked[AT+:27]),
        .result(s2_7[AT+:27])
      );
      add_sub_mod far_b (
        .clk(clk), .limb(limb), .subtract(top[7]), .a(s2_7[AT+:27]), .b(far_b_masked[AT+:27]),
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
    .clk(clk), .write(valid[7]), .write_address(at_a_7), .write_data(top[7] ? s1_held : s2_7),
    .read(1'b1), .read_address(at_a_4), .read_data(far_a_5)
  );
  block_memory #(.WIDTH(297), .DEPTH(1 << B_BITS)) memory_b (
    .clk(clk), .write(valid[9]), .write_address(at_b_9), .write_data(top[9] ? s2_held : s3_9),
    .read(1'b1), .read_address(at_b_6), .read_data(far_b_7)
  );
  block_memory #(.WIDTH(297), .DEPTH(1 << $clog2(TOP))) memory_q (
    .clk(clk), .write(valid[9] && top[9]), .write_address(row_9[$clog2(TOP)-1:0]),
    .write_data(s3_9), .read(1'b1), .read_address(row_2[$clog2(TOP)-1:0]), .read_data(q_3)
  );
  block_memory #(.WIDTH(88), .DEPTH(8 << ROW_BITS)) memory_e (
    .clk(clk), .write(write_e), .write_address(address_e), .write_data(data_e),
    .read(1'b1), .read_address({product, row_9}), .read_data(e_10)
  );

  fifo #(.WIDTH(298), .DEPTH(16)) rows (
    .clk(clk), .rst(rst || clear), .in_valid(valid[13] && !top[13]), .in_ready(fifo_ready),
    .in_data({last[13], result_13}), .out_valid(out_valid), .out_ready(out_ready),
    .out_data({out_last, out_data}), .level(level)
  );

  logic unused;
  assign unused = fifo_ready ^ first[STEPS] ^ folded[STEPS] ^ has_q[STEPS] ^ warm_a[STEPS] ^ warm_b[STEPS];
endmodule
