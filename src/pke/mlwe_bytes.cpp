// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lath/pke/mlwe.hpp"
#include "pke/word_bytes.hpp"

namespace lath::mlwe {
namespace {

using Bytes = std::span<const std::byte>;

// Polynomials, one behind the other.
template <class Storage>
std::span<std::byte> write(std::span<std::byte> out,
                           const std::vector<Poly<ModuleRing, Eval, Storage>>& matrix,
                           std::uint64_t q) noexcept {
  for (const auto& entry : matrix) out = detail::write_words(out, entry.words(), q);
  return out;
}

template <class Storage>
std::vector<Poly<ModuleRing, Eval, Storage>> read(Bytes& bytes, std::size_t size,
                                                  const ModuleRing& ring, const char* what) {
  std::vector<Poly<ModuleRing, Eval, Storage>> matrix;
  matrix.reserve(size);
  while (matrix.size() < size) {
    auto& entry = matrix.emplace_back(ring);
    bytes = detail::read_words(entry.limb(0), bytes, ring.modulus().value(), what);
  }
  return matrix;
}

std::size_t poly_bytes(const Parameters& p) noexcept {
  return detail::word_bytes(p.degree, p.modulus);
}

}  // namespace

std::size_t Scheme::public_key_bytes() const noexcept {
  const Parameters& p = parameters();
  return sizeof(PublicSeed) + p.rows * p.message_columns * poly_bytes(p);
}
std::size_t Scheme::secret_key_bytes() const noexcept {
  const Parameters& p = parameters();
  return p.columns * p.message_columns * poly_bytes(p);
}
std::size_t Scheme::ciphertext_bytes() const noexcept {
  const Parameters& p = parameters();
  return p.message_rows * (p.columns + p.message_columns) * poly_bytes(p);
}

Buffer<std::byte> Scheme::to_bytes(const PublicKey& key) const {
  require(key);
  Buffer<std::byte> bytes(public_key_bytes());
  std::ranges::copy(key.seed, bytes.data());
  write(bytes.span().subspan(key.seed.size()), key.b, parameters().modulus);
  return bytes;
}
Buffer<std::byte, Secret> Scheme::to_bytes(const SecretKey& key) const {
  require(key);
  Buffer<std::byte, Secret> bytes(secret_key_bytes());
  write(bytes.span(), key.s, parameters().modulus);
  return bytes;
}
Buffer<std::byte> Scheme::to_bytes(const Ciphertext& ciphertext) const {
  require(ciphertext);
  Buffer<std::byte> bytes(ciphertext_bytes());
  write(write(bytes.span(), ciphertext.u, parameters().modulus), ciphertext.v,
        parameters().modulus);
  return bytes;
}

PublicKey Scheme::public_key_from_bytes(std::span<const std::byte> bytes) const {
  detail::require_bytes(bytes, public_key_bytes(), "a public key");
  PublicKey key;
  std::copy_n(bytes.begin(), key.seed.size(), key.seed.begin());
  bytes = bytes.subspan(key.seed.size());
  key.b =
      read<Public>(bytes, parameters().rows * parameters().message_columns, ring(), "a public key");
  return key;
}
SecretKey Scheme::secret_key_from_bytes(std::span<const std::byte> bytes) const {
  detail::require_bytes(bytes, secret_key_bytes(), "a secret key");
  return {read<Secret>(bytes, parameters().columns * parameters().message_columns, ring(),
                       "a secret key")};
}
Ciphertext Scheme::ciphertext_from_bytes(std::span<const std::byte> bytes) const {
  detail::require_bytes(bytes, ciphertext_bytes(), "a ciphertext");
  const Parameters& p = parameters();
  Ciphertext ciphertext;
  ciphertext.u = read<Public>(bytes, p.message_rows * p.columns, ring(), "a ciphertext");
  ciphertext.v = read<Public>(bytes, p.message_rows * p.message_columns, ring(), "a ciphertext");
  return ciphertext;
}

}  // namespace lath::mlwe
