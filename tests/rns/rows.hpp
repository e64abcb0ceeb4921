// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/modulus.hpp"
#include "ring/gmp_judge.hpp"

namespace lath::testing {

/// Rows of words in memory of their own, with a word after each that nobody may write.
class Rows {
 public:
  Rows(std::size_t rows, std::size_t count)
      : rows_(rows, std::vector<std::uint64_t>(count + 1, kEnd)) {
    for (auto& row : rows_) pointers_.push_back(row.data());
  }
  /// The residues of integers, row by row.
  Rows(const std::vector<Modulus>& moduli, const std::vector<mpz_class>& integers)
      : Rows(moduli.size(), integers.size()) {
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      for (std::size_t c = 0; c < integers.size(); ++c) {
        rows_[i][c] = modulo(integers[c], moduli[i].value());
      }
    }
  }
  /// Random residues, many of them where signs and fractions turn over.
  Rows(const std::vector<Modulus>& moduli, std::size_t count, SeededValues& random)
      : Rows(moduli.size(), count) {
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      const std::uint64_t q = moduli[i].value();
      for (std::size_t c = 0; c < count; ++c) {
        const std::uint64_t candidates[] = {0, 1 % q, q - 1, q / 2, (q + 1) / 2, random.below(q)};
        rows_[i][c] = candidates[std::min<std::uint64_t>(random.below(12), 5)];
      }
    }
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() = default;

  std::vector<std::uint64_t>& operator[](std::size_t i) { return rows_[i]; }

  /// The rows from coefficient `first` on.
  std::vector<std::uint64_t*> pointers(std::size_t first = 0) {
    std::vector<std::uint64_t*> from = pointers_;
    for (auto& row : from) row += first;
    return from;
  }

  [[nodiscard]] bool ends_are_intact() const {
    return std::ranges::all_of(rows_, [](const auto& row) { return row.back() == kEnd; });
  }

  friend bool operator==(const Rows& a, const Rows& b) { return a.rows_ == b.rows_; }

 private:
  static constexpr std::uint64_t kEnd = 0x5a5a5a5a5a5a5a5a;

  std::vector<std::vector<std::uint64_t>> rows_;
  std::vector<std::uint64_t*> pointers_;
};

}  // namespace lath::testing
