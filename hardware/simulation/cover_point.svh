// SPDX-License-Identifier: Apache-2.0
//
// A cover point of a bench: its place in the tree, its name, its goal and when it is met.
`define POINT(place, name, goal, condition) \
  cover_point #(.NAME(name), .GOAL(goal)) place (.clk(clk), .hit(!rst && (condition)));
