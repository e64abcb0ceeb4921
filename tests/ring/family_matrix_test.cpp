// SPDX-License-Identifier: Apache-2.0
//
// Products of polynomials with every kernel at both ends of everything: its smallest and its
// largest degree, its smallest and its largest prime, from one limb to all there are, and the words
// that drive its ranges to their ends. Judged in all coefficients by GMP up to degree 2^12 and at
// random points beyond. LATH_TEST_FULL=1 leaves nothing out.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lath/arith/prime_tables.hpp"
#include "lath/ring/poly.hpp"
#include "ntt/plan_cases.hpp"
#include "ntt/random_points.hpp"

namespace lath {
namespace {

using testing::SeededValues;

constexpr std::size_t kAll = SIZE_MAX;
constexpr std::size_t kLargestWhollyJudged = std::size_t{1} << 12;
// Polynomials of more words are treated limb by limb.
constexpr std::size_t kWordsAtOnce = std::size_t{1} << 23;

bool full_size() {
  const char* wanted = std::getenv("LATH_TEST_FULL");
  return wanted != nullptr && std::string(wanted) == "1";
}

// Polynomials of any word with one chosen kernel: the rings of the library choose their own.
template <ResidueWord WordOf>
class KernelRing {
 public:
  using Word = WordOf;

  KernelRing(std::size_t degree, std::span<const std::uint64_t> primes, Kernel kernel) {
    auto limbs = std::make_shared<Limbs>();
    for (const std::uint64_t p : primes) {
      limbs->moduli.emplace_back(p);
      limbs->plans.push_back(NttPlan<Word>::create(degree, p, kernel));
    }
    limbs_ = std::move(limbs);
  }

  [[nodiscard]] std::size_t degree() const noexcept { return limbs_->plans.front().degree(); }
  [[nodiscard]] std::size_t limbs() const noexcept { return limbs_->plans.size(); }
  [[nodiscard]] const Modulus& modulus(std::size_t i) const noexcept { return limbs_->moduli[i]; }
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t i) const noexcept { return limbs_->plans[i]; }
  friend bool operator==(const KernelRing& a, const KernelRing& b) noexcept {
    return a.limbs_ == b.limbs_;
  }

 private:
  struct Limbs {
    std::vector<Modulus> moduli;
    std::vector<NttPlan<Word>> plans;
  };
  std::shared_ptr<const Limbs> limbs_;
};

// The primes of at most `bits` bits for a degree: the largest, the smallest, and then all others of
// the library's table, or, where that does not reach the degree or has few, all others there are.
std::vector<std::uint64_t> primes_for(int bits, std::size_t degree) {
  const std::uint64_t step = 2 * degree, largest = ntt_primes(bits, degree, 1).front();
  std::uint64_t smallest = step + 1;
  while (!is_prime(smallest)) smallest += step;
  std::vector<std::uint64_t> primes{largest};
  if (smallest != largest) primes.push_back(smallest);
  const auto add = [&](std::uint64_t p) {
    if (p != largest && p != smallest) primes.push_back(p);
  };
  const PrimeTable table = prime_table(bits);
  if (table.count > 7 && degree <= table.largest_degree) {
    for (const std::uint64_t p : tabulated_primes(bits)) add(p);
  } else {
    for (std::uint64_t p = largest; p > step; p -= step) {
      if (is_prime(p)) add(p);
    }
  }
  return primes;
}

// a b mod (x^n + 1, p) by one product of integers: coefficients stand 192 bits apart, where the
// sums of products below 2^124 have room (L. Kronecker's substitution).
template <class Word>
std::vector<Word> product_by_gmp(std::span<const Word> a, std::span<const Word> b,
                                 std::uint64_t p) {
  const std::size_t n = a.size();
  const auto packed = [](std::span<const Word> words) {
    std::vector<std::uint64_t> spread(3 * words.size(), 0);
    for (std::size_t i = 0; i < words.size(); ++i) spread[3 * i] = words[i];
    mpz_class x;
    mpz_import(x.get_mpz_t(), spread.size(), -1, sizeof(std::uint64_t), 0, 0, spread.data());
    return x;
  };
  const mpz_class product = packed(a) * packed(b);
  std::vector<std::uint64_t> sums(6 * n, 0);
  mpz_export(sums.data(), nullptr, -1, sizeof(std::uint64_t), 0, 0, product.get_mpz_t());
  const auto coefficient = [&](std::size_t i) {
    std::uint64_t residue = 0;
    for (std::size_t w = 3; w-- > 0;) {
      residue = static_cast<std::uint64_t>(((uint128{residue} << 64) | sums[3 * i + w]) % p);
    }
    return residue;
  };
  std::vector<Word> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    result[i] = static_cast<Word>((coefficient(i) + p - coefficient(i + n)) % p);
  }
  return result;
}

// The product of one limb's words, to compare with.
template <class Word>
class Expected {
 public:
  Expected(std::span<const Word> a, std::span<const Word> b, std::uint64_t p,
           SeededValues& random) {
    const std::size_t n = a.size();
    if (n <= kLargestWhollyJudged) {
      words_ = product_by_gmp(a, b, p);
      return;
    }
    for (std::size_t i = 0; i < testing::points_needed(n, p); ++i) {
      const testing::Factor x(random.below(p), p);
      points_.push_back({x, testing::product_value_at(x, a.data(), b.data(), n)});
    }
  }

  void expect(std::span<const Word> c, std::uint64_t p) const {
    ASSERT_LT(*std::max_element(c.begin(), c.end()), p);
    if (points_.empty()) {
      ASSERT_TRUE(std::equal(c.begin(), c.end(), words_.begin(), words_.end()));
    }
    for (const auto& [x, value] : points_) {
      ASSERT_EQ(testing::value_at(x, c.data(), c.size()), value) << "at " << x.value();
    }
  }

 private:
  struct Point {
    testing::Factor x;
    std::uint64_t value;
  };
  std::vector<Word> words_;
  std::vector<Point> points_;
};

enum class Input { zero, one, last, odd_places, even_places, near_last, random };

std::uint64_t word_of(Input input, std::size_t i, std::uint64_t p, SeededValues& random) {
  switch (input) {
    case Input::zero:
      return 0;
    case Input::one:
      return i == 0 ? 1 : 0;
    case Input::last:
      return p - 1;
    case Input::odd_places:
      return i % 2 == 1 ? p - 1 : 0;
    case Input::even_places:
      return i % 2 == 0 ? p - 1 : 0;
    case Input::near_last:
      return p - 1 - random.below(3);
    case Input::random:
      break;
  }
  return random.below(p);
}

using InputPair = std::pair<Input, Input>;

// The first ones are those that are tried where a product is dear.
std::vector<InputPair> input_pairs(bool few) {
  std::vector<InputPair> pairs{{Input::random, Input::random}, {Input::last, Input::last}};
  if (few) return pairs;
  for (const Input other : {Input::zero, Input::one, Input::last}) {
    pairs.push_back({other, Input::random});
  }
  for (const Input other : {Input::even_places, Input::last}) {
    pairs.push_back({Input::odd_places, other});
  }
  pairs.push_back({Input::near_last, Input::near_last});
  return pairs;
}

// Limb after limb.
template <class Word>
std::vector<Word> words_of_input(Input input, std::size_t degree,
                                 std::span<const std::uint64_t> primes, SeededValues& random) {
  std::vector<Word> words;
  words.reserve(degree * primes.size());
  for (const std::uint64_t p : primes) {
    for (std::size_t i = 0; i < degree; ++i) {
      words.push_back(static_cast<Word>(word_of(input, i, p, random)));
    }
  }
  return words;
}

// forward_lazy stays below 4p and reduces to forward; so do the largest words below 4p to p - 1.
template <class Word>
void expect_lazy_transforms(const KernelRing<Word>& ring, std::span<const Word> coefficients,
                            const Poly<KernelRing<Word>, Eval>& values) {
  const std::size_t n = ring.degree();
  for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
    const NttPlan<Word>& plan = ring.plan(limb);
    const std::uint64_t p = plan.modulus();
    const auto first = coefficients.begin() + static_cast<std::ptrdiff_t>(limb * n);
    std::vector<Word> words(first, first + static_cast<std::ptrdiff_t>(n));
    plan.forward_lazy(words.data());
    ASSERT_LT(*std::max_element(words.begin(), words.end()), 4 * p);
    plan.arithmetic().reduce(words.data(), words.data(), plan.degree());
    ASSERT_TRUE(std::ranges::equal(words, values.limb(limb)));
    std::fill(words.begin(), words.end(), static_cast<Word>(4 * p - 1));
    plan.arithmetic().reduce(words.data(), words.data(), plan.degree());
    ASSERT_EQ(std::count(words.begin(), words.end(), static_cast<Word>(p - 1)), std::ssize(words));
  }
}

template <class Word>
void expect_product(const KernelRing<Word>& ring, const std::vector<Word>& a,
                    const std::vector<Word>& b, const std::vector<Expected<Word>>& expected) {
  using CoeffPoly = Poly<KernelRing<Word>, Coeff>;
  SCOPED_TRACE(testing::describe(ring.plan(0)));
  const auto values = ntt(CoeffPoly::from_words(ring, a));
  expect_lazy_transforms<Word>(ring, a, values);
  const auto product = intt(values * ntt(CoeffPoly::from_words(ring, b)));
  for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
    SCOPED_TRACE("limb " + std::to_string(limb));
    expected[limb].expect(product.limb(limb), ring.modulus(limb).value());
  }
}

// The products in the ring of these primes, with every kernel that serves all of them.
template <class Word>
void expect_products(std::size_t degree, std::span<const std::uint64_t> primes, bool few) {
  SCOPED_TRACE("degree " + std::to_string(degree) + ", " + std::to_string(primes.size()) +
               " limbs from " + std::to_string(primes[0]));
  SeededValues random(primes[0] + degree);
  SCOPED_TRACE(random.label());
  // The largest prime has the fewest kernels.
  const auto kernels = available_kernels<Word>(*std::max_element(primes.begin(), primes.end()));
  std::vector<KernelRing<Word>> rings;
  rings.reserve(kernels.size());
  for (const Kernel kernel : kernels) rings.emplace_back(degree, primes, kernel);
  for (const auto& [first, second] : input_pairs(few)) {
    SCOPED_TRACE("inputs " + std::to_string(static_cast<int>(first)) + " and " +
                 std::to_string(static_cast<int>(second)));
    const auto a = words_of_input<Word>(first, degree, primes, random);
    const auto b = words_of_input<Word>(second, degree, primes, random);
    std::vector<Expected<Word>> expected;
    expected.reserve(primes.size());
    for (std::size_t limb = 0; limb < primes.size(); ++limb) {
      expected.emplace_back(std::span(a).subspan(limb * degree, degree),
                            std::span(b).subspan(limb * degree, degree), primes[limb], random);
    }
    for (const auto& ring : rings) expect_product(ring, a, b, expected);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

// Rings of the first `count` primes, or of each of them where together they are too large.
template <class Word>
void expect_limbs(std::size_t degree, std::span<const std::uint64_t> primes, std::size_t count) {
  const bool whole = degree <= kLargestWhollyJudged;
  const bool few = full_size() ? count > 7 && degree > 2 : !whole;
  if (count * degree <= kWordsAtOnce) {
    expect_products<Word>(degree, primes.first(count), few);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    expect_products<Word>(degree, primes.subspan(i, 1), few);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

template <class Word>
void expect_family(int bits, std::size_t largest_degree) {
  std::vector<std::size_t> degrees{2};
  if (kLargestWhollyJudged < largest_degree) degrees.push_back(kLargestWhollyJudged);
  degrees.push_back(largest_degree);
  for (const std::size_t degree : degrees) {
    const auto primes = primes_for(bits, degree);
    // All limbs at degree 2 only, and at large degrees the largest and the smallest prime.
    const bool whole = degree <= kLargestWhollyJudged;
    const std::size_t fewest = full_size() || whole ? 1 : 2;
    const std::size_t most = full_size() || degree == 2 ? kAll : whole ? 7 : 2;
    for (const std::size_t limbs : {std::size_t{1}, std::size_t{2}, std::size_t{7}, kAll}) {
      if (limbs < fewest || limbs > most) continue;
      const std::size_t count = std::min(limbs, primes.size());
      if (full_size()) {
        std::cout << bits << " bits, degree " << degree << ", " << count << " limbs\n"
                  << std::flush;
      }
      expect_limbs<Word>(degree, primes, count);
      if (::testing::Test::HasFatalFailure() || count == primes.size()) break;
    }
  }
}

// 12289 is the only prime for 2048, and none below 2^14 is 1 mod 8192.
TEST(FamilyMatrix, SixteenBitWords) { expect_family<std::uint16_t>(14, 2048); }

TEST(FamilyMatrix, ThirtyTwoBitWords) { expect_family<std::uint32_t>(30, kMaxDegree); }

// The double-precision family is among the kernels of these, and the scalar reference of all.
TEST(FamilyMatrix, SixtyFourBitWordsWithPrimesOf50Bits) {
  expect_family<std::uint64_t>(50, kMaxDegree);
}

TEST(FamilyMatrix, SixtyFourBitWordsWithPrimesOf62Bits) {
  expect_family<std::uint64_t>(62, kMaxDegree);
}

TEST(FamilyMatrix, HasTheEndsOfEveryRangeOfPrimes) {
  const auto ends = [](int bits, std::size_t degree) {
    const auto primes = primes_for(bits, degree);
    return std::vector<std::uint64_t>{primes[0], primes[1], primes.size()};
  };
  using Ends = std::vector<std::uint64_t>;
  EXPECT_EQ(ends(14, 2), (Ends{16381, 5, 941}));
  EXPECT_EQ(primes_for(14, 2048), std::vector<std::uint64_t>{12289});
  EXPECT_EQ(ends(30, kMaxDegree), (Ends{1012924417, 23068673, 58}));
  EXPECT_EQ(ends(30, 2), (Ends{1073741789, 5, 786}));
  EXPECT_EQ(ends(50, kMaxDegree), (Ends{tabulated_primes(50)[0], 23068673, 1241}));
  EXPECT_EQ(ends(62, kMaxDegree), (Ends{tabulated_primes(62)[0], 23068673, 1001}));
}

}  // namespace
}  // namespace lath
