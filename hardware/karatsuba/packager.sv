// SPDX-License-Identifier: Apache-2.0
//
// The input side: checks the header, counts bursts, hands key chunks and binary coefficients to the core, and decides
// how the transfer ended.
//
// A group of nine sub-polynomials is let in only when the output buffer has room for the 1595 rows that it will make,
// beside those still on their way; so nothing behind this module ever waits.
// Ports: in_*: the stream of 128-bit bursts. core_valid and core_data: a word a cycle. core_rst empties the core after
// a transfer that was too short. row_done: the core made a row. free: rows that the output buffer has room for.
// status_*: the status of a transfer, held until status_ready; then the next header is read. Latency 1 cycle.
module packager #(
  parameter int FREE = 17
) (
  input  logic                           clk,
  input  logic                           rst,
  input  logic                           in_valid,
  output logic                           in_ready,
  input  logic                           in_last,
  input  logic [127:0]                   in_data,
  output logic                           core_rst,
  output logic                           core_valid,
  output logic [karatsuba_pkg::WORD-1:0] core_data,
  input  logic                           row_done,
  input  logic [FREE-1:0]                free,
  output logic                           status_valid,
  input  logic                           status_ready,
  output logic [7:0]                     status_code,
  output logic [31:0]                    status_seen
);
  localparam int CHUNK = karatsuba_pkg::CHUNK;
  localparam int SMALL = karatsuba_pkg::SMALL;
  localparam int GROUP_OUTPUT = karatsuba_pkg::GROUP_OUTPUT;
  localparam int SUB_WORDS = karatsuba_pkg::SUB_WORDS;
  localparam int SLOTS = karatsuba_pkg::SLOTS;

  typedef enum logic [2:0] {
    HEADER,  // waits for a header
    DATA,    // counts the bursts that it promised
    SKIP,    // drops what comes up to the last burst
    DRAIN,   // waits for the rows that are still to come
    ABORT,   // empties the core
    STATUS   // holds the status burst
  } state_t;

  state_t          state;
  logic            take;
  logic            header_good;
  logic            last_promised;
  logic            group_start;
  logic            room;
  logic [15:0]     subs_left;
  logic [7:0]      burst;
  logic [3:0]      sub;
  logic [2:0]      slot;
  logic [2:0]      messages;
  logic [FREE:0]   promised;

  // 64 = 1 modulo 9, so the sum of the digits to base 64 has the same remainder; it is at most 141.
  logic [7:0] digits;
  logic       multiple_of_nine;
  assign digits           = 8'(in_data[37:32]) + 8'(in_data[43:38]) + 8'(in_data[47:44]);
  assign multiple_of_nine = digits == 8'd9 || digits == 8'd18 || digits == 8'd27 || digits == 8'd36 || digits == 8'd45
                         || digits == 8'd54 || digits == 8'd63 || digits == 8'd72 || digits == 8'd81 || digits == 8'd90
                         || digits == 8'd99 || digits == 8'd108 || digits == 8'd117 || digits == 8'd126
                         || digits == 8'd135;
  assign header_good      = in_data[15:0] == karatsuba_pkg::MAGIC && in_data[23:16] >= 8'd1
                         && in_data[23:16] <= 8'(karatsuba_pkg::MESSAGES) && in_data[31:24] == '0
                         && multiple_of_nine && in_data[127:48] == '0;

  assign last_promised = subs_left == 16'd1 && burst == 8'(SUB_WORDS - 1);
  assign group_start   = sub == '0 && burst == '0;

  always_comb begin
    case (state)
      HEADER, SKIP: in_ready = 1'b1;
      DATA: in_ready = room || !group_start;
      default: in_ready = 1'b0;
    endcase
  end

  assign take         = in_valid && in_ready;
  assign core_rst     = state == ABORT;
  assign status_valid = state == STATUS;

  always_ff @(posedge clk) begin
    if (rst) begin
      state       <= HEADER;
      status_code <= '0;
      status_seen <= '0;
      subs_left   <= '0;
      burst       <= '0;
      sub         <= '0;
      slot        <= '0;
      messages    <= '0;
    end else begin
      case (state)
        HEADER: if (take) begin
          messages    <= in_data[18:16];
          subs_left   <= in_data[47:32];
          burst       <= '0;
          sub         <= '0;
          slot        <= '0;
          status_seen <= '0;
          status_code <= header_good ? karatsuba_pkg::STATUS_SHORT : karatsuba_pkg::STATUS_HEADER;
          if (in_last) state <= STATUS;
          else if (header_good) state <= DATA;
          else state <= SKIP;
        end
        DATA: if (take) begin
          status_seen <= status_seen + 1'b1;
          slot        <= slot == 3'(SLOTS - 1) ? '0 : slot + 1'b1;
          burst       <= burst == 8'(SUB_WORDS - 1) ? '0 : burst + 1'b1;
          if (burst == 8'(SUB_WORDS - 1)) begin
            subs_left <= subs_left - 1'b1;
            sub       <= sub == 4'(karatsuba_pkg::GROUP - 1) ? '0 : sub + 1'b1;
          end
          if (last_promised) begin
            status_code <= in_last ? karatsuba_pkg::STATUS_OK : karatsuba_pkg::STATUS_LONG;
            state       <= in_last ? DRAIN : SKIP;
          end else if (in_last) begin
            state <= ABORT;
          end
        end
        SKIP: if (take) begin
          if (status_seen != '1) status_seen <= status_seen + 1'b1;
          if (in_last) state <= status_code == karatsuba_pkg::STATUS_LONG ? DRAIN : STATUS;
        end
        DRAIN: if (promised == '0) state <= STATUS;
        ABORT: state <= STATUS;
        STATUS: if (status_ready) state <= HEADER;
        default: state <= HEADER;
      endcase
    end
  end

  // Rows that were promised to the core's groups and have not come yet.
  always_ff @(posedge clk) begin
    if (rst || core_rst) promised <= '0;
    else begin
      promised <= promised - (FREE + 1)'(row_done)
                + (take && state == DATA && group_start ? (FREE + 1)'(GROUP_OUTPUT) : '0);
    end
    room <= !rst && (FREE + 1)'(free) >= promised + (FREE + 1)'(GROUP_OUTPUT);
  end

  // Slots of messages that are not there, and the fifth slot, carry zeros.
  always_ff @(posedge clk) begin
    core_valid <= take && state == DATA && !rst;
    core_data  <= {slot < messages ? SMALL'(in_data[32 +: karatsuba_pkg::RECEIVED]) : '0, in_data[CHUNK-1:0]};
  end

`ifdef SIMULATION
  always @(posedge clk) begin
    if (!rst && row_done && promised == '0) $fatal(1, "packager: a row that was not promised");
  end
`endif

`ifdef FORMAL
  `include "packager_properties.svh"
`endif
endmodule
