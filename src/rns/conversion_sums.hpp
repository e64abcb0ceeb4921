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

/// Sums over the limbs of many coefficients at a time: what base conversions and lifts consist of.
/// With x_i the residue of a coefficient in limb i, canonical, and y_i = x_i f_i mod q_i, they are
/// sum_i y_i m_i + alpha m modulo some p, alpha the sum of the fractions y_i / q_i rounded to an
/// integer. The fractions are cut to 64 bits, so that every instruction set and every order gives
/// the same alpha. Constant time in the residues; the tables are public.
class ConversionSums {
 public:
  /// q and f in [0, q).
  struct Source {
    std::uint64_t modulus, factor;
  };
  /// p, the m_i of every limb and m, all in [0, p).
  struct Target {
    std::uint64_t modulus;
    std::vector<std::uint64_t> factors;
    std::uint64_t quotient_factor;
  };
  /// alpha is 0, or the floor of 2^-64 times sum_i floor(2^64 y_i / q_i) plus an offset: the number
  /// of limbs, which makes up for what was cut off, or 2^63.
  enum class Quotient { none, down, nearest };

  /// scale() takes at most so many coefficients.
  static constexpr std::size_t kScaled = 16;

  /// Sums on the best of the instruction sets up to `isa` that has these moduli. At most 2^16
  /// sources. Keeps two words for each pair of a source and a target.
  static std::unique_ptr<const ConversionSums> create(Isa isa, std::span<const Source> sources,
                                                      std::span<const Target> targets);

  ConversionSums() = default;
  ConversionSums(const ConversionSums&) = delete;
  ConversionSums& operator=(const ConversionSums&) = delete;
  virtual ~ConversionSums() = default;

  /// The words of scratch memory that convert() needs, which begin a cache line and hold secrets
  /// afterwards.
  [[nodiscard]] virtual std::size_t scratch_words() const noexcept = 0;

  /// Writes the sum for each target and coefficient: limbs of `count` residues, `stride` words
  /// apart in `in` and in `out`, which do not overlap.
  virtual void convert(std::uint16_t* out, const std::uint16_t* in, std::size_t stride,
                       std::size_t count, Quotient quotient,
                       std::uint64_t* scratch) const noexcept = 0;
  virtual void convert(std::uint32_t* out, const std::uint32_t* in, std::size_t stride,
                       std::size_t count, Quotient quotient,
                       std::uint64_t* scratch) const noexcept = 0;
  virtual void convert(std::uint64_t* out, const std::uint64_t* in, std::size_t stride,
                       std::size_t count, Quotient quotient,
                       std::uint64_t* scratch) const noexcept = 0;

  /// The y_i of up to kScaled coefficients, those of limb i from y + i kScaled on, and for each of
  /// them 2^-64 sum_i floor(2^64 y_i / q_i), rounded down. `y` and `quotients` have room for
  /// kScaled words in each limb.
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
  void convert(std::uint16_t* out, const std::uint16_t* in, std::size_t stride, std::size_t count,
               Quotient quotient, std::uint64_t* scratch) const noexcept final {
    derived().convert_limbs(out, in, stride, count, quotient, scratch);
  }
  void convert(std::uint32_t* out, const std::uint32_t* in, std::size_t stride, std::size_t count,
               Quotient quotient, std::uint64_t* scratch) const noexcept final {
    derived().convert_limbs(out, in, stride, count, quotient, scratch);
  }
  void convert(std::uint64_t* out, const std::uint64_t* in, std::size_t stride, std::size_t count,
               Quotient quotient, std::uint64_t* scratch) const noexcept final {
    derived().convert_limbs(out, in, stride, count, quotient, scratch);
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

/// On AVX2 in double precision, for moduli below 2^50; null where this build has no AVX2.
std::unique_ptr<const ConversionSums> make_conversion_sums_f64(
    std::span<const ConversionSums::Source> sources,
    std::span<const ConversionSums::Target> targets);

}  // namespace lath::detail
