// SPDX-License-Identifier: Apache-2.0
//
// One file of every object, of a small degree, as every version writes and reads them from now on.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/message.hpp"
#include "io/objects/object_cases.hpp"
#include "lath/io/objects.hpp"
#include "lath/ring/bytes.hpp"

namespace lath::testing {

inline constexpr std::string_view kKnownPassphrase = "lath";
inline std::span<const std::byte> known_passphrase() {
  return std::as_bytes(std::span(kKnownPassphrase));
}

/// Keys of 32 bytes that count from a number on.
inline Bytes counting(unsigned first) {
  Bytes bytes(32);
  for (std::size_t i = 0; i < 32; ++i) bytes[i] = static_cast<std::byte>(first + i);
  return bytes;
}

/// A literal that gives its primes, so that a reader need not choose them.
template <class Scheme>
he::Literal known_literal() {
  he::Literal literal{.degree = 16,
                      .plaintext_modulus = 65537,
                      .prime_bits = {40, 41, 45},
                      .special_prime_bits = {46}};
  const DynamicRing ring = Scheme::Parameters::create_insecure(literal).key_ring();
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    (i < 3 ? literal.primes : literal.special_primes).push_back(ring.modulus(i).value());
  }
  literal.prime_bits = {};
  literal.special_prime_bits = {};
  return literal;
}

template <class Scheme>
std::string known_name(const std::string& object) {
  return std::string(kIsBfv<Scheme> ? "bfv-" : "bgv-") + object;
}
inline std::string file_name_of(ObjectKind kind) {
  std::string name = name_of(kind);
  if (name.starts_with("a ")) name.erase(0, 2);
  for (char& letter : name) letter = letter == ' ' ? '-' : letter;
  return name;
}

/// How the object of a kind is proved: some by a MAC, some by a signature, most by nothing.
struct KnownKeys {
  io::MacKey mac = io::MacKey::from_bytes(counting(0));
  io::SigningKey signing = io::SigningKey::from_bytes(counting(32));
  io::VerifyingKey verifying = signing.verifying_key();

  [[nodiscard]] io::SaveOptions save(ObjectKind kind) const {
    constexpr std::size_t kLongest = std::size_t{1} << 20;
    if (kind == ObjectKind::ciphertext) return {.mac = &mac, .chunk_bytes = kLongest};
    if (kind == ObjectKind::public_key) return {.signing_key = &signing, .chunk_bytes = kLongest};
    if (kind == ObjectKind::galois_keys) return {.mac = &mac, .chunk_bytes = 1024};
    return {.chunk_bytes = kLongest};
  }
  [[nodiscard]] io::LoadOptions load(ObjectKind kind) const {
    const io::SaveOptions options = save(kind);
    return {.mac = options.mac,
            .verifying_key = options.signing_key != nullptr ? &verifying : nullptr};
  }
};

using Files = std::map<std::string, Bytes>;

template <class Scheme>
void add_known_objects(Files& files) {
  const FewKeys<Scheme> keys(known_literal<Scheme>());
  const KnownKeys proofs;
  for (const ObjectCase& object : object_cases(keys)) {
    io::SaveOptions options = proofs.save(object.kind);
    if (object.kind == ObjectKind::relin_key || object.kind == ObjectKind::seeded_ciphertext) {
      options.parameters = &keys.parameters;
    }
    files[known_name<Scheme>(file_name_of(object.kind) + ".cbor")] = object.envelope(options);
  }
  auto generator = Generator::from_seed(Seed{}, "known objects");
  io::MemorySink key, plaintext;
  io::save_secret_key(key, keys.secret, known_passphrase(), generator, {.log2_work = 10});
  io::save_plaintext(plaintext, stepped(keys, 77), known_passphrase(), generator,
                     {.parameters = &keys.parameters, .log2_work = 10});
  files[known_name<Scheme>("secret-key.cbor")] = key.bytes();
  files[known_name<Scheme>("plaintext.cbor")] = plaintext.bytes();
}

/// Rings, polynomials and messages, which have no envelopes.
inline void add_known_bytes(Files& files) {
  const std::vector<std::uint64_t> moduli = {97, 193, 12289};
  const auto ring = DynamicRing::create(8, moduli);
  Poly<DynamicRing, Coeff> poly(ring);
  for (std::size_t limb = 0; limb < 3; ++limb) {
    for (std::size_t i = 0; i < 8; ++i) poly.limb(limb)[i] = (i * i * 31 + 7) % moduli[limb];
  }
  files["ring.bin"] = copy(to_bytes(ring));
  files["polynomial.bin"] = copy(to_bytes(poly));
  apps::MessageWriter message({apps::Protocol::retrieval, 2, {std::byte{1}, std::byte{9}}, 5});
  message.put_object(counting(64));
  files["message.bin"] = copy(message.finish());
}

inline Files known_objects() {
  Files files;
  add_known_objects<Bfv>(files);
  add_known_objects<Bgv>(files);
  add_known_bytes(files);
  return files;
}

/// Loads every object of `files` that has the scheme's name, and gives its packed bytes by name.
/// Throws where one is refused.
template <class Scheme>
Files loaded(const Files& files) {
  const KnownKeys proofs;
  const auto file = [&](const char* name) { return files.at(known_name<Scheme>(name)); };
  const auto parameters = Scheme::Parameters::create_insecure(
      io::load_literal(Scheme::kScheme, file("parameters.cbor")));
  const FewKeys<Scheme> keys(known_literal<Scheme>());
  Files packed;
  for (const ObjectCase& object : object_cases(keys)) {
    const std::string name = file_name_of(object.kind) + ".cbor";
    packed[known_name<Scheme>(name)] = object.load(file(name.c_str()), proofs.load(object.kind));
  }
  packed[known_name<Scheme>("secret-key.cbor")] =
      copy(to_bytes(io::load_secret_key(parameters, file("secret-key.cbor"), known_passphrase())));
  packed[known_name<Scheme>("plaintext.cbor")] =
      copy(to_bytes(io::load_plaintext(parameters, file("plaintext.cbor"), known_passphrase())));
  return packed;
}

}  // namespace lath::testing
