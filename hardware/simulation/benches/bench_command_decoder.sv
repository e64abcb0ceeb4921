// SPDX-License-Identifier: Apache-2.0
//
// command_decoder at degree 264: what it writes, what it starts, what it says, each on a channel of its own (see
// Decoder in residue_vectors.py). A run takes some cycles. Ports: see stream_bench.cpp.
module bench_command_decoder #(
  parameter int WIDTH = 160
) (
  input  logic               clk,
  input  logic               rst,
  input  logic               in_valid,
  output logic               in_ready,
  input  logic [WIDTH-1:0]   in_data,
  output logic [2:0]         out_valid,
  input  logic [2:0]         out_ready,
  output logic [3*WIDTH-1:0] out_data
);
  logic        open;
  logic        word_ready;
  logic        write_key;
  logic        write_key_half;
  logic [10:0] write_key_address;
  logic        write_u;
  logic [6:0]  write_u_address;
  logic        write_e;
  logic [8:0]  write_e_address;
  logic        go;
  logic [1:0]  mask;
  logic [1:0]  last_message;
  logic [3:0]  products;
  logic [3:0]  left;
  logic [7:0]  status_code;
  logic [31:0] bursts_seen;
  logic [1:0]  queue_ready;
  logic [4:0]  writes_level;
  logic [2:0]  starts_level;
  logic [11:0] place;
  logic [1:0]  kind;
  logic        wipe;
  logic [9:0]  wipe_address;
  logic        is_write;
  logic [9:0]  wiped;
  logic        taken;
  logic        in_transfer;
  logic        secret;   // U or E were written, and no wipe came

  // What nobody can refuse goes into queues, and words come in while those have room.
  assign open     = writes_level < 5'd12 && starts_level == '0;
  assign in_ready = word_ready && open;

  command_decoder #(.LOG_BLOCK(7), .KEPT(24), .ROW_BITS(6)) dut (
    .clk(clk), .rst(rst), .in_valid(in_valid && open), .in_ready(word_ready), .in_last(in_data[128]),
    .in_data(in_data[127:0]), .write_key(write_key), .write_key_half(write_key_half),
    .write_key_address(write_key_address), .write_u(write_u), .write_u_address(write_u_address), .write_e(write_e),
    .write_e_address(write_e_address), .go(go), .mask(mask), .last_message(last_message), .products(products),
    .done(left == '0), .status_valid(out_valid[2]), .status_taken(out_valid[2] && out_ready[2]),
    .status_code(status_code), .bursts_seen(bursts_seen),
    .wipe(wipe), .wipe_address(wipe_address)
  );

  always_ff @(posedge clk) begin
    if (rst) left <= '0;
    else if (go) left <= products;
    else if (left != '0) left <= left - 1'b1;
  end

  assign kind  = write_key ? 2'd0 : write_u ? 2'd1 : 2'd2;
  assign place = write_key ? {write_key_half, write_key_address}
               : write_u ? {5'd0, write_u_address} : {3'd0, write_e_address};

  assign is_write = !wipe && (write_key || write_u || write_e);
  fifo #(.WIDTH(WIDTH), .DEPTH(16)) writes (
    .clk(clk), .rst(rst), .in_valid(is_write), .in_ready(queue_ready[0]),
    .in_data({32'd0, in_data[95:0], 10'd0, kind, place[11], 8'd0, place[10:0]}), .out_valid(out_valid[0]),
    .out_ready(out_ready[0]), .out_data(out_data[WIDTH-1:0]), .level(writes_level)
  );
  fifo #(.WIDTH(WIDTH), .DEPTH(4)) starts (
    .clk(clk), .rst(rst), .in_valid(go), .in_ready(queue_ready[1]),
    .in_data({152'd0, products, last_message, mask}), .out_valid(out_valid[1]), .out_ready(out_ready[1]),
    .out_data(out_data[WIDTH +: WIDTH]), .level(starts_level)
  );
  assign out_data[2*WIDTH +: WIDTH] = {120'd0, bursts_seen, status_code};

  // A wipe goes through all addresses of U and E in turn, and comes before the next header.
  assign taken = in_valid && in_ready;
  always @(posedge clk) begin
    in_transfer <= !rst && (taken ? !in_data[128] : in_transfer);
    secret <= rst || (is_write && !write_key) || (secret && !wipe);
    if (!rst && taken && !in_transfer && secret) $fatal(1, "a header is read before the wipe");
    wiped <= (wipe && !rst) ? wiped + 1'b1 : '0;
    if (!rst && wipe && (!write_u || !write_e || write_u_address != wiped[6:0] || write_e_address != wiped[8:0]
                         || wipe_address != wiped))
      $fatal(1, "a wipe leaves something out");
    if (!rst && !wipe && wiped != '0 && wiped != 10'd608) $fatal(1, "a wipe ends early");
  end

  always @(posedge clk) begin
    if (!rst && !wipe && 32'(write_key) + 32'(write_u) + 32'(write_e) > 1) $fatal(1, "a burst is written twice");
    if (!rst && queue_ready != '1) $fatal(1, "a queue of the bench is full");
  end
endmodule
