// SPDX-License-Identifier: Apache-2.0
//
// Parameters, keys and plaintexts as bytes: what they are by definition, and that objects that were
// read serve as those that were written.
#include "lath/he/bytes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/expect_error.hpp"
#include "he/access.hpp"
#include "he/bytes_by_definition.hpp"
#include "he/context.hpp"
#include "he/parts.hpp"
#include "he/scheme_bytes.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/crt.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;

using Values = Poly<DynamicRing, Eval>;

// Words of so many bits, bit after bit.
std::vector<std::uint64_t> unpacked(const Bytes& bytes, std::size_t at, std::size_t count,
                                    int bits) {
  std::vector<std::uint64_t> words(count);
  for (std::size_t i = 0; i < count * static_cast<std::size_t>(bits); ++i) {
    const std::uint64_t bit = std::to_integer<std::uint64_t>(bytes[at + i / 8]) >> (i % 8) & 1;
    words[i / static_cast<std::size_t>(bits)] |= bit << (i % static_cast<std::size_t>(bits));
  }
  return words;
}

template <class Scheme>
class HeBytes : public ::testing::Test {};
TYPED_TEST_SUITE(HeBytes, BothSchemes);

TYPED_TEST(HeBytes, OfParametersAreTheirDefinition) {
  const Literal literal{.degree = 64,
                        .plaintext_modulus = 0x1234567,
                        .prime_bits = {45, 50},
                        .special_prime_bits = {51},
                        .digit_primes = 2,
                        .security = SecurityLevel::bits192,
                        .attacker = Attacker::quantum};
  const auto parameters = TypeParam::Parameters::create_insecure(literal);
  Bytes expected;
  append(expected, "lath\7\2");
  append(expected, testing::kTag<TypeParam>, 2);
  append(expected, 64, 8);
  append(expected, 1, 2);
  append(expected, 0x1234567, 8);
  append(expected, 192, 2);
  append(expected, 2, 2);
  append(expected, 2, 2);
  append(expected, 1, 2);
  append(expected, 2, 2);
  for (const unsigned bits : {45U, 50U, 51U}) append(expected, bits, 1);
  EXPECT_EQ(copy(to_bytes(parameters)), expected);
  EXPECT_EQ(parameters_bytes(parameters), expected.size());
  EXPECT_EQ(testing::literal_from<TypeParam>(expected), literal);
  for (const Literal& other : byte_literals()) {
    const Bytes bytes = copy(to_bytes(TypeParam::Parameters::create_insecure(other)));
    EXPECT_EQ(testing::literal_from<TypeParam>(bytes), other);
  }
}

TYPED_TEST(HeBytes, OfSecretsAreTheirDefinition) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    const auto s = intt(declassify(keys.secret.value()));
    std::vector<std::uint64_t> digits;
    for (const std::uint64_t word : s.limb(0)) digits.push_back(word <= 1 ? word + 1 : 0);
    Bytes expected = header_of<TypeParam>(keys.parameters, 9, 0, keys.secret.id());
    append_packed(expected, digits, 2);
    EXPECT_EQ(copy(to_bytes(keys.secret)), expected);
    EXPECT_EQ(secret_key_bytes(keys.parameters), 56 + (literal.degree + 3) / 4);
    EXPECT_EQ(secret_key_bytes(keys.parameters), expected.size());
    EXPECT_EQ(byte_size(keys.secret), expected.size());

    const Plaintext plaintext = stepped(keys, 12345);
    const int bits = static_cast<int>(std::bit_width(literal.plaintext_modulus.word() - 1));
    expected = header_of<TypeParam>(keys.parameters, 8, 0, {});
    append_packed(expected, plaintext.coefficients(), bits);
    EXPECT_EQ(copy(to_bytes(plaintext)), expected);
    EXPECT_EQ(plaintext_bytes(keys.parameters), expected.size());
    EXPECT_EQ(byte_size(plaintext), expected.size());
    const Plaintext read = plaintext_from_bytes(keys.parameters, expected);
    EXPECT_TRUE(std::ranges::equal(read.coefficients(), plaintext.coefficients()));
  }
}

TYPED_TEST(HeBytes, OfThePublicKeyAreTheirDefinition) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    Bytes expected = header_of<TypeParam>(keys.parameters, 10, 0, keys.secret.id());
    for (const std::byte byte : *keys.public_key.seed()) expected.push_back(byte);
    const auto b = testing::b_of(keys.public_key);
    for (std::size_t i = 0; i < literal.prime_bits.size(); ++i) {
      append_packed(expected, b.limb(i), static_cast<int>(literal.prime_bits[i]));
    }
    EXPECT_EQ(copy(to_bytes(keys.public_key)), expected);
    EXPECT_EQ(public_key_bytes(keys.parameters), expected.size());
    EXPECT_EQ(byte_size(keys.public_key), expected.size());
    const PublicKey read = public_key_from_bytes(keys.parameters, expected);
    EXPECT_TRUE(testing::a_of(read) == testing::a_of(keys.public_key));
    EXPECT_TRUE(testing::b_of(read) == testing::b_of(keys.public_key));
    EXPECT_EQ(read.seed(), keys.public_key.seed());
  }
}

// Expects that the bytes of a switching key from `from` to `to` are (e_d - a_d to + P w_d from)
// with the a_d of the seed and errors up to eta; returns where they end.
std::size_t expect_switching_key(const Context& context, const Bytes& bytes, std::size_t at,
                                 const Values& from, const Values& to) {
  const KeyTables& keys = *context.keys;
  const DynamicRing ring = keys.key_ring();
  PublicSeed seed;
  std::copy_n(&bytes[at], 32, seed.begin());
  at += 32;
  Generator draws = Generator::from_seed(Seed(seed), "lath he a");
  const std::size_t primes = keys.q.size();
  const std::size_t digit =
      keys.literal.digit_primes != 0 ? keys.literal.digit_primes : keys.p.size();
  for (std::size_t first = 0; first < primes; first += digit) {
    Values x(ring);
    std::vector<std::uint64_t> factors;
    for (std::size_t i = 0; i < ring.limbs(); ++i) {
      const Modulus& m = ring.modulus(i);
      const int bits = static_cast<int>(std::bit_width(m.value()));
      const auto words = unpacked(bytes, at, ring.degree(), bits);
      std::ranges::copy(words, x.limb(i).begin());
      at += (ring.degree() * static_cast<std::size_t>(bits) + 7) / 8;
      // P, for the primes of the digit.
      std::uint64_t factor = m.reduce(1);
      for (std::size_t k = primes; k < ring.limbs(); ++k) {
        factor = m.multiply(factor, m.reduce(ring.modulus(k).value()));
      }
      factors.push_back(i >= first && i < std::min(first + digit, primes) ? factor : 0);
    }
    const auto w = RnsScalar<DynamicRing>::from_residues(ring, factors);
    x = x + uniform<Eval>(ring, draws) * to;
    x = x - w * from;
    const auto norm = infinity_norm(intt(std::move(x)));
    EXPECT_LE(norm[0], kErrorEta * (keys.errors.powerful ? keys.errors.powerful->terms() : 1))
        << "digit from prime " << first;
    EXPECT_GE(norm[0], 1U);
    for (std::size_t i = 1; i < norm.size(); ++i) EXPECT_EQ(norm[i], 0U);
  }
  return at;
}

TYPED_TEST(HeBytes, OfSwitchingKeysAreTheirDefinition) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    const Context& context = *keys.parameters.context();
    const Values s = declassify(keys.secret.value()), square = s * s;
    const Bytes relin = copy(to_bytes(keys.relin));
    EXPECT_EQ(Bytes(relin.begin(), relin.begin() + 56),
              (header_of<TypeParam>(keys.parameters, 11, 0, keys.secret.id())));
    EXPECT_EQ(expect_switching_key(context, relin, 56, square, s), relin.size());
    EXPECT_EQ(relin_key_bytes(keys.parameters), relin.size());
    EXPECT_EQ(byte_size(keys.relin), relin.size());

    const Bytes galois = copy(to_bytes(keys.galois));
    EXPECT_EQ(Bytes(galois.begin(), galois.begin() + 56),
              (header_of<TypeParam>(keys.parameters, 12, 3, keys.secret.id())));
    EXPECT_EQ(galois_keys_bytes(keys.parameters, 3), galois.size());
    EXPECT_EQ(byte_size(keys.galois), galois.size());
    const std::size_t most = keys.parameters.degree(), each = (galois.size() - 56) / 3;
    EXPECT_EQ(galois_keys_bytes(keys.parameters, most), 56 + most * each);
    // Not one of these is a small number.
    const std::size_t wrapped = ~std::size_t{0} / each + 1;
    for (const std::size_t count : {most + 1, std::size_t{1} << 60, wrapped, ~std::size_t{0}}) {
      expect_error([&] { (void)galois_keys_bytes(keys.parameters, count); },
                   ErrorCode::invalid_argument,
                   {std::to_string(count) + " automorphisms", "at most " + std::to_string(most)});
    }
    std::size_t at = 56;
    for (const std::uint64_t g : keys.elements) {
      Bytes number;
      append(number, g, 4);
      EXPECT_TRUE(std::equal(number.begin(), number.end(), &galois[at]));
      // From s to s(x^(1/g)).
      const Modulus index(context.keys->index.value());
      std::uint64_t inverse = 1;
      while (index.multiply(inverse, g) != 1) ++inverse;
      const auto by = Automorphism::create(s.ring().slots(), inverse);
      at = expect_switching_key(context, galois, at + 4, s, apply_automorphism(s, by));
    }
    EXPECT_EQ(at, galois.size());
  }
}

template <class C>
void expect_equal(const C& a, const C& b) {
  EXPECT_TRUE(testing::part_of(a, 0) == testing::part_of(b, 0));
  EXPECT_TRUE(testing::part_of(a, 1) == testing::part_of(b, 1));
}

TYPED_TEST(HeBytes, MakeKeysThatServeAsTheirOriginals) {
  for (const Literal& literal : byte_literals()) {
    const FewKeys<TypeParam> keys(literal);
    // Parameters of another program.
    const auto parameters = TypeParam::Parameters::create_insecure(
        testing::literal_from<TypeParam>(copy(to_bytes(keys.parameters))));
    ASSERT_EQ(parameters, keys.parameters);
    ASSERT_NE(parameters.context(), keys.parameters.context());
    const Bytes secret_bytes = copy(to_bytes(keys.secret)),
                relin_bytes = copy(to_bytes(keys.relin)),
                galois_bytes = copy(to_bytes(keys.galois)),
                public_bytes = copy(to_bytes(keys.public_key));
    const SecretKey secret = secret_key_from_bytes(parameters, secret_bytes);
    const PublicKey public_key = public_key_from_bytes(parameters, public_bytes);
    const RelinKey relin = relin_key_from_bytes(parameters, relin_bytes);
    const GaloisKeys galois = galois_keys_from_bytes(parameters, galois_bytes);
    EXPECT_TRUE(declassify(secret.value()) == declassify(keys.secret.value()));
    EXPECT_EQ(relin.key.seed(), keys.relin.key.seed());
    EXPECT_EQ(galois.elements(), keys.elements);

    const auto encrypt = [&](const auto& with, const PublicKey& key) {
      Generator draws = Generator::from_seed(Seed{}, "encryption");
      const Bytes m = copy(to_bytes(stepped(keys, 9)));
      return Encryptor(with, key).encrypt(plaintext_from_bytes(with, m), draws);
    };
    const auto mine = encrypt(keys.parameters, keys.public_key),
               theirs = encrypt(parameters, public_key);
    expect_equal(mine, theirs);
    auto session = typename TypeParam::Evaluator(parameters).session({relin, galois});
    auto& my_session = keys.session;
    const auto my_square = my_session.relinearize(my_session.multiply(mine, mine));
    const auto square = session.relinearize(session.multiply(theirs, theirs));
    expect_equal(my_square, square);
    for (const std::uint64_t g : keys.elements) {
      const auto low = session.mod_switch(theirs, parameters.levels() - 1);
      const auto my_low = my_session.mod_switch(mine, parameters.levels() - 1);
      expect_equal(my_session.apply_galois(my_low, g), session.apply_galois(low, g));
    }
    const Plaintext m = Decryptor(parameters, secret).decrypt(square),
                    expected = Decryptor(keys.parameters, keys.secret).decrypt(my_square);
    EXPECT_TRUE(std::ranges::equal(m.coefficients(), expected.coefficients()));
    // One object, one encoding.
    EXPECT_EQ(copy(to_bytes(secret)), secret_bytes);
    EXPECT_EQ(copy(to_bytes(public_key)), public_bytes);
    EXPECT_EQ(copy(to_bytes(relin)), relin_bytes);
    EXPECT_EQ(copy(to_bytes(galois)), galois_bytes);
  }
}

TYPED_TEST(HeBytes, AreWrittenToGivenMemory) {
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  expect_written(keys.public_key);
  expect_written(keys.relin);
  expect_written(keys.galois);
  const auto expect_secret = [](const auto& object) {
    const Bytes expected = copy(to_bytes(object));
    Buffer<std::byte, Secret> out(expected.size() + 5);
    std::ranges::fill(out.span(), std::byte{7});
    to_bytes(object, out, 3);
    EXPECT_TRUE(std::ranges::equal(out.span().subspan(3, expected.size()), expected));
    for (const std::size_t i : {std::size_t{0}, std::size_t{2}, out.size() - 2, out.size() - 1}) {
      EXPECT_EQ(out[i], std::byte{7});
    }
    for (const std::size_t at : {std::size_t{6}, out.size() + 1, ~std::size_t{0}}) {
      expect_error([&] { to_bytes(object, out, at); }, ErrorCode::mismatch,
                   {"at byte " + std::to_string(at), std::to_string(expected.size())});
    }
  };
  expect_secret(keys.secret);
  expect_secret(stepped(keys, 3));
}

TYPED_TEST(HeBytes, AreNoneOfObjectsThatWereMovedFrom) {
  const auto expect = [](auto object) {
    const auto moved = std::move(object);
    // NOLINTNEXTLINE(bugprone-use-after-move): that is what is tested
    expect_error([&] { (void)to_bytes(object); }, ErrorCode::invalid_argument, {"moved from"});
    // NOLINTNEXTLINE(bugprone-use-after-move): that is what is tested
    expect_error([&] { (void)byte_size(object); }, ErrorCode::invalid_argument, {"moved from"});
    EXPECT_GT(to_bytes(moved).size(), 48U);
  };
  const FewKeys<TypeParam> keys(byte_literals()[0]);
  expect(keys.secret);
  expect(keys.public_key);
  expect(keys.relin);
  expect(keys.galois);
  expect(stepped(keys, 3));
}

// What stands in the documentation of the library.
TEST(HeBytesAtFullSize, AreAsFewAsPackedSeededKeysTake) {
  const Literal seven{.degree = 16384,
                      .plaintext_modulus = 65537,
                      .prime_bits = {48, 48, 48, 48, 48, 48, 48},
                      .special_prime_bits = {49, 49}};
  const auto large = bfv::Parameters::create_insecure(seven);
  EXPECT_EQ(relin_key_bytes(large), 56 + 32 + 4 * 16384 * (7 * 48 + 2 * 49) / 8);
  EXPECT_LE(relin_key_bytes(large), 3'600'000U);
  EXPECT_EQ(public_key_bytes(large), 56 + 32 + 16384 * 7 * 48 / 8);
  EXPECT_EQ(secret_key_bytes(large), 56U + 4096);
  const FewKeys<Bgv> keys(Literal{.degree = 16384,
                                  .plaintext_modulus = 65537,
                                  .prime_bits = {48, 48, 48, 48, 48, 48},
                                  .special_prime_bits = {48, 48, 48}});
  const auto bytes = to_bytes(keys.relin);
  EXPECT_EQ(bytes.size(), relin_key_bytes(keys.parameters));
  EXPECT_EQ(bytes.size(), 56 + 32 + 2 * 16384 * 9 * 48 / 8);
  EXPECT_LE(bytes.size(), 1'800'000U);
  EXPECT_EQ(copy(to_bytes(relin_key_from_bytes(keys.parameters, bytes.span()))), copy(bytes));
}

}  // namespace
}  // namespace lath::he
