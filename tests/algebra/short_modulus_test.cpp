// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/short_modulus.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "algebra/gmp_numbers.hpp"
#include "algebra/wide/basis_products.hpp"
#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

using detail::ShortModulus;
using Element = std::vector<mpz_class>;

struct Case {
  std::uint64_t d;
  std::vector<std::int64_t> t;
  std::string p, omega;
};

std::vector<std::uint64_t> words_of_number(const mpz_class& x, std::size_t words) {
  std::vector<std::uint64_t> result(words);
  mpz_export(result.data(), nullptr, -1, 8, 0, 0, x.get_mpz_t());
  return result;
}

// An element of the ring: products by the definition.
Element product_of(const CyclotomicIndex& index, const Element& a, const Element& b) {
  const detail::BasisProducts basis(index);
  Element c(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      for (const auto& [at, negative] : basis.product(i, j)) {
        if (negative) {
          c[at] -= a[i] * b[j];
        } else {
          c[at] += a[i] * b[j];
        }
      }
    }
  }
  return c;
}

// x/t, if that is an element: solved modulo a large prime, and multiplied back.
bool is_multiple(const CyclotomicIndex& index, const Element& x, const Element& t) {
  const std::size_t n = t.size();
  mpz_class r;
  // 2^4423 - 1 is a prime, and larger than quotients.
  r = (mpz_class(1) << 4423) - 1;
  std::vector<Element> rows(n, Element(n + 1));
  for (std::size_t j = 0; j < n; ++j) {
    Element unit(n);
    unit[j] = 1;
    const Element column = product_of(index, t, unit);
    for (std::size_t i = 0; i < n; ++i) rows[i][j] = column[i];
  }
  for (std::size_t i = 0; i < n; ++i) rows[i][n] = x[i];
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    while (rows[pivot][c] % r == 0) ++pivot;
    std::swap(rows[c], rows[pivot]);
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), rows[c][c].get_mpz_t(), r.get_mpz_t());
    for (mpz_class& y : rows[c]) y = y * inverse % r;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == c) continue;
      const mpz_class by = rows[i][c];
      for (std::size_t k = 0; k <= n; ++k) rows[i][k] = (rows[i][k] - by * rows[c][k]) % r;
    }
  }
  Element quotient(n);
  for (std::size_t i = 0; i < n; ++i) {
    quotient[i] = (rows[i][n] % r + r) % r;
    if (2 * quotient[i] > r) quotient[i] -= r;
  }
  return product_of(index, quotient, t) == x;
}

Element element_of(std::span<const std::int64_t> x) {
  Element result;
  for (const std::int64_t c : x) result.emplace_back(static_cast<long>(c));
  return result;
}

// t of small fields, with the norm p or a multiple, in rings of powers of two, primes, powers and
// products of primes; and x - b.
std::vector<Case> cases() {
  std::vector<Case> result{
      {4, {4, 1}, "17", "13"},
      {3, {3, 1}, "7", "4"},
      {8, {3, 1, 0, 0}, "41", "38"},
      {5, {3, 1, 0, 0}, "61", "58"},
      {9, {2, 1, 0, 0, 0, 0}, "19", "17"},
      {15, {2, -3, -3, 0, 0, 0, 0, 1}, "4441", "77"},
      {17, {2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "43691", "43689"},
      {45,
       {2, -2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1},
       "528391",
       "469216"},
      {16, {-1000, 1, 0, 0, 0, 0, 0, 0}, "1000000000000000000000001", "1000"},
  };
  std::vector<std::int64_t> x_minus_b(64);
  x_minus_b[0] = -4294967966, x_minus_b[1] = 1;
  mpz_class n;
  mpz_ui_pow_ui(n.get_mpz_t(), 4294967966, 64);
  result.push_back({128, x_minus_b, mpz_class(n + 1).get_str(), "4294967966"});
  return result;
}

TEST(ShortModulus, HasSmallRepresentativesOfEverything) {
  for (const Case& c : cases()) {
    SCOPED_TRACE("d = " + std::to_string(c.d) + ", p = " + c.p);
    const auto index = CyclotomicIndex::create(c.d);
    const mpz_class p(c.p), omega(c.omega);
    const ShortModulus t(index, c.t, natural_of(p), natural_of(omega));
    const std::size_t n = t.size(), w = t.words();
    const Element of_t = element_of(c.t);
    SeededValues values(c.d);
    SCOPED_TRACE(values.label());
    const auto draw = [&] {
      mpz_class x;
      for (std::size_t i = 0; i <= w; ++i) {
        x = (x << 32) * mpz_class(mpz_class(1) << 32) + static_cast<unsigned long>(values.next());
      }
      return mpz_class(x % p);
    };
    std::vector<mpz_class> numbers{0, 1, p - 1, p / 2, p / 2 + 1};
    for (int i = 0; i < 20; ++i) numbers.push_back(draw());
    for (const mpz_class& x : numbers) {
      std::vector<std::int64_t> small(n);
      t.small(small, words_of_number(x, w));
      for (const std::int64_t y : small) {
        ASSERT_LE(std::abs(y), static_cast<std::int64_t>(t.largest()));
      }
      EXPECT_EQ(t.small_vartime(natural_of(x)), small);
      // x less its representative is a multiple of t.
      Element difference = element_of(small);
      for (mpz_class& y : difference) y = -y;
      difference[0] += x;
      ASSERT_TRUE(is_multiple(index, difference, of_t)) << x;
      std::vector<std::uint64_t> value(w);
      t.value(value, small);
      ASSERT_EQ(number_of(value), x);
      const mpz_class k = numbers[values.below(numbers.size())];
      std::vector<std::int64_t> product(n), element(n);
      for (std::int64_t& y : element) {
        const std::uint64_t kind = values.below(6);
        const auto most = static_cast<std::int64_t>(t.largest());
        y = kind == 0   ? most
            : kind == 1 ? -most
                        : static_cast<std::int64_t>(values.below(2 * t.largest() + 1)) - most;
      }
      t.multiply(product, t.multiplier(natural_of(k)), element);
      Element expected = element_of(element);
      for (std::size_t i = 0; i < n; ++i) {
        expected[i] = expected[i] * k - mpz_class(static_cast<long>(product[i]));
        ASSERT_LE(std::abs(product[i]), static_cast<std::int64_t>(t.largest()));
      }
      ASSERT_TRUE(is_multiple(index, expected, of_t)) << k;
    }
  }
}

TEST(ShortModulus, RoundsProductsWithFractions) {
  const Case c = cases()[4];
  const auto index = CyclotomicIndex::create(c.d);
  const ShortModulus t(index, c.t, natural_of(mpz_class(c.p)), natural_of(mpz_class(c.omega)));
  const std::size_t n = t.size();
  SeededValues values(6);
  for (int round = 0; round < 100; ++round) {
    std::vector<std::uint64_t> fractions(2 * n);
    Element f(n);
    for (std::size_t i = 0; i < n; ++i) {
      fractions[2 * i] = values.next(), fractions[2 * i + 1] = values.next();
      f[i] = number_of(std::span(fractions).subspan(2 * i, 2));
      if ((f[i] >> 127) != 0) f[i] -= mpz_class(1) << 128;
    }
    std::vector<std::int64_t> found(n);
    t.round_product(found, fractions);
    const Element exact = product_of(index, element_of(c.t), f);
    for (std::size_t i = 0; i < n; ++i) {
      mpz_class rounded;
      const mpz_class moved = exact[i] + (mpz_class(1) << 127);
      mpz_fdiv_q_2exp(rounded.get_mpz_t(), moved.get_mpz_t(), 128);
      EXPECT_EQ(found[i], rounded.get_si());
    }
  }
}

TEST(ShortModulus, TeachesByItsErrors) {
  const auto with = [](std::uint64_t d, const std::vector<std::int64_t>& t, std::uint64_t p,
                       std::uint64_t omega) {
    return [=] { ShortModulus(CyclotomicIndex::create(d), t, p, omega); };
  };
  const auto refused = [](const auto& action, std::initializer_list<std::string_view> parts) {
    expect_error(action, ErrorCode::invalid_argument, parts);
  };
  EXPECT_NO_THROW(with(4, {4, 1}, 17, 13)());
  refused(with(4, {4, 1, 0}, 17, 13), {"3 coefficients for the index 4", "need 2"});
  refused(with(4, {0, 0}, 17, 13), {"of 0"});
  refused(with(4, {4, 1}, 17, 4), {"not zero at the root"});
  refused(with(4, {4, 1}, 17, 16), {"root of unity of order 4"});
  refused(with(4, {4, 1}, 17, 1), {"root of unity of order 4"});
  refused(with(4, {4, 1}, 17, 30), {"below the prime"});
  refused(with(4, {std::int64_t{1} << 60, 1}, 17, 13), {"2^60"});
  refused(with(3, {std::int64_t{1} << 59, 1}, 7, 4), {"2^59"});
  // i - i = 0 at the root i: every multiple of p vanishes, but none is far from zero and short.
  refused(with(256, std::vector<std::int64_t>(128, 1), 257, 3), {"zero"});
}

}  // namespace
}  // namespace lath::testing
