// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/result_memory.hpp"
#include "lath/arith/row_products.hpp"
#include "lath/he/bfv.hpp"

namespace lath::apps {

/// The products modulo each prime of Q.
[[nodiscard]] std::vector<RowProducts> products_of(const he::bfv::Parameters& parameters);

/// Writes the values of a plaintext modulo the prime of a limb; coefficients are below t.
void write_values(std::span<std::uint64_t> row, const he::bfv::Parameters& parameters,
                  std::size_t limb, std::span<const std::uint64_t> coefficients);

/// Ciphertexts of the highest level for the program to write, in memory of `out` if it has some.
class CiphertextRows {
 public:
  CiphertextRows(std::vector<he::Ciphertext>& out, const he::bfv::Parameters& parameters,
                 std::size_t count);

  [[nodiscard]] std::uint64_t* row(std::size_t i, std::size_t part, std::size_t limb) const {
    return rows_[2 * i + part].row(limb);
  }
  /// Makes them ciphertexts with this noise.
  void finish(const he::NoiseBound& noise, he::KeyId key_id);

 private:
  std::vector<he::Ciphertext>& out_;
  std::deque<he::RowsToWrite> rows_;
};

}  // namespace lath::apps
