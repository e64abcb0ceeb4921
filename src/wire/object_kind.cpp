// SPDX-License-Identifier: Apache-2.0
#include "lath/wire/object_kind.hpp"

namespace lath {
namespace {

struct KindEntry {
  ObjectKind kind;
  unsigned version;
  const char* name;
};

constexpr KindEntry kKinds[] = {
    {ObjectKind::public_key_file, 1, "a file with a public key"},
    {ObjectKind::secret_key_file, 1, "a file with a secret key"},
    {ObjectKind::encrypted_file, 1, "an encrypted file"},
    {ObjectKind::ring, 1, "a ring"},
    {ObjectKind::polynomial, 1, "a polynomial"},
    {ObjectKind::parameters, 2, "parameters"},
    {ObjectKind::plaintext, 2, "a plaintext"},
    {ObjectKind::secret_key, 2, "a secret key"},
    {ObjectKind::public_key, 2, "a public key"},
    {ObjectKind::relin_key, 2, "a relinearisation key"},
    {ObjectKind::galois_keys, 2, "Galois keys"},
    {ObjectKind::ciphertext, 2, "a ciphertext"},
    {ObjectKind::product, 2, "a product"},
    {ObjectKind::seeded_ciphertext, 2, "a seeded ciphertext"},
    {ObjectKind::plaintext_space, 2, "a plaintext space"},
    {ObjectKind::crt_moduli, 2, "moduli of integers"},
    {ObjectKind::message, 1, "a message of a protocol"},
};

constexpr KindEntry kUnknown{{}, 0, nullptr};

const KindEntry& entry_of(ObjectKind kind) noexcept {
  for (const KindEntry& entry : kKinds) {
    if (entry.kind == kind) return entry;
  }
  return kUnknown;
}

}  // namespace

const char* name_of(ObjectKind kind) noexcept { return entry_of(kind).name; }
unsigned format_version(ObjectKind kind) noexcept { return entry_of(kind).version; }

}  // namespace lath
