// SPDX-License-Identifier: Apache-2.0
//
// Packs rows of 297 bits into bursts of 128 without gaps; a limb begins with a burst of its own.
//
// Ports: in_* rows (in_last: the limb's last row), out_valid and out_data with no out_ready: a row is begun only where
// `room` says that eight more bursts can be taken. busy while bits are under way. A row takes 3 cycles: 99 bits each,
// rotated to where the burst stands.
module row_packer (
  input  logic         clk,
  input  logic         rst,
  input  logic         in_valid,
  output logic         in_ready,
  input  logic         in_last,
  input  logic [296:0] in_data,
  input  logic         room,
  output logic         busy,
  output logic         out_valid,
  output logic [127:0] out_data
);
  localparam int CHUNK = 99;

  logic [1:0]   part;
  logic         pause;
  logic         take;
  logic [6:0]   place;
  logic [7:0]   next_place;
  logic [127:0] from_place;
  logic [98:0]  chunk;
  logic [127:0] rotated;
  logic         valid_1;
  logic         wraps_1;
  logic         flush_1;
  logic [127:0] rotated_1;
  logic [127:0] mask_1;
  logic         flush_2;
  logic [127:0] kept;

  assign take       = in_valid && !pause && ((part != 2'd0) || room);
  assign in_ready   = take && (part == 2'd2);
  assign next_place = {1'b0, place} + 8'(CHUNK);
  assign busy       = in_valid || valid_1 || flush_2 || pause;

  always_comb begin
    case (part)
      2'd0: chunk = in_data[98:0];
      2'd1: chunk = in_data[197:99];
      default: chunk = in_data[296:198];
    endcase
  end

  function automatic logic [127:0] rotate(input logic [127:0] word, input logic [6:0] by);
    rotate = word;
    if (by[0]) rotate = {rotate[126:0], rotate[127]};
    if (by[1]) rotate = {rotate[125:0], rotate[127:126]};
    if (by[2]) rotate = {rotate[123:0], rotate[127:124]};
    if (by[3]) rotate = {rotate[119:0], rotate[127:120]};
    if (by[4]) rotate = {rotate[111:0], rotate[127:112]};
    if (by[5]) rotate = {rotate[95:0], rotate[127:96]};
    if (by[6]) rotate = {rotate[63:0], rotate[127:64]};
  endfunction

  assign rotated = rotate({29'd0, chunk}, place);

  // from_place has ones from bit `place` on; it moves with it.
  always_ff @(posedge clk) begin
    if (rst) begin
      part       <= '0;
      pause      <= 1'b0;
      place      <= '0;
      from_place <= '1;
      valid_1    <= 1'b0;
      flush_2    <= 1'b0;
    end else begin
      valid_1 <= take;
      pause   <= in_ready && in_last;
      flush_2 <= valid_1 && flush_1;
      if (take) begin
        part <= (part == 2'd2) ? '0 : part + 1'b1;
        if (in_ready && in_last) begin
          place      <= '0;
          from_place <= '1;
        end else begin
          place      <= next_place[6:0];
          from_place <= next_place[7] ? {{29{1'b1}}, from_place[127:29]} : {from_place[28:0], 99'd0};
        end
      end
    end
  end

  always_ff @(posedge clk) begin
    rotated_1 <= rotated;
    mask_1    <= from_place;
    wraps_1   <= next_place[7];
    flush_1   <= in_ready && in_last && (next_place[6:0] != '0);
  end

  assign out_valid = (valid_1 && wraps_1) || flush_2;
  assign out_data  = valid_1 ? (kept | (rotated_1 & mask_1)) : kept;

  // A pause follows a limb's last chunk, so that flush_2 and valid_1 never meet.
  always_ff @(posedge clk) begin
    if (rst || flush_2) kept <= '0;
    else if (valid_1) kept <= wraps_1 ? (rotated_1 & ~mask_1) : out_data;
  end

`ifdef FORMAL
  `include "row_packer_properties.svh"
`endif
endmodule
