// SPDX-License-Identifier: Apache-2.0
//
// The properties of a stream that holds words: order, none lost, none doubled, and stable offers.
//
// The solver marks any one word as it goes in; `marked` is its place from the output, counted from 1, and 0 when it is
// not inside. When it stands first the output offers exactly that word. For the induction the block says how many words
// are inside (level) and what lies where the marked word should be (place_data, while in_memory).
module stream_check #(
  parameter int WIDTH = 9,
  parameter int MOST = 2,
  parameter int LEVEL = $clog2(MOST + 1)
) (
  input  logic             clk,
  input  logic             rst,
  input  logic             in_valid,
  input  logic             in_ready,
  input  logic [WIDTH-1:0] in_data,
  input  logic             out_valid,
  input  logic             out_ready,
  input  logic [WIDTH-1:0] out_data,
  input  logic [LEVEL-1:0] level,
  input  logic [WIDTH-1:0] first,
  input  logic [WIDTH-1:0] place_data,
  input  logic             in_memory,
  output logic [LEVEL:0]   marked
);
  (* anyseq *) logic follow;
  logic [WIDTH-1:0]  word;
  logic [LEVEL:0]    inside_count;
  logic              started = 1'b0;
  logic              was_offer = 1'b0;
  logic [WIDTH-1:0]  was_data;
  logic              take;
  logic              give;

  assign take = in_valid && in_ready;
  assign give = out_valid && out_ready;

  always_ff @(posedge clk) begin
    started   <= 1'b1;
    was_offer <= out_valid && !out_ready && !rst;
    was_data  <= out_data;
    if (rst) begin
      marked       <= '0;
      inside_count <= '0;
    end else begin
      inside_count <= inside_count + (LEVEL + 1)'(take) - (LEVEL + 1)'(give);
      if (take && follow && (marked == '0 || (marked == 1 && give))) begin
        marked <= inside_count + 1'b1 - (LEVEL + 1)'(give);
        word   <= in_data;
      end else if (marked != '0) begin
        marked <= marked - (LEVEL + 1)'(give);
      end
    end
  end

  always_comb begin
    if (!started) assume (rst);
    if (started && !rst) begin
      assert (inside_count == (LEVEL + 1)'(level));
      assert (inside_count <= (LEVEL + 1)'(MOST));
      assert (marked <= inside_count);
      if (marked == 1 && !in_memory) assert (first == word);
      if (marked != '0 && in_memory) assert (place_data == word);
      if (marked == 1 && out_valid) assert (out_data == word);
      if (was_offer) assert (out_valid && out_data == was_data);
      if (inside_count == '0) assert (!out_valid);
    end
  end
endmodule
