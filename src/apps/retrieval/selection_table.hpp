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

/// Ciphertexts of the highest level as digits for RowProducts, in the program's memory: for each
/// prime and block of coefficients, the first parts of all and then the second parts, so that a
/// block of all stays in the cache.
class Selections {
 public:
  Selections(const he::bfv::Parameters& parameters, std::size_t count);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// The bytes of memory of so many.
  static std::size_t bytes(const he::bfv::Parameters& parameters, std::size_t count);
  /// Takes the words of a ciphertext.
  void set(std::size_t i, const he::Ciphertext& ciphertext);
  /// A block of a part.
  [[nodiscard]] const std::uint64_t* block(std::size_t i, std::size_t part, std::size_t limb,
                                           std::size_t block) const noexcept {
    return words_.data() + place(i, part, limb, block);
  }

 private:
  [[nodiscard]] std::size_t place(std::size_t i, std::size_t part, std::size_t limb,
                                  std::size_t block) const noexcept {
    return (((limb * (degree_ / block_) + block) * 2 + part) * count_ + i) * block_;
  }

  std::size_t count_, degree_, block_;
  std::vector<RowProducts> products_;
  Buffer<std::uint64_t> words_;
};

/// A table of plaintexts by their values modulo all primes, in the order in which select() reads
/// them: blocks of coefficients outside, then pairs of columns, then rows. So the table streams
/// from memory once, while a block of all selections stays in the cache.
class SelectionTable {
 public:
  /// A table of zeros.
  SelectionTable(const he::bfv::Parameters& parameters, std::size_t rows, std::size_t columns);

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::size_t columns() const noexcept { return columns_; }
  /// The bytes of memory of a table. An odd column takes as much as two.
  static std::size_t bytes(const he::bfv::Parameters& parameters, std::size_t rows,
                           std::size_t columns);

  /// Replaces a plaintext by the one with these n coefficients, below t; `row_memory` has n words.
  void set(std::size_t row, std::size_t column, std::span<const std::uint64_t> coefficients,
           std::span<std::uint64_t> row_memory);
  /// Writes ciphertexts of the sums of the selection of each row times its plaintext, one for each
  /// column, to `out`, in its memory if it has ciphertexts from here. Their noise bounds are
  /// `noise`.
  void select(std::vector<he::Ciphertext>& out, const Selections& selections,
              const he::NoiseBound& noise, he::KeyId key_id, const Work& work) const;

 private:
  [[nodiscard]] std::size_t pairs() const noexcept { return (columns_ + 1) / 2; }
  // Where the block of a pair of columns begins: a prepared key with two rows for each row.
  [[nodiscard]] std::size_t place(std::size_t limb, std::size_t block,
                                  std::size_t pair) const noexcept {
    return ((limb * (degree_ / block_) + block) * pairs() + pair) * 2 * rows_ * block_;
  }

  he::bfv::Parameters parameters_;
  std::size_t rows_, columns_, degree_, block_;
  std::vector<RowProducts> products_;
  Buffer<std::uint64_t> words_;
};

}  // namespace lath::apps
