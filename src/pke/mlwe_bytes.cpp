// SPDX-License-Identifier: Apache-2.0
#include "pke/mlwe_state.hpp"
#include "pke/packed_batches.hpp"

namespace lath::mlwe {
namespace {

using Bytes = std::span<const std::byte>;

template <class Storage>
std::vector<Prepared<ModuleRing, Storage>> prepared(
    const std::vector<Poly<ModuleRing, Eval, Storage>>& matrix) {
  std::vector<Prepared<ModuleRing, Storage>> result;
  result.reserve(matrix.size());
  for (const auto& entry : matrix) result.push_back(prepare(entry));
  return result;
}

}  // namespace

std::size_t Scheme::public_key_bytes() const noexcept {
  const Parameters& p = parameters();
  return sizeof(PublicSeed) + p.rows * p.message_columns * state_->codec.string_bytes(p.degree);
}
std::size_t Scheme::secret_key_bytes() const noexcept {
  const Parameters& p = parameters();
  return p.columns * p.message_columns * state_->codec.string_bytes(p.degree);
}
std::size_t Scheme::ciphertext_bytes() const noexcept {
  const Parameters& p = parameters();
  return p.message_rows * (p.columns + p.message_columns) * state_->codec.string_bytes(p.degree);
}

Buffer<std::byte> Scheme::to_bytes(const PublicKey& key) const {
  require(key);
  return state_->codec.to_bytes<Public>(public_key_bytes(), key.seed, key.b);
}
Buffer<std::byte, Secret> Scheme::to_bytes(const SecretKey& key) const {
  require(key);
  return state_->codec.to_bytes<Secret>(secret_key_bytes(), key.s);
}
Buffer<std::byte> Scheme::to_bytes(const Ciphertext& ciphertext) const {
  require(ciphertext);
  return state_->codec.to_bytes<Public>(ciphertext_bytes(), ciphertext.u, ciphertext.v);
}

PublicKey Scheme::public_key_from_bytes(Bytes bytes) const {
  const Parameters& p = parameters();
  PublicKey key{{}, State::PublicMatrix(p.rows * p.message_columns, State::Polynomial(ring()))};
  state_->codec.from_bytes(bytes, public_key_bytes(), "a public key", key.seed, key.b);
  return key;
}
SecretKey Scheme::secret_key_from_bytes(Bytes bytes) const {
  const Parameters& p = parameters();
  SecretKey key{
      State::SecretMatrix(p.columns * p.message_columns, Poly<ModuleRing, Eval, Secret>(ring()))};
  state_->codec.from_bytes(bytes, secret_key_bytes(), "a secret key", key.s);
  return key;
}
Ciphertext Scheme::ciphertext_from_bytes(Bytes bytes) const {
  const Parameters& p = parameters();
  const State::Polynomial zero(ring());
  Ciphertext ciphertext{State::PublicMatrix(p.message_rows * p.columns, zero),
                        State::PublicMatrix(p.message_rows * p.message_columns, zero)};
  state_->codec.from_bytes(bytes, ciphertext_bytes(), "a ciphertext", ciphertext.u, ciphertext.v);
  return ciphertext;
}

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
  detail::encrypt_packed(*this, messages, ciphertexts, generator, "lath mlwe share", [&] {
    std::vector<Prepared<ModuleRing>> a;
    a.reserve(parameters().rows * parameters().columns);
    state_->drawn(key.seed)([&](std::size_t, std::size_t, const State::Polynomial& entry) {
      a.push_back(prepare(entry));
    });
    return [this, a = std::move(a), b = prepared(key.b)](std::span<const Message> some,
                                                         Generator& own) {
      const auto kept = [&](const auto& use) {
        const std::size_t n = parameters().columns;
        for (std::size_t i = 0; i < a.size(); ++i) use(i / n, i % n, a[i]);
      };
      std::vector<Ciphertext> ciphertexts_of_some;
      for (const Message& message : some) {
        ciphertexts_of_some.push_back(state_->encrypt(kept, b, message, own));
      }
      return ciphertexts_of_some;
    };
  });
}

std::vector<std::size_t> Scheme::decrypt_packed(const SecretKey& key, Bytes ciphertexts,
                                                std::span<std::byte> messages) const {
  require(key);
  return detail::decrypt_packed(*this, ciphertexts, messages, [&] {
    return [this, s = prepared(key.s)](const Ciphertext& ciphertext) {
      return state_->decrypt(s, ciphertext);
    };
  });
}

}  // namespace lath::mlwe
