// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath {

namespace detail {
class PrefixMaps;
}

/// A linear map between rows of residues, with a rounded quotient. Base extension, scaling, and
/// division with rounding in residue number systems consist of such maps. For sources with moduli
/// q_i and factors f_i, and for every coefficient,
///
///     y_i = x_i f_i mod q_i,   alpha = round(sum_i y_i / q_i),
///     out_j = sum_i y_i M_ji + alpha A_j + own_j W_j  mod p_j
///
/// (J.-C. Bajard et al., SAC 2016; S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019). The named makers
/// choose the factors; create() takes any. A map is immutable, cheap to copy, and safe to share
/// between threads.
///
/// A row is an array of canonical residues modulo one prime, one word for each coefficient. Rows
/// are given by pointers, so that limbs may lie at any stride and in any order.
///
/// **Rounding.** With k sources, alpha is round(s + e) for the exact sum s of the y_i / q_i. The
/// error e depends on the fractions alone: neither machine, order nor number of threads changes a
/// result. So a maker's result is exact wherever s is farther than |e| from a tie; nearer, it is
/// the result for one of the two integers next to s.
///
/// - Fraction::bits44: |e| < 0.51 k 2^-44.
/// - Fraction::bits64: -k 2^-64 < e <= 0.
/// - One source of odd modulus, with either: e = 0.
///
/// Everything is constant time in the residues; moduli and factors are public.
class RowMap {
 public:
  /// How the fractions y_i / q_i are added.
  enum class Fraction {
    none,    ///< not at all: alpha is 0, and every y_i is the residue in [0, q_i)
    bits44,  ///< rounded to 44 bits, one product each; for at most 512 sources
    bits64,  ///< rounded down to 64 bits; for at most 2^16 sources
  };
  /// A modulus q of the input, and f in [0, q).
  struct Source {
    Modulus modulus;       ///< q
    std::uint64_t factor;  ///< f
  };
  /// A modulus p of the result with its factors, all in [0, p).
  struct Target {
    Modulus modulus;                     ///< p
    std::vector<std::uint64_t> factors;  ///< M, one for each source
    std::uint64_t quotient_factor = 0;   ///< A; -q_i M_i mod p for every i, 0 without fractions
    std::uint64_t own_factor = 0;        ///< W
  };

  ///@{
  /// Copies share the tables. A moved-from object keeps its tables.
  RowMap(const RowMap&) noexcept = default;
  RowMap& operator=(const RowMap&) noexcept = default;
  ///@}
  ~RowMap() = default;

  /// The map with these factors. Throws invalid_argument if there are no sources or too many, if a
  /// factor is not reduced, if their number is not the number of the sources, or if A is not as
  /// described above: then the result would depend on which representatives the y_i are. Takes and
  /// keeps a few words for each pair of a source and a target.
  static RowMap create(std::span<const Source> sources, std::span<const Target> targets,
                       Fraction fraction);

  ///@{
  /// From residues of x modulo Q, the product of `from`, to other moduli, whatever they are. A
  /// basis stands for its moduli, here and below.
  ///
  /// extension: the representative [x] of x in [-Q/2, Q/2], sum_i y_i (Q/q_i) - alpha Q, with y_i =
  /// x_i (Q/q_i)^-1 (Halevi et al., section 2.2). Nearer than e Q to Q/2 it may be the other
  /// representative, so |[x]| <= (1/2 + |e|) Q.
  ///
  /// multiple_extension: t [x / t], the multiple of t that is x modulo Q and has magnitude at most
  /// (1/2 + |e|) t Q; t is coprime to Q (C. Gentry, S. Halevi, N. Smart, CRYPTO 2012).
  ///
  /// remainder: [x] - Q own, so that (c - out)/Q = (c - [x])/Q + own: a division by Q that adds a
  /// polynomial on its way.
  ///
  /// Without fractions, here and below, [x] is x + u Q with x in [0, Q) and 0 <= u < k.
  static RowMap extension(const RnsBasis& from, std::span<const Modulus> to,
                          Fraction fraction = Fraction::bits44);
  static RowMap multiple_extension(const RnsBasis& from, std::span<const Modulus> to,
                                   const Natural& t, Fraction fraction = Fraction::bits44);
  static RowMap remainder(const RnsBasis& from, std::span<const Modulus> to,
                          Fraction fraction = Fraction::bits44);
  ///@}

  ///@{
  /// From residues of x modulo Q, the product of `from`, and own = x modulo each modulus of `to`,
  /// which is coprime to `from`.
  ///
  /// scale: round(t x / Q), as (t x - [t x])/Q with the representative [t x] of t x modulo Q
  /// (Halevi et al., section 2.4, "complex scaling"). The error of the rounding is at most 1/2 +
  /// |e|.
  ///
  /// divide_and_round: scale with t = 1: the division by the special primes after key switching.
  ///
  /// divide_keeping_residue: (x - d)/Q with d = x modulo Q and d = 0 modulo t, |d| <= (1/2 + |e|) t
  /// Q, so that the result is x/Q modulo t as well; t is coprime to Q (Gentry et al.).
  /// The division by special primes, and the modulus switch by dropping primes, of BGV.
  static RowMap scale(const RnsBasis& from, std::span<const Modulus> to, const Natural& t,
                      Fraction fraction = Fraction::bits44);
  static RowMap divide_and_round(const RnsBasis& from, std::span<const Modulus> to,
                                 Fraction fraction = Fraction::bits44);
  static RowMap divide_keeping_residue(const RnsBasis& from, std::span<const Modulus> to,
                                       const Natural& t, Fraction fraction = Fraction::bits44);
  ///@}

  ///@{
  /// From residues of x modulo Q alone: the multiples of the new modulus vanish modulo it.
  ///
  /// modulus_switch: round(P x / Q) modulo the moduli of `to`, whose product is P, coprime to Q.
  ///
  /// round_to_plaintext: round(t x / Q) mod t, the decryption of Bajard et al. and of Halevi et
  /// al., section 2.3 ("simple scaling"), in integers. t is any modulus coprime to Q.
  static RowMap modulus_switch(const RnsBasis& from, std::span<const Modulus> to,
                               Fraction fraction = Fraction::bits44);
  static RowMap round_to_plaintext(const RnsBasis& from, const Modulus& t,
                                   Fraction fraction = Fraction::bits44);
  ///@}

  /// The number of rows of the input, k.
  [[nodiscard]] std::size_t sources() const noexcept;
  /// The number of rows of the result.
  [[nodiscard]] std::size_t targets() const noexcept;
  /// Whether a W is not zero: then own rows are read.
  [[nodiscard]] bool takes_own() const noexcept;
  /// Whether every row of the result is the centered representative of the one source, as in an
  /// extension from one modulus: transforms can read the source instead
  /// (NttPlan::forward_centered()).
  [[nodiscard]] bool passes_on_source() const noexcept;

  /// The number of words of scratch memory that convert() needs, whatever the count.
  [[nodiscard]] std::size_t scratch_words() const noexcept;
  /// Maps `count` coefficients: `in` has a row for every source; `out`, and `own` if takes_own(),
  /// one for every target. Row j of `out` may be row j of `own`, and any row of `in`. Threads share
  /// the work by parts of the coefficients, each with scratch memory of its own, which contains
  /// secrets afterwards. Sizes are not checked. Takes one or two products for each pair of a source
  /// and a target, in blocks that stay in the cache.
  void convert(std::span<std::uint64_t* const> out, std::span<const std::uint64_t* const> in,
               std::span<const std::uint64_t* const> own, std::size_t count,
               std::span<std::uint64_t> scratch) const noexcept;
  /// `count` targets from `first` on.
  struct TargetRange {
    std::size_t first;  ///< the first target
    std::size_t count;  ///< the number of targets
  };
  /// Maps coefficients to the targets of some ranges, otherwise as above: `out` and `own` have a
  /// row for each of these, in their order.
  void convert(std::span<std::uint64_t* const> out, std::span<const TargetRange> targets,
               std::span<const std::uint64_t* const> in, std::span<const std::uint64_t* const> own,
               std::size_t count, std::span<std::uint64_t> scratch) const noexcept;

  /// The number of words that scale() writes for `count` coefficients. Throws invalid_argument if
  /// it is 2^64 or more.
  [[nodiscard]] std::size_t scaled_words(std::size_t count) const;
  ///@{
  /// The two halves of convert(), for callers that go from target to target. scale() writes the y
  /// and alpha of `count` coefficients, in a layout that only target() of the same map reads, and
  /// target() row j of the result; `out` may be `own`, which is not read unless takes_own().
  void scale(std::span<std::uint64_t> y, std::span<const std::uint64_t* const> in,
             std::size_t count) const noexcept;
  void target(std::size_t j, std::uint64_t* out, std::span<const std::uint64_t> y,
              const std::uint64_t* own, std::size_t count) const noexcept;
  ///@}
  ///@{
  /// Whether target_doubles() writes row j of `count` coefficients: as target(), but it writes
  /// integers in (-p, p) in double precision, never -0, congruent to the words of target(). For
  /// kernels that go on in double precision, and sums of few rows; see NttPlan::forward_between().
  [[nodiscard]] bool writes_doubles(std::size_t j, std::size_t count) const noexcept;
  void target_doubles(std::size_t j, std::uint64_t* out, std::span<const std::uint64_t> y,
                      const std::uint64_t* own, std::size_t count) const noexcept;
  ///@}

 private:
  friend class detail::PrefixMaps;

  struct State;
  // The map from the first sources with other f to the first targets with other W, which shares the
  // M and A of this map; `targets` come without M. At least two sources, with fractions of 44 bits,
  // and no W but 0 unless this map takes own rows, which is not checked.
  [[nodiscard]] RowMap prefix(std::span<const Source> sources,
                              std::span<const Target> targets) const;
  explicit RowMap(std::shared_ptr<const State> state) noexcept;

  std::shared_ptr<const State> state_;
};

}  // namespace lath
