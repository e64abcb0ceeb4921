// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/arith/modulus.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// The form in which the words of an integer are read.
enum class Sign { none, twos_complement };

/// Word reductions: the residues of long integers modulo several moduli, as sums of words times
/// powers of 2^64. An integer has `size` words, least significant first. Constant time in the
/// integers.
class WordReductions {
 public:
  /// size >= 1. Stores up to two words for each modulus and word.
  static std::unique_ptr<const WordReductions> create(Isa isa, std::span<const Modulus> moduli,
                                                      std::size_t size, Sign sign);

  WordReductions() = default;
  WordReductions(const WordReductions&) = delete;
  WordReductions& operator=(const WordReductions&) = delete;
  virtual ~WordReductions() = default;

  /// The number of words of scratch memory that reduce() needs. They begin on a cache line and
  /// contain secrets afterwards.
  [[nodiscard]] virtual std::size_t scratch_words() const noexcept = 0;

  /// Writes limbs of `count` residues, `stride` words apart.
  virtual void reduce(std::uint16_t* out, std::size_t stride, const std::uint64_t* integers,
                      std::size_t count, std::uint64_t* scratch) const noexcept = 0;
  virtual void reduce(std::uint32_t* out, std::size_t stride, const std::uint64_t* integers,
                      std::size_t count, std::uint64_t* scratch) const noexcept = 0;
  virtual void reduce(std::uint64_t* out, std::size_t stride, const std::uint64_t* integers,
                      std::size_t count, std::uint64_t* scratch) const noexcept = 0;
};

/// The overloads of every word size, from one template in the derived class.
template <class Derived>
class WordReductionsOf : public WordReductions {
 public:
  void reduce(std::uint16_t* out, std::size_t stride, const std::uint64_t* integers,
              std::size_t count, std::uint64_t* scratch) const noexcept final {
    derived().reduce_words(out, stride, integers, count, scratch);
  }
  void reduce(std::uint32_t* out, std::size_t stride, const std::uint64_t* integers,
              std::size_t count, std::uint64_t* scratch) const noexcept final {
    derived().reduce_words(out, stride, integers, count, scratch);
  }
  void reduce(std::uint64_t* out, std::size_t stride, const std::uint64_t* integers,
              std::size_t count, std::uint64_t* scratch) const noexcept final {
    derived().reduce_words(out, stride, integers, count, scratch);
  }

 private:
  friend Derived;
  WordReductionsOf() = default;
  const Derived& derived() const noexcept { return static_cast<const Derived&>(*this); }
};

/// On AVX2 in double precision, for moduli below 2^50; null if `isa` or this build has no AVX2.
std::unique_ptr<const WordReductions> make_word_reductions_f64(Isa isa,
                                                               std::span<const Modulus> moduli,
                                                               std::size_t size, Sign sign);

}  // namespace lath::detail
