// SPDX-License-Identifier: Apache-2.0
#include "ml_kem/operations.hpp"

#include <algorithm>

#include "hash/sponge.hpp"
#include "lath/base/constant_time.hpp"
#include "pke/implicit_rejection.hpp"

namespace lath::ml_kem {

using detail::fips202::kSha3_256;
using detail::fips202::kSha3_512;
using detail::fips202::kShake256;

namespace {

auto parts_of(const Parameters& parameters, Bytes secret_key) {
  return detail::SecretKeyParts(secret_key, parameters.vector_bytes());
}

}  // namespace

KeyGeneration::KeyGeneration(const Parameters& parameters, Bytes32 d, Bytes32 z,
                             std::span<std::byte> public_key, std::span<std::byte> secret_key)
    : parameters_(parameters),
      public_key_(public_key),
      secret_key_(secret_key),
      z_(z),
      a_(parameters.rank * parameters.rank),
      s_e_(2 * parameters.rank) {
  std::copy(d.begin(), d.end(), d_.data());
  d_.data()[32] = static_cast<std::byte>(parameters.rank);
}

void KeyGeneration::first(Sampling& sampling) {
  sampling.digest(kSha3_512, d_.span(), seeds_.span());
}

void KeyGeneration::second(Sampling& sampling) {
  const Bytes32 rho = seeds_.span().first<32>(), sigma = seeds_.span().last<32>();
  ct::declassify(rho.data(), rho.size());  // it is published as a part of the key
  sampling.matrix(rho, parameters_.rank, a_)
      .noise(sigma, 2 * parameters_.rank, parameters_.eta1, s_e_);
}

void KeyGeneration::third(Sampling& sampling) {
  const detail::SecretKeyParts parts(secret_key_, parameters_.vector_bytes());
  k_pke::make_keys(parameters_, a_, s_e_, seeds_.span().first<32>(), public_key_, parts.s);
  sampling.digest(kSha3_256, public_key_, parts.hash);
}

void KeyGeneration::finish() {
  const detail::SecretKeyParts parts(secret_key_, parameters_.vector_bytes());
  std::copy(public_key_.begin(), public_key_.end(), parts.public_key.begin());
  std::copy_n(z_.data(), 32, parts.z.begin());
}

ExpandedKey::ExpandedKey(const Parameters& parameters, Bytes public_key, Sampling& sampling)
    : encryption_(parameters, public_key, sampling.digest(kSha3_256, public_key, hash_)) {}

HashedEncryption::HashedEncryption(const Parameters& parameters)
    : eta1_(parameters.eta1), rank_(parameters.rank), noise_(2 * parameters.rank + 1) {}

void HashedEncryption::hash(Sampling& sampling, Bytes32 m, Bytes32 key_hash) {
  std::copy(m.begin(), m.end(), message_.data());
  std::copy(key_hash.begin(), key_hash.end(), message_.data() + m.size());
  sampling.digest(kSha3_512, message_.span(), both_.span());
}

void HashedEncryption::draw(Sampling& sampling) {
  sampling.noise(both_.span().last<32>(), rank_, eta1_, noise_);
}

void HashedEncryption::encrypt(const k_pke::EncryptionKey& key, std::span<std::byte> ciphertext) {
  key.encrypt(message_.span().first<32>(), noise_, ciphertext);
}

Encapsulating::Encapsulating(const Parameters& parameters, const ExpandedKey& key, Bytes32 m,
                             std::span<std::byte> ciphertext, std::span<std::byte, 32> secret)
    : Encapsulating(parameters, Bytes(), m, ciphertext, secret) {
  key_ = &key;
}

Encapsulating::Encapsulating(const Parameters& parameters, Bytes public_key, Bytes32 m,
                             std::span<std::byte> ciphertext, std::span<std::byte, 32> secret)
    : parameters_(parameters),
      public_key_(public_key),
      m_(m),
      ciphertext_(ciphertext),
      secret_(secret),
      encryption_(parameters) {}

void Encapsulating::first(Sampling& sampling) {
  if (key_ == nullptr) key_ = &own_.emplace(parameters_, public_key_, sampling);
}
void Encapsulating::second(Sampling& sampling) { encryption_.hash(sampling, m_, key_->hash()); }
void Encapsulating::third(Sampling& sampling) { encryption_.draw(sampling); }

void Encapsulating::finish() {
  encryption_.encrypt(key_->encryption(), ciphertext_);
  // The ciphertext is sent: by the Module-LWE assumption the ciphertext hides m.
  ct::declassify(ciphertext_.data(), ciphertext_.size());
  std::ranges::copy(encryption_.secret(), secret_.begin());
}

Decapsulating::Decapsulating(const Parameters& parameters, const ExpandedKey& key, Bytes secret_key,
                             Bytes ciphertext, std::span<std::byte, 32> secret)
    : Decapsulating(parameters, secret_key, ciphertext, secret) {
  key_ = &key.encryption();
}

Decapsulating::Decapsulating(const Parameters& parameters, Bytes secret_key, Bytes ciphertext,
                             std::span<std::byte, 32> secret)
    : encryption_(parameters),
      secret_(secret),
      secret_key_(secret_key),
      ciphertext_(ciphertext),
      parameters_(parameters) {}

Decapsulating::~Decapsulating() { wipe(rejected_.data(), 32); }

void Decapsulating::first(Sampling& sampling) {
  const auto parts = parts_of(parameters_, secret_key_);
  // J of the standard, of z and the ciphertext: the secret of one that is not honest.
  std::copy(parts.z.begin(), parts.z.end(), rejected_.begin());
  std::copy(ciphertext_.begin(), ciphertext_.end(), rejected_.begin() + 32);
  sampling.digest(kShake256, std::span(rejected_).first(32 + ciphertext_.size()), secret_);
  if (key_ == nullptr) key_ = &own_.emplace(parameters_, parts.public_key, sampling);
  k_pke::decrypt(parameters_, parts.s, ciphertext_, m_.span());
}

void Decapsulating::second(Sampling& sampling) {
  encryption_.hash(sampling, m_.span(), parts_of(parameters_, secret_key_).hash);
}
void Decapsulating::third(Sampling& sampling) { encryption_.draw(sampling); }

void Decapsulating::finish() {
  // The new ciphertext stays secret: whether and where it differs would tell about the key.
  SecretBytes<kMostBytes> again;
  const auto bytes = again.span().first(ciphertext_.size());
  encryption_.encrypt(*key_, bytes);
  const std::uint64_t honest = detail::mask_equal_bytes(bytes, ciphertext_);
  detail::replace_if(honest, secret_, encryption_.secret());
}

}  // namespace lath::ml_kem
