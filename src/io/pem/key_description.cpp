// SPDX-License-Identifier: Apache-2.0
#include "lath/io/key_description.hpp"

#include "io/pem/armour.hpp"
#include "io/pem/key_encryption.hpp"
#include "io/pem/key_parts.hpp"
#include "io/sha256.hpp"

namespace lath::io {
namespace {

using detail::pem::FileKind;

std::string name_of_algorithm(unsigned set, const std::string& identifier) {
  return set != 0 ? "ML-KEM-" + std::to_string(set) : identifier;
}

KeyDescription::Kind kind_of(FileKind kind) {
  switch (kind) {
    case FileKind::public_key:
      return KeyDescription::Kind::public_key;
    case FileKind::private_key:
      return KeyDescription::Kind::private_key;
    default:
      return KeyDescription::Kind::encrypted_private_key;
  }
}

const char* name_of(KeyDescription::Kind kind) {
  switch (kind) {
    case KeyDescription::Kind::public_key:
      return "public key";
    case KeyDescription::Kind::private_key:
      return "private key";
    default:
      return "encrypted private key";
  }
}

const char* name_of(PrivateKeyForm form) {
  switch (form) {
    case PrivateKeyForm::seed:
      return "its seed";
    case PrivateKeyForm::expanded:
      return "expanded";
    default:
      return "its seed and expanded";
  }
}

}  // namespace

bool may_be_key(ByteView start) noexcept {
  const auto bytes = start.span();
  return detail::pem::has_block(bytes) ||
         (bytes.size() > 3 && bytes[0] == std::byte{0x30} && bytes[1] >= std::byte{0x2a});
}

KeyDescription describe_key(ByteView file) {
  const auto opened = detail::pem::open_key_file(file.span());
  const auto der = opened.der.span();
  KeyDescription result{kind_of(opened.kind), opened.text, file.span().size(), {}, {}, {}, {}};
  if (opened.kind == FileKind::public_key) {
    const auto parts = detail::pem::public_key_parts(der);
    result.algorithm = name_of_algorithm(parts.set, parts.algorithm);
    result.fingerprint = sha256(der);
  } else if (opened.kind == FileKind::private_key) {
    const auto parts = detail::pem::private_key_parts(der);
    result.algorithm = name_of_algorithm(parts.set, parts.algorithm);
    if (parts.set != 0) result.form = parts.form;
  } else {
    result.encryption = detail::pem::read_encrypted_key(der).encryption;
  }
  return result;
}

std::string to_text(const KeyDescription& description) {
  std::string text = name_of(description.kind);
  if (description.algorithm) text += " of " + *description.algorithm;
  if (description.form) text += std::string(", ") + name_of(*description.form);
  if (description.encryption) text += ", " + *description.encryption;
  text += description.pem ? ", PEM" : ", DER";
  if (description.fingerprint) text += ", fingerprint " + short_name(*description.fingerprint);
  return text;
}

}  // namespace lath::io
