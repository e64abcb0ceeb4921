// SPDX-License-Identifier: Apache-2.0
//
// A row of a bench's timeline: its place in the tree, its name and when that part works.
`define SPAN(place, name, condition) \
  span_probe #(.NAME(name)) place (.clk(clk), .restart(restart), .now(now), .active(!rst && (condition)));
