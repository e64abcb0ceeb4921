// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "kernels/packing.hpp"
#include "kernels/packing16.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/lattice/rlwe.hpp"

namespace lath::rlwe {
namespace {

std::size_t packed_bytes(const Scheme& scheme, std::size_t words) {
  return kernels::packed_bytes(words, scheme.ring().modulus().bits());
}

void require_size(std::size_t found, std::size_t needed, const char* what) {
  if (found == needed) return;
  throw Error(ErrorCode::malformed, std::string(what) + " of " + std::to_string(found) + " bytes",
              "need " + std::to_string(needed) + " bytes for the parameters of the scheme",
              "the bytes were cut off, or are of other parameters: copy them again");
}

void require_same(const PolyRing& found, const Scheme& scheme, const char* what) {
  if (found == scheme.ring()) return;
  throw Error(ErrorCode::mismatch, std::string(what) + " of another ring",
              "need one of the ring of the scheme", "use the scheme that it was made with");
}

void write(const Scheme& scheme, std::span<std::byte> out, std::span<const std::uint16_t> words) {
  const PolyRing& ring = scheme.ring();
  kernels::pack_words(ring.plan().kernel().isa, out, words, ring.modulus().bits());
}

void read(const Scheme& scheme, std::span<std::uint16_t> words, std::span<const std::byte> bytes,
          const char* what) {
  const std::uint64_t q = scheme.parameters().modulus;
  const PolyRing& ring = scheme.ring();
  const std::uint64_t largest =
      kernels::unpack_words(ring.plan().kernel().isa, words, bytes, ring.modulus().bits());
  const std::uint64_t in_range = ct::mask_less(largest, q);
  // Public: an honest key has all words in range, so this says nothing about one.
  ct::declassify(&in_range, sizeof in_range);
  if (in_range != 0) return;
  throw Error(ErrorCode::malformed, std::string(what) + " holds a word that is too large",
              "need words below the modulus " + std::to_string(q),
              "the bytes were damaged or not made by lath: copy them again");
}

}  // namespace

std::size_t Scheme::public_key_bytes() const noexcept {
  return sizeof(PublicSeed) + packed_bytes(*this, parameters().degree);
}
std::size_t Scheme::secret_key_bytes() const noexcept {
  return packed_bytes(*this, parameters().degree);
}
std::size_t Scheme::ciphertext_bytes() const noexcept {
  return packed_bytes(*this, parameters().degree + 8 * parameters().message_bytes);
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
  const std::size_t u_bytes = packed_bytes(*this, parameters().degree);
  write(*this, bytes.span().first(u_bytes), ciphertext.u.words());
  write(*this, bytes.span().subspan(u_bytes), ciphertext.v);
  return bytes;
}

PublicKey Scheme::public_key_from_bytes(std::span<const std::byte> bytes) const {
  require_size(bytes.size(), public_key_bytes(), "a public key");
  PublicKey key{{}, Poly<PolyRing, Eval>(ring())};
  std::ranges::copy(bytes.first(key.seed.size()), key.seed.begin());
  read(*this, key.b.limb(0), bytes.subspan(key.seed.size()), "a public key");
  return key;
}

SecretKey Scheme::secret_key_from_bytes(std::span<const std::byte> bytes) const {
  require_size(bytes.size(), secret_key_bytes(), "a secret key");
  SecretKey key{Poly<PolyRing, Eval, Secret>(ring())};
  read(*this, key.s.limb(0), bytes, "a secret key");
  return key;
}

Ciphertext Scheme::ciphertext_from_bytes(std::span<const std::byte> bytes) const {
  require_size(bytes.size(), ciphertext_bytes(), "a ciphertext");
  Ciphertext ciphertext{Poly<PolyRing, Eval>(ring()),
                        std::vector<std::uint16_t>(8 * parameters().message_bytes)};
  const std::size_t u_bytes = packed_bytes(*this, parameters().degree);
  read(*this, ciphertext.u.limb(0), bytes.first(u_bytes), "a ciphertext");
  read(*this, ciphertext.v, bytes.subspan(u_bytes), "a ciphertext");
  return ciphertext;
}

}  // namespace lath::rlwe
