// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/he/core/access.hpp"
#include "lath/he/core/scheme.hpp"

namespace lath::he {

class KeyTables;
class PlaintextTables;

/// The polynomials with coefficients modulo t, which are the plaintexts of parameters. Cheap to
/// copy.
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

  /// t.
  [[nodiscard]] const Natural& modulus() const& noexcept { return modulus_; }
  const Natural& modulus() const&& = delete;  // the space is a temporary: give it a name

  /// Whether the plaintexts are the same.
  friend bool operator==(const PlaintextSpace& a, const PlaintextSpace& b) noexcept {
    return a.modulus_ == b.modulus_;
  }

 private:
  friend class Access;
  // Makes the tables over a chain, for a scheme.
  using Maker = std::function<std::shared_ptr<const PlaintextTables>(
      std::shared_ptr<const KeyTables> keys, Scheme scheme)>;
  PlaintextSpace(Natural modulus, Maker make)
      : modulus_(std::move(modulus)), make_(std::move(make)) {}

  Natural modulus_;
  Maker make_;
};

}  // namespace lath::he
