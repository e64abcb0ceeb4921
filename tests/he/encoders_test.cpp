// SPDX-License-Identifier: Apache-2.0
//
// Slots against their definition: values of polynomials at powers of a root of unity.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/moved_from.hpp"
#include "he/encoder_cases.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::he {
namespace {

using lath::testing::expect_error;
using testing::kLeast;
using testing::kMost;
using testing::parameters_of;
using testing::SeededValues;
using testing::Words;
using testing::words_of;

struct Case {
  std::size_t degree;
  int bits;
};
const std::vector<Case> kCases{{16, 17}, {16, 60}, {128, 30}, {128, 31}, {1024, 17}, {1024, 60}};

std::uint64_t modulus_of(const Case& c) { return ntt_primes(c.bits, c.degree, 1)[0]; }

// Calls f(encoder, parameters, t, values) for all cases.
template <class F>
void for_all(std::uint64_t seed, const F& f) {
  for (const Case& c : kCases) {
    SeededValues values(seed);
    SCOPED_TRACE(values.label() + ", degree " + std::to_string(c.degree) + ", t of " +
                 std::to_string(c.bits) + " bits");
    const auto parameters = parameters_of(c.degree, modulus_of(c));
    f(SlotEncoder::create(parameters), parameters, parameters.plaintext_modulus().word(), values);
  }
}

// The least primitive 2n-th root of unity: all are odd powers of one.
std::uint64_t least_root(std::size_t n, std::uint64_t t) {
  std::uint64_t any = 0;
  for (std::uint64_t x = 2; any == 0; ++x) {
    const std::uint64_t z = testing::power(x, (t - 1) / (2 * n), t);
    if (testing::power(z, n, t) == t - 1) any = z;
  }
  std::uint64_t least = any, z = any;
  const std::uint64_t square = testing::times(any, any, t);
  for (std::size_t i = 0; i < n; ++i, z = testing::times(z, square, t)) least = std::min(least, z);
  return least;
}

// The slots of a polynomial as the header defines them.
Words slots_of(const Words& a, std::uint64_t t) {
  const std::size_t n = a.size();
  const std::uint64_t z = least_root(n, t);
  Words slots(n);
  std::uint64_t exponent = 1;
  for (std::size_t j = 0; j < n / 2; ++j, exponent = exponent * 3 % (2 * n)) {
    slots[j] = testing::value_at(a, testing::power(z, exponent, t), t);
    slots[n / 2 + j] = testing::value_at(a, testing::power(z, 2 * n - exponent, t), t);
  }
  return slots;
}

TEST(SlotEncoder, SlotsAreValuesAtPowersOfTheLeastRoot) {
  for_all(1, [](const SlotEncoder& encoder, const auto& parameters, std::uint64_t t,
                SeededValues& values) {
    EXPECT_EQ(encoder.slots(), parameters.degree());
    const Words slots = testing::random_words(parameters.degree(), t, values);
    EXPECT_EQ(slots_of(words_of(encoder.encode(slots)), t), slots);
    const Words coefficients = testing::random_words(parameters.degree(), t, values);
    const auto decoded = encoder.decode(Plaintext(parameters, coefficients));
    EXPECT_EQ(words_of(decoded), slots_of(coefficients, t));
  });
}

TEST(SlotEncoder, MissingSlotsAreZero) {
  for_all(2, [](const SlotEncoder& encoder, const auto& parameters, std::uint64_t t,
                SeededValues& values) {
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{7}, parameters.degree() - 1}) {
      Words slots = testing::random_words(count, t, values);
      const Plaintext plaintext = encoder.encode(slots);
      slots.resize(parameters.degree());
      EXPECT_EQ(words_of(plaintext), words_of(encoder.encode(slots)));
      EXPECT_EQ(words_of(encoder.decode(plaintext)), slots);
    }
  });
}

TEST(SlotEncoder, ProductsOfPolynomialsAreThoseOfSlots) {
  for_all(3, [](const SlotEncoder& encoder, const auto& parameters, std::uint64_t t,
                SeededValues& values) {
    const std::size_t n = parameters.degree();
    const Words a = testing::random_words(n, t, values), b = testing::random_words(n, t, values);
    const Words product =
        testing::product_of(words_of(encoder.encode(a)), words_of(encoder.encode(b)), t);
    const auto slots = encoder.decode(Plaintext(parameters, product));
    for (std::size_t j = 0; j < n; ++j) ASSERT_EQ(slots[j], testing::times(a[j], b[j], t)) << j;
  });
}

TEST(SlotEncoder, SubstitutionsMoveSlots) {
  for_all(4, [](const SlotEncoder& encoder, const auto& parameters, std::uint64_t t,
                SeededValues& values) {
    const std::size_t n = parameters.degree(), half = n / 2;
    const Words slots = testing::random_words(n, t, values);
    const Words a = words_of(encoder.encode(slots));
    const auto moved = [&](std::uint64_t g) {
      return words_of(encoder.decode(Plaintext(parameters, testing::substituted(a, g, t))));
    };
    const auto h = static_cast<std::int64_t>(half);
    for (const std::int64_t columns :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{-1}, std::int64_t{-3},
          h - 1, h, h + 1, -h, -h - 2, kLeast, kMost}) {
      const std::uint64_t g = encoder.row_rotation(columns);
      EXPECT_TRUE(g < 2 * n && g % 2 == 1);
      // Columns count modulo a power of two, as words do.
      Words expected(n);
      for (std::size_t j = 0; j < half; ++j) {
        const std::size_t from = (j + static_cast<std::uint64_t>(columns)) % half;
        expected[j] = slots[from];
        expected[half + j] = slots[half + from];
      }
      EXPECT_EQ(moved(g), expected) << columns;
    }
    Words exchanged = slots;
    std::ranges::rotate(exchanged, exchanged.begin() + h);
    EXPECT_EQ(moved(encoder.row_exchange()), exchanged);
  });
  EXPECT_EQ(SlotEncoder::create(parameters_of(16, 65537)).row_rotation(1), 3U);
}

TEST(SlotEncoder, SignedValues) {
  for_all(5, [](const SlotEncoder& encoder, const auto& parameters, std::uint64_t t,
                SeededValues& values) {
    const auto half = static_cast<std::int64_t>(t / 2);
    std::vector<std::int64_t> slots{-half, -half + 1, -1, 0, 1, half - 1, half};
    while (slots.size() < parameters.degree()) {
      slots.push_back(static_cast<std::int64_t>(values.below(t)) - half);
    }
    Words residues;
    residues.reserve(slots.size());
    for (const std::int64_t x : slots) {
      residues.push_back(x < 0 ? t - static_cast<std::uint64_t>(-x)
                               : static_cast<std::uint64_t>(x));
    }
    const Plaintext plaintext = encoder.encode_signed(slots);
    EXPECT_EQ(words_of(plaintext), words_of(encoder.encode(residues)));
    const auto decoded = encoder.decode_signed(plaintext);
    EXPECT_EQ(std::vector(decoded.span().begin(), decoded.span().end()), slots);
    std::vector<std::int64_t> out(slots.size());
    encoder.decode_signed(out, plaintext);
    EXPECT_EQ(out, slots);
  });
}

TEST(SlotEncoder, ReadsIntegersOfEitherSignOnce) {
  for_all(8, [](const SlotEncoder& encoder, const auto& parameters, std::uint64_t t,
                SeededValues& values) {
    const auto half = static_cast<std::int64_t>(t / 2), whole = static_cast<std::int64_t>(t);
    std::vector<std::int64_t> slots{-half, -1, 0, half, half + 1, whole - 1};
    for (std::size_t j = slots.size(); j + 1 < parameters.degree(); ++j) {
      slots.push_back(static_cast<std::int64_t>(values.below(t + t / 2)) - half);
    }
    Words words(parameters.degree());
    std::ranges::transform(slots, words.begin(), [t](std::int64_t x) {
      return static_cast<std::uint64_t>(x) + (x < 0 ? t : 0);
    });
    const auto expected = words_of(encoder.encode(words));
    auto changed = slots;
    EXPECT_EQ(
        words_of(encoder.encode_either_sign(changed, [&] { std::ranges::fill(changed, -whole); })),
        expected);
    EXPECT_EQ(changed.front(), -whole);
    for (const std::int64_t bad : {-half - 1, whole, kLeast, kMost}) {
      slots[3] = bad;
      expect_error([&] { (void)encoder.encode_either_sign(slots, [] { FAIL(); }); },
                   ErrorCode::invalid_argument, {"slot 3", "to " + std::to_string(t - 1)});
    }
  });
}

TEST(SlotEncoder, RefusesWhatDoesNotFit) {
  for_all(
      6, [](const SlotEncoder& encoder, const auto& parameters, std::uint64_t t, SeededValues&) {
        const std::size_t n = parameters.degree();
        const std::string slots = std::to_string(n), more = std::to_string(n + 1);
        expect_error([&] { (void)encoder.encode(Words(n + 1)); }, ErrorCode::mismatch,
                     {more + " values", slots, "use several plaintexts"});
        expect_error([&] { (void)encoder.encode_signed(std::vector<std::int64_t>(n + 1)); },
                     ErrorCode::mismatch, {more + " values"});
        for (const std::uint64_t bad : {t, t + 1, ~std::uint64_t{0}}) {
          expect_error([&] { (void)encoder.encode(Words{0, 1, bad}); }, ErrorCode::invalid_argument,
                       {"slot 2", "at most " + std::to_string(t - 1)});
        }
        const auto half = static_cast<std::int64_t>(t / 2);
        for (const std::int64_t bad : {half + 1, -half - 1, kLeast, kMost}) {
          expect_error([&] { (void)encoder.encode_signed(std::vector<std::int64_t>{0, bad}); },
                       ErrorCode::invalid_argument, {"slot 1", "at most " + std::to_string(half)});
        }
        const Plaintext zero(parameters);
        Words out(n + 1, 5);
        std::vector<std::int64_t> signed_out(n - 1, 5);
        expect_error([&] { encoder.decode(out, zero); }, ErrorCode::mismatch, {more + " places"});
        expect_error([&] { encoder.decode_signed(signed_out, zero); }, ErrorCode::mismatch,
                     {std::to_string(n - 1) + " places"});
        out.resize(n);
        const Plaintext foreign(parameters_of(2 * n, t));
        expect_error([&] { encoder.decode(out, foreign); }, ErrorCode::mismatch, {"a plaintext"});
        expect_error([&] { (void)encoder.decode_signed(foreign); }, ErrorCode::mismatch,
                     {"a plaintext"});
        EXPECT_EQ(out, Words(n, 5));
      });
}

TEST(SlotEncoder, NeedsAPrimeThatSplits) {
  // 2, an even number, 1 modulo n but not 2n, a product of primes that are 1 modulo 2n.
  for (const std::uint64_t t :
       {std::uint64_t{2}, std::uint64_t{65536}, std::uint64_t{17}, std::uint64_t{97} * 193}) {
    expect_error([&] { (void)SlotEncoder::create(parameters_of(16, t)); }, ErrorCode::unsupported,
                 {"slots modulo " + std::to_string(t), "1 modulo 32", "ntt_primes()"});
  }
  EXPECT_EQ(SlotEncoder::create(parameters_of(16, 97)).slots(), 16U);
}

TEST(SlotEncoder, IsAsItWasAfterAMove) {
  const auto parameters = parameters_of(16, 97);
  lath::testing::expect_policy<SlotEncoder>(
      "SlotEncoder", lath::testing::Left::as_it_was,
      [&] { return SlotEncoder::create(parameters); },
      {{"encode", [](SlotEncoder& e) { (void)e.encode(Words{1, 2}); }},
       {"rotation", [](SlotEncoder& e) { (void)e.row_rotation(1); }}});
}

}  // namespace
}  // namespace lath::he
