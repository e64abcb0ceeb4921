// SPDX-License-Identifier: Apache-2.0
//
// Secret keys and plaintexts.
#include <optional>

#include "he/access.hpp"
#include "he/bytes/object_bytes.hpp"
#include "he/core/require.hpp"
#include "he/keys/key_parts.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/he/bytes.hpp"
#include "lath/ring/limbs.hpp"

namespace lath::he {
namespace {

// Coefficients of a secret key stand as -1 + 1, 0 + 1, 1 + 1.
constexpr std::uint64_t kTernary = 3;

std::size_t secret_key_size(const KeyTables& tables) noexcept {
  return kKeyedHeaderBytes + bytes_of_words(tables.degree(), kTernary);
}
std::size_t plaintext_size(const PlaintextTables& tables) noexcept {
  return kHeaderBytes + tables.bytes();
}

void write(const KeyTables& tables, const SecretKey& key, std::span<std::byte> out) {
  // One prime has all coefficients.
  auto s = intt(drop_limbs(key.value(), tables.level(1).ring));
  const std::uint64_t p = s.ring().modulus(0).value();
  for (std::uint64_t& word : s.limb(0)) word = ct::subtract_once(word + 1, p);
  ObjectWriter(out, ObjectKind::secret_key, tables, 0, key.id()).put_words(s.limb(0), kTernary);
}

}  // namespace

std::size_t secret_key_bytes(const SchemeParameters& parameters) noexcept {
  return secret_key_size(*Access::tables(parameters.key_space()));
}
std::size_t plaintext_bytes(const SchemeParameters& parameters) noexcept {
  return plaintext_size(*parameters.plaintexts());
}

std::size_t byte_size(const SecretKey& key) {
  return secret_key_size(require_whole(key.tables(), "a secret key"));
}
std::size_t byte_size(const Plaintext& plaintext) {
  return plaintext_size(require_whole(plaintext.tables(), "a plaintext"));
}

Buffer<std::byte, Secret> to_bytes(const SecretKey& key) {
  Buffer<std::byte, Secret> bytes(byte_size(key));
  to_bytes(key, bytes);
  return bytes;
}
Buffer<std::byte, Secret> to_bytes(const Plaintext& plaintext) {
  Buffer<std::byte, Secret> bytes(byte_size(plaintext));
  to_bytes(plaintext, bytes);
  return bytes;
}

void to_bytes(const SecretKey& key, Buffer<std::byte, Secret>& out, std::size_t at) {
  const KeyTables& tables = require_whole(key.tables(), "a secret key");
  const std::size_t size = secret_key_size(tables);
  require_memory_at(out.size(), at, size);
  write(tables, key, out.span().subspan(at, size));
}
void to_bytes(const Plaintext& plaintext, Buffer<std::byte, Secret>& out, std::size_t at) {
  const PlaintextTables& tables = require_whole(plaintext.tables(), "a plaintext");
  const std::size_t size = plaintext_size(tables);
  require_memory_at(out.size(), at, size);
  const auto bytes = out.span().subspan(at, size);
  static_cast<void>(ObjectWriter(bytes, tables));
  tables.pack(bytes.subspan(kHeaderBytes), plaintext.words());
}

SecretKey secret_key_from_bytes(const SchemeParameters& parameters, ByteView bytes) {
  const std::shared_ptr<const KeyTables> tables = Access::tables(parameters.key_space());
  ObjectReader reader(bytes.span(), ObjectKind::secret_key, *tables);
  reader.require_no_number();
  reader.require_size(secret_key_size(*tables));
  Buffer<std::uint64_t, Secret> words(tables->degree());
  reader.take_words(words.span(), kTernary);
  reader.require_words();
  Buffer<std::int8_t, Secret> coefficients(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    coefficients[i] = static_cast<std::int8_t>(static_cast<int>(words[i]) - 1);
  }
  const std::optional<BoundOrigin> bounds = bounds_under(*tables, coefficients);
  if (!bounds) {
    reader.refuse(" that is too long for the noise bounds",
                  "one that KeyGenerator::secret_key() made");
  }
  return make_secret_key(tables, reader.key_id(), coefficients, *bounds);
}

Plaintext plaintext_from_bytes(const SchemeParameters& parameters, ByteView bytes) {
  const std::shared_ptr<const PlaintextTables>& tables = parameters.plaintexts();
  ObjectReader reader(bytes.span(), *tables);
  reader.require_no_number();
  reader.require_size(plaintext_size(*tables));
  Buffer<std::uint64_t, Secret> words(tables->plaintext_words());
  reader.expect_ones(tables->unpack(words.span(), reader.take(tables->bytes())));
  reader.require_words();
  return {tables, std::move(words)};
}

}  // namespace lath::he
