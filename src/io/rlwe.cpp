// SPDX-License-Identifier: Apache-2.0
#include "lath/io/rlwe.hpp"

#include <algorithm>
#include <utility>

#include "io/object_header.hpp"
#include "io/sha256.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

constexpr std::size_t kHeader = kObjectHeaderBytes;

void write_digest(std::span<std::byte> object) {
  const auto digest = sha256(object.first(object.size() - kDigestBytes));
  std::copy(digest.begin(), digest.end(), object.last(kDigestBytes).begin());
}

void check_digest(std::span<const std::byte> object, const char* what) {
  const auto digest = sha256(object.first(object.size() - kDigestBytes));
  const bool intact = ct::equal(digest, object.last(kDigestBytes));
  // Public: an honest key is always intact, so this says nothing about one.
  ct::declassify(&intact, sizeof intact);
  if (!intact) {
    throw Error(ErrorCode::malformed, std::string("a damaged ") + what,
                "need a file whose last 32 bytes are the SHA-256 digest of all others",
                "copy the file again from where it was made");
  }
}

}  // namespace

const rlwe::Scheme& rlwe_scheme() {
  static const rlwe::Scheme instance = rlwe::Scheme::create(rlwe::recommended_parameters());
  return instance;
}

std::string short_name(const Fingerprint& fingerprint) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string name;
  for (std::size_t i = 0; i < 8; ++i) {
    const auto byte = std::to_integer<unsigned>(fingerprint[i]);
    name += kDigits[byte >> 4];
    name += kDigits[byte & 15];
  }
  return name;
}

Fingerprint fingerprint(const rlwe::PublicKey& key) {
  const auto bytes = to_bytes(key);
  Fingerprint result;
  std::ranges::copy(bytes.span().last(kDigestBytes), result.begin());
  return result;
}

IdentifiedSecretKey identify(rlwe::KeyPair pair) {
  const Fingerprint name = fingerprint(pair.public_key);
  return {std::move(pair.secret_key), name};
}

Buffer<std::byte> to_bytes(const rlwe::PublicKey& key) {
  Buffer<std::byte> bytes(kPublicKeyBytes);
  const auto out = bytes.span();
  write_object_header(out.first<kHeader>(), Kind::public_key);
  std::ranges::copy(rlwe_scheme().to_bytes(key).span(), out.subspan(kHeader).begin());
  write_digest(out);
  return bytes;
}

Buffer<std::byte, Secret> to_bytes(const IdentifiedSecretKey& key) {
  Buffer<std::byte, Secret> bytes(kSecretKeyBytes);
  const auto out = bytes.span();
  write_object_header(out.first<kHeader>(), Kind::secret_key);
  std::ranges::copy(key.public_key, out.subspan(kHeader).begin());
  std::ranges::copy(rlwe_scheme().to_bytes(key.secret_key).span(),
                    out.subspan(kHeader + kDigestBytes).begin());
  write_digest(out);
  return bytes;
}

Buffer<std::byte> to_bytes(const rlwe::Ciphertext& ciphertext) {
  Buffer<std::byte> bytes(kCiphertextBytes);
  const auto out = bytes.span();
  write_object_header(out.first<kHeader>(), Kind::ciphertext);
  std::ranges::copy(rlwe_scheme().to_bytes(ciphertext).span(), out.subspan(kHeader).begin());
  return bytes;
}

namespace {

// Says first what the object is, then whether it is whole: a file of another kind should be called
// that, and not a file of the wrong size.
void check_object(std::span<const std::byte> bytes, std::size_t needed, Kind kind) {
  if (bytes.size() >= kHeader) check_object_header(bytes.first<kHeader>(), kind);
  check_object_size(bytes.size(), needed, kind);
}

}  // namespace

rlwe::PublicKey public_key_from_bytes(std::span<const std::byte> bytes) {
  check_object(bytes, kPublicKeyBytes, Kind::public_key);
  check_digest(bytes, "public key");
  return rlwe_scheme().public_key_from_bytes(
      bytes.subspan(kHeader, bytes.size() - kHeader - kDigestBytes));
}

IdentifiedSecretKey secret_key_from_bytes(std::span<const std::byte> bytes) {
  check_object(bytes, kSecretKeyBytes, Kind::secret_key);
  check_digest(bytes, "secret key");
  Fingerprint name;
  std::ranges::copy(bytes.subspan(kHeader, name.size()), name.begin());
  return {rlwe_scheme().secret_key_from_bytes(bytes.subspan(kHeader + name.size(), kPolyBytes)),
          name};
}

rlwe::Ciphertext ciphertext_from_bytes(std::span<const std::byte> bytes) {
  check_object(bytes, kCiphertextBytes, Kind::ciphertext);
  return rlwe_scheme().ciphertext_from_bytes(bytes.subspan(kHeader));
}

}  // namespace lath::io
