// SPDX-License-Identifier: Apache-2.0
#include "lath/io/keys.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "io/any_kem.hpp"
#include "io/object_header.hpp"
#include "io/sha256.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

using Bytes = std::span<const std::byte>;
constexpr std::size_t kHeader = kObjectHeaderBytes;

void copy(Bytes from, std::span<std::byte> to) { std::ranges::copy(from, to.begin()); }

void write_digest(std::span<std::byte> object) {
  copy(sha256(object.first(object.size() - kDigestBytes)), object.last(kDigestBytes));
}

void check_digest(Bytes object, const char* what) {
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

Fingerprint fingerprint_at(Bytes bytes) noexcept {
  Fingerprint result;
  std::ranges::copy(bytes.first(result.size()), result.begin());
  return result;
}

// The scheme of a file. Checks the kind of the object first, then the size: an error should call a
// file of another kind by its kind, and not a file of the wrong size.
FileScheme scheme_of(Bytes file, Kind kind) {
  check_magic(file, kind);
  if (file.size() < kHeader) {
    throw Error(ErrorCode::malformed, "a file of " + std::to_string(file.size()) + " bytes",
                "need a key file, which starts with a header of 8 bytes",
                "check that this is the right file and that it was not cut off");
  }
  return read_object_header(file.first<kHeader>(), kind);
}

// Where the key encapsulation's key begins.
constexpr std::size_t kPublicKeyAt = kHeader, kSecretKeyAt = kHeader + kDigestBytes;

Bytes inside(Bytes file, std::size_t at) {
  return file.subspan(at, file.size() - at - kDigestBytes);
}

// The file of a public key.
Buffer<std::byte> public_key_file(FileScheme scheme, Bytes key) {
  Buffer<std::byte> bytes(scheme.public_key_bytes());
  const auto out = bytes.span();
  write_object_header(out.first<kHeader>(), Kind::public_key, scheme);
  copy(key, out.subspan(kPublicKeyAt));
  write_digest(out);
  return bytes;
}

// The fingerprint of the public key inside of a secret key. This fingerprint is as
// public as the public key.
Fingerprint fingerprint_in(FileScheme scheme, Bytes secret_key) {
  const auto file = public_key_file(scheme, kem_of(scheme).public_key_in(secret_key));
  const Fingerprint result = fingerprint_at(file.span().last(kDigestBytes));
  ct::declassify(result.data(), result.size());
  return result;
}

}  // namespace

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

PublicKey::PublicKey(FileScheme scheme, Buffer<std::byte> bytes)
    : scheme_(scheme), bytes_(std::make_shared<const Buffer<std::byte>>(std::move(bytes))) {}

PublicKey PublicKey::from_bytes(std::span<const std::byte> file) {
  const FileScheme scheme = scheme_of(file, Kind::public_key);
  check_object_size(file.size(), scheme.public_key_bytes(), Kind::public_key, scheme);
  check_digest(file, "public key");
  kem_of(scheme).check_public_key(inside(file, kPublicKeyAt));
  return {scheme, Buffer<std::byte>(file)};
}

PublicKey PublicKey::of(FileScheme scheme, std::span<const std::byte> key) {
  kem_of(scheme).check_public_key(key);
  return {scheme, public_key_file(scheme, key)};
}

std::span<const std::byte> PublicKey::key() const& noexcept {
  return inside(bytes(), kPublicKeyAt);
}
Fingerprint PublicKey::fingerprint() const noexcept {
  return fingerprint_at(bytes().last(kDigestBytes));
}

SecretKey::SecretKey(FileScheme scheme, Buffer<std::byte, Secret> bytes)
    : scheme_(scheme),
      bytes_(std::make_shared<const Buffer<std::byte, Secret>>(std::move(bytes))) {}

SecretKey SecretKey::from_bytes(std::span<const std::byte> file) {
  const FileScheme scheme = scheme_of(file, Kind::secret_key);
  check_object_size(file.size(), scheme.secret_key_bytes(), Kind::secret_key, scheme);
  check_digest(file, "secret key");
  const Bytes key = inside(file, kSecretKeyAt);
  kem_of(scheme).check_secret_key(key);
  const bool named = ct::equal(fingerprint_in(scheme, key), file.subspan(kHeader, kDigestBytes));
  // Public: an honest key is always under its name, so this says nothing about one.
  ct::declassify(&named, sizeof named);
  if (!named) {
    throw Error(ErrorCode::malformed, "a secret key under the fingerprint of another key",
                "need that of the public key inside of it",
                "get the file again from where it was made");
  }
  return {scheme, Buffer<std::byte, Secret>(file)};
}

SecretKey SecretKey::of(FileScheme scheme, std::span<const std::byte> key) {
  kem_of(scheme).check_secret_key(key);
  Buffer<std::byte, Secret> bytes(scheme.secret_key_bytes());
  const auto out = bytes.span();
  write_object_header(out.first<kHeader>(), Kind::secret_key, scheme);
  copy(fingerprint_in(scheme, key), out.subspan(kHeader));
  copy(key, out.subspan(kSecretKeyAt));
  write_digest(out);
  return {scheme, std::move(bytes)};
}

std::span<const std::byte> SecretKey::key() const& noexcept {
  return inside(bytes(), kSecretKeyAt);
}
Fingerprint SecretKey::fingerprint() const noexcept {
  return fingerprint_at(bytes().subspan(kHeader));
}

KeyPair generate_keys(FileScheme scheme, Generator& generator) {
  const kem::KeyPair pair = kem_of(scheme).generate_keys(generator);
  return {PublicKey::of(scheme, pair.public_key.span()),
          SecretKey::of(scheme, pair.secret_key.span())};
}

}  // namespace lath::io
