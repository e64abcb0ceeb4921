// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/he/core/access.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"

namespace lath::he {

class KeyTables;
class PlaintextTables;

/// Prime fields that protocols compute in, with a short modulus each.
enum class PrimeField : std::uint8_t {
  p256,             ///< the coordinates of NIST P-256
  p256_order,       ///< the exponents of P-256
  secp256k1_order,  ///< the exponents of secp256k1
  bls12_381_r,      ///< the scalars of BLS12-381
  bn254_r,          ///< the scalars of BN254
  goldilocks,       ///< 2^64 - 2^32 + 1
};

/// The plaintexts of parameters: polynomials modulo an integer t, or modulo a short polynomial
/// t(x). A value, cheap to copy, with JSON and bytes (see lath/he/bytes.hpp) of its own and as part
/// of a literal.
class PlaintextSpace {
 public:
  ///@{
  /// Cheap to copy; a moved-from object stays valid.
  PlaintextSpace(const PlaintextSpace&) = default;
  PlaintextSpace& operator=(const PlaintextSpace&) = default;
  ///@}
  ~PlaintextSpace() = default;

  /// Polynomials modulo an integer t, prime or not. Up to 60 bits a coefficient is a word, and
  /// beyond as many words as t. Throws invalid_argument unless t has 2 to 4096 bits.
  static PlaintextSpace integer(const Natural& t);
  /// Polynomials modulo a short t(x) that vanishes modulo p. Throws invalid_argument unless p is a
  /// number of 2 to 4160 bits, the root is one of unity of the order that t has as its index, t
  /// vanishes at the root modulo p, and its coefficients are as many as the index has units, and as
  /// short as ShortModulus says. Takes some milliseconds, and for 128 coefficients and 4096 bits
  /// a fifth of a second.
  static PlaintextSpace short_modulus(const Natural& p, const ShortModulus& t);
  /// The field of p elements in the ring of an index, by the short modulus that the library has for
  /// it. Throws unsupported, naming indices that serve, unless p is 1 modulo the index and the
  /// index a multiple of the short modulus' own.
  static PlaintextSpace field(PrimeField field, std::uint64_t index);
  /// Integers modulo N = b^(n/k) + 1, with t(x) = x^k - b in the ring of x^n + 1. Slots need a
  /// prime N that is 1 modulo 2n; without it plaintexts are k coefficients modulo N, and x^k = b.
  /// Throws invalid_argument unless n and k < n are powers of two, b is even and below 2^60, and N
  /// has at most 4160 bits.
  static PlaintextSpace root(std::size_t degree, std::size_t k, std::uint64_t b);
  /// The plaintexts of a literal. Throws as the functions above, and invalid_argument if a short
  /// modulus has no index.
  static PlaintextSpace of(const Literal& literal);
  /// The space that `text` describes, a JSON object with those fields of a literal that describe
  /// plaintexts: "plaintext_modulus", and for a short modulus "short_index", "short_modulus" and
  /// "short_root". The text may come from anywhere. Throws malformed as literal_from_json(), and
  /// for numbers that make no space what the functions above throw.
  static PlaintextSpace from_json(std::string_view text);

  /// t, or p beside a short modulus.
  [[nodiscard]] const Natural& modulus() const& noexcept { return modulus_; }
  const Natural& modulus() const&& = delete;  // the space is a temporary: give it a name
  /// t(x); of index 0 if t is an integer.
  [[nodiscard]] const ShortModulus& short_modulus() const& noexcept { return short_modulus_; }
  const ShortModulus& short_modulus() const&& = delete;  // the space is a temporary
  /// log2 of t, or of the largest value of t(x) at complex roots of unity: how noise counts it.
  [[nodiscard]] double log2_size() const;

  /// Whether the plaintexts are the same.
  friend bool operator==(const PlaintextSpace& a, const PlaintextSpace& b) noexcept {
    return a.modulus_ == b.modulus_ && a.short_modulus_ == b.short_modulus_;
  }

 private:
  friend class Access;
  // Makes the tables over a chain, for a scheme.
  using Maker = std::function<std::shared_ptr<const PlaintextTables>(
      std::shared_ptr<const KeyTables> keys, Scheme scheme)>;
  PlaintextSpace(Natural modulus, ShortModulus short_modulus, Maker make)
      : modulus_(std::move(modulus)),
        short_modulus_(std::move(short_modulus)),
        make_(std::move(make)) {}

  Natural modulus_;
  ShortModulus short_modulus_;
  Maker make_;
};

/// A space as JSON, in lines as a literal, of which it has the fields "plaintext_modulus",
/// "short_index", "short_modulus" and "short_root", the last three for a short modulus only.
/// PlaintextSpace::from_json() of it is equal to `space`.
[[nodiscard]] std::string to_json(const PlaintextSpace& space);

}  // namespace lath::he
