// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "pke/lwe_state.hpp"
#include "pke/packed_batches.hpp"

namespace lath::lwe {

using Bytes = std::span<const std::byte>;

std::size_t Scheme::public_key_bytes() const noexcept {
  const Parameters& p = parameters();
  return sizeof(PublicSeed) + state_->codec.string_bytes(p.rows * p.message_columns);
}
std::size_t Scheme::secret_key_bytes() const noexcept {
  const Parameters& p = parameters();
  return state_->codec.string_bytes(p.columns * p.message_columns);
}
std::size_t Scheme::ciphertext_bytes() const noexcept {
  const Parameters& p = parameters();
  return state_->codec.string_bytes(p.message_rows * p.columns) +
         state_->codec.string_bytes(p.message_rows * p.message_columns);
}

Buffer<std::byte> Scheme::to_bytes(const PublicKey& key) const {
  require(key);
  return state_->codec.to_bytes<Public>(public_key_bytes(), key.seed, key.b.words());
}
Buffer<std::byte, Secret> Scheme::to_bytes(const SecretKey& key) const {
  require(key);
  const auto q = static_cast<std::uint32_t>(parameters().modulus);
  Buffer<std::uint32_t, Secret> residues(key.s.words().size());
  for (std::size_t i = 0; i < residues.size(); ++i) {
    const auto word = static_cast<std::uint32_t>(key.s.words()[i]);
    residues[i] = word + (q & ct::mask_of_top_bit(word));
  }
  return state_->codec.to_bytes<Secret>(secret_key_bytes(), residues.span());
}
Buffer<std::byte> Scheme::to_bytes(const Ciphertext& ciphertext) const {
  require(ciphertext);
  return state_->codec.to_bytes<Public>(ciphertext_bytes(), ciphertext.u.words(),
                                        ciphertext.v.words());
}

PublicKey Scheme::public_key_from_bytes(Bytes bytes) const {
  const Parameters& p = parameters();
  PublicKey key{{}, Matrix<std::uint32_t>(p.rows, p.message_columns)};
  state_->codec.from_bytes(bytes, public_key_bytes(), "a public key", key.seed, key.b.words());
  return key;
}
SecretKey Scheme::secret_key_from_bytes(Bytes bytes) const {
  const Parameters& p = parameters();
  SecretKey key{Matrix<std::int32_t, Secret>(p.columns, p.message_columns)};
  const auto q = static_cast<std::uint32_t>(p.modulus), beta = std::uint32_t{p.noise};
  Buffer<std::uint32_t, Secret> residues(key.s.words().size());
  state_->codec.from_bytes(bytes, secret_key_bytes(), "a secret key", residues.span());
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
Ciphertext Scheme::ciphertext_from_bytes(Bytes bytes) const {
  const Parameters& p = parameters();
  Ciphertext ciphertext{Matrix<std::uint32_t>(p.message_rows, p.columns),
                        Matrix<std::uint32_t>(p.message_rows, p.message_columns)};
  state_->codec.from_bytes(bytes, ciphertext_bytes(), "a ciphertext", ciphertext.u.words(),
                           ciphertext.v.words());
  return ciphertext;
  // The analyzer loses the second matrix, which the result owns.
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks)

Message Scheme::message_from_bytes(Bytes bytes) const {
  detail::require_message_bytes(bytes.size(), message_bytes());
  return detail::unpack_message(bytes, message_size(), parameters().plaintext_modulus);
}
Buffer<std::byte, Secret> Scheme::message_to_bytes(const Message& message) const {
  detail::require_message(message.span(), message_size(), parameters().plaintext_modulus);
  Buffer<std::byte, Secret> bytes(message_bytes());
  detail::pack_message(bytes.span(), message.span(), parameters().plaintext_modulus);
  return bytes;
}

void Scheme::encrypt_packed(const PublicKey& key, Bytes messages, std::span<std::byte> ciphertexts,
                            Generator& generator) const {
  require(key);
  detail::encrypt_packed(*this, messages, ciphertexts, generator, "lath lwe share", [&] {
    State::PublicMatrix a(parameters().rows, parameters().columns);
    state_->drawn(key.seed)(a.words());
    return [this, a = std::move(a), b = State::converted(key.b)](std::span<const Message> some,
                                                                 Generator& own) {
      auto kept = [rest = a.words()](std::span<std::uint32_t> words) mutable {
        std::ranges::copy(rest.first(words.size()), words.begin());
        rest = rest.subspan(words.size());
      };
      return state_->encrypt(kept, b, some, own);
    };
  });
}

std::vector<std::size_t> Scheme::decrypt_packed(const SecretKey& key, Bytes ciphertexts,
                                                std::span<std::byte> messages) const {
  require(key);
  return detail::decrypt_packed(*this, ciphertexts, messages, [&] {
    return [this, minus_s = State::negated(key)](const Ciphertext& ciphertext) {
      return state_->decrypt(minus_s, ciphertext);
    };
  });
}

}  // namespace lath::lwe
