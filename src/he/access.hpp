// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "lath/he/ciphertext.hpp"
#include "lath/he/core/access.hpp"
#include "lath/he/core/key_space.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/he/symmetric_encryptor.hpp"

namespace lath::he {

/// The inside of public objects.
class Access {
 public:
  static const std::shared_ptr<const KeyTables>& tables(const KeySpace& space) noexcept {
    return space.tables_;
  }
  static std::shared_ptr<const KeyTables> tables(KeySpace&& space) noexcept {
    return std::move(space.tables_);
  }
  static KeySpace key_space(std::shared_ptr<const KeyTables> tables) noexcept {
    return KeySpace(std::move(tables));
  }

  using PlaintextMaker = PlaintextSpace::Maker;
  static PlaintextSpace plaintext_space(Natural modulus, PlaintextMaker make) {
    return {std::move(modulus), {}, std::move(make)};
  }
  static std::shared_ptr<const PlaintextTables> tables(const PlaintextSpace& space,
                                                       std::shared_ptr<const KeyTables> keys,
                                                       Scheme scheme) {
    return space.make_(std::move(keys), scheme);
  }

  ///@{
  /// The parameters of a ciphertext or a product, null if it was moved from; the rows of its
  /// polynomials; and its properties, which whoever writes the rows sets.
  template <class Form>
  static const std::shared_ptr<const Context>& context(const CiphertextParts<Form>& c) noexcept {
    return c.context_;
  }
  template <class Form>
  static EngineRows& part(CiphertextParts<Form>& c, std::size_t i) noexcept {
    return c.parts_[i];
  }
  template <class Form>
  static const EngineRows& part(const CiphertextParts<Form>& c, std::size_t i) noexcept {
    return c.parts_[i];
  }
  template <class Form>
  static void set(CiphertextParts<Form>& c, const Natural& factor, const NoiseBound& noise,
                  KeyId key_id) {
    c.factor_ = factor;
    c.noise_ = noise;
    c.key_id_ = key_id;
  }
  ///@}
  /// Gives an object to other parameters over the same key space.
  template <class Form>
  static void set_context(CiphertextParts<Form>& c,
                          const std::shared_ptr<const Context>& context) noexcept {
    if (c.context_ != context) c.context_ = context;
  }
  /// A ciphertext or a product of these parts.
  template <class Result>
  static Result ciphertext(std::shared_ptr<const Context> context, std::vector<EngineRows> parts,
                           const Natural& factor, const NoiseBound& noise, KeyId key_id) {
    return Result(std::move(context), std::move(parts), factor, noise, key_id);
  }

  ///@{
  /// A hoisted ciphertext, and its contents.
  static HoistedCiphertext hoisted(Ciphertext ciphertext, std::vector<RowBuffer> digits) {
    return {std::move(ciphertext), std::move(digits)};
  }
  static Ciphertext& ciphertext(HoistedCiphertext& c) noexcept { return c.ciphertext_; }
  static const Ciphertext& ciphertext(const HoistedCiphertext& c) noexcept { return c.ciphertext_; }
  static const std::vector<RowBuffer>& digits(const HoistedCiphertext& c) noexcept {
    return c.digits_;
  }
  ///@}

  ///@{
  /// A seeded ciphertext, and its contents.
  static SeededCiphertext seeded(std::shared_ptr<const Context> context, EngineRows c0,
                                 const PublicSeed& seed, const Natural& factor,
                                 const NoiseBound& noise, KeyId key_id) {
    return {std::move(context), std::move(c0), seed, factor, noise, key_id};
  }
  static const std::shared_ptr<const Context>& context(const SeededCiphertext& c) noexcept {
    return c.context_;
  }
  static const EngineRows& c0(const SeededCiphertext& c) noexcept { return c.c0_; }
  ///@}
};

}  // namespace lath::he
