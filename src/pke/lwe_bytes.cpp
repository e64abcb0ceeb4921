// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/pke/lwe.hpp"
#include "pke/word_bytes.hpp"

namespace lath::lwe {
namespace {

using Bytes = std::span<const std::byte>;

template <class Integer, class Storage>
void require_matrix(const Matrix<Integer, Storage>& matrix, std::size_t rows, std::size_t columns,
                    const char* what) {
  if (matrix.rows() == rows && matrix.columns() == columns) return;
  throw Error(ErrorCode::mismatch, std::string(what) + " of other dimensions",
              "need " + std::to_string(rows) + " x " + std::to_string(columns),
              "use the scheme that it was made with");
}

Matrix<std::uint32_t> read(Bytes& bytes, std::size_t rows, std::size_t columns, std::uint64_t q,
                           const char* what) {
  Matrix<std::uint32_t> matrix(rows, columns);
  bytes = detail::read_words(matrix.words(), bytes, q, what);
  return matrix;
}

}  // namespace

std::size_t Scheme::public_key_bytes() const noexcept {
  const Parameters& p = parameters();
  return sizeof(PublicSeed) + detail::word_bytes(p.rows * p.message_columns, p.modulus);
}
std::size_t Scheme::secret_key_bytes() const noexcept {
  const Parameters& p = parameters();
  return detail::word_bytes(p.columns * p.message_columns, p.modulus);
}
std::size_t Scheme::ciphertext_bytes() const noexcept {
  const Parameters& p = parameters();
  return detail::word_bytes(p.message_rows * p.columns, p.modulus) +
         detail::word_bytes(p.message_rows * p.message_columns, p.modulus);
}

Buffer<std::byte> Scheme::to_bytes(const PublicKey& key) const {
  const Parameters& p = parameters();
  require_matrix(key.b, p.rows, p.message_columns, "a public key");
  Buffer<std::byte> bytes(public_key_bytes());
  std::ranges::copy(key.seed, bytes.data());
  detail::write_words(bytes.span().subspan(key.seed.size()), key.b.words(), p.modulus);
  return bytes;
}

Buffer<std::byte, Secret> Scheme::to_bytes(const SecretKey& key) const {
  const Parameters& p = parameters();
  require_matrix(key.s, p.columns, p.message_columns, "a secret key");
  const auto q = static_cast<std::uint32_t>(p.modulus);
  Buffer<std::uint32_t, Secret> residues(key.s.words().size());
  for (std::size_t i = 0; i < residues.size(); ++i) {
    const auto word = static_cast<std::uint32_t>(key.s.words()[i]);
    residues[i] = word + (q & ct::mask_of_top_bit(word));
  }
  Buffer<std::byte, Secret> bytes(secret_key_bytes());
  detail::write_words(bytes.span(), residues.span(), q);
  return bytes;
}

Buffer<std::byte> Scheme::to_bytes(const Ciphertext& ciphertext) const {
  const Parameters& p = parameters();
  require_matrix(ciphertext.u, p.message_rows, p.columns, "the first part of a ciphertext");
  require_matrix(ciphertext.v, p.message_rows, p.message_columns,
                 "the second part of a ciphertext");
  Buffer<std::byte> bytes(ciphertext_bytes());
  const auto rest = detail::write_words(bytes.span(), ciphertext.u.words(), p.modulus);
  detail::write_words(rest, ciphertext.v.words(), p.modulus);
  return bytes;
}

PublicKey Scheme::public_key_from_bytes(std::span<const std::byte> bytes) const {
  const Parameters& p = parameters();
  detail::require_bytes(bytes, public_key_bytes(), "a public key");
  PublicSeed seed;
  std::copy_n(bytes.begin(), seed.size(), seed.begin());
  bytes = bytes.subspan(seed.size());
  return {seed, read(bytes, p.rows, p.message_columns, p.modulus, "a public key")};
}

SecretKey Scheme::secret_key_from_bytes(std::span<const std::byte> bytes) const {
  const Parameters& p = parameters();
  detail::require_bytes(bytes, secret_key_bytes(), "a secret key");
  SecretKey key{Matrix<std::int32_t, Secret>(p.columns, p.message_columns)};
  const auto q = static_cast<std::uint32_t>(p.modulus), beta = std::uint32_t{p.noise};
  Buffer<std::uint32_t, Secret> residues(key.s.words().size());
  detail::read_words(residues.span(), bytes, q, "a secret key");
  auto in_range = ~std::uint32_t{0};
  for (std::size_t i = 0; i < residues.size(); ++i) {
    const std::uint32_t above = ct::subtract_once(residues[i] + beta, q);  // s + beta
    in_range &= ct::mask_less(above, 2 * beta + 1);
    key.s.words()[i] = static_cast<std::int32_t>(above - beta);
  }
  // Public: an honest key is always in range, so this says nothing about one.
  ct::declassify(&in_range, sizeof in_range);
  if (in_range == 0) {
    throw Error(ErrorCode::malformed, "a secret key with an integer that is too large",
                "need integers from -" + std::to_string(beta) + " to " + std::to_string(beta),
                "the bytes were damaged or made for other parameters: get them again");
  }
  return key;
}

Ciphertext Scheme::ciphertext_from_bytes(std::span<const std::byte> bytes) const {
  const Parameters& p = parameters();
  detail::require_bytes(bytes, ciphertext_bytes(), "a ciphertext");
  auto u = read(bytes, p.message_rows, p.columns, p.modulus, "a ciphertext");
  auto v = read(bytes, p.message_rows, p.message_columns, p.modulus, "a ciphertext");
  return {std::move(u), std::move(v)};
}

}  // namespace lath::lwe
