// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "lath/base/error.hpp"
#include "lath/pke/rlwe.hpp"
#include "pke/word_bytes.hpp"

namespace lath::rlwe {
namespace {

using Bytes = std::span<const std::byte>;

void require_same(const PolyRing& found, const Scheme& scheme, const char* what) {
  if (found == scheme.ring()) return;
  throw Error(ErrorCode::mismatch, std::string(what) + " of another ring",
              "need one of the ring of the scheme", "use the scheme that it was made with");
}

std::span<std::byte> write(const Scheme& scheme, std::span<std::byte> out,
                           std::span<const std::uint16_t> words) {
  return detail::write_words(scheme.ring().plan().kernel().isa, out, words,
                             scheme.parameters().modulus);
}

Bytes read(const Scheme& scheme, std::span<std::uint16_t> words, Bytes bytes, const char* what) {
  return detail::read_words(scheme.ring().plan().kernel().isa, words, bytes,
                            scheme.parameters().modulus, what);
}

}  // namespace

std::size_t Scheme::public_key_bytes() const noexcept {
  return sizeof(PublicSeed) + detail::word_bytes(parameters().degree, parameters().modulus);
}
std::size_t Scheme::secret_key_bytes() const noexcept {
  return detail::word_bytes(parameters().degree, parameters().modulus);
}
std::size_t Scheme::ciphertext_bytes() const noexcept {
  const Parameters& p = parameters();
  return detail::word_bytes(p.degree + 8 * p.message_bytes, p.modulus);
}

Buffer<std::byte> Scheme::to_bytes(const PublicKey& key) const {
  require_same(key.b.ring(), *this, "a public key");
  Buffer<std::byte> bytes(public_key_bytes());
  std::ranges::copy(key.seed, bytes.data());
  write(*this, bytes.span().subspan(key.seed.size()), key.b.words());
  return bytes;
}

Buffer<std::byte, Secret> Scheme::to_bytes(const SecretKey& key) const {
  require_same(key.s.ring(), *this, "a secret key");
  Buffer<std::byte, Secret> bytes(secret_key_bytes());
  write(*this, bytes.span(), key.s.words());
  return bytes;
}

Buffer<std::byte> Scheme::to_bytes(const Ciphertext& ciphertext) const {
  require_same(ciphertext.u.ring(), *this, "a ciphertext");
  if (ciphertext.v.size() != 8 * parameters().message_bytes) {
    throw Error(ErrorCode::mismatch,
                "a ciphertext of " + std::to_string(ciphertext.v.size()) + " bits",
                "need 8 message_bytes of the scheme", "use the scheme that it was made with");
  }
  Buffer<std::byte> bytes(ciphertext_bytes());
  // The degree is a multiple of 8, so that v begins at a byte.
  write(*this, write(*this, bytes.span(), ciphertext.u.words()), ciphertext.v);
  return bytes;
}

PublicKey Scheme::public_key_from_bytes(Bytes bytes) const {
  detail::require_bytes(bytes, public_key_bytes(), "a public key");
  PublicKey key{{}, Poly<PolyRing, Eval>(ring())};
  std::ranges::copy(bytes.first(key.seed.size()), key.seed.begin());
  read(*this, key.b.limb(0), bytes.subspan(key.seed.size()), "a public key");
  return key;
}

SecretKey Scheme::secret_key_from_bytes(Bytes bytes) const {
  detail::require_bytes(bytes, secret_key_bytes(), "a secret key");
  SecretKey key{Poly<PolyRing, Eval, Secret>(ring())};
  read(*this, key.s.limb(0), bytes, "a secret key");
  return key;
}

Ciphertext Scheme::ciphertext_from_bytes(Bytes bytes) const {
  detail::require_bytes(bytes, ciphertext_bytes(), "a ciphertext");
  Ciphertext ciphertext{Poly<PolyRing, Eval>(ring()),
                        std::vector<std::uint16_t>(8 * parameters().message_bytes)};
  bytes = read(*this, ciphertext.u.limb(0), bytes, "a ciphertext");
  read(*this, ciphertext.v, bytes, "a ciphertext");
  return ciphertext;
}

}  // namespace lath::rlwe
