// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lath/base/language.hpp"
#include "lath/he/literal.hpp"
#include "lath/ring/dynamic_ring.hpp"

namespace lath::he {

class Context;

/// The scale-invariant scheme of J. Fan and F. Vercauteren (ePrint 2012/144) after Z. Brakerski
/// (CRYPTO 2012), in residues: products as in A. Kim, Y. Polyakov, V. Zucca (ASIACRYPT 2021), keys
/// switched with special primes (C. Gentry, S. Halevi, N. Smart, CRYPTO 2012).
///
/// A ciphertext (c0, c1) of a plaintext m has (t/Q)(c0 + c1 s) = m + v modulo t, with a noise v.
namespace bfv {

/// The parameters of the scheme: checked once, immutable, cheap to copy, safe to share between
/// threads. They own the rings and all tables.
class Parameters {
 public:
  ///@{
  /// Copies share everything. Moving copies: no object is ever without tables.
  Parameters(const Parameters&) noexcept = default;
  Parameters& operator=(const Parameters&) noexcept = default;
  ///@}
  ~Parameters() = default;

  /// The parameters that `literal` describes. Throws invalid_argument, naming what was found and
  /// what is needed, if a field is out of its range, if log2(Q P) exceeds largest_modulus_bits() of
  /// the security that it asks for, or if t shares a factor with Q.
  static Parameters create(const Literal& literal);
  /// The same without regard to security: for tests and studies.
  static Parameters create_insecure(const Literal& literal);
  /// Parameters for the degree and plaintext modulus with as many primes of 36 to 50 bits as the
  /// security allows: the deepest circuits. Throws invalid_argument if the degree has no entry in
  /// the tables or room for two primes of Q and a special one.
  static Parameters recommended(std::size_t degree, std::uint64_t plaintext_modulus,
                                SecurityLevel security = SecurityLevel::bits128,
                                Attacker attacker = Attacker::classical);

  /// What they were made from; recommended() gives a literal, too.
  [[nodiscard]] const Literal& literal() const& noexcept;
  const Literal& literal() const&& = delete;  // the parameters are a temporary: give them a name
  /// n.
  [[nodiscard]] std::size_t degree() const noexcept;
  /// t.
  [[nodiscard]] std::uint64_t plaintext_modulus() const noexcept;
  /// The number of primes of Q: the level of a fresh ciphertext.
  [[nodiscard]] std::size_t levels() const noexcept;
  /// The ring of the ciphertexts of a level from 1 to levels(), which is not checked.
  [[nodiscard]] const DynamicRing& ring(std::size_t level) const& noexcept;
  const DynamicRing& ring(std::size_t level) const&& = delete;  // parameters: a temporary
  /// The number of digits of a key switch at the highest level.
  [[nodiscard]] std::size_t digits() const noexcept;
  ///@{
  /// The logarithms of Q at a level, and of Q P.
  [[nodiscard]] double log2_q(std::size_t level) const noexcept;
  [[nodiscard]] double log2_qp() const noexcept;
  ///@}
  /// Whether both are the same object, or copies of one.
  friend bool operator==(const Parameters& a, const Parameters& b) noexcept {
    return a.context_ == b.context_;
  }

  ///@cond
  [[nodiscard]] const std::shared_ptr<const Context>& context() const& noexcept { return context_; }
  ///@endcond

 private:
  explicit Parameters(std::shared_ptr<const Context> context) noexcept;

  std::shared_ptr<const Context> context_;
};

}  // namespace bfv
}  // namespace lath::he
