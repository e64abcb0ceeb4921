# SPDX-License-Identifier: Apache-2.0
"""Mistakes for the residue design; see mutants.py."""

WHOLE = "residue_small_1x1"

MUTANTS = {
    "reduction_no_correction": ("reduce_mod", "18'd0, t2_4[27]}", "18'd0, 1'b0}", WHOLE),
    "difference_no_carry": ("add_mod", "18'd0, first[27]}", "18'd0, 1'b0}", WHOLE),
    "commutator_wrong_lane": ("commutator", "swap ? late_1 : in_0", "swap ? in_1 : in_0", WHOLE),
    "commutator_early": ("commutator", "place == LOG_BLOCK'(DELAY)", "place == LOG_BLOCK'(DELAY - 1)", WHOLE),
    "store_wrong_row": ("folding_store", "4'(bank) < now_lane", "4'(bank) <= now_lane", WHOLE),
    "store_fold_off_by_one": ("folding_store", "row_1 >= WIDE'(ROWS)", "row_1 > WIDE'(ROWS)", WHOLE),
    "phi_fold_off_by_one": ("phi_reduction", "row < ROW_BITS'(FOLDED)", "row < ROW_BITS'(FOLDED - 1)", WHOLE),
    "phi_short_period": ("phi_reduction", "at_a == A_BITS'(PHI_A - 1)) ? '0", "at_a == A_BITS'(PHI_A - 2)) ? '0",
                         WHOLE),
    "packer_wrong_rotation": ("row_packer", "rotate[63:0], rotate[127:64]", "rotate[127:64], rotate[63:0]",
                              "row_packer"),
    "packer_no_last_burst": ("row_packer", "flush_2 <= valid_1 && flush_1;", "flush_2 <= 1'b0;", "row_packer"),
    "packer_keeps_place": ("row_packer", "place      <= '0;\n          from", "place      <= place;\n          from",
                           "row_packer"),
    "packer_ignores_room": ("row_packer", "((part != 2'd0) || room)", "1'b1", "row_packer"),
    "u_late_row": ("u_source", "column == LAST_COLUMN) ? row", "column == LAST_COLUMN - 4'd1) ? row", WHOLE),
    "interpolation_swapped": ("interpolation", ".a(t_14), .b(c4_14)", ".a(c4_14), .b(t_14)", WHOLE),
    "defect_wrong_sign": ("defect_times", "(limb != 3'd0) && (limb != 3'd2)", "(limb != 3'd0)", WHOLE),
    "decoder_keeps_key": ("command_decoder", "if (key_ok) key_valid[in_data[32]] <= 1'b0;", "", "command_decoder"),
    "decoder_long_is_short": ("command_decoder", "in_last ? residue_pkg::STATUS_SHORT : residue_pkg::STATUS_LONG",
                              "residue_pkg::STATUS_SHORT", "command_decoder"),
    "decoder_accepts_five": ("command_decoder", "in_data[31:24] <= 8'd4", "in_data[31:24] <= 8'd5", "command_decoder"),
    "decoder_swapped_halves": ("command_decoder", "write_key_half    = key_half;", "write_key_half    = !key_half;",
                               "command_decoder"),
    "decoder_counts_header": ("command_decoder", "if (accept && (state != HEADER)) bursts_seen",
                              "if (accept) bursts_seen", "command_decoder"),
    "decoder_short_u": ("command_decoder", "if (u_row == 5'(U_BURSTS - 1)) state",
                        "if (u_row == 5'(U_BURSTS - 2)) state", "command_decoder"),
}
