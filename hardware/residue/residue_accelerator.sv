// SPDX-License-Identifier: Apache-2.0
//
// Products P U + E modulo five primes of 27 bits and Phi_AB(x^11), keys resident; degree 11 (A - 1)(B - 1).
//
// Ports: streams of 128 bits. A transfer in is a header and its data (command_decoder); a transfer out is, for each
// message, key of the mask and prime, the limb's coefficients of 27 bits without gaps, padded to a burst, and then a
// status burst with `last`: [15:0] magic, [23:16] code, [63:32] data bursts seen. A malformed transfer gives the status
// alone. One limb takes 2^LOG_BLOCK cycles. After reset and behind each product's status the memories of secrets are
// wiped before the next header is read.
module residue_accelerator #(
  parameter int LOG_BLOCK = 10,
  parameter int PHI_A = 11,
  parameter int PHI_B = 23
) (
  input  logic         clk,
  input  logic         rst,
  input  logic         in_valid,
  output logic         in_ready,
  input  logic         in_last,
  input  logic [127:0] in_data,
  output logic         out_valid,
  input  logic         out_ready,
  output logic         out_last,
  output logic [127:0] out_data
);
  localparam int BUFFERS = 4;
  localparam int ROWS = PHI_A * PHI_B;
  localparam int KEPT = (PHI_A - 1) * (PHI_B - 1);
  localparam int ROW_BITS = $clog2(ROWS);

  logic                 word_valid;
  logic                 word_ready;
  logic                 word_last;
  logic [127:0]         word;
  logic                 write_key;
  logic                 write_key_half;
  logic [LOG_BLOCK+3:0] write_key_address;
  logic                 write_u;
  logic [6:0]           write_u_address;
  logic                 write_e;
  logic [ROW_BITS+2:0]  write_e_address;
  logic                 go;
  logic [1:0]           mask;
  logic [1:0]           last_message;
  logic [3:0]           products;
  logic [3:0]           products_done;
  logic                 done;
  logic                 status_valid;
  logic                 status_taken;
  logic [7:0]           status_code;
  logic [31:0]          bursts_seen;
  logic                 start;
  logic [3:0]           tag;
  logic [1:0]           message;
  logic                 column_start;
  logic [149:0]         c;
  logic                 written;
  logic                 released;
  logic [1:0]           store_buffer;
  logic [ROW_BITS-1:0]  store_row;
  logic [1:0]           store_group;
  logic [119:0]         low;
  logic [119:0]         high;
  logic                 reduction_idle;
  logic                 group_valid;
  logic                 group_ready;
  logic                 group_last;
  logic                 group_short;
  logic [107:0]         group_data;
  logic                 packer_busy;
  logic                 packed_valid;
  logic [127:0]         packed_data;
  logic [5:0]           level;
  logic                 room;
  logic                 burst_ready;
  logic                 wipe;
  logic [LOG_BLOCK+2:0] wipe_address;
  logic [119:0]         secret_word;

  skid_buffer #(.WIDTH(128)) entry (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_last(in_last), .in_data(in_data),
    .out_valid(word_valid), .out_ready(word_ready), .out_last(word_last), .out_data(word)
  );

  command_decoder #(.LOG_BLOCK(LOG_BLOCK), .KEPT(KEPT), .ROW_BITS(ROW_BITS)) decoder (
    .clk(clk), .rst(rst), .in_valid(word_valid), .in_ready(word_ready), .in_last(word_last), .in_data(word),
    .write_key(write_key), .write_key_half(write_key_half), .write_key_address(write_key_address),
    .write_u(write_u), .write_u_address(write_u_address), .write_e(write_e), .write_e_address(write_e_address),
    .go(go), .mask(mask), .last_message(last_message), .products(products), .done(done),
    .status_valid(status_valid), .status_taken(status_taken), .status_code(status_code), .bursts_seen(bursts_seen),
    .wipe(wipe), .wipe_address(wipe_address)
  );
  assign secret_word = word[119:0] & {120{!wipe}};

  sequencer #(.LOG_BLOCK(LOG_BLOCK), .BUFFERS(BUFFERS)) frames (
    .clk(clk), .rst(rst), .go(go), .last_message(last_message), .mask(mask), .released(released),
    .start(start), .tag(tag), .message(message)
  );

  residue_core #(.LOG_BLOCK(LOG_BLOCK)) core (
    .clk(clk), .rst(rst), .write_u(write_u), .write_u_address(write_u_address), .write_u_data(secret_word),
    .write_key(write_key), .write_key_half(write_key_half), .write_key_address(write_key_address),
    .write_key_data({word[90:64], word[58:32], word[26:0]}), .start(start), .tag(tag), .message(message),
    .out_start(column_start), .c(c)
  );

  folding_store #(.LOG_BLOCK(LOG_BLOCK), .ROWS(ROWS), .KEPT(KEPT), .BUFFERS(BUFFERS)) store (
    .clk(clk), .rst(rst), .wipe(wipe), .wipe_address(wipe_address), .in_start(column_start), .c(c), .written(written),
    .read_buffer(store_buffer), .read_row(store_row), .read_group(store_group), .low(low), .high(high)
  );

  phi_reduction #(.PHI_A(PHI_A), .PHI_B(PHI_B), .BUFFERS(BUFFERS)) reduction (
    .clk(clk), .rst(rst), .clear(go), .wipe(wipe), .wipe_address(wipe_address[ROW_BITS-1:0]), .written(written),
    .released(released), .store_buffer(store_buffer),
    .store_row(store_row), .store_group(store_group), .low(low), .high(high), .write_e(write_e),
    .address_e(write_e_address), .data_e(secret_word[87:0]), .products_done(products_done), .idle(reduction_idle),
    .out_valid(group_valid), .out_ready(group_ready), .out_last(group_last), .out_short(group_short),
    .out_data(group_data)
  );

  row_packer packer (
    .clk(clk), .rst(rst), .in_valid(group_valid), .in_ready(group_ready), .in_last(group_last),
    .in_short(group_short), .in_data(group_data),
    .room(room), .busy(packer_busy), .out_valid(packed_valid), .out_data(packed_data)
  );

  assign room         = level < 6'd20;
  assign done         = (products_done == products) && reduction_idle && !packer_busy && !packed_valid;
  assign status_taken = status_valid && burst_ready;

  fifo #(.WIDTH(129), .DEPTH(32)) bursts (
    .clk(clk), .rst(rst), .in_valid(packed_valid || status_valid), .in_ready(burst_ready),
    .in_data(status_valid ? {1'b1, 64'd0, bursts_seen, 8'd0, status_code, residue_pkg::MAGIC} : {1'b0, packed_data}),
    .out_valid(out_valid), .out_ready(out_ready), .out_data({out_last, out_data}), .level(level)
  );

`ifdef SIMULATION
  always @(posedge clk) begin
    if (!rst && packed_valid && !burst_ready) $fatal(1, "residue_accelerator: the burst queue overflows");
    if (!rst && packed_valid && status_valid) $fatal(1, "residue_accelerator: a status comes with a burst");
  end
`endif
endmodule
