// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace lath::he {

/// The operations of a session by the scratch memory that they take. Others take next to none.
enum class SessionWork : std::uint8_t {
  plaintext,        ///< a sum or product with a plaintext that is not prepared
  level_switch,     ///< mod_switch()
  product,          ///< multiply()
  sum_of_products,  ///< dot_product() of several terms
  key_switch,       ///< relinearize(), hoist(), apply_galois(), and rotations by one key
  key_switches,     ///< sum_columns(), and rotations that take several keys
  levels_meet,      ///< operands of different levels, with EvaluatorOptions::automatic_levels
};

/// All of them, in the order of their values.
inline constexpr std::array kAllSessionWork{SessionWork::plaintext,  SessionWork::level_switch,
                                            SessionWork::product,    SessionWork::sum_of_products,
                                            SessionWork::key_switch, SessionWork::key_switches,
                                            SessionWork::levels_meet};

}  // namespace lath::he
