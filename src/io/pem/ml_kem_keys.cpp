// SPDX-License-Identifier: Apache-2.0
#include "lath/io/ml_kem_keys.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "io/pem/armour.hpp"
#include "io/pem/der.hpp"
#include "io/pem/key_encryption.hpp"
#include "io/pem/key_parts.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

using detail::der::element_bytes;
using detail::der::Tag;
using detail::der::Writer;
using detail::pem::FileKind;

constexpr std::size_t kSeed = ml_kem::KeySeed::size();
constexpr std::size_t kVersionBytes = 3, kAlgorithmBytes = 13;

void write_algorithm(Writer& writer, unsigned set) {
  const auto identifier = detail::pem::identifier_of(set);
  writer.begin(Tag::sequence, element_bytes(identifier.size()));
  writer.element(Tag::object_identifier, identifier);
}

// The bytes of the choice inside of PKCS#8, which has the seed, the expanded key, or both.
std::size_t choice_bytes(PrivateKeyForm form, std::size_t expanded) {
  if (form == PrivateKeyForm::seed) return element_bytes(kSeed);
  if (form == PrivateKeyForm::expanded) return element_bytes(expanded);
  return element_bytes(element_bytes(kSeed) + element_bytes(expanded));
}

void write_choice(Writer& writer, PrivateKeyForm form, std::span<const std::byte> seed,
                  std::span<const std::byte> expanded) {
  if (form == PrivateKeyForm::seed) return writer.element(Tag::implicit_0, seed);
  if (form == PrivateKeyForm::both) {
    writer.begin(Tag::sequence, element_bytes(kSeed) + element_bytes(expanded.size()));
    writer.element(Tag::octet_string, seed);
  }
  writer.element(Tag::octet_string, expanded);
}

template <unsigned kSet>
Buffer<std::byte, Secret> private_der(const ml_kem::PrivateKey<kSet>& key, PrivateKeyForm form) {
  if (!key.seed() && form != PrivateKeyForm::expanded) {
    throw Error(ErrorCode::invalid_argument, "a form with a seed for a private key without one",
                "need the form `expanded` for keys whose seed is not known",
                "write the expanded key, or make a new key, which keeps its seed");
  }
  const std::size_t choice = choice_bytes(form, key.secret_key().bytes().size());
  const std::size_t parts = kVersionBytes + kAlgorithmBytes + element_bytes(choice);
  Buffer<std::byte, Secret> out(element_bytes(parts));
  Writer writer(out.span());
  constexpr std::byte kVersion{0};
  writer.begin(Tag::sequence, parts);
  writer.element(Tag::integer, std::span(&kVersion, 1));
  write_algorithm(writer, kSet);
  writer.begin(Tag::octet_string, choice);
  const std::optional<ml_kem::KeySeed>& known = key.seed();
  write_choice(writer, form, known ? known->span() : std::span<const std::byte>(),
               key.secret_key().bytes());
  return out;
}

[[noreturn]] void throw_other_algorithm(const std::string& algorithm) {
  throw Error(ErrorCode::unsupported, "a key of the algorithm " + algorithm,
              "need ML-KEM, 2.16.840.1.101.3.4.4.1 to 3",
              "make a key of ML-KEM, for example with lath keygen --pem");
}

[[noreturn]] void throw_other_kind(FileKind found, const char* needed) {
  throw Error(ErrorCode::malformed,
              found == FileKind::public_key    ? "a public key"
              : found == FileKind::private_key ? "a private key"
                                               : "an encrypted private key",
              needed, "check which file of the pair this is");
}

template <unsigned kSet>
MlKemPrivateKey private_key_of(const detail::pem::PrivateKeyParts& parts) {
  using Key = ml_kem::PrivateKey<kSet>;
  auto key = parts.form == PrivateKeyForm::seed       ? Key::from_seed(parts.seed)
             : parts.form == PrivateKeyForm::expanded ? Key::from_expanded(parts.expanded)
                                                      : Key::from_both(parts.seed, parts.expanded);
  if (parts.public_key && !std::ranges::equal(*parts.public_key, key.public_key().bytes())) {
    throw Error(ErrorCode::malformed, "a private key with the public key of another behind it",
                "need the public key of the same pair",
                "copy the file again from where it was made");
  }
  return key;
}

MlKemPrivateKey private_key_in(std::span<const std::byte> der) {
  const auto parts = detail::pem::private_key_parts(der);
  switch (parts.set) {
    case 512:
      return private_key_of<512>(parts);
    case 768:
      return private_key_of<768>(parts);
    case 1024:
      return private_key_of<1024>(parts);
    default:
      throw_other_algorithm(parts.algorithm);
  }
}

// A wrong passphrase may give anything, so that every fault of the bytes is one of it.
MlKemPrivateKey decrypted_key(std::span<const std::byte> der, std::span<const std::byte> passphrase,
                              std::uint64_t max_iterations) {
  const auto encrypted = detail::pem::read_encrypted_key(der);
  const auto bytes = detail::pem::decrypt_key(encrypted, passphrase, max_iterations);
  try {
    return private_key_in(bytes.span());
  } catch (const Error&) {
    detail::pem::throw_wrong_passphrase();
  }
}

MlKemPrivateKey read_private_key(std::span<const std::byte> file,
                                 std::optional<std::span<const std::byte>> passphrase,
                                 std::uint64_t max_iterations) {
  const auto opened = detail::pem::open_key_file(file);
  const auto der = opened.der.span();
  if (opened.kind == FileKind::private_key) return private_key_in(der);
  if (opened.kind == FileKind::public_key) throw_other_kind(opened.kind, "need a private key");
  if (passphrase) return decrypted_key(der, *passphrase, max_iterations);
  throw Error(ErrorCode::invalid_argument, "an encrypted private key without its passphrase",
              "need the passphrase that it was encrypted under", "give the passphrase, too");
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

MlKemPrivateKey generate_ml_kem_key(unsigned set, Generator& generator) {
  switch (set) {
    case 512:
      return ml_kem::PrivateKey<512>::generate(generator);
    case 768:
      return ml_kem::PrivateKey<768>::generate(generator);
    case 1024:
      return ml_kem::PrivateKey<1024>::generate(generator);
    default:
      throw Error(ErrorCode::invalid_argument, "ML-KEM-" + std::to_string(set),
                  "need the parameter set 512, 768 or 1024", "take 768, the usual one");
  }
}

unsigned parameter_set(const MlKemPublicKey& key) noexcept {
  return key.index() == 0 ? 512 : key.index() == 1 ? 768 : 1024;
}
unsigned parameter_set(const MlKemPrivateKey& key) noexcept {
  return key.index() == 0 ? 512 : key.index() == 1 ? 768 : 1024;
}

void throw_other_parameter_set(unsigned found, unsigned needed) {
  throw Error(ErrorCode::mismatch, "a key of ML-KEM-" + std::to_string(found),
              "need one of ML-KEM-" + std::to_string(needed),
              "take the key that was made for this parameter set");
}

MlKemPublicKey public_key_of(const MlKemPrivateKey& key) {
  return std::visit([](const auto& each) -> MlKemPublicKey { return each.public_key(); }, key);
}

std::vector<std::byte> to_der(const MlKemPublicKey& key) {
  const auto bytes =
      std::visit([](const auto& each) -> std::span<const std::byte> { return each.bytes(); }, key);
  const std::size_t bits = 1 + bytes.size(), parts = kAlgorithmBytes + element_bytes(bits);
  std::vector<std::byte> out(element_bytes(parts));
  Writer writer(out);
  constexpr std::byte kNoUnusedBits{0};
  writer.begin(Tag::sequence, parts);
  write_algorithm(writer, parameter_set(key));
  writer.begin(Tag::bit_string, bits);
  writer.bytes(std::span(&kNoUnusedBits, 1));
  writer.bytes(bytes);
  return out;
}

std::string to_pem(const MlKemPublicKey& key) {
  const auto text = detail::pem::write_block("PUBLIC KEY", to_der(key));
  return text_of(text.span());
}

Buffer<std::byte, Secret> to_der(const MlKemPrivateKey& key, PrivateKeyForm form) {
  return std::visit([&](const auto& each) { return private_der(each, form); }, key);
}

Buffer<std::byte, Secret> to_pem(const MlKemPrivateKey& key, PrivateKeyForm form) {
  const auto der = to_der(key, form);
  return detail::pem::write_block("PRIVATE KEY", der.span());
}

std::vector<std::byte> to_encrypted_der(const MlKemPrivateKey& key, ByteView passphrase,
                                        Generator& generator, PrivateKeyForm form,
                                        PassphraseDerivation derivation) {
  const auto der = to_der(key, form);
  return detail::pem::encrypt_key(der.span(), passphrase.span(), generator, derivation);
}

std::string to_encrypted_pem(const MlKemPrivateKey& key, ByteView passphrase, Generator& generator,
                             PrivateKeyForm form, PassphraseDerivation derivation) {
  const auto text = detail::pem::write_block(
      "ENCRYPTED PRIVATE KEY", to_encrypted_der(key, passphrase, generator, form, derivation));
  return text_of(text.span());
}

MlKemPublicKey ml_kem_public_key_from_file(ByteView file) {
  const auto opened = detail::pem::open_key_file(file.span());
  if (opened.kind != FileKind::public_key) throw_other_kind(opened.kind, "need a public key");
  const auto parts = detail::pem::public_key_parts(opened.der.span());
  switch (parts.set) {
    case 512:
      return ml_kem::PublicKey<512>::from_bytes(parts.key);
    case 768:
      return ml_kem::PublicKey<768>::from_bytes(parts.key);
    case 1024:
      return ml_kem::PublicKey<1024>::from_bytes(parts.key);
    default:
      throw_other_algorithm(parts.algorithm);
  }
}

MlKemPrivateKey ml_kem_private_key_from_file(ByteView file) {
  return read_private_key(file.span(), std::nullopt, kMaxIterations);
}

MlKemPrivateKey ml_kem_private_key_from_file(ByteView file, ByteView passphrase,
                                             std::uint64_t max_iterations) {
  return read_private_key(file.span(), passphrase.span(), max_iterations);
}

}  // namespace lath::io
