// SPDX-License-Identifier: Apache-2.0
//
// Bytes of homomorphic encryption that are not what they claim to be: each is refused, and says
// why; what is accepted is the encoding of what it was read as.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <numbers>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "he/scheme_bytes.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;

// An object's bytes, and what reads them with some parameters and writes what was read.
template <class Scheme>
struct Object {
  std::string name;
  Bytes bytes;
  std::function<Bytes(const typename Scheme::Parameters&, const Bytes&)> read;
};

template <class Scheme>
std::vector<Object<Scheme>> objects_of(const FewKeys<Scheme>& keys) {
  using Parameters = typename Scheme::Parameters;
  const CiphertextsOf<Scheme> ciphertexts(keys);
  return {{"a plaintext", copy(to_bytes(stepped(keys, 77))),
           [](const Parameters& p, const Bytes& b) {
             return copy(to_bytes(plaintext_from_bytes(p, b)));
           }},
          {"a secret key", copy(to_bytes(keys.secret)),
           [](const Parameters& p, const Bytes& b) {
             return copy(to_bytes(secret_key_from_bytes(p, b)));
           }},
          {"a public key", copy(to_bytes(keys.public_key)),
           [](const Parameters& p, const Bytes& b) {
             return copy(to_bytes(public_key_from_bytes(p, b)));
           }},
          {"a relinearisation key", copy(to_bytes(keys.relin)),
           [](const Parameters& p, const Bytes& b) {
             return copy(to_bytes(relin_key_from_bytes(p, b)));
           }},
          {"Galois keys", copy(to_bytes(keys.galois)),
           [](const Parameters& p, const Bytes& b) {
             return copy(to_bytes(galois_keys_from_bytes(p, b)));
           }},
          {"a ciphertext", copy(to_bytes(ciphertexts.low)),
           [](const Parameters& p, const Bytes& b) {
             return copy(to_bytes(ciphertext_from_bytes(p, b)));
           }},
          {"a product", copy(to_bytes(ciphertexts.product)),
           [](const Parameters& p, const Bytes& b) {
             return copy(to_bytes(testing::product_from<Scheme>(p, b)));
           }},
          {"a seeded ciphertext", copy(to_bytes(ciphertexts.seeded)),
           [](const Parameters& p, const Bytes& b) {
             return copy(to_bytes(seeded_ciphertext_from_bytes(p, b)));
           }}};
}

template <class Scheme>
class CorruptedHeBytes : public ::testing::Test {};
TYPED_TEST_SUITE(CorruptedHeBytes, BothSchemes);

template <class Change>
Bytes changed(Bytes bytes, const Change& change) {
  change(bytes);
  return bytes;
}
Bytes with_byte(const Bytes& bytes, std::size_t at, int value) {
  return changed(bytes, [&](Bytes& b) { b[at] = static_cast<std::byte>(value); });
}

TYPED_TEST(CorruptedHeBytes, AreRefusedByTheirHeader) {
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  const auto objects = objects_of(keys);
  for (const auto& object : objects) {
    SCOPED_TRACE(object.name);
    const auto expect = [&](const Bytes& bytes, std::initializer_list<std::string_view> parts) {
      expect_error([&] { (void)object.read(keys.parameters, bytes); }, ErrorCode::malformed, parts);
    };
    const Bytes& good = object.bytes;
    EXPECT_EQ(object.read(keys.parameters, good), good);
    const std::string size = std::to_string(good.size());
    for (const std::size_t few : {0U, 15U, 16U, 47U}) {
      expect(changed(good, [&](Bytes& b) { b.resize(few); }),
             {object.name, std::to_string(few) + " bytes", "missing"});
    }
    expect(changed(good, [](Bytes& b) { b.pop_back(); }), {object.name, size, "missing"});
    expect(changed(good, [](Bytes& b) { b.push_back({}); }), {object.name, size, "one object"});
    for (const std::size_t at : {0U, 1U, 2U, 3U}) {
      expect(with_byte(good, at, 'L'), {"did not write", object.name, "binary"});
    }
    expect(with_byte(good, 4, 99), {"object of kind 99", object.name});
    for (const auto& other : objects) {
      if (other.name != object.name) expect(other.bytes, {other.name, "need " + object.name});
    }
    expect(with_byte(good, 5, 0), {object.name, "version 0", "need format version 2", "0.1.0"});
    expect(with_byte(good, 5, 1), {object.name, "version 1", "0.1.0 is the last version"});
    expect(with_byte(good, 5, 3), {object.name, "version 3", "newer"});
    // Two bits of a public key say something.
    expect(with_byte(good, 7, object.name == "a public key" ? 4 : 2),
           {object.name, "unknown extension"});
    expect(with_byte(good, 6, good[6] == std::byte{0} ? 1 : 0), {object.name, "unknown scheme"});
    expect(with_byte(good, 6, 3), {object.name, "unknown scheme 3"});
    if (object.name == "Galois keys") {
      expect(with_byte(good, 8, 17), {"for 17 automorphisms", "at most 16"});
      expect(with_byte(good, 15, 1), {"automorphisms", "at most 16"});
      expect(with_byte(good, 8, 4), {size + " bytes", "missing"});
      expect(with_byte(good, 8, 2), {size + " bytes", "one object"});
    } else if (good[8] != std::byte{0}) {
      expect(with_byte(good, 8, 0), {object.name, "level 0", "from 1 to 3"});
      expect(with_byte(good, 8, 4), {object.name, "level 4", "from 1 to 3"});
      expect(with_byte(good, 15, 128), {object.name, "level 92233720368547758"});
      expect(with_byte(good, 8, 1), {size + " bytes", "one object"});
      if (object.name == "a ciphertext") {
        expect(with_byte(good, 8, 3), {size + " bytes", "missing"});
      }
    } else {
      expect(with_byte(good, 8, 1), {object.name, "number 1", "0"});
      expect(with_byte(good, 15, 1), {object.name, "number"});
    }
  }
}

TYPED_TEST(CorruptedHeBytes, AreAMismatchIfTheyAreOfOtherParameters) {
  using Other = std::conditional_t<std::is_same_v<TypeParam, Bfv>, Bgv, Bfv>;
  const Literal literal = byte_literals()[0];
  const FewKeys<TypeParam> keys(literal);
  const FewKeys<Other> keys_of_other_scheme(literal);
  std::vector<Literal> others(7, literal);
  others[0].degree = 32;
  others[1].plaintext_modulus = 3;
  others[2].prime_bits[1] = 42;
  others[3].special_prime_bits[0] = 43;
  others[4].prime_bits.pop_back();
  std::swap(others[5].prime_bits[0], others[5].prime_bits[1]);
  others[6].digit_primes = 2;
  const auto foreign = objects_of(keys_of_other_scheme);
  const auto objects = objects_of(keys);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    SCOPED_TRACE(objects[i].name);
    const bool has_scheme = objects[i].bytes[6] != std::byte{0};
    if (has_scheme) {
      expect_error(
          [&] { (void)objects[i].read(keys.parameters, foreign[i].bytes); }, ErrorCode::mismatch,
          {objects[i].name, testing::kTag<TypeParam> == 1 ? "of BGV" : "of BFV",
           testing::kTag<TypeParam> == 1 ? "need " + objects[i].name + " of BFV" : "of BGV"});
    } else {
      EXPECT_EQ(objects[i].read(keys.parameters, foreign[i].bytes), foreign[i].bytes);
    }
    for (std::size_t k = 0; k < others.size(); ++k) {
      const auto parameters = TypeParam::Parameters::create_insecure(others[k]);
      const bool differs = has_scheme || (objects[i].name == "a plaintext" ? k <= 1 : k != 1);
      if (!differs) {
        EXPECT_EQ(objects[i].read(parameters, objects[i].bytes), objects[i].bytes);
        continue;
      }
      expect_error([&] { (void)objects[i].read(parameters, objects[i].bytes); },
                   ErrorCode::mismatch, {objects[i].name, "other parameters", "primes"});
    }
    for (std::size_t at = 16; at < 48; ++at) {
      const Bytes bytes = changed(objects[i].bytes, [&](Bytes& b) { b[at] ^= std::byte{1}; });
      expect_error([&] { (void)objects[i].read(keys.parameters, bytes); }, ErrorCode::mismatch,
                   {"other parameters"});
    }
    // What security they ask for makes no difference.
    Literal safer = literal;
    safer.security = SecurityLevel::bits256;
    safer.attacker = Attacker::quantum;
    const auto parameters = TypeParam::Parameters::create_insecure(safer);
    EXPECT_EQ(objects[i].read(parameters, objects[i].bytes), objects[i].bytes);
  }
}

// Sets `bits` bits from bit `at` on.
void set_bits(Bytes& bytes, std::size_t at, std::size_t bits) {
  for (std::size_t k = at; k < at + bits; ++k) bytes[k / 8] |= std::byte{1} << (k % 8);
}

TYPED_TEST(CorruptedHeBytes, AreRefusedForAWordThatIsTooLarge) {
  const FewKeys<TypeParam> keys(byte_literals()[1]);
  constexpr std::size_t kDegree = 128, kPlain = 8 * 48, kBegin = 8 * 56, kKey = kBegin + 8 * 32,
                        kParts = kBegin + 8 * 16;
  const std::size_t of_q = 45 + 49 + 50 + 55, of_low = of_q - 55, of_p = 50 + 56 + 45;
  // Where words are, and how many bits they take.
  struct Word {
    std::size_t object, at, bits;
  };
  const std::size_t second = kKey + (of_q + of_p) * kDegree;  // digit
  const std::size_t entry = 8 * 36 + 2 * (of_q + of_p) * kDegree;
  const std::vector<Word> words{{0, kPlain, 17},
                                {0, kPlain + 127 * 17, 17},
                                {1, kBegin, 2},
                                {1, kBegin + 127 * 2, 2},
                                {2, kKey, 45},
                                {2, kKey + (of_q - 55) * kDegree, 55},
                                {2, kKey + of_q * kDegree - 55, 55},
                                {3, kKey, 45},
                                {3, kKey + of_q * kDegree + 127 * 50, 50},
                                {3, second - 45, 45},
                                {3, second + 45 * kDegree, 49},
                                {3, second + (of_q + of_p) * kDegree - 45, 45},
                                {4, kKey + 8 * 4, 45},
                                {4, kBegin + 3 * entry - 45, 45},
                                {5, kParts, 45},
                                {5, kParts + of_low * kDegree - 50, 50},
                                {5, kParts + 2 * of_low * kDegree - 50, 50},
                                {6, kParts + of_q * kDegree - 55, 55},
                                {6, kParts + 2 * of_q * kDegree, 45},
                                {6, kParts + 3 * of_q * kDegree - 55, 55},
                                {7, kParts + 8 * 32, 45},
                                {7, kParts + 8 * 32 + of_q * kDegree - 55, 55}};
  const auto objects = objects_of(keys);
  for (const Word& word : words) {
    const auto& object = objects[word.object];
    SCOPED_TRACE(object.name + ", bit " + std::to_string(word.at));
    const Bytes bytes = changed(object.bytes, [&](Bytes& b) { set_bits(b, word.at, word.bits); });
    expect_error([&] { (void)object.read(keys.parameters, bytes); }, ErrorCode::malformed,
                 {object.name, "too large", "below their moduli", "damaged"});
  }
}

TYPED_TEST(CorruptedHeBytes, AreRefusedForExponentsThatAreNone) {
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  const Bytes good = copy(to_bytes(keys.galois));
  const std::size_t entry = (good.size() - 56) / 3;
  const auto expect = [&](std::size_t place, std::array<int, 4> g, const char* found) {
    Bytes bytes = good;
    for (std::size_t i = 0; i < 4; ++i)
      bytes[56 + place * entry + i] = static_cast<std::byte>(g[i]);
    expect_error([&] { (void)galois_keys_from_bytes(keys.parameters, bytes); },
                 ErrorCode::malformed, {found, "odd exponents below 32 in ascending order"});
  };
  expect(0, {0, 0, 0, 0}, "x^0");
  expect(0, {2, 0, 0, 0}, "x^2");
  expect(2, {32, 0, 0, 0}, "x^32");
  expect(2, {33, 0, 0, 0}, "x^33");
  expect(2, {31, 0, 0, 1}, "x^16777247");
  expect(1, {3, 0, 0, 0}, "x^3");  // twice
  expect(2, {3, 0, 0, 0}, "x^3");  // not in order
  expect(0, {7, 0, 0, 0}, "x^5");  // nor here
  // None at all is a set, too.
  FewKeys<TypeParam> more(byte_literals()[0]);
  const Bytes none = copy(to_bytes(more.key_generator.galois_keys(more.secret, {})));
  EXPECT_EQ(none.size(), 56U);
  EXPECT_TRUE(galois_keys_from_bytes(keys.parameters, none).elements().empty());
}

TYPED_TEST(CorruptedHeBytes, OfParametersAreRefused) {
  const Literal literal = byte_literals()[1];
  const Bytes good = copy(to_bytes(TypeParam::Parameters::create_insecure(literal)));
  ASSERT_EQ(good.size(), 43U);
  const auto expect = [](const Bytes& bytes, std::initializer_list<std::string_view> parts,
                         ErrorCode code = ErrorCode::malformed) {
    expect_error([&] { (void)testing::literal_from<TypeParam>(bytes); }, code, parts);
  };
  expect({}, {"parameters of 0 bytes", "missing"});
  expect(changed(good, [](Bytes& b) { b.resize(27); }), {"27 bytes", "28", "missing"});
  expect(changed(good, [](Bytes& b) { b.pop_back(); }), {"42 bytes", "exactly 43", "missing"});
  expect(changed(good, [](Bytes& b) { b.push_back({}); }), {"44 bytes", "one object"});
  expect(with_byte(good, 0, 0), {"did not write"});
  expect(with_byte(good, 4, 9), {"a secret key", "need parameters"});
  expect(with_byte(good, 5, 1), {"version 1", "0.1.0 is the last version that reads format 1"});
  expect(with_byte(good, 5, 3), {"version 3"});
  expect(with_byte(good, 6, 3), {"unknown scheme 3"});
  expect(with_byte(good, 6, 3 - testing::kTag<TypeParam>),
         {testing::kTag<TypeParam> == 1 ? "of BGV" : "of BFV"}, ErrorCode::mismatch);
  expect(with_byte(good, 8, 129), {"degree 129", "power of two"});
  expect(changed(good, [](Bytes& b) { b[8] = std::byte{8}; }), {"degree 8", "from 16"});
  expect(with_byte(good, 10, 1), {"degree 65664", "at most 65536", "RingLimits::degree"},
         ErrorCode::unsupported);
  expect(with_byte(good, 15, 1), {"degree", "at most 65536"}, ErrorCode::unsupported);
  expect(with_byte(good, 20, 0), {"plaintext modulus 1", "2 to 4096 bits"});
  expect(with_byte(good, 16, 0), {"plaintext modulus of 0 words", "not zero"});
  expect(with_byte(good, 16, 2), {"43 bytes", "missing"});
  expect(with_byte(good, 26, 127), {"127 bits of security", "128, 192 or 256"});
  expect(with_byte(good, 28, 0), {"attacker 0", "1 or 2"});
  expect(with_byte(good, 28, 3), {"attacker 3"});
  expect(with_byte(good, 30, 5), {"43 bytes", "exactly 44"});
  expect(with_byte(good, 32, 61), {"number of primes is 65", "at most 64", "RingLimits::limbs"},
         ErrorCode::unsupported);
  expect(with_byte(good, 34, 5), {"digits of 5 primes", "at most as many as primes, 4"});
  expect(with_byte(good, 36, 19), {"primes of 19 bits", "20 to 60"});
  expect(with_byte(good, 42, 61), {"special primes of 61 bits"});
  expect(changed(good,
                 [](Bytes& b) {
                   b[30] = std::byte{3};
                   b[32] = std::byte{4};
                 }),
         {"4 special primes", "at most as many"});
  expect(changed(good,
                 [](Bytes& b) {
                   b[30] = std::byte{0};
                   b[32] = std::byte{7};
                 }),
         {"0 primes", "1 to 400"});
  // Limits are the caller's.
  const RingLimits small{.degree = 64, .limbs = 64}, few{.degree = 128, .limbs = 6},
      enough{.degree = 128, .limbs = 7};
  expect_error([&] { (void)testing::literal_from<TypeParam>(good, small); }, ErrorCode::unsupported,
               {"degree 128", "at most 64"});
  expect_error([&] { (void)testing::literal_from<TypeParam>(good, few); }, ErrorCode::unsupported,
               {"is 7", "at most 6"});
  EXPECT_EQ(testing::literal_from<TypeParam>(good, enough), literal);
}

TYPED_TEST(CorruptedHeBytes, AreRefusedOrAnotherObject) {
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  auto objects = objects_of(keys);
  objects.push_back(
      {"parameters", copy(to_bytes(keys.parameters)), [](const auto&, const Bytes& bytes) {
         Literal literal = testing::literal_from<TypeParam>(bytes, {.degree = 64, .limbs = 8});
         // What a program does next is checked by create_insecure().
         try {
           return copy(to_bytes(TypeParam::Parameters::create_insecure(literal)));
         } catch (const Error& error) {
           EXPECT_EQ(error.code(), ErrorCode::invalid_argument) << error.what();
           return bytes;
         }
       }});
  const std::uint64_t count = seeds(3000);
  SeededValues random(41);
  for (const auto& object : objects) {
    SCOPED_TRACE(object.name + ", " + random.label());
    std::size_t refused = 0, accepted = 0;
    for (std::uint64_t i = 0; i < count && !this->HasFatalFailure(); ++i) {
      Bytes bytes = corrupted(object.bytes, random);
      // Every other time what every corruption would be refused for is in order.
      const std::size_t header = object.name == "parameters" ? 8 : 48;
      if (random.below(2) == 0) {
        bytes.resize(object.bytes.size());
        std::copy_n(object.bytes.begin(), header, bytes.begin());
      }
      try {
        ASSERT_EQ(object.read(keys.parameters, bytes), bytes);
        ++accepted;
      } catch (const Error& error) {
        ASSERT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch ||
                    (error.code() == ErrorCode::unsupported && object.name == "parameters"))
            << error.what();
        ++refused;
      }
    }
    EXPECT_EQ(refused + accepted, count);
    EXPECT_GT(refused, count / 20);
    EXPECT_GT(accepted, count / 32);
  }
}

}  // namespace
}  // namespace lath::he
