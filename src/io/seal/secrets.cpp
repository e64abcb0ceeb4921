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
#include "he/keys/key_parts.hpp"
#include "he/noise/embedding.hpp"
#include "he/plaintexts/require_plaintext.hpp"
#include "io/seal/chain_ids.hpp"
#include "io/seal/word_rows.hpp"
#include "lath/base/error.hpp"
#include "lath/io/seal/objects.hpp"
#include "lath/ring/limbs.hpp"

namespace lath::io::seal {
namespace {

using he::Access, he::KeyTables;
using SecretValues = Poly<DynamicRing, Eval, Secret>;

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

// The coefficients -1, 0 and 1 of a polynomial modulo p; `good` loses ones where one is another.
Buffer<std::int8_t, Secret> ternary(std::span<const std::uint64_t> words, std::uint64_t p,
                                    std::uint64_t& good) {
  Buffer<std::int8_t, Secret> coefficients(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint64_t one = ct::mask_equal(words[i], std::uint64_t{1});
    const std::uint64_t minus = ct::mask_equal(words[i], p - 1);
    good &= one | minus | ct::mask_equal(words[i], std::uint64_t{0});
    coefficients[i] = static_cast<std::int8_t>(minus | (one & 1));
  }
  return coefficients;
}

// Ones if both have the same words.
std::uint64_t mask_same(const SecretValues& a, const SecretValues& b) {
  std::uint64_t differences = 0;
  for (std::size_t i = 0; i < a.ring().limbs(); ++i) {
    const auto x = a.limb(i), y = b.limb(i);
    for (std::size_t j = 0; j < x.size(); ++j) differences |= x[j] ^ y[j];
  }
  return ct::mask_equal(differences, std::uint64_t{0});
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
  std::uint64_t good = ~refused;
  if (!all_ones(good)) reader.refuse(" with a word that is too large", "words below their moduli");
  const auto first = intt(drop_limbs(values, tables->level(1).ring));
  const auto coefficients = ternary(first.limb(0), first.ring().modulus(0).value(), good);
  he::SecretKey key = he::make_secret_key(tables, he::KeyId(), coefficients);
  good &= mask_same(key.value(), values);
  if (!all_ones(good)) {
    reader.refuse(" that is not ternary", "coefficients of -1, 0 and 1 modulo all primes");
  }
  if (!he::is_short(*tables, coefficients, he::largest_read_norm(parameters.degree()))) {
    reader.refuse(" that is too long for the noise bounds", "one that KeyGenerator made");
  }
  return key;
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
