// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he {

/// The largest degree of slots.
inline constexpr std::size_t kMaxSlotDegree = 512;

/// A dimension of the hypercube of slots, see SlotAlgebra.
struct SlotDimension {
  std::uint64_t generator = 1;  ///< g: x -> x^g moves the slots by one
  std::size_t length = 1;       ///< the number of slots along the dimension
  /// Whether g^length = 1 modulo m, so that x -> x^g^a is a rotation by a. Else values that leave
  /// at one end would not come back at the other one as they were: rotations take two
  /// automorphisms.
  bool good = true;
  /// Whether all fields are equal.
  friend bool operator==(const SlotDimension&, const SlotDimension&) = default;
};

/// A part of a rotation: the result of the automorphism x -> x^exponent, times the mask.
struct RotationPart {
  std::uint64_t exponent = 1;  ///< of the automorphism
  /// The coefficients of a plaintext that is one in some slots and zero in the others; none if the
  /// part is the whole rotation.
  std::vector<std::uint64_t> mask;
};

/// Steps that sum up a(x^(g^i)) over 0 <= i < length, for some g: `sum`, at first a, becomes in
/// each step `addend` + sum(x^exponent), and in the end it is the sum. log2(length) to 2
/// log2(length) automorphisms.
struct SumSteps {
  /// The summand of a step.
  enum class Addend : std::uint8_t {
    sum,    ///< the sum so far
    first,  ///< a
  };
  /// A step.
  struct Step {
    std::uint64_t exponent = 1;   ///< of the automorphism
    Addend addend = Addend::sum;  ///< added to the result of the automorphism
    /// Whether all fields are equal.
    friend bool operator==(const Step&, const Step&) = default;
  };
  std::vector<Step> steps;  ///< in this order
};

/// The algebra of plaintexts modulo Phi_m and t, for m and t without common factors: which vectors
/// they are (N. P. Smart, F. Vercauteren, "Fully homomorphic SIMD operations", 2014). Immutable,
/// cheap to copy, safe to share between threads. Polynomials are their coefficients in the
/// powerful basis of the index, phi(m) words below t.
///
/// For a power t = p^r of a prime, Phi_m is modulo t a product of k = phi(m)/d polynomials of
/// degree d, the order of p modulo m. So plaintexts are vectors of k slots, and their sums and
/// products act on each slot by itself. All slots hold elements of one ring: the Galois ring
/// Z_t[y]/(G(y)), whose elements are d words, the coefficients of 1, y, ..., y^(d-1). It is the
/// field of p^d elements for a prime t, integers modulo t if d = 1. G is the factor of Phi_m of
/// which the coefficients of y^d modulo G and p, the highest first, are least. Slot s has a unit
/// j_s modulo m, its representative, and holds a(y^(j_s)) modulo G. So x -> x^g brings it the
/// element that the slot of g j_s held, and x -> x^p applies y -> y^p in each slot (Frobenius).
///
/// For any t, d is the number of elements of the group H that the primes of t generate modulo m,
/// and G is modulo each prime power the product of the d/d_p factors that are least together. Slots
/// are algebras over the integers modulo t of rank d.
///
/// The units modulo m by H are a hypercube: the representative of slot e_0 + l_0 (e_1 + l_1 (...))
/// is g_0^e_0 g_1^e_1 ..., for dimensions of lengths l_i and generators g_i. The first is longest
/// and its slots are neighbours in memory. Generators are chosen as in HElib (S. Halevi, V. Shoup,
/// "Algorithms in HElib", CRYPTO 2014): each has the largest order modulo H and the generators
/// before it; among them a good one if there is any, -1 first, else the least. For a power of two m
/// = 2n and a prime t that is 1 modulo m the slots are the slots of SlotEncoder: rows of n/2.
class SlotAlgebra {
 public:
  ///@{
  /// Copies share the tables. A moved-from object keeps its tables.
  SlotAlgebra(const SlotAlgebra&) noexcept = default;
  SlotAlgebra& operator=(const SlotAlgebra&) noexcept = default;
  ///@}
  ~SlotAlgebra() = default;

  /// The algebra of this index modulo t. Throws invalid_argument unless t is from 2 to 2^60;
  /// unsupported, naming the nearest index that would do, if m is above kMaxIndex, if t and m have
  /// a common factor, where only coefficients can be encoded, or if slots would be of a degree
  /// above kMaxSlotDegree.
  ///
  /// Takes about phi(m) d products for the factors, 6 log2(m) times as many for each doubling of an
  /// exponent, up to 3 d^3 log2(p) for the field, and log2(k) Newton iterations of phi(m) words.
  /// Tables have 8 to 12 phi(m) log2(k) words for each 48 bits of t^2 phi(m). Times are in
  /// docs/performance.md.
  static SlotAlgebra create(const CyclotomicIndex& index, std::uint64_t t);

  /// The index m.
  [[nodiscard]] const CyclotomicIndex& index() const& noexcept;
  const CyclotomicIndex& index() const&& = delete;  // the algebra is a temporary: give it a name
  /// t.
  [[nodiscard]] const Modulus& modulus() const& noexcept;
  const Modulus& modulus() const&& = delete;  // the algebra is a temporary: give it a name
  /// k, the number of slots.
  [[nodiscard]] std::size_t slots() const noexcept;
  /// d, the number of words of a slot.
  [[nodiscard]] std::size_t slot_degree() const noexcept;
  /// G: d + 1 coefficients, the lowest first; the highest is 1.
  [[nodiscard]] std::span<const std::uint64_t> slot_polynomial() const& noexcept;
  std::span<const std::uint64_t> slot_polynomial() const&& = delete;  // a temporary
  /// The factor of Phi_m modulo t whose roots are the powers y^(j h) of a root y of G, for the
  /// representative j of a slot and h in H: d + 1 coefficients. Throws invalid_argument unless
  /// there is such a slot.
  [[nodiscard]] std::span<const std::uint64_t> factor(std::size_t slot) const&;
  std::span<const std::uint64_t> factor(std::size_t slot) const&& = delete;  // a temporary
  /// H: for a power of a prime p^0, p^1, ..., p^(d-1) modulo m.
  [[nodiscard]] std::span<const std::uint64_t> subgroup() const& noexcept;
  std::span<const std::uint64_t> subgroup() const&& = delete;  // a temporary
  /// The dimensions of the hypercube.
  [[nodiscard]] std::span<const SlotDimension> dimensions() const& noexcept;
  std::span<const SlotDimension> dimensions() const&& = delete;  // a temporary
  /// j_s. Throws invalid_argument unless there is such a slot.
  [[nodiscard]] std::uint64_t representative(std::size_t slot) const;
  /// The slot of a unit modulo m: that whose representative is the unit times an element of H.
  /// Throws invalid_argument if it is no unit.
  [[nodiscard]] std::size_t slot_of(std::uint64_t unit) const;

  ///@{
  /// The polynomial with these words in its slots, d for each, or the constants of them, one for
  /// each; missing words are zero. Throws mismatch if there are more than d k, or k, naming the
  /// nearest index with enough slots, or if `out` has not phi(m) places; invalid_argument if a word
  /// is not below t. log2(k) products of phi(m) coefficients and about 3 d phi(m) products of
  /// words; constants modulo 2 are up to 2^27/phi(m) sums of idempotents in bits, made at the first
  /// call. Constant time in the words.
  void encode(std::span<std::uint64_t> out, std::span<const std::uint64_t> words) const;
  void encode_constants(std::span<std::uint64_t> out, std::span<const std::uint64_t> values) const;
  ///@}
  ///@{
  /// The words in the slots of a polynomial, d for each; or the constants of the slots, one word
  /// for each, which are all that slots hold if encode_constants() made the polynomial, or sums and
  /// products of such polynomials. Throws mismatch unless `out` has d k, or k, places and the
  /// polynomial phi(m) coefficients, invalid_argument if one is not below t. 2 log2(k) products of
  /// phi(m) coefficients and 4 d phi(m) products of words. Constant time in the coefficients.
  void decode(std::span<std::uint64_t> out, std::span<const std::uint64_t> coefficients) const;
  void decode_constants(std::span<std::uint64_t> out,
                        std::span<const std::uint64_t> coefficients) const;
  ///@}

  /// out = a b in one slot: the product modulo G of d words each, which are below t. `out` may be
  /// `a` or `b`. Throws mismatch for other sizes. Constant time in the words.
  void multiply_in_slot(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                        std::span<const std::uint64_t> b) const;

  /// The rotation of a dimension by `amount` to the left, to the right if `amount` is negative:
  /// place e gets the element at place e + amount modulo the length, all along the dimension. The
  /// rotation is the sum of the parts: one for a good dimension, for other ones two with masks,
  /// which is two products with plaintexts. Throws invalid_argument unless there is such a
  /// dimension.
  [[nodiscard]] std::vector<RotationPart> rotation(std::size_t dimension,
                                                   std::int64_t amount) const;
  /// The exponent of the automorphism that applies y -> y^(p^power) in each slot, t a power of p.
  /// Throws unsupported if t is no power of a prime: every element of subgroup() is such an
  /// exponent.
  [[nodiscard]] std::uint64_t frobenius(std::int64_t power) const;
  /// The sums that bring into each slot the trace of its element, the sum over y -> y^h for h in H,
  /// which is an integer modulo t: one after another.
  [[nodiscard]] std::vector<SumSteps> trace() const;
  /// The sums that bring the total of all slots into each, one after another, if all hold integers
  /// modulo t, or if all dimensions are good. In others slots would get some values with y -> y^h
  /// for an h in H.
  [[nodiscard]] std::vector<SumSteps> total() const;

 private:
  struct State;
  explicit SlotAlgebra(std::shared_ptr<const State> state) noexcept;

  std::shared_ptr<const State> state_;
};

}  // namespace lath::he
