// SPDX-License-Identifier: Apache-2.0
//
// The output buffer never overflows: what is promised always has room. Around it: `free` falls by a row at most and
// only with one, and the core makes no row that was not promised.
  logic            begun = 1'b0;
  logic [FREE-1:0] was_free;
  logic            was_row = 1'b0;
  logic            was_status = 1'b0;
  logic [39:0]     was_values;

  always_ff @(posedge clk) begin
    begun      <= 1'b1;
    was_free   <= free;
    was_row    <= row_done && !rst;
    was_status <= status_valid && !status_ready && !rst;
    was_values <= {status_code, status_seen};
  end

  always_comb begin
    if (!begun) assume (rst);
    assume (free <= FREE'(1 << (FREE - 1)));
    if (begun) assume ((FREE + 1)'(free) + (FREE + 1)'(was_row) >= (FREE + 1)'(was_free));
    assume (!row_done || promised != '0);
    if (begun) begin
      assert ((FREE + 1)'(free) >= promised);
      if (room && group_start) assert ((FREE + 1)'(free) >= promised + (FREE + 1)'(GROUP_OUTPUT));
      if (room && state == HEADER) assert ((FREE + 1)'(free) >= promised + (FREE + 1)'(GROUP_OUTPUT));
      assert (burst < 8'(SUB_WORDS) && sub < 4'(karatsuba_pkg::GROUP) && slot < 3'(SLOTS));
      assert (3'(state) <= 3'd5);
      if (!rst && was_status) assert (status_valid && {status_code, status_seen} == was_values);
    end
  end
