// SPDX-License-Identifier: Apache-2.0
//
// From frames of signed residues to a stream of canonical ones. Fails where a word's magnitude is above MOST.
// Ports: begin_frame when a frame begins that will come out here; may_begin while there is room for another one;
// in_start, in_tag, in_data: WORDS words of WIDTH bits a cycle; stream out_*: WORDS words of 27 bits.
module frame_sink #(
  parameter int WORDS = 3,
  parameter int WIDTH = 30,
  parameter int MOST = 1 << 29,
  parameter int LOG_BLOCK = 7
) (
  input  logic                   clk,
  input  logic                   rst,
  input  logic                   begin_frame,
  output logic                   may_begin,
  input  logic                   in_start,
  input  logic [3:0]             in_tag,
  input  logic [WORDS*WIDTH-1:0] in_data,
  output logic                   out_valid,
  input  logic                   out_ready,
  output logic [WORDS*27-1:0]    out_data
);
  localparam int BLOCK = 1 << LOG_BLOCK;

  logic [LOG_BLOCK-1:0] place;
  logic [2:0]           held_limb;
  logic [2:0]           limb;
  logic                 valid;
  logic                 ready;
  logic [WORDS*27-1:0]  words;
  logic [15:0]          owed;  // words of begun frames that have not left

  assign may_begin = owed <= 16'(3 * BLOCK);
  assign valid     = in_start || place != '0;
  assign limb      = in_start ? in_tag[2:0] : held_limb;

  function automatic int prime(input logic [2:0] which);
    prime = (1 << 26) + (int'(residue_pkg::excess(which)) << 17) + 1;
  endfunction

  always_comb begin
    for (int k = 0; k < WORDS; k = k + 1) begin
      words[27*k+:27] = 27'((int'($signed(in_data[WIDTH*k+:WIDTH])) % prime(limb) + prime(limb)) % prime(limb));
    end
  end

  fifo #(.WIDTH(WORDS * 27), .DEPTH(4 * BLOCK)) queue (
    .clk(clk), .rst(rst), .in_valid(valid), .in_ready(ready), .in_data(words), .out_valid(out_valid),
    .out_ready(out_ready), .out_data(out_data), .level()
  );

  always_ff @(posedge clk) begin
    held_limb <= limb;
    if (rst) begin
      place <= '0;
      owed  <= '0;
    end else begin
      if (valid) place <= place + 1'b1;
      owed <= owed + (begin_frame ? 16'(BLOCK) : 16'd0) - 16'(out_valid && out_ready);
    end
  end

  always @(posedge clk) begin
    if (!rst && valid && !ready) $fatal(1, "the bench's queue is full");
    if (!rst && in_start && place != '0) $fatal(1, "a frame begins inside another");
    for (int k = 0; k < WORDS; k = k + 1) begin
      if (!rst && valid && !(int'($signed(in_data[WIDTH*k+:WIDTH])) <= MOST
                             && int'($signed(in_data[WIDTH*k+:WIDTH])) >= -MOST)) $fatal(1, "a word leaves its range");
    end
  end
endmodule
