// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "lath/io/file_scheme.hpp"
#include "lath/pke/key_encapsulation.hpp"

namespace lath::io {

/// A key encapsulation whose type is not known at compile time; see lath::KeyEncapsulation.
class AnyKem {
 public:
  AnyKem() = default;
  AnyKem(const AnyKem&) = delete;
  AnyKem& operator=(const AnyKem&) = delete;
  virtual ~AnyKem() = default;

  [[nodiscard]] virtual std::size_t public_key_bytes() const = 0;
  [[nodiscard]] virtual std::size_t secret_key_bytes() const = 0;
  [[nodiscard]] virtual std::size_t ciphertext_bytes() const = 0;
  [[nodiscard]] virtual kem::KeyPair generate_keys(Generator& generator) const = 0;
  virtual void check_public_key(std::span<const std::byte> bytes) const = 0;
  virtual void check_secret_key(std::span<const std::byte> bytes) const = 0;
  [[nodiscard]] virtual std::span<const std::byte> public_key_in(
      std::span<const std::byte> bytes) const = 0;
  [[nodiscard]] virtual kem::Encapsulation encapsulate(std::span<const std::byte> public_key,
                                                       Generator& generator) const = 0;
  [[nodiscard]] virtual kem::SharedSecret decapsulate(
      std::span<const std::byte> secret_key, std::span<const std::byte> ciphertext) const = 0;
};

template <KeyEncapsulation K>
class KemOf final : public AnyKem {
 public:
  explicit KemOf(const K& kem) : kem_(kem) {}

  std::size_t public_key_bytes() const override { return kem_.public_key_bytes(); }
  std::size_t secret_key_bytes() const override { return kem_.secret_key_bytes(); }
  std::size_t ciphertext_bytes() const override { return kem_.ciphertext_bytes(); }
  kem::KeyPair generate_keys(Generator& generator) const override {
    return kem_.generate_keys(generator);
  }
  void check_public_key(std::span<const std::byte> bytes) const override {
    kem_.check_public_key(bytes);
  }
  void check_secret_key(std::span<const std::byte> bytes) const override {
    kem_.check_secret_key(bytes);
  }
  std::span<const std::byte> public_key_in(std::span<const std::byte> bytes) const override {
    return kem_.public_key_in(bytes);
  }
  kem::Encapsulation encapsulate(std::span<const std::byte> public_key,
                                 Generator& generator) const override {
    return kem_.encapsulate(public_key, generator);
  }
  kem::SharedSecret decapsulate(std::span<const std::byte> secret_key,
                                std::span<const std::byte> ciphertext) const override {
    return kem_.decapsulate(secret_key, ciphertext);
  }

 private:
  K kem_;
};

/// The key encapsulation of a scheme: immutable, made at the first call, for as long as the program
/// runs.
const AnyKem& kem_of(const FileScheme& scheme);

}  // namespace lath::io
