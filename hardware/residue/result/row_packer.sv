// SPDX-License-Identifier: Apache-2.0
//
// Packs groups of four or three words of 27 bits into bursts of 128 without gaps; a limb begins with a burst of its
// own.
//
// Ports: in_* groups (in_short: the fourth word is none; in_last: the limb's last group), out_valid and out_data with
// no out_ready: a group is taken only where `room` says that four more bursts can be taken. busy while bits are under
// way. A group takes a cycle: it is rotated to where the burst stands.
module row_packer (
  input  logic         clk,
  input  logic         rst,
  input  logic         in_valid,
  output logic         in_ready,
  input  logic         in_last,
  input  logic         in_short,
  input  logic [107:0] in_data,
  input  logic         room,
  output logic         busy,
  output logic         out_valid,
  output logic [127:0] out_data
);
  logic         pause;
  logic         take;
  logic [6:0]   place;
  logic [7:0]   next_place;
  logic         valid_1;
  logic         wraps_1;
  logic         flush_1;
  logic [127:0] rotated_1;
  logic [127:0] from_place_1;
  logic         flush_2;
  logic [127:0] kept;

  assign take       = in_valid && !pause && room;
  assign in_ready   = take;
  assign next_place = {1'b0, place} + (in_short ? 8'd81 : 8'd108);
  assign busy       = in_valid || valid_1 || flush_2 || pause;

  function automatic logic [127:0] rotate(input logic [127:0] word, input logic [6:0] by);
    logic [127:0] twos;
    logic [127:0] eights;
    case (by[1:0])
      2'd0: twos = word;
      2'd1: twos = {word[126:0], word[127]};
      2'd2: twos = {word[125:0], word[127:126]};
      default: twos = {word[124:0], word[127:125]};
    endcase
    case (by[3:2])
      2'd0: eights = twos;
      2'd1: eights = {twos[123:0], twos[127:124]};
      2'd2: eights = {twos[119:0], twos[127:120]};
      default: eights = {twos[115:0], twos[127:116]};
    endcase
    rotate = eights;
    if (by[4]) rotate = {rotate[111:0], rotate[127:112]};
    if (by[5]) rotate = {rotate[95:0], rotate[127:96]};
    if (by[6]) rotate = {rotate[63:0], rotate[127:64]};
  endfunction

  always_ff @(posedge clk) begin
    if (rst) begin
      pause   <= 1'b0;
      place   <= '0;
      valid_1 <= 1'b0;
      flush_2 <= 1'b0;
    end else begin
      valid_1 <= take;
      pause   <= take && in_last;
      flush_2 <= valid_1 && flush_1;
      if (pause) place <= '0;
      else if (take) place <= next_place[6:0];
    end
  end

  // A table of which bits lie from `place` on; in the pause it says what the flush leaves out.
  logic [127:0] from_place[0:127];
  initial for (int at = 0; at < 128; at = at + 1) from_place[at] = {128{1'b1}} << at;

  always_ff @(posedge clk) begin
    from_place_1 <= from_place[place];
    rotated_1    <= rotate({20'd0, in_data}, place);
    wraps_1      <= next_place[7];
    flush_1      <= take && in_last && (next_place[6:0] != '0);
  end

  // What stands in `kept` from the place on means nothing until it is written over or left out.
  always_comb begin
    for (int k = 0; k < 128; k = k + 1) out_data[k] = from_place_1[k] ? (rotated_1[k] && !flush_2) : kept[k];
  end
  assign out_valid = (valid_1 && wraps_1) || flush_2;

  always_ff @(posedge clk) begin
    if (valid_1) begin
      for (int k = 0; k < 128; k = k + 1) kept[k] <= (wraps_1 || from_place_1[k]) ? rotated_1[k] : kept[k];
    end
  end

`ifdef FORMAL
  `include "row_packer_properties.svh"
`endif
endmodule
