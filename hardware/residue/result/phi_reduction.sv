// SPDX-License-Identifier: Apache-2.0
//
// Folds one limb's product modulo x^(11 A B) - 1, reduces it modulo Phi_AB(y), y = x^11, adds E. A row has eleven lanes
// and takes three cycles: groups of four, four and three lanes.
//
// With Phi = (1 - y^AB)(1 - y) / ((1 - y^A)(1 - y^B)) the quotient Q of the top rows T comes from the highest row
// down: Q = T (1 - y^A)(1 - y^B) / (1 - y), a running sum and two differences; and what Q takes from the kept rows from
// the lowest up: V = Q (1 - y) / ((1 - y^A)(1 - y^B)), a difference and two running sums. The same three adders serve
// both. result = C - V + E.
//
// Ports: clear before a command; written: a limb stands in the store; store_* read it (one cycle later); released: its
// buffer is free. write_e, address_e = {product, row}, data_e: eleven signed bytes. Groups leave as a stream of
// canonical words, out_short where a group has three, out_last with the last of a limb; idle when nothing is under way.
// wipe, while it is idle: zeros go to the running sums and to wipe_address of the memories of sums, modulo their sizes.
// A limb takes 3 A B + 40 cycles.
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
  input  logic                   wipe,
  input  logic [ROW_BITS-1:0]    wipe_address,
  input  logic                   written,
  output logic                   released,
  output logic [BUFFER_BITS-1:0] store_buffer,
  output logic [ROW_BITS-1:0]    store_row,
  output logic [1:0]             store_group,
  input  logic [119:0]           low,
  input  logic [119:0]           high,
  input  logic                   write_e,
  input  logic [ROW_BITS+2:0]    address_e,
  input  logic [87:0]            data_e,
  output logic [3:0]             products_done,
  output logic                   idle,
  output logic                   out_valid,
  input  logic                   out_ready,
  output logic                   out_last,
  output logic                   out_short,
  output logic [107:0]           out_data
);
  localparam int ROWS = PHI_A * PHI_B;
  localparam int KEPT = (PHI_A - 1) * (PHI_B - 1);
  localparam int TOP = ROWS - KEPT;
  localparam int GROUP = residue_pkg::GROUP;
  localparam int WORDS = 27 * GROUP;
  localparam int GAP = 16;  // cycles in which the pipeline runs empty
  localparam int STEPS = 13;
  localparam int QUEUE = 128;  // groups for the bus while the next limb's quotient is made
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
  logic [1:0]             group;
  logic                   may_begin;
  logic                   going;
  logic                   issue;
  logic                   row_done;
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
  logic [STEPS:0]         has_q;
  logic [STEPS:0]         warm_a;
  logic [STEPS:0]         warm_b;
  logic [STEPS:0]         last;
  logic [STEPS:0]         short;
  logic [A_BITS+1:0]      at_a_4;
  logic [A_BITS+1:0]      at_a_7;
  logic [B_BITS+1:0]      at_b_6;
  logic [B_BITS+1:0]      at_b_9;
  logic [ROW_BITS-1:0]    row_now;  // of the store and of E, or of Q where top
  logic [ROW_BITS+1:0]    row_2;
  logic [ROW_BITS+1:0]    row_9;
  logic [1:0]             group_10;
  logic [STEPS-1:0]       valid_old;
  logic [STEPS-1:0]       top_old;
  logic [STEPS-1:0]       first_old;
  logic [STEPS-1:0]       has_q_old;
  logic [STEPS-1:0]       warm_a_old;
  logic [STEPS-1:0]       warm_b_old;
  logic [STEPS-1:0]       last_old;
  logic [STEPS-1:0]       short_old;
  logic [7:0]             level;
  logic                   fifo_ready;

  // Every row begins with group 0, so that a group meets what the one three cycles before it left.
  assign may_begin    = ((state == DOWN) || (state == UP)) && (timer == '0) && (level < 8'(QUEUE - 16));
  assign issue        = (group == '0) ? may_begin : going;
  assign row_done     = issue && (group == 2'd2);
  assign end_of_phase = (state == DOWN) ? (row == ROW_BITS'(KEPT)) : (row == ROW_BITS'(KEPT - 1));
  assign store_row    = row;
  assign store_group  = group;
  assign store_buffer = buffer;
  assign released     = (state == FINISH) && (timer == 5'd1);
  assign idle         = (state == WAIT) && (waiting == '0) && !out_valid;

  assign row_now = (state == DOWN) ? row - ROW_BITS'(KEPT) : row;
  assign valid   = {valid_old, issue};
  assign top     = {top_old, state == DOWN};
  assign first   = {first_old, first_now};
  assign has_q   = {has_q_old, row < ROW_BITS'(TOP)};
  assign warm_a  = {warm_a_old, warm_a_now};
  assign warm_b  = {warm_b_old, warm_b_now};
  assign last    = {last_old, (state == UP) && end_of_phase && (group == 2'd2)};
  assign short   = {short_old, group == 2'd2};

  always_ff @(posedge clk) begin
    valid_old  <= (rst || clear) ? '0 : valid[STEPS-1:0];
    top_old    <= top[STEPS-1:0];
    first_old  <= first[STEPS-1:0];
    has_q_old  <= has_q[STEPS-1:0];
    warm_a_old <= warm_a[STEPS-1:0];
    warm_b_old <= warm_b[STEPS-1:0];
    last_old   <= last[STEPS-1:0];
    short_old  <= short[STEPS-1:0];
    going      <= issue;
    group      <= (rst || (group == 2'd2)) ? '0 : group + 1'b1;
  end

  register_delay #(.WIDTH(A_BITS + 2), .DEPTH(4)) wait_at_a_4 (
    .clk(clk), .in_data({at_a, group}), .out_data(at_a_4)
  );
  register_delay #(.WIDTH(A_BITS + 2), .DEPTH(3)) wait_at_a_7 (.clk(clk), .in_data(at_a_4), .out_data(at_a_7));
  register_delay #(.WIDTH(B_BITS + 2), .DEPTH(6)) wait_at_b_6 (
    .clk(clk), .in_data({at_b, group}), .out_data(at_b_6)
  );
  register_delay #(.WIDTH(B_BITS + 2), .DEPTH(3)) wait_at_b_9 (.clk(clk), .in_data(at_b_6), .out_data(at_b_9));
  register_delay #(.WIDTH(ROW_BITS + 2), .DEPTH(2)) wait_row_2 (
    .clk(clk), .in_data({row_now, group}), .out_data(row_2)
  );
  register_delay #(.WIDTH(ROW_BITS + 2), .DEPTH(7)) wait_row_9 (.clk(clk), .in_data(row_2), .out_data(row_9));

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
        if (row_done) begin
          row   <= end_of_phase ? '0 : row - 1'b1;
          state <= end_of_phase ? TURN : DOWN;
          if (end_of_phase) timer <= 5'(GAP);
        end
        TURN: if (timer == '0) state <= UP;
        UP:
        if (row_done) begin
          row   <= row + 1'b1;
          state <= end_of_phase ? FINISH : UP;
          if (end_of_phase) timer <= 5'(GAP);
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
    end else if (row_done) begin
      at_a   <= (at_a == A_BITS'(PHI_A - 1)) ? '0 : at_a + 1'b1;
      at_b   <= (at_b == B_BITS'(PHI_B - 1)) ? '0 : at_b + 1'b1;
      warm_a_now <= warm_a_now || (at_a == A_BITS'(PHI_A - 1));
      warm_b_now <= warm_b_now || (at_b == B_BITS'(PHI_B - 1));
      first_now  <= 1'b0;
    end
  end

  logic [WORDS-1:0] q_3;
  logic [WORDS-1:0] x_3;
  logic [WORDS-1:0] x_5;
  logic [WORDS-1:0] previous_3;
  logic [WORDS-1:0] previous_5;
  logic [WORDS-1:0] ring_1;
  logic [WORDS-1:0] ring_2;
  logic [WORDS-1:0] s1_5;
  logic [WORDS-1:0] s1_7;
  logic [WORDS-1:0] far_a_5;
  logic [WORDS-1:0] s2_7;
  logic [WORDS-1:0] s2_9;
  logic [WORDS-1:0] far_b_7;
  logic [WORDS-1:0] s3_9;
  logic [87:0]      e_10;
  logic [31:0]      e_group_10;
  logic [WORDS-1:0] result_13;

  generate
    for (genvar lane = 0; lane < GROUP; lane = lane + 1) begin : lanes
      phi_lane arithmetic (
        .clk(clk), .limb(limb), .low(low[30*lane+:30]), .high(high[30*lane+:30]),
        .top_3(top[3]), .first_3(first[3]), .has_q_3(has_q[3]), .q_3(q_3[27*lane+:27]),
        .previous_3(previous_3[27*lane+:27]), .top_5(top[5]), .warm_5(warm_a[5]), .far_a_5(far_a_5[27*lane+:27]),
        .top_7(top[7]), .warm_7(warm_b[7]), .far_b_7(far_b_7[27*lane+:27]), .e_10(e_group_10[8*lane+:8]),
        .x_3(x_3[27*lane+:27]), .s1_5(s1_5[27*lane+:27]), .s2_7(s2_7[27*lane+:27]), .s3_9(s3_9[27*lane+:27]),
        .result_13(result_13[27*lane+:27])
      );
    end
  endgenerate

  register_delay #(.WIDTH(WORDS), .DEPTH(2)) wait_x (.clk(clk), .in_data(x_3), .out_data(x_5));
  register_delay #(.WIDTH(WORDS), .DEPTH(2)) wait_s1 (.clk(clk), .in_data(s1_5), .out_data(s1_7));
  register_delay #(.WIDTH(WORDS), .DEPTH(2)) wait_s2 (.clk(clk), .in_data(s2_7), .out_data(s2_9));

  // What a group leaves for its next row: a ring of three, which also turns where no row comes.
  assign previous_5 = !valid[5] ? ring_2 & {WORDS{!wipe}} : top[5] ? s1_5 : x_5;
  always_ff @(posedge clk) begin
    previous_3 <= previous_5;
    ring_1     <= previous_3;
    ring_2     <= ring_1;
  end

  always_comb begin
    case (group_10)
      2'd0: e_group_10 = e_10[31:0];
      2'd1: e_group_10 = e_10[63:32];
      default: e_group_10 = {8'd0, e_10[87:64]};
    endcase
  end
  always_ff @(posedge clk) group_10 <= row_9[1:0];

  block_memory #(.WIDTH(WORDS), .DEPTH(4 << A_BITS)) memory_a (
    .clk(clk), .write(valid[7] || wipe), .write_address(wipe ? (A_BITS + 2)'(wipe_address) : at_a_7),
    .write_data((top[7] ? s1_7 : s2_7) & {WORDS{!wipe}}),
    .read(1'b1), .read_address(at_a_4), .read_data(far_a_5)
  );
  block_memory #(.WIDTH(WORDS), .DEPTH(4 << B_BITS)) memory_b (
    .clk(clk), .write(valid[9] || wipe), .write_address(wipe ? (B_BITS + 2)'(wipe_address) : at_b_9),
    .write_data((top[9] ? s2_9 : s3_9) & {WORDS{!wipe}}),
    .read(1'b1), .read_address(at_b_6), .read_data(far_b_7)
  );
  block_memory #(.WIDTH(WORDS), .DEPTH(4 << $clog2(TOP))) memory_q (
    .clk(clk), .write((valid[9] && top[9]) || wipe),
    .write_address(wipe ? ($clog2(TOP) + 2)'(wipe_address) : row_9[$clog2(TOP)+1:0]),
    .write_data(s3_9 & {WORDS{!wipe}}), .read(1'b1), .read_address(row_2[$clog2(TOP)+1:0]), .read_data(q_3)
  );
  block_memory #(.WIDTH(88), .DEPTH(8 << ROW_BITS)) memory_e (
    .clk(clk), .write(write_e), .write_address(address_e), .write_data(data_e),
    .read(1'b1), .read_address({product, row_9[ROW_BITS+1:2]}), .read_data(e_10)
  );

  fifo #(.WIDTH(WORDS + 2), .DEPTH(QUEUE)) groups (
    .clk(clk), .rst(rst || clear), .in_valid(valid[13] && !top[13]), .in_ready(fifo_ready),
    .in_data({last[13], short[13], result_13}), .out_valid(out_valid), .out_ready(out_ready),
    .out_data({out_last, out_short, out_data}), .level(level)
  );

  logic unused;
  assign unused = first[STEPS] ^ has_q[STEPS] ^ warm_a[STEPS] ^ warm_b[STEPS];

`ifdef SIMULATION
  always @(posedge clk) begin
    if (!rst && !clear && valid[13] && !top[13] && !fifo_ready) $fatal(1, "phi_reduction: the queue overflows");
    if (!rst && clear && !idle) $fatal(1, "phi_reduction: a command begins before the end of another");
    if (!rst && !clear && written && waiting == (BUFFER_BITS + 1)'(BUFFERS)) begin
      $fatal(1, "phi_reduction: a limb too many");
    end
  end
`else
  logic unused_ready;
  assign unused_ready = fifo_ready;
`endif

`ifdef FORMAL
  `include "phi_reduction_properties.svh"
`endif
endmodule
