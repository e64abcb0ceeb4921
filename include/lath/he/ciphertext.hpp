// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lath/arith/natural.hpp"
#include "lath/he/core/key_id.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/poly.hpp"

namespace lath::he {

/// Polynomials modulo Q with a bound on their noise: what ciphertexts and products of them have in
/// common. Copies are independent of one another.
template <class Form, std::size_t Parts>
class CiphertextParts {
 public:
  /// The number of primes that it is modulo.
  [[nodiscard]] std::size_t level() const noexcept { return parts_[0].ring().limbs(); }
  /// What is known of its noise.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return noise_; }
  /// f in [1, t): what is encrypted is f times the plaintext. It depends on what was computed and
  /// not on the plaintext, and is always 1 in BFV. In BGV, sums of operands with one factor add
  /// their noises; others are multiplied by integers first.
  [[nodiscard]] Natural scale_factor() const { return factor_; }

  /// The identifier of the secret key that decrypts it.
  [[nodiscard]] KeyId key_id() const noexcept { return key_id_; }

  ///@cond
  using Part = Poly<DynamicRing, Form>;
  CiphertextParts(std::shared_ptr<const Context> context, std::array<Part, Parts> parts,
                  Natural factor, const NoiseBound& noise, KeyId key_id) noexcept
      : context_(std::move(context)),
        parts_(std::move(parts)),
        factor_(std::move(factor)),
        noise_(noise),
        key_id_(key_id) {}
  [[nodiscard]] const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  [[nodiscard]] const Part& part(std::size_t i) const noexcept { return parts_[i]; }
  [[nodiscard]] Part& part(std::size_t i) noexcept { return parts_[i]; }
  void set(const Natural& factor, const NoiseBound& noise) { set(factor, noise, key_id_); }
  void set(const Natural& factor, const NoiseBound& noise, KeyId key_id) {
    factor_ = factor;
    noise_ = noise;
    key_id_ = key_id;
  }
  ///@endcond

 private:
  std::shared_ptr<const Context> context_;
  std::array<Part, Parts> parts_;
  Natural factor_;
  NoiseBound noise_;
  KeyId key_id_;
};

/// A ciphertext (c0, c1), by its values: c0 + c1 s is close to (Q/t) m in BFV, and f m + t e in
/// BGV.
class Ciphertext : public CiphertextParts<Eval, 2> {
 public:
  ///@cond
  using CiphertextParts::CiphertextParts;
  ///@endcond
};

/// A product of two ciphertexts, (c0, c1, c2), where c0 + c1 s + c2 s^2 is what c0 + c1 s is in a
/// ciphertext: by its coefficients in BFV, by its values in BGV. It can be added to other products,
/// switched, decrypted, and relinearised to a ciphertext.
template <class Form>
class Product : public CiphertextParts<Form, 3> {
 public:
  ///@cond
  using CiphertextParts<Form, 3>::CiphertextParts;
  ///@endcond
};

/// A ciphertext whose digits were raised to all primes, for many substitutions: Evaluator::hoist()
/// makes it. Takes as much memory as a switching key for its level does. Immutable for users.
class HoistedCiphertext {
 public:
  /// The number of primes that it is modulo.
  [[nodiscard]] std::size_t level() const noexcept { return ciphertext_.level(); }
  /// What is known of its noise.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return ciphertext_.noise(); }

  ///@cond
  HoistedCiphertext(Ciphertext ciphertext, std::vector<RowBuffer> digits)
      : ciphertext_(std::move(ciphertext)), digits_(std::move(digits)) {}
  // Copies would be of the same rows.
  HoistedCiphertext(const HoistedCiphertext&) = delete;
  HoistedCiphertext& operator=(const HoistedCiphertext&) = delete;
  HoistedCiphertext(HoistedCiphertext&&) noexcept = default;
  HoistedCiphertext& operator=(HoistedCiphertext&&) noexcept = default;
  ~HoistedCiphertext() = default;
  [[nodiscard]] const Ciphertext& ciphertext() const noexcept { return ciphertext_; }
  [[nodiscard]] Ciphertext& ciphertext() noexcept { return ciphertext_; }
  [[nodiscard]] const std::vector<RowBuffer>& digits() const noexcept { return digits_; }
  ///@endcond

 private:
  Ciphertext ciphertext_;
  std::vector<RowBuffer> digits_;  // values of each digit modulo Q P
};

}  // namespace lath::he
