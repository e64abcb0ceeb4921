// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/arith/row_products.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/work.hpp"
#include "lath/he/bfv.hpp"

namespace lath::apps {

/// The second dimension: one of `columns` records, of `pieces` plaintexts each, which are made
/// while a query is answered. They are digits as they come from the transforms, and the numbers of
/// the query the key: for few columns nothing else is copied.
class ColumnSelection {
 public:
  ColumnSelection(const he::bfv::Parameters& parameters, std::size_t columns, std::size_t pieces);

  /// The bytes of memory of such an object.
  static std::size_t bytes(const he::bfv::Parameters& parameters, std::size_t columns,
                           std::size_t pieces);
  /// Takes the number of a column, of the highest level.
  void set_number(std::size_t column, const he::Ciphertext& number);
  /// Takes a plaintext by its coefficients.
  void set_piece(std::size_t column, std::size_t piece,
                 std::span<const std::uint64_t> coefficients);
  /// Writes ciphertexts of the sums of the numbers times their columns' plaintexts, one for each
  /// piece, as SelectionTable::select() does.
  void select(std::vector<he::Ciphertext>& out, const he::NoiseBound& noise, he::KeyId key_id,
              const Work& work) const;

 private:
  [[nodiscard]] std::size_t row(std::size_t limb, std::size_t piece,
                                std::size_t column) const noexcept {
    return ((limb * pieces_ + piece) * columns_ + column) * degree_;
  }

  he::bfv::Parameters parameters_;
  std::size_t columns_, pieces_, degree_;
  std::vector<RowProducts> products_;
  Buffer<std::uint64_t> rows_, key_;  // of the plaintexts, and of the numbers for each prime
};

}  // namespace lath::apps
