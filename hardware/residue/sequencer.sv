// SPDX-License-Identifier: Apache-2.0
//
// Starts frames: for each message, for each key of the mask, for each prime, never more than BUFFERS unfinished.
//
// Ports: go with messages - 1 and mask (bit k: key k, not zero); released: a buffer is free again.
// start marks a frame, with tag = {key, limb} and message. Frames start at least 2^LOG_BLOCK cycles apart.
module sequencer #(
  parameter int LOG_BLOCK = 10,
  parameter int BUFFERS = 4
) (
  input  logic       clk,
  input  logic       rst,
  input  logic       go,
  input  logic [1:0] last_message,
  input  logic [1:0] mask,
  input  logic       released,
  output logic       start,
  output logic [3:0] tag,
  output logic [1:0] message
);
  localparam int COUNT = $clog2(BUFFERS) + 1;

  logic                 active;
  logic [LOG_BLOCK-1:0] timer;
  logic [COUNT-1:0]     in_flight;
  logic                 key;
  logic [2:0]           limb;

  assign start = active && (timer == '0) && (in_flight != COUNT'(BUFFERS));
  assign tag   = {key, limb};

  always_ff @(posedge clk) begin
    if (rst) begin
      active    <= 1'b0;
      timer     <= '0;
      in_flight <= '0;
      key       <= 1'b0;
      limb      <= '0;
      message   <= '0;
    end else begin
      in_flight <= in_flight + COUNT'(start) - COUNT'(released);
      if (start) timer <= '1;
      else if (timer != '0) timer <= timer - 1'b1;
      if (go) begin
        active  <= 1'b1;
        key     <= !mask[0];
        limb    <= '0;
        message <= '0;
      end else if (start) begin
        if (limb != 3'(residue_pkg::LIMBS - 1)) limb <= limb + 1'b1;
        else begin
          limb <= '0;
          if (mask == 2'b11 && !key) key <= 1'b1;
          else begin
            key     <= !mask[0];
            message <= message + 1'b1;
            if (message == last_message) active <= 1'b0;
          end
        end
      end
    end
  end

`ifdef FORMAL
  // Proven without bound: never more than BUFFERS frames unfinished, frames 2^LOG_BLOCK cycles apart.
  localparam int FAR = 1 << LOG_BLOCK;
  logic                 begun = 1'b0;
  logic [COUNT:0]       unfinished = '0;
  logic [LOG_BLOCK:0]   since = (LOG_BLOCK + 1)'(FAR);

  always_comb begin
    assume (begun || rst);
    assume (!released || (unfinished != '0));
  end

  always_ff @(posedge clk) begin
    begun      <= 1'b1;
    unfinished <= rst ? '0 : unfinished + (COUNT + 1)'(start) - (COUNT + 1)'(released);
    if (rst) since <= (LOG_BLOCK + 1)'(FAR);
    else if (start) since <= (LOG_BLOCK + 1)'(1);
    else if (!since[LOG_BLOCK]) since <= since + 1'b1;
    if (begun && !rst) begin
      assert (unfinished <= (COUNT + 1)'(BUFFERS));
      assert (unfinished == {1'b0, in_flight});
      assert (!start || (unfinished < (COUNT + 1)'(BUFFERS)));
      assert (!start || since[LOG_BLOCK]);
      assert ({1'b0, timer} == (LOG_BLOCK + 1)'(FAR) - since);
      assert (limb < 3'(residue_pkg::LIMBS));
    end
  end
`endif
endmodule
