// SPDX-License-Identifier: Apache-2.0
//
// One set of keys for all plaintexts and both schemes.
#include "lath/he/core/key_space.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/bfv/context.hpp"
#include "he/core/key_tables.hpp"
#include "he/keys/key_parts.hpp"
#include "he/literals.hpp"
#include "he/parts.hpp"
#include "he/plain_polynomial.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/seeded_keys.hpp"

namespace lath::he {
namespace {

using testing::expect_error;
using testing::PlainPolynomial;
using testing::SeededValues;

// Keys of a key space, which know no plaintexts.
struct Keys {
  explicit Keys(const KeySpace& space, const char* name = "keys of a space")
      : generator(Generator::from_seed(Seed{}, name)), maker(space, generator) {}

  Generator generator;
  KeyGenerator maker;
  SecretKey secret = maker.secret_key();
  PublicKey public_key = maker.public_key(secret);
  RelinKey relin = maker.relin_key(secret);
  GaloisKeys galois = maker.galois_keys(secret, {3});
};

// Encrypts two messages, multiplies, relinearises, substitutes, switches down by a prime, and
// decrypts, with keys that serve other parameters, too.
template <class Scheme>
void expect_serves(Keys& keys, const typename Scheme::Parameters& parameters, std::uint64_t seed) {
  const std::uint64_t t = parameters.plaintext_modulus().word();
  SCOPED_TRACE("t = " + std::to_string(t));
  SeededValues values(seed);
  const PlainPolynomial zero(nullptr, parameters.degree(), t);
  const PlainPolynomial m = zero.random(values), k = zero.random(values);
  const Encryptor encryptor(parameters, keys.public_key);
  const auto encrypt = [&](const PlainPolynomial& x) {
    return encryptor.encrypt(Plaintext(parameters, x.coefficients()), keys.generator);
  };
  auto session = typename Scheme::Evaluator(parameters).session({keys.relin, keys.galois});
  Ciphertext c = session.relinearize(session.multiply(encrypt(m), encrypt(k)));
  c = session.mod_switch(session.apply_galois(c, 3), c.level() - 1);
  EXPECT_LE(debug::log2_noise(parameters, keys.secret, c), c.noise().log2_bound());
  const Plaintext found = Decryptor(parameters, keys.secret).decrypt(c);
  const std::vector<std::uint64_t> words(found.coefficients().begin(), found.coefficients().end());
  EXPECT_EQ(words, (m * k).substituted(3).coefficients());
}

Literal literal_of(std::uint64_t t) {
  return {.degree = 64,
          .plaintext_modulus = t,
          .prime_bits = {48, 48, 48, 48, 48},
          .special_prime_bits = {49, 49}};
}

TEST(KeySpace, ServesTwoModuliAndBothSchemes) {
  const auto p = bfv::Parameters::create_insecure(literal_of(12289));
  Keys keys(p.key_space());
  const auto q = p.with_plaintexts(PlaintextSpace::integer(40961));
  expect_serves<Bfv>(keys, p, 1);
  expect_serves<Bfv>(keys, q, 2);
  const auto r = bgv::Parameters::create(p.key_space(), p.plaintext_space());
  expect_serves<Bgv>(keys, r, 3);
  expect_serves<Bgv>(keys, r.with_plaintexts(PlaintextSpace::integer(40961)), 4);
  // Those of the same literal that were made on their own, too.
  expect_serves<Bgv>(keys, bgv::Parameters::create_insecure(literal_of(257)), 5);
}

// The bytes of a key do not know t or the scheme.
TEST(KeySpace, HasKeysOfEqualBytes) {
  const auto p = bfv::Parameters::create_insecure(literal_of(12289));
  const auto q = bgv::Parameters::create_insecure(literal_of(40961));
  ASSERT_EQ(p.key_space(), q.key_space());
  Keys of_p(p.key_space()), of_q(q.key_space());
  const auto expect_equal = [](const auto& a, const auto& b) {
    const auto x = to_bytes(a), y = to_bytes(b);
    EXPECT_TRUE(std::ranges::equal(x.span(), y.span()));
  };
  expect_equal(of_p.public_key, of_q.public_key);
  expect_equal(of_p.relin, of_q.relin);
  expect_equal(of_p.galois, of_q.galois);
  const auto bytes = to_bytes(of_p.relin);
  EXPECT_EQ(relin_key_from_bytes(q, bytes.span()).key.seed(), of_p.relin.key.seed());
}

// Keys that somebody made in another way: their uniform parts have no seed.
TEST(KeySpace, HasKeysWithGivenUniformParts) {
  const auto p = bfv::Parameters::create_insecure(literal_of(12289));
  Keys keys(p.key_space());
  const auto& tables = Access::tables(p.key_space());
  const auto given = [&](const SwitchingKey& key) {
    std::vector<Poly<DynamicRing, Eval>> a, b;
    for (std::size_t d = 0; d < p.digits(); ++d) {
      for (auto* part : {&b, &a}) {
        part->emplace_back(p.key_ring());
        tables->engine->unprepare(rows_of(part->back()), key.prepared(), d, part == &a ? 1 : 0);
      }
    }
    return make_switching_key(tables, key.id(), std::nullopt, b, a);
  };
  const PublicKey& made = keys.public_key;
  const PublicKey public_key(tables, made.id(), std::nullopt,
                             rows_in_engine(*tables, testing::b_of(made)),
                             rows_in_engine(*tables, testing::a_of(made)), BoundOrigin::own);
  const RelinKey relin{given(keys.relin.key)};
  const GaloisKeys galois(
      tables, keys.galois.id(),
      {{3, {given(keys.galois.entry(3).key), keys.galois.entry(3).automorphism}}});
  const auto copy = [](const auto& object) {
    const auto bytes = to_bytes(object);
    EXPECT_EQ(byte_size(object), bytes.size());
    return std::vector<std::byte>(bytes.span().begin(), bytes.span().end());
  };
  const auto public_bytes = copy(public_key), relin_bytes = copy(relin),
             galois_bytes = copy(galois);
  EXPECT_GT(relin_bytes.size(), 2 * (relin_key_bytes(p) - 100));
  // They are read as they were written, and compute the same words as the keys with seeds.
  const PublicKey public_read = public_key_from_bytes(p, public_bytes);
  const RelinKey relin_read = relin_key_from_bytes(p, relin_bytes);
  const GaloisKeys galois_read = galois_keys_from_bytes(p, galois_bytes);
  EXPECT_FALSE(public_read.seed() || relin_read.key.seed() || galois_read.entry(3).key.seed());
  EXPECT_EQ(copy(public_read), public_bytes);
  EXPECT_EQ(copy(relin_read), relin_bytes);
  EXPECT_EQ(copy(galois_read), galois_bytes);
  const auto encrypt = [&](const PublicKey& key) {
    Generator draws = Generator::from_seed(Seed{}, "given parts");
    return Encryptor(p, key).encrypt(Plaintext(p, {1, 2, 3}), draws);
  };
  const Ciphertext c = encrypt(keys.public_key);
  EXPECT_EQ(copy(encrypt(public_read)), copy(c));
  auto session = bfv::Evaluator(p).session({keys.relin, keys.galois});
  auto with_given = bfv::Evaluator(p).session({relin_read, galois_read});
  const auto product = session.multiply(c, c);
  EXPECT_EQ(copy(with_given.relinearize(product)), copy(session.relinearize(product)));
  EXPECT_EQ(copy(with_given.apply_galois(c, 3)), copy(session.apply_galois(c, 3)));
  // Only keys for everybody have such parts, and none is empty.
  for (auto bytes : {copy(keys.secret), copy(c), copy(GaloisKeys(tables, keys.galois.id(), {}))}) {
    bytes[7] = std::byte{1};
    expect_error(
        [&] {
          switch (std::to_integer<int>(bytes[4])) {
            case 9:
              (void)secret_key_from_bytes(p, bytes);
              break;
            case 12:
              (void)galois_keys_from_bytes(p, bytes);
              break;
            default:
              (void)ciphertext_from_bytes(p, bytes);
          }
        },
        ErrorCode::malformed, {});
  }
}

// The limbs of a set that have plans.
std::size_t planned(const KeyTables& tables, const LimbSet& limbs) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    count += tables.chain.is_planned(limbs.place(i)) ? 1 : 0;
  }
  return count;
}

// Whoever only encrypts pays for the primes of Q alone: no plan of a special or an auxiliary prime,
// and no map. A session takes the longest auxiliary base, and a product may take a shorter one.
TEST(KeySpace, MakesPlansAndMapsWhenTheyAreNeeded) {
  const auto of_owner = bfv::Parameters::create_insecure(literal_of(257));
  Keys keys(of_owner.key_space());
  const auto bytes = to_bytes(keys.public_key);
  const auto p = bfv::Parameters::create_insecure(literal_of(257));
  const KeyTables& tables = *Access::tables(p.key_space());
  const PublicKey public_key = public_key_from_bytes(p, bytes.span());
  const Ciphertext c = Encryptor(p, public_key).encrypt(Plaintext(p, {1, 2}), keys.generator);
  EXPECT_EQ(planned(tables, tables.q), tables.q.size());
  EXPECT_EQ(planned(tables, tables.p | tables.auxiliary), 0U);
  EXPECT_EQ(tables.maps_made(), 0U);
  EXPECT_EQ(bfv::context_of(p).auxiliaries_made(), 0U);
  (void)bfv::Evaluator(p).session().multiply(c, c);
  EXPECT_EQ(planned(tables, tables.p), 0U);
  EXPECT_GT(planned(tables, tables.auxiliary), 0U);
  EXPECT_GE(bfv::context_of(p).auxiliaries_made(), 1U);
  EXPECT_LE(bfv::context_of(p).auxiliaries_made(), 2U);
}

// make_ready() counts primes and levels, stops where it is asked to, and leaves nothing to make.
TEST(KeySpace, MakesAllTablesAtOnce) {
  const auto p = bfv::Parameters::create_insecure(literal_of(257));
  const KeyTables& tables = *Access::tables(p.key_space());
  const std::size_t primes = tables.chain.limbs(), steps = primes + p.levels();
  std::stop_source stop;
  std::uint64_t done = 0;
  const Work cancelled{.progress =
                           [&](std::uint64_t count) {
                             EXPECT_EQ(count, ++done);
                             if (count == primes + 1) stop.request_stop();
                           },
                       .cancellation = stop.get_token()};
  testing::expect_error([&] { p.make_ready(cancelled); }, ErrorCode::cancelled, {"cancelled"});
  EXPECT_EQ(done, primes + 1);
  EXPECT_EQ(planned(tables, tables.chain.limb_set()), primes);
  done = 0;
  p.make_ready(
      {.progress = [&](std::uint64_t count) { EXPECT_EQ(count, ++done); }, .cancellation = {}});
  EXPECT_EQ(done, steps);
  const std::size_t maps = tables.maps_made(), bases = bfv::context_of(p).auxiliaries_made();
  Keys keys(p.key_space());
  auto session = bfv::Evaluator(p).session(keys.relin);
  const Decryptor decryptor(p, keys.secret);
  Ciphertext c = Encryptor(p, keys.public_key).encrypt(Plaintext(p, {1, 2}), keys.generator);
  for (std::size_t l = p.levels(); l > 0; --l) {
    if (l != p.levels()) c = session.mod_switch(c, l);
    (void)decryptor.decrypt(session.relinearize(session.multiply(c, c)));
  }
  EXPECT_EQ(tables.maps_made(), maps);
  EXPECT_EQ(bfv::context_of(p).auxiliaries_made(), bases);
}

// Keys count their digits, and stop where they are asked to.
TEST(KeySpace, HasKeysThatReportAndCanBeCancelled) {
  const auto p = bfv::Parameters::create_insecure(literal_of(257));
  const std::size_t digits = p.digits();
  ASSERT_GE(digits, 2U);
  Generator generator = Generator::from_seed(Seed{}, "work");
  KeyGenerator maker(p, generator);
  const SecretKey secret = maker.secret_key();
  const SeededKeys seeded(p, Seed{});
  const auto expect_steps = [&](std::size_t keys, const auto& make) {
    std::vector<std::uint64_t> steps, expected(keys * digits);
    std::iota(expected.begin(), expected.end(), 1);
    const auto count = [&](std::uint64_t step) { steps.push_back(step); };
    make(Work{count, {}});
    EXPECT_EQ(steps, expected);
    std::stop_source source;
    const auto stop = [&](std::uint64_t step) {
      if (step == 2) source.request_stop();
    };
    expect_error([&] { make(Work{stop, source.get_token()}); }, ErrorCode::cancelled,
                 {"cancelled"});
  };
  expect_steps(1, [&](const Work& work) { (void)maker.relin_key(secret, work); });
  expect_steps(3, [&](const Work& work) { (void)maker.galois_keys(secret, {3, 9, 27}, work); });
  expect_steps(1, [&](const Work& work) { (void)seeded.relin_key(work); });
  expect_steps(2, [&](const Work& work) { (void)seeded.galois_keys({3, 9}, work); });
}

TEST(KeySpace, IsRefusedByOthersWithBothNamed) {
  const auto p = bfv::Parameters::create_insecure(literal_of(257));
  Literal literal = literal_of(257);
  literal.prime_bits.pop_back();
  const auto other = bfv::Parameters::create_insecure(literal);
  EXPECT_NE(p.key_space(), other.key_space());
  Keys keys(p.key_space());
  const std::initializer_list<std::string_view> both{
      "a public key of other parameters: degree 64, 5 primes and 2 special primes",
      "in use: degree 64, 4 primes and 2 special primes"};
  expect_error([&] { (void)Encryptor(other, keys.public_key); }, ErrorCode::mismatch, both);
  const auto b = p.with_plaintexts(PlaintextSpace::integer(65537));
  const Ciphertext c = Encryptor(p, keys.public_key).encrypt(Plaintext(p, {1}), keys.generator);
  expect_error([&] { (void)Decryptor(b, keys.secret).decrypt(c); }, ErrorCode::mismatch,
               {"a ciphertext of other parameters: BFV of degree 64", "t = 257", "t = 65537"});
}

TEST(KeySpace, HasNoPlaintextModulus) {
  const auto space = KeySpace::create_insecure(literal_of(0));
  EXPECT_EQ(space, KeySpace::create_insecure(literal_of(65537)));
  EXPECT_EQ(space.levels(), 5U);
  EXPECT_EQ(space.digits(), 3U);
  EXPECT_EQ(space.degree(), 64U);
  EXPECT_EQ(space.key_ring().limbs(), 7U);
  EXPECT_EQ(space.ring(2).limbs(), 2U);
}

}  // namespace
}  // namespace lath::he
