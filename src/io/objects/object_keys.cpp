// SPDX-License-Identifier: Apache-2.0
#include "lath/io/object_keys.hpp"

#include <algorithm>
#include <string>

#include "io/objects/openssl.hpp"

namespace lath::io {
namespace {

std::span<const std::byte, 32> require_key_bytes(std::span<const std::byte> bytes,
                                                 const char* what) {
  if (bytes.size() != 32) {
    throw Error(ErrorCode::invalid_argument,
                std::string(what) + " of " + std::to_string(bytes.size()) + " bytes",
                "need exactly 32", "give the bytes of one key");
  }
  return bytes.first<32>();
}

SecretBytes<32> drawn_key(Generator& generator) {
  SecretBytes<32> key;
  generator.fill(key);
  return key;
}

}  // namespace

MacKey MacKey::generate(Generator& generator) { return MacKey(drawn_key(generator)); }
MacKey MacKey::from_bytes(ByteView bytes) {
  return MacKey(SecretBytes<32>(require_key_bytes(bytes.span(), "a key for MACs")));
}

VerifyingKey VerifyingKey::from_bytes(ByteView bytes) {
  std::array<std::byte, kBytes> copy;
  std::ranges::copy(require_key_bytes(bytes.span(), "a verifying key"), copy.begin());
  return VerifyingKey(copy);
}

SigningKey SigningKey::generate(Generator& generator) { return SigningKey(drawn_key(generator)); }
SigningKey SigningKey::from_bytes(ByteView bytes) {
  return SigningKey(SecretBytes<32>(require_key_bytes(bytes.span(), "a signing key")));
}

VerifyingKey SigningKey::verifying_key() const {
  const OpenSslPointer<EVP_PKEY> secret(EVP_PKEY_new_raw_private_key(
      EVP_PKEY_ED25519, nullptr, octets(bytes_.data()), SigningKey::kBytes));
  std::array<std::byte, VerifyingKey::kBytes> bytes;
  std::size_t size = bytes.size();
  if (!secret || EVP_PKEY_get_raw_public_key(secret.get(), octets(bytes.data()), &size) != 1) {
    throw_openssl_failed("compute a verifying key of Ed25519");
  }
  return VerifyingKey::from_bytes(bytes);
}

}  // namespace lath::io
