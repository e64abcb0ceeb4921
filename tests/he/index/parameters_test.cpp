// SPDX-License-Identifier: Apache-2.0
//
// Parameters of rings of other indices than powers of two: what names them, what they refuse and
// what they are as JSON and bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "he/context.hpp"
#include "he/scheme_bytes.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/coefficient_encoder.hpp"
#include "lath/he/integer_encoder.hpp"

namespace lath::testing {
namespace {

using he::Literal;
using Parts = std::initializer_list<std::string_view>;

Literal literal_of(std::uint64_t index, std::size_t degree = 0) {
  return {.degree = degree,
          .index = index,
          .plaintext_modulus = 257,
          .prime_bits = {40, 40},
          .special_prime_bits = {41}};
}
Literal changed(const Literal& from, const std::function<void(Literal&)>& change) {
  Literal literal = from;
  change(literal);
  return literal;
}

template <class Scheme>
class IndexParameters : public ::testing::Test {
 protected:
  static void refused(const Literal& literal, Parts parts) {
    expect_error([&] { (void)Scheme::Parameters::create_insecure(literal); },
                 ErrorCode::invalid_argument, parts);
  }
};
TYPED_TEST_SUITE(IndexParameters, BothSchemes);

TYPED_TEST(IndexParameters, HaveDegreeAndIndex) {
  const auto parameters = TypeParam::Parameters::create_insecure(literal_of(45));
  EXPECT_EQ(parameters.degree(), 24U);
  EXPECT_EQ(parameters.literal(), literal_of(45, 24));
  EXPECT_EQ(parameters.ring(1).index()->value(), 45U);
  const auto by_both = TypeParam::Parameters::create_insecure(literal_of(45, 24));
  EXPECT_EQ(by_both.literal(), literal_of(45, 24));
  // The index of a power of two is another name of its degree.
  const auto by_index = TypeParam::Parameters::create_insecure(literal_of(64));
  const auto by_degree = TypeParam::Parameters::create_insecure(literal_of(0, 32));
  EXPECT_EQ(by_index.literal(), literal_of(0, 32));
  EXPECT_EQ(copy(to_bytes(by_index)), copy(to_bytes(by_degree)));
  const auto consistent = TypeParam::Parameters::create_insecure(literal_of(64, 32));
  EXPECT_EQ(consistent.literal(), literal_of(0, 32));
}

TYPED_TEST(IndexParameters, AreRefusedWithARemedy) {
  const auto refused = [](std::uint64_t index, std::size_t degree, Parts parts) {
    TestFixture::refused(literal_of(index, degree), parts);
  };
  refused(45, 23, {"degree 23 beside the index 45", "degree 24", "the index or the degree"});
  refused(64, 16, {"degree 16 beside the index 64", "degree 32"});
  refused(3, 0, {"index 3", "4 to 524288 units", "45"});
  refused(16, 0, {"degree 8", "16 to 524288"});
  refused(std::uint64_t{1} << 63, 0, {"degree 4611686018427387904", "524288"});
  refused(524309, 0, {"index 524309", "4 to 524288 units", "65535", "up to 524288"});
  refused((std::uint64_t{1} << 63) + 1, 0, {"units", "65535"});
  refused(2 * 262144 + 2, 0, {"index 524290"});
  refused(0, 0, {"degree 0", "give an index"});
  TestFixture::refused(changed(literal_of(45),
                               [](Literal& l) {
                                 l.prime_bits = l.special_prime_bits = {};
                                 l.primes = {1048583}, l.special_primes = {1048609};
                               }),
                       {"1048583", "1 modulo 45"});
  // No primes of so few bits with fast transforms: those that are 1 modulo m serve.
  TestFixture::refused(
      changed(literal_of(257), [](Literal& l) { l.prime_bits = {20, 20, 20, 20, 20, 20}; }),
      {"1 mod 65792", "index 257", "slower transforms"});
}

TYPED_TEST(IndexParameters, TakePrimesThatServe) {
  // 1 modulo 257, and not modulo 256 or 512.
  std::vector<std::uint64_t> primes;
  for (std::uint64_t p = (std::uint64_t{257} << 30) + 1; primes.size() < 4; p += 257) {
    if (is_prime(p) && p % 256 != 1) primes.push_back(p);
  }
  SchemeKeys<TypeParam> keys(changed(literal_of(257), [&](Literal& l) {
    l.prime_bits = l.special_prime_bits = {};
    l.primes = {primes[0], primes[1], primes[2]}, l.special_primes = {primes[3]};
    l.plaintext_modulus = 4;
  }));
  SeededValues values(1);
  const auto m = keys.draw(values), w = keys.draw(values);
  EXPECT_EQ(keys.decrypt(keys.multiply(keys.encrypt(m), keys.encrypt(w))), (m * w).coefficients());
}

TYPED_TEST(IndexParameters, AreSecureUnlessTheyAreCalledInsecure) {
  const auto with_bits = [](unsigned bits) {
    return changed(literal_of(15015),
                   [&](Literal& l) { l.prime_bits = {bits, bits}, l.special_prime_bits = {41}; });
  };
  // 5760 coefficients lie between 4096, with 106 bits, and 8192, with 214.
  EXPECT_NO_THROW((void)TypeParam::Parameters::create(with_bits(50)));
  expect_error([&] { (void)TypeParam::Parameters::create(with_bits(60)); },
               ErrorCode::invalid_argument,
               {"161 bits in all", "at most 15", "128 bits of security", "degree 5760",
                "an index with more units"});
  EXPECT_NO_THROW((void)TypeParam::Parameters::create_insecure(with_bits(60)));
  const Literal quantum =
      changed(with_bits(50), [](Literal& l) { l.attacker = Attacker::quantum; });
  expect_error([&] { (void)TypeParam::Parameters::create(quantum); }, ErrorCode::invalid_argument,
               {"141 bits", "quantum"});
  const Literal many = changed(literal_of(15015), [](Literal& l) {
    l.prime_bits.assign(400, 60), l.special_prime_bits.assign(150, 60);
  });
  expect_error([&] { (void)TypeParam::Parameters::create(many); }, ErrorCode::invalid_argument,
               {"33000 bits"});
}

TYPED_TEST(IndexParameters, AsJson) {
  const Literal literal = literal_of(2783);
  const std::string text = he::to_json(literal);
  EXPECT_EQ(text.find("degree"), std::string::npos);
  EXPECT_NE(text.find("\"index\": 2783"), std::string::npos);
  EXPECT_EQ(he::literal_from_json(text), literal);
  EXPECT_EQ(he::literal_from_json(he::to_json(literal_of(2783, 2420))), literal_of(2783, 2420));
  EXPECT_EQ(he::to_json(literal_of(0, 32)).find("index"), std::string::npos);
}

TYPED_TEST(IndexParameters, AsBytes) {
  const auto parameters = TypeParam::Parameters::create_insecure(literal_of(45));
  const Bytes bytes = copy(to_bytes(parameters));
  EXPECT_EQ(bytes[8], std::byte{45});
  EXPECT_EQ(bytes[29], std::byte{4});
  EXPECT_EQ(literal_from<TypeParam>(bytes), literal_of(45, 24));
  const auto refused = [&](std::uint64_t index, ErrorCode code, Parts parts) {
    Bytes other = bytes;
    for (std::size_t i = 0; i < 8; ++i) other[8 + i] = static_cast<std::byte>(index >> (8 * i));
    expect_error([&] { (void)literal_from<TypeParam>(other); }, code, parts);
  };
  refused(0, ErrorCode::malformed, {"index 0", "no power of two"});
  refused(64, ErrorCode::malformed, {"index 64", "no power of two"});
  refused(3, ErrorCode::malformed, {"index 3", "units"});
  refused(131101, ErrorCode::unsupported, {"degree 131100", "RingLimits::degree"});
  refused((std::uint64_t{1} << 63) + 1, ErrorCode::unsupported, {"RingLimits::degree"});
  expect_error([&] { (void)literal_from<TypeParam>(bytes, {.degree = 23}); },
               ErrorCode::unsupported, {"degree 24", "at most 23"});
  EXPECT_NO_THROW((void)literal_from<TypeParam>(bytes, {.degree = 24}));
}

// The rings of 15 and 30 have one degree, and may have the same primes.
TYPED_TEST(IndexParameters, OfOneDegreeAreNotTheSame) {
  const auto primes = ntt_primes(40, CyclotomicIndex::create(30), 3);
  const auto with_index = [&](std::uint64_t index) {
    return changed(literal_of(index), [&](Literal& l) {
      l.prime_bits = l.special_prime_bits = {};
      l.primes = {primes[0], primes[1]}, l.special_primes = {primes[2]};
    });
  };
  SchemeKeys<TypeParam> fifteen(with_index(15)), thirty(with_index(30));
  const auto c = fifteen.encrypt(std::vector<std::uint64_t>{1, 2, 3});
  expect_error([&] { (void)he::ciphertext_from_bytes(thirty.parameters, copy(he::to_bytes(c))); },
               ErrorCode::mismatch, {"other parameters"});
}

// 6 coefficients of 2 bits leave 4 bits of a byte.
TYPED_TEST(IndexParameters, ObjectsHaveOneEncoding) {
  SchemeKeys<TypeParam> keys(literal_of(9));
  Bytes bytes = copy(he::to_bytes(keys.secret));
  ASSERT_EQ(bytes.size(), 58U);
  EXPECT_NO_THROW((void)he::secret_key_from_bytes(keys.parameters, bytes));
  for (const int bit : {4, 7}) {
    Bytes other = bytes;
    other.back() |= static_cast<std::byte>(1 << bit);
    expect_error([&] { (void)he::secret_key_from_bytes(keys.parameters, other); },
                 ErrorCode::malformed, {"word that is too large"});
  }
}

TYPED_TEST(IndexParameters, HaveNoRowsAndColumns) {
  SchemeKeys<TypeParam> keys(literal_of(45));
  auto& e = keys.session;
  const auto c = keys.encrypt(std::vector<std::uint64_t>{1, 2, 3});
  const auto refused = [](const auto& action) {
    expect_error(action, ErrorCode::unsupported, {"rows and columns", "index 45", "apply_galois"});
  };
  refused([&] { (void)e.rotate_rows(c, 1); });
  refused([&] { (void)e.exchange_rows(c); });
  refused([&] { (void)e.sum_columns(c, 2); });
  expect_error([&] { (void)keys.key_generator.galois_keys(keys.secret, {{3}}); },
               ErrorCode::invalid_argument, {"3", "45"});
  // Every unit has a substitution.
  for (std::uint64_t g = 2; g < 45; ++g) {
    if (std::gcd(g, std::uint64_t{45}) != 1) continue;
    auto session = keys.evaluator.session(keys.key_generator.galois_keys(keys.secret, {{g}}));
    auto m = keys.constant(1);
    m[1] = 2, m[23] = 5;
    const auto found = session.apply_galois(keys.encrypt(m), g);
    EXPECT_EQ(keys.decrypt(found), m.substituted(g).coefficients()) << g;
  }
}

TYPED_TEST(IndexParameters, EncodeCoefficientsAndIntegers) {
  SchemeKeys<TypeParam> keys(changed(literal_of(63), [](Literal& l) {
    l.plaintext_modulus = 65537;
    l.prime_bits = {50, 50, 50};
  }));
  const he::CoefficientEncoder coefficients(keys.parameters);
  SeededValues values(2);
  const auto m = keys.draw(values);
  const auto plain = coefficients.encode(m.coefficients());
  EXPECT_TRUE(std::ranges::equal(plain.coefficients(), m.coefficients()));
  const auto decoded = coefficients.decode(plain);
  EXPECT_TRUE(std::ranges::equal(decoded.span(), m.coefficients()));
  // Products need 12 of 36 digits of a polynomial, which are not those of the powerful basis.
  const auto integers = he::IntegerEncoder::create(keys.parameters, 3);
  for (const std::int64_t x : {0, 1, -1, 100, -12345, 177147}) {
    EXPECT_EQ(integers.decode(integers.encode(x)), x);
    const auto a = keys.encryptor.encrypt(integers.encode(x), keys.generator);
    const auto b = keys.encryptor.encrypt(integers.encode(-7 * x + 2), keys.generator);
    EXPECT_EQ(integers.decode(keys.decryptor.decrypt(keys.multiply(a, b))), x * (-7 * x + 2));
    EXPECT_EQ(integers.decode(keys.decryptor.decrypt(keys.session.sub(a, b))), 8 * x - 2);
  }
}

}  // namespace
}  // namespace lath::testing
