// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "he/core/errors.hpp"
#include "he/core/key_tables.hpp"
#include "he/core/ring_factor.hpp"
#include "lath/arith/natural.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {

/// A phase x = c0 + c1 s + ... of a ciphertext modulo the primes of a level, by its coefficients.
class PhaseRows {
 public:
  PhaseRows() = default;
  PhaseRows(const PhaseRows&) = delete;
  PhaseRows& operator=(const PhaseRows&) = delete;
  virtual ~PhaseRows() = default;

  /// The number of rows of scratch memory that a row needs.
  [[nodiscard]] virtual std::size_t scratch_rows() const noexcept = 0;
  ///@{
  /// Writes x, and x over the error factor, modulo one prime.
  virtual void write(std::uint64_t* x, std::size_t limb,
                     std::span<std::uint64_t> scratch) const noexcept = 0;
  virtual void write_quotient(std::uint64_t* x, std::size_t limb,
                              std::span<std::uint64_t> scratch) const noexcept = 0;
  ///@}
};

/// A message on its way into a fresh ciphertext.
class FreshMessage {
 public:
  FreshMessage() = default;
  FreshMessage(const FreshMessage&) = delete;
  FreshMessage& operator=(const FreshMessage&) = delete;
  virtual ~FreshMessage() = default;

  /// Adds its residues modulo the prime of a limb to a row of canonical words of coefficients.
  virtual void add_to(std::uint64_t* row, std::size_t limb) const noexcept = 0;
  /// Adds what add_to() did not to the values of the row; with scratch memory for a row.
  virtual void add_to_values(std::uint64_t* /*row*/, std::size_t /*limb*/,
                             std::span<std::uint64_t> /*scratch*/) const noexcept {}
};

/// A ciphertext (c0, c1) with c0 + c1 s = f m + t e, as far as sums are concerned.
struct ScaleAndNoise {
  Natural factor;  ///< f
  NoiseBound noise;
};

/// Two integers modulo t, next to zero, by which two ciphertexts are multiplied before they are
/// added. Unless both are integers, one of them is 1.
struct Multipliers {
  Natural a, b;
};

/// The plaintexts of parameters: polynomials modulo t and a ring, over a chain, for one scheme.
/// Only this class knows how long t is. Another plaintext space is one class more.
///
/// An integer modulo t is a Natural below t; it stands for the integer next to zero, of magnitude
/// at most t/2, wherever its size counts. A coefficient is words() words, the least significant
/// first. All functions are constant time in plaintexts, and variable time in integers modulo t.
class PlaintextTables {
 public:
  PlaintextTables(const PlaintextTables&) = delete;
  PlaintextTables& operator=(const PlaintextTables&) = delete;
  virtual ~PlaintextTables() = default;

  /// t, or for a polynomial t the prime that integers are counted modulo.
  [[nodiscard]] const Natural& modulus() const noexcept { return modulus_; }
  /// A polynomial t; of index 0 if t is an integer.
  [[nodiscard]] const ShortModulus& short_modulus() const noexcept { return short_modulus_; }
  ///@{
  /// t as a factor of ciphertexts; and what messages are multiplied by, over the error factor: -1/t
  /// in BFV and 1/t in BGV.
  [[nodiscard]] const RingFactor& t() const noexcept { return t_; }
  [[nodiscard]] const RingFactor& message_over_t() const noexcept { return message_over_t_; }
  ///@}
  /// The tables of the key space that plaintexts are encrypted over.
  [[nodiscard]] const std::shared_ptr<const KeyTables>& keys() const noexcept { return keys_; }
  [[nodiscard]] Scheme scheme() const noexcept { return scheme_; }
  /// The number of words of a plaintext.
  [[nodiscard]] std::size_t plaintext_words() const noexcept { return keys_->degree() * words(); }
  /// Whether plaintexts of both are the same polynomials.
  [[nodiscard]] bool has_plaintexts_of(const PlaintextTables& other) const noexcept {
    return keys_->index == other.keys_->index && modulus_ == other.modulus_ &&
           short_modulus_ == other.short_modulus_;
  }

  /// t, if coefficients are single words in [0, t), and otherwise 0.
  [[nodiscard]] virtual std::uint64_t word_modulus() const noexcept { return 0; }
  /// The number of words of a coefficient.
  [[nodiscard]] virtual std::size_t words() const noexcept = 0;
  /// An integer t modulo a prime of the chain.
  [[nodiscard]] std::uint64_t residue(const Modulus& q) const noexcept {
    return remainder_vartime(modulus_, q.value());
  }

  ///@{
  /// Integers modulo t: products, the inverse of a unit, any integer, whether one below t is a
  /// unit.
  [[nodiscard]] virtual Natural product(const Natural& a, const Natural& b) const = 0;
  [[nodiscard]] virtual Natural inverse(const Natural& a) const = 0;
  [[nodiscard]] virtual Natural integer(std::int64_t k) const = 0;
  [[nodiscard]] virtual bool is_unit(const Natural& a) const = 0;
  ///@}
  /// log2 of the magnitude of an integer modulo t, or 0 for zero.
  [[nodiscard]] virtual double log2_magnitude(const Natural& a) const = 0;
  /// Whether the small number that stands for an integer modulo t is an integer, as always where t
  /// is one. Otherwise it is a polynomial, of the largest value that log2_magnitude() says.
  [[nodiscard]] virtual bool is_integer(const Natural& /*a*/) const { return true; }
  /// Whether an automorphism x -> x^g leaves t as it is, as every one does if t is an integer.
  [[nodiscard]] virtual bool is_fixed_by(std::uint64_t /*g*/) const noexcept { return true; }
  /// Writes the constant plaintext of an integer modulo t. The words are zero before.
  virtual void write_constant(std::span<std::uint64_t> m, const Natural& a) const {
    std::ranges::copy(a.words(), m.begin());
  }
  /// The residue of an integer modulo t modulo a prime of the chain, where is_integer() is true.
  [[nodiscard]] virtual std::uint64_t integer_residue(const Natural& a,
                                                      const Modulus& q) const noexcept = 0;
  /// Units a and b with a f_a = b f_b modulo t, so that both ciphertexts have one factor: 1 and 1
  /// if the factors are equal already, and otherwise the remainders of Euclid's algorithm that give
  /// the sum the least noise. For operands of equal noise a and b are about sqrt(t).
  [[nodiscard]] virtual Multipliers multipliers_for_sum(const ScaleAndNoise& a,
                                                        const ScaleAndNoise& b) const = 0;

  ///@{
  /// The numbers modulo modulus() that a plaintext stands for, of words_of_number() words each: its
  /// coefficients if t is an integer. If t is a polynomial over zeta, they are its coefficients
  /// over zeta, at the root.
  [[nodiscard]] virtual std::size_t numbers() const noexcept { return keys_->degree(); }
  [[nodiscard]] virtual std::size_t words_of_number() const noexcept { return words(); }
  virtual void from_numbers(std::span<std::uint64_t> m,
                            std::span<const std::uint64_t> numbers) const {
    std::ranges::copy(numbers, m.begin());
  }
  virtual void to_numbers(std::span<std::uint64_t> numbers,
                          std::span<const std::uint64_t> m) const {
    std::ranges::copy(m, numbers.begin());
  }
  ///@}
  /// Whether every word of a plaintext is in its range. Reveals nothing else.
  [[nodiscard]] virtual bool is_reduced(std::span<const std::uint64_t> m) const noexcept = 0;
  /// log2 of the largest value of m, with coefficients next to zero, at the complex roots of the
  /// ring, or 0 if that is less than 1. It reveals the norm.
  [[nodiscard]] virtual double log2_norm(std::span<const std::uint64_t> m) const = 0;
  /// The words of memory that lift() needs.
  [[nodiscard]] virtual std::size_t lift_words() const noexcept = 0;
  /// Writes [k m] modulo t, next to zero, modulo the primes of `out`, which are primes of Q.
  virtual void lift(const Rows& out, std::span<const std::uint64_t> m, const Natural& k,
                    std::span<std::uint64_t> memory) const = 0;
  /// The message in a fresh ciphertext, over the error factor: message_over_t() [k m]. The errors
  /// take a part of it.
  [[nodiscard]] virtual std::unique_ptr<const FreshMessage> fresh(
      std::span<const std::uint64_t> m, const Natural& k, ErrorCoefficients& errors) const = 0;
  /// Writes the plaintext of a phase at a level: round(t x / Q) modulo t in BFV, and [x] modulo t
  /// in BGV, over the scale factor.
  virtual void read(std::span<std::uint64_t> m, const PhaseRows& x, std::size_t level,
                    const Natural& scale_factor) const = 0;

  /// A factor that stands for an integer modulo t, modulo the primes of `limbs`.
  [[nodiscard]] RingFactor factor_of(const Natural& a, const LimbSet& limbs) const;

  /// Makes the tables that read() takes at a level.
  virtual void make_ready(std::size_t /*level*/) const {}

  ///@{
  /// A plaintext as bytes: its coefficients in as many bits as t - 1 has, one behind the other, the
  /// least significant bit first. unpack() returns ones if every coefficient is below t and the
  /// bits behind the last one are zero, and otherwise a word that has zeros; it reveals nothing.
  [[nodiscard]] virtual std::size_t bytes() const noexcept = 0;
  virtual void pack(std::span<std::byte> out, std::span<const std::uint64_t> m) const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t unpack(std::span<std::uint64_t> m,
                                             std::span<const std::byte> in) const noexcept = 0;
  ///@}

 protected:
  /// Tables for an integer t that is a unit modulo every prime of Q.
  PlaintextTables(std::shared_ptr<const KeyTables> keys, Scheme scheme, Natural modulus);
  /// Tables for a polynomial t.
  PlaintextTables(std::shared_ptr<const KeyTables> keys, Scheme scheme, Natural modulus,
                  ShortModulus short_modulus, RingFactor t, RingFactor message_over_t)
      : keys_(std::move(keys)),
        scheme_(scheme),
        modulus_(std::move(modulus)),
        short_modulus_(std::move(short_modulus)),
        t_(std::move(t)),
        message_over_t_(std::move(message_over_t)) {}

 private:
  std::shared_ptr<const KeyTables> keys_;
  Scheme scheme_;
  Natural modulus_;
  ShortModulus short_modulus_;
  RingFactor t_, message_over_t_;
};

}  // namespace lath::he
