// SPDX-License-Identifier: Apache-2.0
//
// SEAL's Plaintext: parms_id, 32 bytes | the number of coefficients | the scale, 1 | an array with
// as many words. A SecretKey is a Plaintext with the identifier of keys, by its values modulo all
// primes; a plaintext that was not transformed has the identifier 0.
#include <algorithm>
#include <bit>
#include <string>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/core/require.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "io/seal/chain_ids.hpp"
#include "io/seal/word_rows.hpp"
#include "io/ternary_key.hpp"
#include "lath/base/error.hpp"
#include "lath/io/seal/objects.hpp"

namespace lath::io::seal {
namespace {

using he::Access, he::KeyTables;

constexpr const char* kPlaintext = "a plaintext";
constexpr const char* kSecretKey = "a secret key";

constexpr std::uint64_t members_of_plaintext(std::size_t words) noexcept {
  return 32 + 8 + 8 + array_bytes(words);
}

struct PlaintextHead {
  ParmsId id;
  std::uint64_t count;
};
PlaintextHead take_plaintext_head(MemberReader& reader) {
  PlaintextHead head{};
  std::ranges::copy(reader.take(head.id.size()), head.id.begin());
  head.count = reader.take_number();
  const double scale = std::bit_cast<double>(reader.take_number());
  if (scale != 1) reader.refuse(" with a scale, as plaintexts of CKKS have", "the scale 1");
  return head;
}

Buffer<std::byte, Secret> begun(const ParmsId& id, std::size_t words, MemberWriter& writer) {
  Buffer<std::byte, Secret> bytes(kHeaderBytes +
                                  static_cast<std::size_t>(members_of_plaintext(words)));
  writer = MemberWriter(bytes.span());
  writer.put_header(bytes.size());
  writer.put(id);
  writer.put_number(words);
  writer.put_number(std::bit_cast<std::uint64_t>(1.0));
  writer.put_array_start(words);
  return bytes;
}

// Whether a mask has only ones; nothing else is revealed.
bool all_ones(std::uint64_t mask) {
  bool result = ct::mask_equal(mask, ~std::uint64_t{0}) != 0;
  ct::declassify(&result, sizeof result);
  return result;
}

}  // namespace

he::SecretKey secret_key_from_bytes(const he::SchemeParameters& parameters, ByteView bytes) {
  const ChainIds chain(parameters);
  const std::shared_ptr<const KeyTables> tables = Access::tables(parameters.key_space());
  const std::size_t words = chain.primes().size() * parameters.degree();
  const Members members(bytes.span(), kSecretKey, members_of_plaintext(words));
  MemberReader reader = members.reader();
  const PlaintextHead head = take_plaintext_head(reader);
  if (head.id != chain.of_keys()) {
    throw Error(ErrorCode::mismatch, "a secret key of SEAL of other parameters",
                "need one of the parameters in use: " + describe(*parameters.context()),
                "make the parameters from the file that came with it");
  }
  if (head.count != words) {
    reader.refuse(" with " + std::to_string(head.count) + " words", std::to_string(words));
  }
  const auto stored = reader.take_words(words);
  reader.require_end();
  std::uint64_t refused = 0;
  const auto values = stored_words<Eval, Secret>(tables->key_ring(), stored, refused);
  if (!all_ones(~refused))
    reader.refuse(" with a word that is too large", "words below their moduli");
  return ternary_key(tables, values, "SEAL");
}

Buffer<std::byte, Secret> to_bytes(const he::SchemeParameters& parameters,
                                   const he::SecretKey& key) {
  he::require_keys(key.tables(), Access::tables(parameters.key_space()), kSecretKey);
  const ChainIds chain(parameters);
  MemberWriter writer({});
  auto bytes = begun(chain.of_keys(), chain.primes().size() * parameters.degree(), writer);
  put_polynomial(writer, key.value());
  return bytes;
}

he::Plaintext plaintext_from_bytes(const he::SchemeParameters& parameters, ByteView bytes) {
  const ChainIds chain(parameters);
  const std::size_t n = parameters.degree();
  const Members members(bytes.span(), kPlaintext, members_of_plaintext(chain.primes().size() * n));
  MemberReader reader = members.reader();
  const PlaintextHead head = take_plaintext_head(reader);
  if (head.id != ParmsId{}) {
    throw Error(ErrorCode::unsupported,
                head.id == chain.of_keys() ? "a secret key of SEAL"
                                           : "a plaintext of SEAL that was transformed",
                "need a plaintext by its coefficients",
                head.id == chain.of_keys() ? "read it as a secret key"
                                           : "save it before transform_to_ntt()");
  }
  if (head.count > n) {
    reader.refuse(" with " + std::to_string(head.count) + " coefficients",
                  "at most " + std::to_string(n));
  }
  auto stored = reader.take_words(head.count);
  reader.require_end();
  Buffer<std::uint64_t, Secret> coefficients(n);
  for (std::size_t i = 0; i < head.count; ++i) {
    coefficients[i] = load_little_endian(stored.data());
    stored = stored.subspan(8);
  }
  if (!parameters.plaintexts()->is_reduced(coefficients.span())) {
    reader.refuse(" with a coefficient that is not below t", "coefficients below t");
  }
  return {parameters.plaintexts(), std::move(coefficients)};
}

Buffer<std::byte, Secret> to_bytes(const he::SchemeParameters& parameters,
                                   const he::Plaintext& plaintext) {
  he::require_plaintext(plaintext, *parameters.plaintexts());
  [[maybe_unused]] const ChainIds chain(parameters);
  MemberWriter writer({});
  auto bytes = begun(ParmsId{}, parameters.degree(), writer);
  writer.put_words(plaintext.words());
  return bytes;
}

}  // namespace lath::io::seal
