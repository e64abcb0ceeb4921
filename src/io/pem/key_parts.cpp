// SPDX-License-Identifier: Apache-2.0
#include "io/pem/key_parts.hpp"

#include <algorithm>
#include <array>

#include "io/pem/armour.hpp"
#include "io/pem/der.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"

namespace lath::detail::pem {
namespace {

using der::Reader;
using der::Tag;
using Bytes = std::span<const std::byte>;

constexpr const char* kPublic = "a public key";
constexpr const char* kPrivate = "a private key";

// id-alg-ml-kem-512, -768 and -1024: 2.16.840.1.101.3.4.4.1 to 3.
constexpr std::array<std::byte, 9> identifier_ending_in(unsigned last) {
  return {std::byte{0x60}, std::byte{0x86}, std::byte{0x48},
          std::byte{0x01}, std::byte{0x65}, std::byte{0x03},
          std::byte{0x04}, std::byte{0x04}, static_cast<std::byte>(last)};
}
constexpr std::array kIdentifiers{identifier_ending_in(1), identifier_ending_in(2),
                                  identifier_ending_in(3)};
constexpr std::array kSets{512U, 768U, 1024U};

struct Algorithm {
  std::string name;
  unsigned set = 0;
};

Algorithm take_algorithm(Reader& parts) {
  Reader algorithm = parts.enter(Tag::sequence, "its algorithm");
  const Bytes identifier = algorithm.take(Tag::object_identifier, "the name of its algorithm");
  Algorithm result{der::dotted(identifier)};
  for (std::size_t i = 0; i < kSets.size(); ++i) {
    if (std::ranges::equal(identifier, kIdentifiers[i])) result.set = kSets[i];
  }
  if (result.set != 0 && !algorithm.rest().empty()) {
    parts.refuse("with parameters of ML-KEM, which has none");
  }
  return result;
}

// A bit string of whole bytes.
Bytes whole_bytes(Reader& reader, Tag tag, const char* part) {
  const Bytes bits = reader.take(tag, part);
  if (bits.empty() || bits[0] != std::byte{0}) reader.refuse("whose public key is not whole bytes");
  return bits.subspan(1);
}

void take_choice(Bytes choice, PrivateKeyParts& parts) {
  Reader reader(choice, kPrivate);
  if (reader.next_is(Tag::implicit_0)) {
    parts.form = io::PrivateKeyForm::seed;
    parts.seed = reader.take(Tag::implicit_0, "its seed");
  } else if (reader.next_is(Tag::octet_string)) {
    parts.form = io::PrivateKeyForm::expanded;
    parts.expanded = reader.take(Tag::octet_string, "its expanded key");
  } else {
    parts.form = io::PrivateKeyForm::both;
    Reader both = reader.enter(Tag::sequence, "a seed or an expanded key");
    parts.seed = both.take(Tag::octet_string, "its seed");
    parts.expanded = both.take(Tag::octet_string, "its expanded key");
    both.end("its expanded key");
  }
  reader.end("its seed or expanded key");
}

[[noreturn]] void refuse_file(std::string found) {
  throw Error(
      ErrorCode::malformed, std::move(found),
      "need one key, DER or PEM, of at most " + std::to_string(io::kMaxKeyFileBytes) + " bytes",
      "check that this is the right file and that it was not cut off");
}

FileKind kind_of_label(const std::string& label) {
  if (label == "PUBLIC KEY") return FileKind::public_key;
  if (label == "PRIVATE KEY") return FileKind::private_key;
  if (label == "ENCRYPTED PRIVATE KEY") return FileKind::encrypted_private_key;
  throw Error(ErrorCode::unsupported, "a PEM text of the kind " + quote(label),
              "need PUBLIC KEY, PRIVATE KEY or ENCRYPTED PRIVATE KEY",
              "convert the file, for example with openssl pkey");
}

// PKCS#8 begins with its version; the second element of an encrypted key is its bytes, and that of
// a public key a bit string.
FileKind kind_of_der(Bytes file) {
  Reader reader(file, "a key");
  Reader parts = reader.enter(Tag::sequence, "its sequence");
  if (parts.next_is(Tag::integer)) return FileKind::private_key;
  (void)parts.take(Tag::sequence, "its algorithm");
  return parts.next_is(Tag::octet_string) ? FileKind::encrypted_private_key : FileKind::public_key;
}

}  // namespace

std::span<const std::byte> identifier_of(unsigned set) {
  return kIdentifiers[set == 512 ? 0 : set == 768 ? 1 : 2];
}

KeyFile open_key_file(Bytes file) {
  if (file.empty() || file.size() > io::kMaxKeyFileBytes) {
    refuse_file("a key file of " + std::to_string(file.size()) + " bytes");
  }
  if (has_block(file)) {
    Block block = read_block(file);
    return {kind_of_label(block.label), true, std::move(block.bytes)};
  }
  if (!Reader(file, "a key").next_is(Tag::sequence)) refuse_file("a file that is no key");
  return {kind_of_der(file), false, Buffer<std::byte, Secret>(file)};
}

PublicKeyParts public_key_parts(Bytes der) {
  Reader file(der, kPublic);
  Reader parts = file.enter(Tag::sequence, "its sequence");
  file.end("the key");
  const Algorithm algorithm = take_algorithm(parts);
  PublicKeyParts result{algorithm.name, algorithm.set, {}};
  result.key = whole_bytes(parts, Tag::bit_string, "its bits");
  parts.end("its bits");
  return result;
}

PrivateKeyParts private_key_parts(Bytes der) {
  Reader file(der, kPrivate);
  Reader parts = file.enter(Tag::sequence, "its sequence");
  file.end("the key");
  const auto version = parts.take_integer(8, "version");
  if (version > 1) parts.refuse("of version " + std::to_string(version) + " of PKCS#8");
  const Algorithm algorithm = take_algorithm(parts);
  PrivateKeyParts result{algorithm.name, algorithm.set, io::PrivateKeyForm::seed, {}, {}, {}};
  const Bytes choice = parts.take(Tag::octet_string, "its private bytes");
  if (parts.next_is(Tag::constructed_0)) (void)parts.take(Tag::constructed_0, "its attributes");
  if (version == 1) {
    result.public_key = whole_bytes(parts, Tag::implicit_1, "its public key");
  }
  parts.end("its private bytes");
  if (result.set != 0) take_choice(choice, result);
  return result;
}

}  // namespace lath::detail::pem
