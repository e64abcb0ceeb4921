// SPDX-License-Identifier: Apache-2.0
//
// Functional coverage of the residue accelerator, inside bench_residue: what the runs together must have met.
`include "cover_point.svh"
  // How transfers begin and end. States of the decoder: 0 header, 1 key, 2 U, 3 E, 4 skip.
  logic word_taken;
  assign word_taken = dut.word_valid && dut.word_ready;
  for (genvar k = 0; k < 6; k++) begin : c_code
    localparam string NAME = k == 0 ? "status ok" : k == 1 ? "status short" : k == 2 ? "status long"
                           : k == 3 ? "status header" : k == 4 ? "status no key" : "status beyond the degree";
    `POINT(point, NAME, 2, dut.status_taken && dut.status_code == 8'(k))
  end
  for (genvar k = 0; k < 5; k++) begin : c_end
    localparam string NAME = k == 0 ? "header alone" : k == 1 ? "last in a key" : k == 2 ? "last in U"
                           : k == 3 ? "last in E" : "last behind what is too long";
    `POINT(point, NAME, 1, word_taken && dut.word_last && dut.decoder.state == 3'(k))
  end
  for (genvar k = 1; k < 4; k++) begin : c_mask
    `POINT(point, "keys of a product", 2, dut.go && dut.mask == 2'(k))
  end
  for (genvar k = 0; k < 4; k++) begin : c_messages
    `POINT(point, "messages of a product", 1, dut.go && dut.last_message == 2'(k))
  end
  for (genvar k = 0; k < 2; k++) begin : c_key
    `POINT(point, "key written", 100, dut.write_key && dut.decoder.key_index == 1'(k))
  end
  // What is written: columns of U of zeros and of ones (degree 264 has 16 whole bits a column), E at its ends.
  `POINT(c_u_0, "U of zeros", 2, dut.write_u && dut.word[15:0] == '0)
  `POINT(c_u_1, "U of ones", 2, dut.write_u && dut.word[15:0] == '1)
  `POINT(c_e_least, "E of -128", 2, dut.write_e && dut.word[7:0] == 8'h80)
  `POINT(c_e_most, "E of 127", 2, dut.write_e && dut.word[7:0] == 8'h7f)
  // Streams.
  `POINT(c_gap, "gap inside a transfer", 100, !dut.word_valid && dut.decoder.state inside {1, 2, 3})
  `POINT(c_spare, "input slice full", 10, dut.entry.spare_valid)
  `POINT(c_next, "the next transfer waits", 10, dut.word_valid && !dut.word_ready)
  `POINT(c_out_wait, "output waits", 100, out_valid && !out_ready)
  `POINT(c_no_room, "packer waits for room", 10, dut.group_valid && !dut.room)
  `POINT(c_level, "output queue as full as it gets", 1, dut.level > 6'd20)
  `POINT(c_empty, "output queue runs empty", 10, dut.level == 0 && dut.group_valid)
  `POINT(c_group_wait, "a group waits", 100, dut.group_valid && !dut.group_ready)
  `POINT(c_group_flow, "a group after a group", 100, dut.group_valid && dut.group_ready && !dut.group_last)
  `POINT(c_limb_end, "a limb ends", 20, dut.group_valid && dut.group_ready && dut.group_last)
  `POINT(c_reduction_waits, "the reduction waits for its queue", 10,
         dut.reduction.timer == '0 && dut.reduction.state inside {1, 3} && !dut.reduction.may_begin)
  `POINT(c_store_waits, "a limb waits in the store", 10, dut.reduction.waiting > 1)
  // Frames: every key with every prime, every message, every buffer, and a frame that has to wait for a buffer.
  for (genvar k = 0; k < 16; k++) begin : c_frame
    if (k % 8 < 5) begin : used
      `POINT(point, "frame of a key and a prime", 2, dut.start && dut.tag == 4'(k))
    end
  end
  for (genvar k = 0; k < 4; k++) begin : c_buffer
    `POINT(started, "frame of a message", 2, dut.start && dut.message == 2'(k))
    `POINT(freed, "buffer given back", 2, dut.released && dut.store_buffer == 2'(k))
  end
  `POINT(c_all, "all buffers in use", 10, dut.frames.in_flight == 4)
  `POINT(c_wait, "a frame waits for a buffer", 10,
         dut.frames.active && dut.frames.timer == '0 && dut.frames.in_flight == 4)
  `POINT(c_beside, "a frame is written while another is reduced", 2, dut.written && dut.frames.in_flight >= 2)
