// SPDX-License-Identifier: Apache-2.0
//
// All keys of one seed.
#include "lath/he/seeded_keys.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/expect_error.hpp"
#include "he/scheme_bytes.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;

Seed seed_of(std::size_t first) {
  Seed seed;
  for (std::size_t i = 0; i < 32; ++i) seed.data()[i] = static_cast<std::byte>(first + 7 * i);
  return seed;
}

template <class Object>
Bytes bytes_of(const Object& object) {
  return copy(to_bytes(object));
}

template <class Scheme>
class HeSeededKeys : public ::testing::Test {
 protected:
  using Parameters = typename Scheme::Parameters;
  Parameters parameters_ = Parameters::create_insecure(byte_literals()[1]);
};
TYPED_TEST_SUITE(HeSeededKeys, BothSchemes);

TYPED_TEST(HeSeededKeys, DoNotDependOnTheOrderOfCalls) {
  const std::vector<std::uint64_t> some{5, 3, 255}, one{255};
  const SeededKeys a(this->parameters_, seed_of(1));
  const Bytes public_key = bytes_of(a.public_key()), relin = bytes_of(a.relin_key()),
              galois = bytes_of(a.galois_keys(some)), single = bytes_of(a.galois_keys(one));
  // Another program, with other objects, in another order.
  const auto parameters = TestFixture::Parameters::create_insecure(byte_literals()[1]);
  SeededKeys b(parameters, seed_of(1));
  const SeededKeys copied = std::move(b);  // leaves b as it was
  EXPECT_EQ(bytes_of(b.galois_keys(one)), single);
  EXPECT_EQ(bytes_of(copied.galois_keys(some)), galois);
  EXPECT_EQ(bytes_of(b.relin_key()), relin);
  EXPECT_EQ(bytes_of(b.relin_key()), relin);
  EXPECT_EQ(bytes_of(copied.public_key()), public_key);
  EXPECT_EQ(bytes_of(b.secret_key()), bytes_of(a.secret_key()));
  // The key for 255 stands last among several, and is the same as alone.
  EXPECT_TRUE(std::equal(single.begin() + 56, single.end(),
                         galois.end() - (static_cast<std::ptrdiff_t>(single.size()) - 56)));
}

TYPED_TEST(HeSeededKeys, BelongToTheirSecretKey) {
  const SeededKeys keys(this->parameters_, seed_of(2));
  const std::vector<std::uint64_t> elements{3};
  const Encryptor encryptor(this->parameters_, keys.public_key());
  const Decryptor decryptor(this->parameters_, keys.secret_key());
  auto session = typename TypeParam::Evaluator(this->parameters_)
                     .session({keys.relin_key(), keys.galois_keys(elements)});
  Generator generator = Generator::from_seed(Seed{}, "encryption");
  const std::vector<std::uint64_t> x{0, 1};
  const auto c = encryptor.encrypt(Plaintext(this->parameters_, x), generator);
  const auto moved = session.apply_galois(session.relinearize(session.multiply(c, c)), 3);
  // x^2, and with x^3 for x, x^6.
  std::vector<std::uint64_t> expected(this->parameters_.degree());
  expected[6] = 1;
  const Plaintext m = decryptor.decrypt(moved);
  EXPECT_TRUE(std::ranges::equal(m.coefficients(), expected));
}

TYPED_TEST(HeSeededKeys, ComeFromTheStreamsOfTheDocumentation) {
  const SeededKeys keys(this->parameters_, seed_of(3));
  const Bytes secret = bytes_of(keys.secret_key());
  std::string name = "lath he keys 2 ";
  for (std::size_t i = 16; i < 48; ++i) name += static_cast<char>(secret[i]);
  const auto stream = [&](const char* purpose) {
    return Generator::from_seed(seed_of(3), name + purpose);
  };
  Generator of_secret = stream("secret"), of_public = stream("public"), of_relin = stream("relin"),
            of_galois = stream("galois 5");
  Generator of_id = stream("id");
  std::array<std::byte, 8> id;
  of_id.fill(id);
  const SecretKey s =
      KeyGenerator(this->parameters_, of_secret).secret_key().with_id(keys.secret_key().id());
  EXPECT_TRUE(std::equal(id.begin(), id.end(), secret.begin() + 48));
  EXPECT_EQ(bytes_of(s), secret);
  EXPECT_EQ(bytes_of(KeyGenerator(this->parameters_, of_public).public_key(s)),
            bytes_of(keys.public_key()));
  EXPECT_EQ(bytes_of(KeyGenerator(this->parameters_, of_relin).relin_key(s)),
            bytes_of(keys.relin_key()));
  const std::vector<std::uint64_t> five{5};
  EXPECT_EQ(bytes_of(KeyGenerator(this->parameters_, of_galois).galois_keys(s, five)),
            bytes_of(keys.galois_keys(five)));
}

// All seeds in keys and all secrets differ: with one seed also if only the key space differs.
// Schemes and plaintexts make no difference.
TEST(HeSeededKeys, AreIndependentOfOthers) {
  std::set<PublicSeed> seeds;
  std::set<Bytes> secrets;
  std::size_t count = 0;
  const auto add = [&](const SeededKeys& keys) {
    const std::vector<std::uint64_t> elements{3, 5};
    const GaloisKeys galois = keys.galois_keys(elements);
    seeds.insert({*keys.public_key().seed(), *keys.relin_key().key.seed(),
                  *galois.entry(3).key.seed(), *galois.entry(5).key.seed()});
    const Bytes secret = bytes_of(keys.secret_key());
    secrets.insert(Bytes(secret.begin() + 56, secret.begin() + 60));
    ++count;
  };
  std::vector<Literal> literals(4, byte_literals()[1]);
  literals[1].digit_primes = 1;
  literals[2].special_prime_bits.pop_back();
  literals[3].prime_bits[0] = 46;
  for (const Literal& literal : literals) {
    add({bfv::Parameters::create_insecure(literal), seed_of(4)});
  }
  add({bfv::Parameters::create_insecure(literals[0]), seed_of(5)});
  EXPECT_EQ(seeds.size(), 4 * count);
  EXPECT_EQ(secrets.size(), count);
  const std::size_t distinct = count;
  literals[0].plaintext_modulus = 65539;
  add({bfv::Parameters::create_insecure(literals[0]), seed_of(4)});
  add({bgv::Parameters::create_insecure(literals[0]), seed_of(4)});
  EXPECT_EQ(secrets.size(), distinct);
  EXPECT_EQ(seeds.size(), 4 * distinct);
}

TEST(HeSeededKeys, RefuseExponentsThatAreNone) {
  const SeededKeys keys(bfv::Parameters::create_insecure(byte_literals()[0]), seed_of(6));
  const std::vector<std::uint64_t> even{3, 4};
  expect_error([&] { (void)keys.galois_keys(even); }, ErrorCode::invalid_argument, {"4"});
  EXPECT_TRUE(keys.galois_keys({}).elements().empty());
}

// What KeyGenerator promises: the same calls with the same stream make the same keys.
TEST(HeKeyGenerator, MakesTheSameKeysOfTheSameStream) {
  const FewKeys<Bfv> a(byte_literals()[1]), b(byte_literals()[1]);
  EXPECT_EQ(bytes_of(a.secret), bytes_of(b.secret));
  EXPECT_EQ(bytes_of(a.public_key), bytes_of(b.public_key));
  EXPECT_EQ(bytes_of(a.relin), bytes_of(b.relin));
  EXPECT_EQ(bytes_of(a.galois), bytes_of(b.galois));
}

// A generator that is moved in is the one that keys come from, and copies go on with its stream.
TEST(HeKeyGenerator, KeepsAGeneratorThatIsMovedIn) {
  const auto parameters = bfv::Parameters::create_insecure(byte_literals()[1]);
  const auto stream = [] { return Generator::from_seed(Seed{}, "keys of their own generator"); };
  Generator generator = stream();
  KeyGenerator borrowing(parameters, generator);
  const SecretKey first = borrowing.secret_key(), second = borrowing.secret_key();
  auto owning = std::make_optional<KeyGenerator>(parameters, stream());
  KeyGenerator copy = *owning;
  EXPECT_EQ(bytes_of(owning->secret_key()), bytes_of(first));
  owning.reset();
  EXPECT_EQ(bytes_of(copy.secret_key()), bytes_of(second));
  KeyGenerator of_space(parameters.key_space(), stream());
  EXPECT_EQ(bytes_of(of_space.secret_key()), bytes_of(first));
}

}  // namespace
}  // namespace lath::he
