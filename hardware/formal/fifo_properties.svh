// SPDX-License-Identifier: Apache-2.0
//
// What fifo promises, for runs of any length: see stream_check; and a word is offered two cycles after it came at the
// latest.
  logic [LEVEL:0]       marked;
  logic [ADDRESS-1:0]   place;
  logic                 waited = 1'b0;

  stream_check #(
    .WIDTH(WIDTH),
    .MOST(DEPTH + 1)
  ) check (
    .clk(clk), .rst(rst), .in_valid(in_valid), .in_ready(in_ready), .in_data(in_data), .out_valid(out_valid),
    .out_ready(out_ready), .out_data(out_data), .level(level), .first(out_data), .place_data(words[place]),
    .in_memory(marked > (LEVEL + 1)'(out_valid)), .marked(marked)
  );

  // Places count from the output register; behind it word p lies at read_count + p in the memory.
  assign place = read_count[ADDRESS-1:0] + ADDRESS'(marked - 1'b1 - (LEVEL + 1)'(out_valid));

  always_ff @(posedge clk) waited <= !rst && stored != '0 && !out_valid;

  always_comb begin
    if (!rst) begin
      assert (stored <= (ADDRESS + 1)'(DEPTH));
      if (waited) assert (out_valid);
    end
  end
