// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "lath/arith/natural.hpp"
#include "lath/he/core/access.hpp"
#include "lath/he/core/key_id.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {

class Context;

///@cond
[[noreturn]] void refuse_part(std::size_t i, std::size_t parts);
///@endcond

/// The base of ciphertexts and of products of them: polynomials modulo Q in memory of an engine, a
/// scale factor, and a bound on the noise, which only operations of the library change. Copies are
/// independent of one another.
template <class Form>
class CiphertextParts {
 public:
  /// The number of primes of the modulus.
  [[nodiscard]] std::size_t level() const noexcept {
    return parts_.empty() ? 0 : parts_[0].limbs().size();
  }
  /// The number of parts, c0, c1, ...: 2 of a ciphertext, 3 of a product of two, and of more after
  /// products of products. 0 after the object was moved from.
  [[nodiscard]] std::size_t parts() const noexcept { return parts_.size(); }
  /// The bound on the noise.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return noise_; }
  /// f in [1, t): the ciphertext encrypts f times the plaintext. It depends on the operations and
  /// not on the plaintext, and is always 1 in BFV. In BGV, sums of operands with one factor add
  /// their noises; others are multiplied by integers first.
  [[nodiscard]] Natural scale_factor() const { return factor_; }
  /// The identifier of the secret key that decrypts it.
  [[nodiscard]] KeyId key_id() const noexcept { return key_id_; }
  /// The words of part i < parts() in the engine's memory, a limb for each prime: values in a
  /// ciphertext and in a product of BGV, coefficients in a product of BFV. A view as long as the
  /// object is not changed. Throws invalid_argument if there is no such part, or if the object was
  /// moved from.
  [[nodiscard]] ConstRows part(std::size_t i) const& {
    if (i >= parts_.size()) refuse_part(i, parts_.size());
    return parts_[i].rows();
  }
  ConstRows part(std::size_t i) const&& = delete;  // the object is a temporary: give it a name

 protected:
  ///@cond
  friend class Access;
  CiphertextParts(std::shared_ptr<const Context> context, std::vector<EngineRows> parts,
                  Natural factor, const NoiseBound& noise, KeyId key_id) noexcept
      : context_(std::move(context)),
        parts_(std::move(parts)),
        factor_(std::move(factor)),
        noise_(noise),
        key_id_(key_id) {}
  CiphertextParts(const CiphertextParts&) = default;
  CiphertextParts& operator=(const CiphertextParts&) = default;
  CiphertextParts(CiphertextParts&&) noexcept = default;
  CiphertextParts& operator=(CiphertextParts&&) noexcept = default;
  ~CiphertextParts() = default;
  ///@endcond

 private:
  std::shared_ptr<const Context> context_;
  std::vector<EngineRows> parts_;
  Natural factor_;
  NoiseBound noise_;
  KeyId key_id_;
};

/// A ciphertext (c0, c1), by its values: c0 + c1 s is close to (Q/t) m in BFV, and f m + t e in
/// BGV.
class Ciphertext : public CiphertextParts<Eval> {
  friend class Access;
  using CiphertextParts::CiphertextParts;
};

/// A product of two ciphertexts, (c0, c1, c2), where c0 + c1 s + c2 s^2 has the part of c0 + c1 s
/// in a ciphertext: by its coefficients in BFV, by its values in BGV. It can be added to other
/// products, switched, decrypted, and relinearised to a ciphertext.
///
/// In BGV products can be multiplied, too: a product of k ciphertexts has k + 1 parts, at most
/// kMostParts, and can be relinearised if k is 2.
template <class Form>
class Product : public CiphertextParts<Form> {
  friend class Access;
  using CiphertextParts<Form>::CiphertextParts;
};

/// The most parts that a product has: of eight ciphertexts, products of three levels.
inline constexpr std::size_t kMostParts = 9;

/// A ciphertext whose digits were raised to all primes, for many substitutions: hoist() of a
/// session makes it. Takes as much memory as a switching key for its level does.
class HoistedCiphertext {
 public:
  ///@{
  /// An object has one owner: copies would be of the same digits.
  HoistedCiphertext(HoistedCiphertext&&) noexcept = default;
  HoistedCiphertext& operator=(HoistedCiphertext&&) noexcept = default;
  HoistedCiphertext(const HoistedCiphertext&) = delete;
  HoistedCiphertext& operator=(const HoistedCiphertext&) = delete;
  ///@}
  ~HoistedCiphertext() = default;

  /// The number of primes of the modulus.
  [[nodiscard]] std::size_t level() const noexcept { return ciphertext_.level(); }
  /// The bound on the noise.
  [[nodiscard]] const NoiseBound& noise() const noexcept { return ciphertext_.noise(); }

 private:
  friend class Access;
  HoistedCiphertext(Ciphertext ciphertext, std::vector<RowBuffer> digits)
      : ciphertext_(std::move(ciphertext)), digits_(std::move(digits)) {}

  Ciphertext ciphertext_;
  std::vector<RowBuffer> digits_;  // values of each digit modulo Q P
};

///@{
/// The operands of sums and switches, and of substitutions.
template <class T>
concept CiphertextOperand = std::same_as<T, Ciphertext> || std::same_as<T, Product<Coeff>> ||
                            std::same_as<T, Product<Eval>>;
template <class T>
concept SubstitutionOperand = std::same_as<T, Ciphertext> || std::same_as<T, HoistedCiphertext>;
///@}

}  // namespace lath::he
