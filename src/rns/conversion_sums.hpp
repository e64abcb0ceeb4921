// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Conversion sums: the sums over limbs that base conversions and lifts consist of, for many
/// coefficients at a time. Let x_i be the canonical residue of a coefficient in limb i, and
/// y_i = x_i f_i mod q_i. The sum for a target modulus p is sum_i y_i m_i + alpha m mod p, where
/// alpha is the sum of the fractions y_i / q_i, rounded to an integer. The fractions are truncated
/// to 64 bits, so that every instruction set and every order gives the same alpha. Constant time in
/// the residues; the tables are public.
class ConversionSums {
 public:
  /// A modulus q of the input, and its f in [0, q).
  struct Source {
    std::uint64_t modulus, factor;
  };
  /// A modulus p of the result, the m_i of every limb, and m, all in [0, p).
  struct Target {
    std::uint64_t modulus;
    std::vector<std::uint64_t> factors;
    std::uint64_t quotient_factor;
  };
  /// How alpha is rounded. none: alpha is 0. Otherwise it is the floor of
  /// 2^-64 (sum_i floor(2^64 y_i / q_i) + offset). The offset is the number of limbs for `down`,
  /// which compensates for the truncation, and 2^63 for `nearest`.
  enum class Quotient { none, down, nearest };

  /// The largest number of coefficients that scale() takes.
  static constexpr std::size_t kScaled = 16;

  /// Chooses the fastest implementation for these moduli that needs only features of `isa`. At most
  /// 2^16 sources. Stores two words for each pair of a source and a target.
  static std::unique_ptr<const ConversionSums> create(Isa isa, std::span<const Source> sources,
                                                      std::span<const Target> targets);

  ConversionSums() = default;
  ConversionSums(const ConversionSums&) = delete;
  ConversionSums& operator=(const ConversionSums&) = delete;
  virtual ~ConversionSums() = default;

  /// The number of words of scratch memory that convert() needs. They begin on a cache line and
  /// contain secrets afterwards.
  [[nodiscard]] virtual std::size_t scratch_words() const noexcept = 0;

  /// Writes the sum for each target and coefficient: limbs of `count` residues, `out_stride`
  /// and `in_stride` words apart in `out` and in `in`, which do not overlap.
  virtual void convert(std::uint16_t* out, std::size_t out_stride, const std::uint16_t* in,
                       std::size_t in_stride, std::size_t count, Quotient quotient,
                       std::uint64_t* scratch) const noexcept = 0;
  virtual void convert(std::uint32_t* out, std::size_t out_stride, const std::uint32_t* in,
                       std::size_t in_stride, std::size_t count, Quotient quotient,
                       std::uint64_t* scratch) const noexcept = 0;
  virtual void convert(std::uint64_t* out, std::size_t out_stride, const std::uint64_t* in,
                       std::size_t in_stride, std::size_t count, Quotient quotient,
                       std::uint64_t* scratch) const noexcept = 0;

  /// Writes the y_i of up to kScaled coefficients, those of limb i from y + i kScaled on, and for
  /// each coefficient the quotient 2^-64 sum_i floor(2^64 y_i / q_i), rounded down. `y` has room
  /// for kScaled words in each limb, `quotients` for kScaled words.
  virtual void scale(std::uint64_t* y, std::uint64_t* quotients, const std::uint16_t* in,
                     std::size_t stride, std::size_t count) const noexcept = 0;
  virtual void scale(std::uint64_t* y, std::uint64_t* quotients, const std::uint32_t* in,
                     std::size_t stride, std::size_t count) const noexcept = 0;
  virtual void scale(std::uint64_t* y, std::uint64_t* quotients, const std::uint64_t* in,
                     std::size_t stride, std::size_t count) const noexcept = 0;
};

/// The overloads of every word size, from one template in the derived class.
template <class Derived>
class ConversionSumsOf : public ConversionSums {
 public:
  void convert(std::uint16_t* out, std::size_t out_stride, const std::uint16_t* in,
               std::size_t in_stride, std::size_t count, Quotient quotient,
               std::uint64_t* scratch) const noexcept final {
    derived().convert_limbs(out, out_stride, in, in_stride, count, quotient, scratch);
  }
  void convert(std::uint32_t* out, std::size_t out_stride, const std::uint32_t* in,
               std::size_t in_stride, std::size_t count, Quotient quotient,
               std::uint64_t* scratch) const noexcept final {
    derived().convert_limbs(out, out_stride, in, in_stride, count, quotient, scratch);
  }
  void convert(std::uint64_t* out, std::size_t out_stride, const std::uint64_t* in,
               std::size_t in_stride, std::size_t count, Quotient quotient,
               std::uint64_t* scratch) const noexcept final {
    derived().convert_limbs(out, out_stride, in, in_stride, count, quotient, scratch);
  }
  void scale(std::uint64_t* y, std::uint64_t* quotients, const std::uint16_t* in,
             std::size_t stride, std::size_t count) const noexcept final {
    derived().scale_limbs(y, quotients, in, stride, count);
  }
  void scale(std::uint64_t* y, std::uint64_t* quotients, const std::uint32_t* in,
             std::size_t stride, std::size_t count) const noexcept final {
    derived().scale_limbs(y, quotients, in, stride, count);
  }
  void scale(std::uint64_t* y, std::uint64_t* quotients, const std::uint64_t* in,
             std::size_t stride, std::size_t count) const noexcept final {
    derived().scale_limbs(y, quotients, in, stride, count);
  }

 private:
  friend Derived;
  ConversionSumsOf() = default;
  const Derived& derived() const noexcept { return static_cast<const Derived&>(*this); }
};

/// On AVX2 in double precision, for moduli below 2^50; null if `isa` or this build has no AVX2.
std::unique_ptr<const ConversionSums> make_conversion_sums_f64(
    Isa isa, std::span<const ConversionSums::Source> sources,
    std::span<const ConversionSums::Target> targets);

}  // namespace lath::detail
