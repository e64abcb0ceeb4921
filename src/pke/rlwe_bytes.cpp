// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "lath/base/parallel.hpp"
#include "pke/packed_batches.hpp"
#include "pke/rlwe_equations.hpp"
#include "pke/rlwe_state.hpp"

namespace lath::rlwe {
namespace {

using Bytes = std::span<const std::byte>;
using Word = PolyRing::Word;

// The number of ciphertexts that share working memory: many enough that the memory stays in the
// caches, few enough for many threads.
constexpr std::size_t kDecryptionShare = 64;

std::size_t shares_per_thread(const PolyRing& ring, std::size_t share) {
  constexpr std::size_t kPasses = 8;  // of a message
  return std::max<std::size_t>(1, kWordsPerThread / (kPasses * share * ring.degree()));
}

}  // namespace

// The degree is a multiple of 8, so that every part ends with a byte, and one behind the other is
// one string of words.
std::size_t Scheme::public_key_bytes() const noexcept {
  return sizeof(PublicSeed) + state_->codec.string_bytes(parameters().degree);
}
std::size_t Scheme::secret_key_bytes() const noexcept {
  return state_->codec.string_bytes(parameters().degree);
}
std::size_t Scheme::ciphertext_bytes() const noexcept {
  return state_->codec.string_bytes(parameters().degree + 8 * message_bytes());
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
  return state_->codec.to_bytes<Public>(ciphertext_bytes(), ciphertext.u, std::span(ciphertext.v));
}

PublicKey Scheme::public_key_from_bytes(Bytes bytes) const {
  PublicKey key{{}, Poly<PolyRing, Eval>(ring())};
  state_->codec.from_bytes(bytes, public_key_bytes(), "a public key", key.seed, key.b);
  return key;
}
SecretKey Scheme::secret_key_from_bytes(Bytes bytes) const {
  SecretKey key{Poly<PolyRing, Eval, Secret>(ring())};
  state_->codec.from_bytes(bytes, secret_key_bytes(), "a secret key", key.s);
  return key;
}
Ciphertext Scheme::ciphertext_from_bytes(Bytes bytes) const {
  Ciphertext ciphertext{Poly<PolyRing, Eval>(ring()), std::vector<Word>(8 * message_bytes())};
  state_->codec.from_bytes(bytes, ciphertext_bytes(), "a ciphertext", ciphertext.u,
                           std::span(ciphertext.v));
  return ciphertext;
}

Message Scheme::message_from_bytes(Bytes bytes) const {
  detail::require_message_bytes(bytes.size(), message_bytes());
  return Message(bytes);
}
Buffer<std::byte, Secret> Scheme::message_to_bytes(const Message& message) const {
  detail::require_message_bytes(message.size(), message_bytes());
  return message;
}

void Scheme::encrypt_packed(const PublicKey& key, Bytes messages, std::span<std::byte> ciphertexts,
                            Generator& generator) const {
  require(key);
  const detail::PackedSizes sizes{message_bytes(), ciphertext_bytes()};
  const std::size_t count = sizes.count(messages.size(), ciphertexts.size());
  const detail::RlweEncryption encryption(*this, key);
  const std::size_t draws = encryption.draws();
  // The memory of a thread is allocated before the thread starts.
  auto working = Buffer<Word, Secret>::for_overwrite(
      detail::shares_of(count, detail::kEncryptionShare) * draws);
  auto all_draws = Buffer<std::int8_t, Secret>::for_overwrite(count * draws);
  auto generators = detail::share_generators(count, generator, "lath rlwe share");
  detail::for_each_share(
      count, detail::kEncryptionShare, shares_per_thread(ring(), detail::kEncryptionShare),
      [&](std::size_t share, std::size_t first, std::size_t end) {
        const auto mine = working.span().subspan(share * draws, draws);
        encryption.draw(all_draws.span().subspan(first * draws, (end - first) * draws),
                        generators[share]);
        for (std::size_t i = first; i < end; ++i) {
          const auto words = encryption.encrypt(sizes.message(messages, i),
                                                all_draws.span().subspan(i * draws, draws), mine);
          state_->codec.write(sizes.ciphertext(ciphertexts, i), words);
        }
      });
}

std::vector<std::size_t> Scheme::decrypt_packed(const SecretKey& key, Bytes ciphertexts,
                                                std::span<std::byte> messages) const {
  require(key);
  const detail::PackedSizes sizes{message_bytes(), ciphertext_bytes()};
  const std::size_t count = sizes.count(messages.size(), ciphertexts.size());
  const detail::RlweDecryption decryption(*this, key, count);
  const std::size_t degree = parameters().degree, words = degree + 8 * message_bytes();
  auto working =
      Buffer<Word, Secret>::for_overwrite(detail::shares_of(count, kDecryptionShare) * words);
  return detail::decrypt_each(
      sizes, ciphertexts, messages, kDecryptionShare, shares_per_thread(ring(), kDecryptionShare),
      [&](std::size_t share, Bytes ciphertext, std::span<std::byte> message) {
        const auto mine = working.span().subspan(share * words, words);
        if (!state_->codec.read(ciphertext, mine)) return false;
        decryption.decrypt(message, mine.first(degree), mine.subspan(degree));
        return true;
      });
}

}  // namespace lath::rlwe
