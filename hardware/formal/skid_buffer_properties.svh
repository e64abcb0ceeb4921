// SPDX-License-Identifier: Apache-2.0
//
// What skid_buffer promises, for runs of any length: see stream_check; beside it, where the followed word is.
  logic [2:0] marked;

  stream_check #(
    .WIDTH(WIDTH + 1),
    .MOST(2)
  ) check (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data({in_last, in_data}),
    .out_valid(out_valid), .out_ready(out_ready), .out_data({out_last, out_data}),
    .level(2'(out_valid) + 2'(spare_valid)), .first({out_last, out_data}), .place_data({spare_last, spare_data}),
    .in_memory(marked == 3'd2), .marked(marked)
  );

  always_comb begin
    if (!rst) assert (!spare_valid || out_valid);
  end
