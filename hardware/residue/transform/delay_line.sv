// SPDX-License-Identifier: Apache-2.0
//
// A delay of DEPTH cycles, a power of two: registers where it is short, a memory that wraps round where it is long.
//
// Ports: in_data, out_data. Throughput 1 word a cycle. Reset is for the pointer only.
module delay_line #(
  parameter int WIDTH = 27,
  parameter int DEPTH = 64
) (
  input  logic             clk,
  input  logic             rst,
  input  logic [WIDTH-1:0] in_data,
  output logic [WIDTH-1:0] out_data
);
  generate
    if (DEPTH < 16) begin : short
      logic unused;
      assign unused = rst;
      register_delay #(.WIDTH(WIDTH), .DEPTH(DEPTH)) line (.clk(clk), .in_data(in_data), .out_data(out_data));
    end else begin : long
      localparam int ADDRESS = $clog2(DEPTH);
      logic [ADDRESS-1:0] write_address;
      logic [ADDRESS-1:0] read_address;

      // The word after the one now written is the oldest; with its register it is DEPTH cycles old.
      assign read_address = write_address + 1'b1;

      always_ff @(posedge clk) begin
        if (rst) write_address <= '0;
        else write_address <= read_address;
      end

      block_memory #(.WIDTH(WIDTH), .DEPTH(DEPTH)) memory (
        .clk(clk), .write(1'b1), .write_address(write_address), .write_data(in_data),
        .read(1'b1), .read_address(read_address), .read_data(out_data)
      );
    end
  endgenerate
endmodule
