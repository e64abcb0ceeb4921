// SPDX-License-Identifier: Apache-2.0
//
// When the parts of the residue accelerator work, inside bench_residue, in cycles from the first burst in.
`include "span_probe.svh"
  logic        restart;
  int unsigned now;
  logic [2:0]  in_pipes;
  logic [2:0]  in_store;
  logic        begun;

  transfer_clock cycles (
    .clk(clk), .rst(rst), .taken(in_valid && in_ready), .last(in_data[128]), .restart(restart), .now(now)
  );

  // Limbs between the source of U and the store, and between the store and what gives its buffer back. The answer to
  // the transfer before may still be on its way out when this one begins.
  always_ff @(posedge clk) begin
    if (rst) begin
      in_pipes <= '0;
      in_store <= '0;
      begun    <= 1'b0;
    end else begin
      in_pipes <= in_pipes + 3'(dut.start) - 3'(dut.written);
      in_store <= in_store + 3'(dut.written) - 3'(dut.released);
      begun    <= dut.go || (begun && !restart);
    end
  end

  `SPAN(s_in, "in", in_valid && in_ready)
  `SPAN(s_pipes, "pipes", dut.start || in_pipes != '0)
  `SPAN(s_reduction, "reduction", in_store != '0)
  `SPAN(s_packer, "packer", dut.packed_valid)
  `SPAN(s_out, "out", begun && out_valid && out_ready)
