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

/// Ciphertexts of the highest level as digits for RowProducts, in the program's memory: the two
/// parts of one after the other, each with a row for each prime.
class Selections {
 public:
  Selections(const he::bfv::Parameters& parameters, std::size_t count);

  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  /// The bytes of memory of so many.
  static std::size_t bytes(const he::bfv::Parameters& parameters, std::size_t count);
  /// Takes the words of a ciphertext.
  void set(std::size_t i, const he::Ciphertext& ciphertext);
  [[nodiscard]] const std::uint64_t* row(std::size_t i, std::size_t part,
                                         std::size_t limb) const noexcept {
    return words_.data() + place(i, part, limb);
  }

 private:
  [[nodiscard]] std::size_t place(std::size_t i, std::size_t part,
                                  std::size_t limb) const noexcept {
    return ((2 * i + part) * products_.size() + limb) * degree_;
  }

  std::size_t count_, degree_;
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
  /// Ciphertexts of the sums of selections[first + row] times the plaintext of the row, one for
  /// each column. Their noise bounds are `noise`.
  [[nodiscard]] std::vector<he::Ciphertext> select(const Selections& selections, std::size_t first,
                                                   const he::NoiseBound& noise, he::KeyId key_id,
                                                   const Work& work) const;

 private:
  [[nodiscard]] std::size_t pairs() const noexcept { return (columns_ + 1) / 2; }
  // Where the block of a pair of columns begins: a prepared key with two rows for each row.
  [[nodiscard]] std::size_t place(std::size_t limb, std::size_t block,
                                  std::size_t pair) const noexcept {
    return ((limb * (degree_ / block_) + block) * pairs() + pair) * 2 * rows_ * block_;
  }

  he::bfv::Parameters parameters_;
  std::size_t rows_, columns_, degree_, block_;
  std::uint64_t t_;
  std::vector<RowProducts> products_;
  Buffer<std::uint64_t> words_;
};

}  // namespace lath::apps
