// SPDX-License-Identifier: Apache-2.0
//
// Secret keys and plaintexts.
#include "he/bytes/object_bytes.hpp"
#include "he/keys/key_parts.hpp"
#include "he/noise/embedding.hpp"
#include "he/require_context.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/he/bytes.hpp"
#include "lath/ring/limbs.hpp"

namespace lath::he {
namespace {

// Coefficients of a secret key stand as -1 + 1, 0 + 1, 1 + 1.
constexpr std::uint64_t kTernary = 3;

std::size_t secret_key_size(const Context& context) noexcept {
  return kHeaderBytes + bytes_of_words(context.degree(), kTernary);
}
std::size_t plaintext_size(const Context& context) noexcept {
  return kHeaderBytes + bytes_of_words(context.degree(), context.t.value());
}

void write(const Context& context, const SecretKey& key, std::span<std::byte> out) {
  // One prime has all coefficients.
  auto s = intt(drop_limbs(key.value(), context.chain.select(context.q.prefix(1))));
  const std::uint64_t p = s.ring().modulus(0).value();
  for (std::uint64_t& word : s.limb(0)) word = ct::subtract_once(word + 1, p);
  ObjectWriter(out, Kind::secret_key, context, 0).put_words(s.limb(0), kTernary);
}

}  // namespace

std::size_t secret_key_bytes(const SchemeParameters& parameters) noexcept {
  return secret_key_size(*parameters.context());
}
std::size_t plaintext_bytes(const SchemeParameters& parameters) noexcept {
  return plaintext_size(*parameters.context());
}

Buffer<std::byte, Secret> to_bytes(const SecretKey& key) {
  Buffer<std::byte, Secret> bytes(secret_key_size(require_whole(key.context(), "a secret key")));
  to_bytes(key, bytes);
  return bytes;
}
Buffer<std::byte, Secret> to_bytes(const Plaintext& plaintext) {
  Buffer<std::byte, Secret> bytes(
      plaintext_size(require_whole(plaintext.context(), "a plaintext")));
  to_bytes(plaintext, bytes);
  return bytes;
}

void to_bytes(const SecretKey& key, Buffer<std::byte, Secret>& out, std::size_t at) {
  const Context& context = require_whole(key.context(), "a secret key");
  const std::size_t size = secret_key_size(context);
  require_memory_at(out.size(), at, size);
  write(context, key, out.span().subspan(at, size));
}
void to_bytes(const Plaintext& plaintext, Buffer<std::byte, Secret>& out, std::size_t at) {
  const Context& context = require_whole(plaintext.context(), "a plaintext");
  const std::size_t size = plaintext_size(context);
  require_memory_at(out.size(), at, size);
  ObjectWriter(out.span().subspan(at, size), Kind::plaintext, context, 0)
      .put_words(plaintext.coefficients(), context.t.value());
}

SecretKey secret_key_from_bytes(const SchemeParameters& parameters,
                                std::span<const std::byte> bytes) {
  const Context& context = *parameters.context();
  ObjectReader reader(bytes, Kind::secret_key, context);
  reader.require_no_number();
  reader.require_size(secret_key_size(context));
  Buffer<std::uint64_t, Secret> words(context.degree());
  reader.take_words(words.span(), kTernary);
  reader.require_words();
  Buffer<std::int8_t, Secret> coefficients(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    coefficients[i] = static_cast<std::int8_t>(static_cast<int>(words[i]) - 1);
  }
  if (!is_short(context, coefficients, largest_read_norm(context.degree()))) {
    reader.refuse(" that is too long for the noise bounds",
                  "one that KeyGenerator::secret_key() made");
  }
  return make_secret_key(parameters.context(), coefficients);
}

Plaintext plaintext_from_bytes(const SchemeParameters& parameters,
                               std::span<const std::byte> bytes) {
  const Context& context = *parameters.context();
  ObjectReader reader(bytes, Kind::plaintext, context);
  reader.require_no_number();
  reader.require_size(plaintext_size(context));
  Buffer<std::uint64_t, Secret> coefficients(context.degree());
  reader.take_words(coefficients.span(), context.t.value());
  reader.require_words();
  return {parameters.context(), std::move(coefficients)};
}

}  // namespace lath::he
