// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/fujisaki_okamoto.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "hash/sponge.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "pke/byte_codec.hpp"
#include "pke/implicit_rejection.hpp"

namespace lath {
namespace {

// The instruction set of the sponges.
Isa isa() {
  static const Isa instance = active_isa();
  return instance;
}

using detail::fips202::digest, detail::fips202::kSha3_256, detail::fips202::kSha3_512,
    detail::fips202::kShake256;
using Bytes = std::span<const std::byte>;
constexpr std::size_t kHashBytes = 32, kRejectionBytes = 32, kMessageBits = 256;
constexpr std::string_view kDomain = "lath fujisaki-okamoto 1";

void copy(Bytes from, std::span<std::byte> to) { std::ranges::copy(from, to.begin()); }

// The properties of a scheme that the transform needs beside PublicKeyScheme: its name with the
// parameters, 256 bits as a message and back, and the memory of a ciphertext.
template <class Scheme>
struct Transported;

// A word and numbers behind it.
template <class... Numbers>
std::string name_of(std::string name, Numbers... numbers) {
  (name.append(" ").append(std::to_string(numbers)), ...);
  return name;
}

template <>
struct Transported<mlwe::Scheme> {
  using Scheme = mlwe::Scheme;

  static std::string name(const Scheme& scheme) {
    const mlwe::Parameters& p = scheme.parameters();
    return name_of("mlwe", p.degree, p.rows, p.columns, p.message_rows, p.message_columns,
                   p.modulus, p.plaintext_modulus, p.noise);
  }
  static std::size_t message_size(const Scheme& scheme) { return scheme.message_size(); }
  static mlwe::Message message(const Scheme& scheme, const Seed& m) {
    mlwe::Message message(scheme.message_size());
    for (std::size_t i = 0; i < kMessageBits; ++i) {
      message[i] = std::to_integer<std::uint32_t>(m.data()[i / 8] >> (i % 8)) & 1;
    }
    return message;
  }
  // A message with other coefficients than bits becomes another message here, and encrypting this
  // message gives another ciphertext.
  static Seed bits(const mlwe::Message& message) {
    Seed m;
    for (std::size_t i = 0; i < kMessageBits; ++i) {
      m.data()[i / 8] |= static_cast<std::byte>((message[i] & 1) << (i % 8));
    }
    return m;
  }
  static std::vector<std::span<std::byte>> memory(mlwe::Ciphertext& ciphertext) {
    std::vector<std::span<std::byte>> parts;
    for (auto* matrix : {&ciphertext.u, &ciphertext.v}) {
      for (auto& entry : *matrix) parts.push_back(std::as_writable_bytes(entry.limb(0)));
    }
    return parts;
  }
};

template <>
struct Transported<rlwe::Scheme> {
  using Scheme = rlwe::Scheme;

  static std::string name(const Scheme& scheme) {
    const rlwe::Parameters& p = scheme.parameters();
    return name_of("rlwe", p.degree, p.modulus, p.noise, p.message_bytes);
  }
  static std::size_t message_size(const Scheme& scheme) {
    return 8 * scheme.parameters().message_bytes;
  }
  static rlwe::Message message(const Scheme& scheme, const Seed& m) {
    rlwe::Message message(scheme.parameters().message_bytes);
    std::ranges::copy(m.span(), message.data());
    return message;
  }
  // A message of more than 256 bits becomes another message here, as above.
  static Seed bits(const rlwe::Message& message) {
    return Seed(message.span().first<kMessageBits / 8>());
  }
  static std::vector<std::span<std::byte>> memory(rlwe::Ciphertext& ciphertext) {
    return {std::as_writable_bytes(ciphertext.u.limb(0)),
            std::as_writable_bytes(std::span(ciphertext.v))};
  }
};

// A ciphertext made again in decapsulation, as bytes. It stays secret: whether and where it differs
// from the one that came would tell about the secret key.
template <class Scheme>
Buffer<std::byte, Secret> kept_secret(const Scheme& scheme,
                                      typename Scheme::Ciphertext ciphertext) {
  const auto parts = Transported<Scheme>::memory(ciphertext);
  for (const auto part : parts) ct::poison(part.data(), part.size());
  Buffer<std::byte> bytes = scheme.to_bytes(ciphertext);
  Buffer<std::byte, Secret> result(std::as_const(bytes).span());
  wipe(bytes.data(), bytes.size());
  for (const auto part : parts) wipe(part.data(), part.size());
  return result;
}

}  // namespace

template <PublicKeyScheme Scheme>
FujisakiOkamoto<Scheme>::FujisakiOkamoto(const Scheme& scheme) : scheme_(scheme) {
  const std::size_t size = Transported<Scheme>::message_size(scheme_);
  if (size < kMessageBits) {
    throw Error(ErrorCode::invalid_argument,
                "a scheme with messages of " + std::to_string(size) + " coefficients",
                "need 256, one for each bit of what is encapsulated",
                "raise the degree or the dimensions of a message");
  }
  const std::string named = std::string(kDomain) + " " + name();
  digest(isa(), kSha3_256, domain_, std::as_bytes(std::span(named)));
}

template <PublicKeyScheme Scheme>
std::string FujisakiOkamoto<Scheme>::name() const {
  return Transported<Scheme>::name(scheme_);
}

template <PublicKeyScheme Scheme>
double FujisakiOkamoto<Scheme>::failure_bound() const {
  return lath::failure_bound(scheme_.parameters());
}

template <PublicKeyScheme Scheme>
std::size_t FujisakiOkamoto<Scheme>::public_key_bytes() const noexcept {
  return scheme_.public_key_bytes();
}
template <PublicKeyScheme Scheme>
std::size_t FujisakiOkamoto<Scheme>::secret_key_bytes() const noexcept {
  return scheme_.secret_key_bytes() + scheme_.public_key_bytes() + kHashBytes + kRejectionBytes;
}
template <PublicKeyScheme Scheme>
std::size_t FujisakiOkamoto<Scheme>::ciphertext_bytes() const noexcept {
  return scheme_.ciphertext_bytes();
}

template <PublicKeyScheme Scheme>
auto FujisakiOkamoto<Scheme>::hash_of(Bytes public_key) const -> Hash {
  Hash hash;
  digest(isa(), kSha3_256, hash, domain_, public_key);
  return hash;
}

template <PublicKeyScheme Scheme>
SecretBytes<64> FujisakiOkamoto<Scheme>::secret_and_randomness(const Seed& m,
                                                               const Hash& hash) const {
  SecretBytes<64> both;
  digest(isa(), kSha3_512, both.span(), domain_, m.span(), hash);
  return both;
}

template <PublicKeyScheme Scheme>
kem::SharedSecret FujisakiOkamoto<Scheme>::rejection_secret(Bytes z, Bytes ciphertext) const {
  kem::SharedSecret secret;
  digest(isa(), kShake256, secret.span(), domain_, z, ciphertext);
  return secret;
}

template <PublicKeyScheme Scheme>
typename Scheme::Ciphertext FujisakiOkamoto<Scheme>::encrypt(
    const typename Scheme::PublicKey& key, const Seed& m, std::span<const std::byte, 32> r) const {
  Generator generator = Generator::from_seed(Seed(r), kDomain);
  return scheme_.encrypt(key, Transported<Scheme>::message(scheme_, m), generator);
}

template <PublicKeyScheme Scheme>
kem::KeyPair FujisakiOkamoto<Scheme>::generate_keys(Generator& generator) const {
  const auto pair = scheme_.generate_keys(generator);
  kem::KeyPair keys{scheme_.to_bytes(pair.public_key),
                    Buffer<std::byte, Secret>(secret_key_bytes())};
  const detail::SecretKeyParts parts(keys.secret_key.span(), scheme_.secret_key_bytes());
  const auto s = scheme_.to_bytes(pair.secret_key);
  copy(s.span(), parts.s);
  copy(keys.public_key.span(), parts.public_key);
  copy(hash_of(keys.public_key.span()), parts.hash);
  generator.fill(parts.z);
  return keys;
}

template <PublicKeyScheme Scheme>
void FujisakiOkamoto<Scheme>::check_public_key(Bytes bytes) const {
  (void)scheme_.public_key_from_bytes(bytes);
}

template <PublicKeyScheme Scheme>
Bytes FujisakiOkamoto<Scheme>::public_key_in(Bytes bytes) const {
  detail::ByteCodec::require_bytes(bytes, secret_key_bytes(), "a secret key");
  return detail::SecretKeyParts(bytes, scheme_.secret_key_bytes()).public_key;
}

template <PublicKeyScheme Scheme>
void FujisakiOkamoto<Scheme>::check_secret_key(Bytes bytes) const {
  detail::ByteCodec::require_bytes(bytes, secret_key_bytes(), "a secret key");
  const detail::SecretKeyParts parts(bytes, scheme_.secret_key_bytes());
  if (!ct::equal(hash_of(parts.public_key), parts.hash)) {
    throw Error(ErrorCode::malformed, "a secret key whose public key was changed",
                "need the public key that the hash in it was made of",
                "restore the key from a copy");
  }
  check_public_key(parts.public_key);
  (void)scheme_.secret_key_from_bytes(parts.s);
}

template <PublicKeyScheme Scheme>
kem::Encapsulation FujisakiOkamoto<Scheme>::encapsulate(Bytes public_key,
                                                        Generator& generator) const {
  return encapsulate_derandomized(public_key, generator.seed());
}

template <PublicKeyScheme Scheme>
kem::Encapsulation FujisakiOkamoto<Scheme>::encapsulate_derandomized(Bytes public_key,
                                                                     const Seed& m) const {
  const auto key = scheme_.public_key_from_bytes(public_key);
  const auto both = secret_and_randomness(m, hash_of(public_key));
  const auto bytes = both.span();
  return {scheme_.to_bytes(encrypt(key, m, bytes.template last<32>())),
          kem::SharedSecret(bytes.template first<32>())};
}

template <PublicKeyScheme Scheme>
kem::SharedSecret FujisakiOkamoto<Scheme>::decapsulate(Bytes secret_key, Bytes ciphertext) const {
  const auto received = scheme_.ciphertext_from_bytes(ciphertext);
  check_secret_key(secret_key);
  const detail::SecretKeyParts parts(secret_key, scheme_.secret_key_bytes());
  const auto public_key = scheme_.public_key_from_bytes(parts.public_key);
  const Seed m =
      Transported<Scheme>::bits(scheme_.decrypt(scheme_.secret_key_from_bytes(parts.s), received));
  Hash hash;
  copy(parts.hash, hash);
  const auto both = secret_and_randomness(m, hash);
  const auto bytes = both.span();
  const auto again = kept_secret(scheme_, encrypt(public_key, m, bytes.template last<32>()));
  const std::uint64_t honest = detail::mask_equal_bytes(again.span(), ciphertext);
  kem::SharedSecret secret = rejection_secret(parts.z, ciphertext);
  detail::replace_if(honest, secret.span(), bytes.template first<32>());
  return secret;
}

template class FujisakiOkamoto<mlwe::Scheme>;
template class FujisakiOkamoto<rlwe::Scheme>;

}  // namespace lath
