// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "apps/exponentiation/plan.hpp"
#include "lath/base/buffer.hpp"
#include "lath/he/plaintexts/wide_values.hpp"

namespace lath::apps {

/// The tables of one window after the other: c^(v 2^(w j)) modulo N for v = 1 to 2^w - 1 and all
/// bases c, less one, modulo all t_i.
class WindowTables {
 public:
  /// The tables from window `first` on.
  WindowTables(const ExponentiationPlan& plan, const he::WideValues& bases, std::size_t first);

  /// Writes the residues of the next window: for each v, for each modulus, all slots. Takes 2^w
  /// products modulo N for each slot, and the residues.
  void next(std::span<std::uint64_t> residues);
  /// The words that next() writes.
  [[nodiscard]] std::size_t words() const noexcept;

 private:
  const ExponentiationPlan& plan_;
  he::WideValues base_, power_;  // c^(2^(w j)) in Montgomery form, and c^(v 2^(w j))
};

}  // namespace lath::apps
