// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/convert_base.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/expect_error.hpp"
#include "ring/gmp_judge.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::modulo;
using testing::natural;
using testing::SeededValues;

RnsBasis basis_from(int bits, std::size_t skipped, std::size_t count) {
  const auto primes = ntt_primes(bits, 16, skipped + count);
  return RnsBasis::create(
      std::vector<Modulus>(primes.begin() + static_cast<std::ptrdiff_t>(skipped), primes.end()));
}

// What the conversion made of x in [0, Q), told from its residues modulo a basis larger than k Q.
mpz_class converted(const RnsBasis& to, const std::vector<std::uint64_t>& residues,
                    std::size_t stride, std::size_t c) {
  std::vector<std::uint64_t> column(to.size()), words(to.words());
  for (std::size_t j = 0; j < to.size(); ++j) column[j] = residues[j * stride + c];
  to.lift(words.data(), column.data(), 1, 1, Representative::centered);
  return testing::two_complement(words);
}

struct Case {
  RnsBasis from, to;
  mpz_class q, error;  // the product, and an upper bound of k Q / 2^64

  Case(RnsBasis a, RnsBasis b)
      : from(std::move(a)),
        to(std::move(b)),
        q(testing::product_of(from)),
        error(((q * natural(from.size())) >> 64) + 1) {}
};

void expect_conversions(const Case& test, const std::vector<mpz_class>& integers) {
  const std::size_t k = test.from.size(), count = integers.size();
  const auto conversion = BaseConversion::create(test.from, test.to);
  const auto in = testing::residues_of(integers, test.from);
  std::vector<std::uint64_t> out(test.to.size() * count);
  for (const auto kind : {Conversion::fast, Conversion::nonnegative, Conversion::centered}) {
    conversion.convert(out.data(), count, in.data(), count, count, kind);
    for (std::size_t c = 0; c < count; ++c) {
      const mpz_class x = modulo(integers[c], test.q), y = converted(test.to, out, count, c);
      SCOPED_TRACE("x " + x.get_str() + ", conversion " + std::to_string(static_cast<int>(kind)));
      ASSERT_EQ(modulo(y, test.q), x);
      if (kind == Conversion::fast) {
        ASSERT_GE(y, 0);
        ASSERT_LT(y, test.q * natural(k));
      } else if (kind == Conversion::nonnegative) {
        if (x < test.q - test.error) {
          ASSERT_EQ(y, x);
        } else {
          ASSERT_TRUE(y == x || y == x - test.q);
        }
      } else {
        const mpz_class centered = testing::centered(x, test.q);
        if (2 * centered >= 2 * test.error - test.q) {
          ASSERT_EQ(y, centered);
        } else {
          ASSERT_TRUE(y == x || y == centered);
          ASSERT_LE(2 * abs(y), test.q + 2 * test.error);
        }
      }
    }
  }
}

// 0, Q and Q/2, and the edges of the ranges where the conversion is exact.
std::vector<mpz_class> boundaries(const Case& test) {
  std::vector<mpz_class> integers;
  for (const mpz_class& center :
       {mpz_class(0), mpz_class(test.q / 2), mpz_class(test.error), mpz_class(test.q - test.error),
        mpz_class(test.q / 2 - test.error), mpz_class(test.q / 2 + test.error)}) {
    for (int offset = -3; offset <= 3; ++offset) integers.push_back(center + offset);
  }
  return integers;
}

std::vector<Case> cases() {
  return {Case(basis_from(62, 0, 1), basis_from(61, 0, 2)),
          Case(basis_from(62, 0, 3), basis_from(62, 3, 4)),
          Case(basis_from(30, 0, 2), basis_from(50, 0, 2)),
          Case(basis_from(50, 0, 15), basis_from(50, 15, 16)),
          Case(basis_from(62, 0, 16), basis_from(62, 16, 17)),
          Case(basis_from(62, 0, 35), basis_from(62, 35, 36))};
}

// Coprime moduli: for each size the next primes, 0 for a power of two.
RnsBasis mixed_basis(const std::vector<int>& bits, std::size_t skipped) {
  std::vector<Modulus> moduli;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] == 0) {
      moduli.emplace_back(std::uint64_t{1} << 13);
      continue;
    }
    const auto before = static_cast<std::size_t>(
        std::count(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(i), bits[i]));
    moduli.emplace_back(ntt_primes(bits[i], 16, skipped + before + 1).back());
  }
  return RnsBasis::create(moduli);
}

// Residues with given y_i = x_i (Q/q_i)^-1, many of them where fractions turn over, and the results
// by definition.
class DefinedConversion {
 public:
  DefinedConversion(const RnsBasis& from, const RnsBasis& to, std::size_t count,
                    SeededValues& random)
      : from_(from), to_(to), count_(count), product_(testing::product_of(from)) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::uint64_t q = from.modulus(i).value();
      const mpz_class punctured = natural(from.punctured_product(i));
      punctured_.push_back(product_ / natural(q));
      for (std::size_t c = 0; c < count; ++c) {
        const std::uint64_t candidates[] = {0, 1, q - 1, q / 2, (q + 1) / 2, random.below(q)};
        y_.push_back(candidates[std::min<std::uint64_t>(random.below(12), 5)]);
        residues_.push_back(modulo(natural(y_.back()) * punctured, q));
      }
    }
  }

  // `gap` words follow each limb, which nobody may write.
  template <class Word>
  void check(const BaseConversion& tables, std::size_t gap) const {
    const std::size_t stride = count_ + gap;
    std::vector<Word> in(from_.size() * stride, 1);
    for (std::size_t w = 0; w < residues_.size(); ++w) {
      in[w / count_ * stride + w % count_] = static_cast<Word>(residues_[w]);
    }
    for (const auto kind : {Conversion::fast, Conversion::nonnegative, Conversion::centered}) {
      SCOPED_TRACE("conversion " + std::to_string(static_cast<int>(kind)) + " of " +
                   std::to_string(sizeof(Word)) + " bytes, count " + std::to_string(count_));
      std::vector<Word> out(to_.size() * stride, 77);
      tables.convert(out.data(), stride, in.data(), stride, count_, kind);
      for (std::size_t c = 0; c < stride; ++c) {
        const mpz_class integer = c < count_ ? passed_on(c, kind) : mpz_class(0);
        for (std::size_t j = 0; j < to_.size(); ++j) {
          const std::uint64_t wanted =
              c < count_ ? modulo(integer, to_.modulus(j).value()) : std::uint64_t{77};
          ASSERT_EQ(out[j * stride + c], wanted) << "limb " << j << ", coefficient " << c;
        }
      }
    }
  }

 private:
  // sum_i y_i Q/q_i - alpha Q.
  [[nodiscard]] mpz_class passed_on(std::size_t c, Conversion kind) const {
    mpz_class sum, fractions;
    for (std::size_t i = 0; i < from_.size(); ++i) {
      const mpz_class y = natural(y_[i * count_ + c]), q = natural(from_.modulus(i).value());
      sum += y * punctured_[i];
      fractions += (y << 64) / q;
    }
    if (kind == Conversion::fast) return sum;
    fractions +=
        kind == Conversion::centered ? mpz_class(mpz_class(1) << 63) : natural(from_.size());
    return sum - (fractions >> 64) * product_;
  }

  const RnsBasis& from_;
  const RnsBasis& to_;
  std::size_t count_;
  mpz_class product_;
  std::vector<mpz_class> punctured_;  // Q/q_i
  std::vector<std::uint64_t> y_, residues_;
};

template <class Word>
void expect_definition(const std::vector<int>& from_bits, const std::vector<int>& to_bits,
                       const std::vector<std::size_t>& counts, SeededValues& random) {
  const RnsBasis from = mixed_basis(from_bits, 0), to = mixed_basis(to_bits, from_bits.size());
  const auto tables = BaseConversion::create(from, to);
  for (const std::size_t count : counts) {
    DefinedConversion(from, to, count, random).check<Word>(tables, count % 4);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(BaseConversion, IsItsDefinitionForModuliOfEverySize) {
  SeededValues random(21);
  SCOPED_TRACE(random.label());
  const std::vector<std::size_t> counts = {1, 2, 7, 15, 16, 33, 127, 130, 300};
  const std::vector<std::vector<int>> bases = {{50},
                                               {51},
                                               {30},
                                               {62, 50},
                                               {50, 51, 0, 30, 62},
                                               {50, 50, 50},
                                               {62, 61, 60},
                                               {0, 50, 49},
                                               {51, 50, 50, 50, 50, 50, 50, 50, 50, 50}};
  for (const auto& from : bases) {
    for (const auto& to : bases) {
      expect_definition<std::uint64_t>(from, to, counts, random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(BaseConversion, IsItsDefinitionForShortWords) {
  SeededValues random(22);
  SCOPED_TRACE(random.label());
  const std::vector<std::size_t> counts = {1, 3, 8, 17, 127, 129, 300, 2420};
  for (const std::size_t from : {1U, 2U, 7U, 9U}) {
    for (const std::size_t to : {1U, 5U, 6U, 7U, 13U}) {
      expect_definition<std::uint32_t>(std::vector<int>(from, 30), std::vector<int>(to, 30), counts,
                                       random);
      expect_definition<std::uint16_t>(std::vector<int>(from, 14), std::vector<int>(to, 13), counts,
                                       random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(BaseConversion, IsItsDefinitionInParts) {
  SeededValues random(23);
  SCOPED_TRACE(random.label());
  expect_definition<std::uint64_t>({50, 51, 50, 62, 48}, {62, 50, 50, 50, 49, 51}, {4095, 5003},
                                   random);
  expect_definition<std::uint32_t>(std::vector<int>(5, 30), std::vector<int>(6, 29), {5003},
                                   random);
}

TEST(BaseConversion, IsWithinItsBoundsAtTheBoundaries) {
  for (const Case& test : cases()) expect_conversions(test, boundaries(test));
}

TEST(BaseConversion, IsWithinItsBoundsForRandomIntegers) {
  const auto all = cases();
  for (std::uint64_t seed = 1; seed <= testing::seeds(30); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const Case& test = all[random.below(all.size())];
    std::vector<mpz_class> integers;
    const std::uint64_t count = 1 + random.below(seed % 10 == 0 ? 600 : 12);
    for (std::uint64_t i = 0; i < count; ++i) {
      integers.push_back(testing::random_integer(random, test.from.bits()));
    }
    expect_conversions(test, integers);
    if (HasFatalFailure()) return;
  }
}

// The largest y and the largest residues: what the sums of 128 bits must hold.
TEST(BaseConversion, AddsTheLargestProducts) {
  for (const Case& test : cases()) {
    std::vector<mpz_class> integers;
    mpz_class x = 0;
    for (std::size_t i = 0; i < test.from.size(); ++i) {
      x -= natural(test.from.punctured_product(i));  // y_i = q_i - 1
    }
    expect_conversions(test, {x, x - 1, x + 1});
  }
}

TEST(BaseConversion, ConvertsPolynomials) {
  const auto ring = testing::ring_of(512, 3);
  const auto other = DynamicRing::create(512, ntt_primes(45, 512, 6));
  SeededValues random(3);
  SCOPED_TRACE(random.label());
  const auto a = testing::from_integers<Coeff>(ring, random);
  const auto b = convert_base(a, other, Conversion::centered);
  EXPECT_TRUE(b == testing::lifted_to(other, a));
  const auto secret = testing::from_integers<Coeff, Secret>(ring, random);
  EXPECT_TRUE(declassify(convert_base(secret, other, Conversion::nonnegative)) ==
              convert_base(declassify(secret), other, Conversion::nonnegative));
}

TEST(BaseConversion, NeedsTheRingsThatItWasMadeFor) {
  const auto ring = testing::ring_of(16, 3), other = DynamicRing::create(16, {97, 193});
  const auto conversion = BaseConversion::create(ring.basis(), other.basis());
  const testing::CoeffPoly a(ring);
  const auto convert = [&](const DynamicRing& to) {
    (void)convert_base(a, to, conversion, Conversion::fast);
  };
  expect_error([&] { convert(DynamicRing::create(16, {97})); }, ErrorCode::mismatch,
               {"1 limbs in the ring of the result", "conversion has 2", "create the conversion"});
  expect_error([&] { convert(DynamicRing::create(16, {193, 97})); }, ErrorCode::mismatch,
               {"modulus 193 in limb 0", "conversion has 97", "in its order"});
  expect_error([&] { convert(DynamicRing::create(16, {97, 257})); }, ErrorCode::mismatch,
               {"modulus 257 in limb 1", "conversion has 193", "in its order"});
  expect_error([&] { convert(DynamicRing::create(32, {193, 257})); }, ErrorCode::mismatch,
               {"degree 16", "degree 32", "one degree"});
  const testing::CoeffPoly short_one(ring.prefix(2));
  expect_error([&] { (void)convert_base(short_one, other, conversion, Conversion::fast); },
               ErrorCode::mismatch, {"2 limbs in the polynomial", "conversion has 3"});
}

}  // namespace
}  // namespace lath
