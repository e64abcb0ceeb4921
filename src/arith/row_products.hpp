// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/arith/modulus.hpp"
#include "lath/arith/row_products.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// One implementation of RowProducts; the comments of RowProducts describe the functions.
///
/// A prepared key consists of chunks of chunk_words() words: for the first words of all rows,
/// chunks of the first digit's first row, of its second row, of the next digit's rows, and so on;
/// then the chunks for the next words in this order. So a key is read from its beginning to its
/// end. The last chunks are filled up with zeros.
class RowProductKernels {
 public:
  using KeyRows = RowProducts::KeyRows;
  using Pair = RowProducts::Pair;
  using Triple = RowProducts::Triple;

  /// The operands of an inner product: the digits, the prepared key and its number of digits, and
  /// the number of words in a row.
  struct Operands {
    std::span<const std::uint64_t* const> digits;
    const std::uint64_t* prepared;
    std::size_t key_digits;
    std::size_t count;
    NumberForm form = NumberForm::words;
    // As many digits, of two_inner_products().
    // NOLINTNEXTLINE(readability-redundant-member-init): it may be left out
    std::span<const std::uint64_t* const> second{};
  };
  /// The rows of both sums of a list of digits, and of another one.
  using Outputs = std::array<std::uint64_t*, 4>;
  /// Whether an inner product is added to the words in its place.
  enum class Start { zero, out };

  RowProductKernels(const Modulus& modulus, Isa isa, std::size_t chunk_words) noexcept
      : modulus_(modulus), isa_(isa), chunk_words_(chunk_words) {}
  RowProductKernels(const RowProductKernels&) = delete;
  RowProductKernels& operator=(const RowProductKernels&) = delete;
  virtual ~RowProductKernels() = default;

  [[nodiscard]] const Modulus& modulus() const noexcept { return modulus_; }
  [[nodiscard]] Isa isa() const noexcept { return isa_; }
  [[nodiscard]] std::size_t chunk_words() const noexcept { return chunk_words_; }

  /// Writes one chunk: the first `count` words of a row, at most chunk_words(), and zeros.
  virtual void prepare_chunk(std::uint64_t* out, const std::uint64_t* row,
                             std::size_t count) const noexcept = 0;
  /// Writes the chunks of a row of `count` words, so many words apart.
  virtual void prepare_row(std::uint64_t* out, std::size_t stride, const std::uint64_t* row,
                           std::size_t count) const noexcept {
    for (std::size_t c = 0; c < count; c += chunk_words_, out += stride) {
      prepare_chunk(out, row + c, std::min(chunk_words_, count - c));
    }
  }
  /// Writes the `count` words that a chunk was made of.
  virtual void unprepare_chunk(std::uint64_t* row, const std::uint64_t* in,
                               std::size_t count) const noexcept = 0;
  virtual void inner_products(std::uint64_t* out0, std::uint64_t* out1, const Operands& operands,
                              Start start) const noexcept = 0;
  /// The inner products of two lists of digits.
  virtual void two_inner_products(const Outputs& out, const Operands& operands) const noexcept {
    Operands other = operands;
    other.digits = operands.second;
    inner_products(out[0], out[1], operands, Start::zero);
    inner_products(out[2], out[3], other, Start::zero);
  }
  virtual void tensor(const Triple& c, const Pair& a, const Pair& b,
                      std::size_t count) const noexcept = 0;
  virtual void square(const Triple& c, const Pair& a, std::size_t count) const noexcept = 0;
  /// The rows of a product and of its factors.
  struct Parts {
    std::span<std::uint64_t* const> c;
    std::span<const std::uint64_t* const> a, b;
  };
  virtual void tensor(const Parts& parts, std::size_t count) const noexcept = 0;
  /// Whether digits may be doubles; then scale_difference() exists.
  [[nodiscard]] virtual bool reads_doubles() const noexcept { return false; }
  virtual void scale_difference(std::uint64_t* /*out*/, const std::uint64_t* /*a*/,
                                const std::uint64_t* /*x*/, std::uint64_t /*v*/,
                                std::uint64_t /*w*/, const std::uint64_t* /*add*/,
                                std::size_t /*count*/) const noexcept {}

 private:
  Modulus modulus_;
  Isa isa_;
  std::size_t chunk_words_;
};

/// In double precision, for moduli below 2^50; null if `isa` or this build has no AVX2.
std::shared_ptr<const RowProductKernels> make_row_products_f64(const Modulus& modulus, Isa isa);

}  // namespace lath::detail
