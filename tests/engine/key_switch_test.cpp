// SPDX-License-Identifier: Apache-2.0
//
// Key switching at a level of a chain, by the functions that programs use, against integers of GMP:
// digits are extended, multiplied by a key, and the special moduli are divided out.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "engine/engines.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ring/scalar.hpp"

namespace lath {
namespace {

using testing::EngineCase;
using testing::HostRows;
using testing::MarkedWorkspace;
using testing::SeededValues;

constexpr std::size_t kKeyDegree = 64;
using Integers = std::vector<mpz_class>;

mpz_class product_of(const DynamicRing& chain, const LimbSet& limbs) {
  mpz_class product = 1;
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    product *= mpz_class(std::to_string(chain.modulus(limbs.place(i)).value()));
  }
  return product;
}

mpz_class modulo(const mpz_class& x, const mpz_class& m) {
  mpz_class r = x % m;
  return r < 0 ? mpz_class(r + m) : r;
}
// The representative in (-m/2, m/2].
mpz_class centered(const mpz_class& x, const mpz_class& m) {
  const mpz_class r = modulo(x, m);
  return 2 * r > m ? mpz_class(r - m) : r;
}

// The coefficients in [0, product of the moduli).
Integers integers_of(const DynamicRing& chain, const HostRows& rows, const LimbSet& limbs) {
  const mpz_class q = product_of(chain, limbs);
  Integers result(kKeyDegree);
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    const std::size_t place = limbs.place(i);
    const mpz_class p(std::to_string(chain.modulus(place).value()));
    const mpz_class others = q / p;
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), others.get_mpz_t(), p.get_mpz_t());
    for (std::size_t k = 0; k < kKeyDegree; ++k) {
      const mpz_class x(std::to_string(rows.row(place)[k]));
      result[k] = modulo(result[k] + x * inverse * others, q);
    }
  }
  return result;
}

Integers negacyclic(const Integers& a, const Integers& b) {
  Integers c(kKeyDegree);
  for (std::size_t i = 0; i < kKeyDegree; ++i) {
    for (std::size_t j = 0; j < kKeyDegree; ++j) {
      if (i + j < kKeyDegree) {
        c[i + j] += a[i] * b[j];
      } else {
        c[i + j - kKeyDegree] -= a[i] * b[j];
      }
    }
  }
  return c;
}

class KeySwitches : public ::testing::TestWithParam<EngineCase> {
 protected:
  // Six primes of Q, of several sizes, and two special ones.
  KeySwitches() : random_(23) {
    auto moduli = ntt_primes(45, kKeyDegree, 5);
    moduli.insert(moduli.begin() + 3, ntt_primes(52, kKeyDegree, 1)[0]);
    for (const std::uint64_t p : ntt_primes(50, kKeyDegree, 2)) moduli.push_back(p);
    chain_ = std::make_unique<DynamicRing>(GetParam().chain(kKeyDegree, moduli));
    engine_ = GetParam().make(*chain_);
  }
  [[nodiscard]] RnsBasis basis(const LimbSet& limbs) const {
    const DynamicRing ring = chain_->select(limbs);
    return ring.basis();
  }

  void check(std::size_t level, std::size_t digit_size, bool rotates, bool values,
             std::uint64_t factor = 1);

  SeededValues random_;
  std::unique_ptr<DynamicRing> chain_;
  std::shared_ptr<Engine> engine_;
  LimbSet special_ = LimbSet::range(6, 2);
};

INSTANTIATE_TEST_SUITE_P(Every, KeySwitches, ::testing::ValuesIn(testing::engine_cases()),
                         [](const ::testing::TestParamInfo<EngineCase>& info) {
                           return info.param.name;
                         });

// c in coefficient form at `level` limbs, through digits of two limbs, with a key for all of Q and
// P. A summand in coefficient form goes through the division, or one in values, then permuted.
// With a factor f the result is (acc - f [acc/f])/P.
void KeySwitches::check(std::size_t level, std::size_t digit_size, bool rotates, bool values,
                        std::uint64_t factor) {
  const LimbSet q = LimbSet::range(0, level), qp = q | special_;
  const LimbSet key_limbs = LimbSet::range(0, 6) | special_;
  const HostRows c(*chain_, q, kKeyDegree, random_), summand(*chain_, q, kKeyDegree, random_);
  // The key in coefficient form.
  const std::size_t key_digits = 6 / digit_size;
  std::vector<HostRows> key;
  std::vector<RowBuffer> key_rows;
  std::vector<std::array<ConstRows, 2>> views;
  for (std::size_t i = 0; i < 2 * key_digits; ++i) {
    key.emplace_back(*chain_, key_limbs, kKeyDegree, random_);
    key_rows.push_back(testing::uploaded(*engine_, key.back()));
    engine_->forward(key_rows.back().rows(), key_rows.back().rows());
  }
  for (std::size_t d = 0; d < key_digits; ++d) {
    views.push_back({key_rows[2 * d].rows(), key_rows[2 * d + 1].rows()});
  }
  const PreparedKey prepared = engine_->prepare(views);

  const RowBuffer c_rows = testing::uploaded(*engine_, c);
  const RowBuffer c_values = engine_->make_rows(q);
  engine_->forward(c_values.rows(), c_rows.rows());
  std::vector<RowMap> raise;
  std::vector<Digit> digits;
  std::vector<LimbSet> digit_limbs;
  for (std::size_t first = 0; first < level; first += digit_size) {
    digit_limbs.push_back(LimbSet::range(first, std::min(digit_size, level - first)));
    raise.push_back(RowMap::extension(basis(digit_limbs.back()), basis(qp - digit_limbs.back())));
  }
  for (std::size_t d = 0; d < raise.size(); ++d) {
    const LimbSet& own = digit_limbs[d];
    digits.push_back({c_rows.only(own), values ? ConstRows(c_values.only(own)) : ConstRows(),
                      &raise[d], qp - own});
  }
  const RowMap down = values ? RowMap::extension(basis(special_), basis(q))
                             : RowMap::remainder(basis(special_), basis(q));
  const mpz_class p = product_of(*chain_, special_), product_q = product_of(*chain_, q);
  std::vector<std::uint64_t> residues;
  const DynamicRing ring_q = chain_->select(q);
  for (std::size_t i = 0; i < level; ++i) {
    const std::uint64_t m = ring_q.modulus(i).value();
    const mpz_class r = p % mpz_class(std::to_string(m));
    residues.push_back(ring_q.modulus(i).inverse_vartime(std::stoull(r.get_str())));
  }
  const auto w = RnsScalar<DynamicRing>::from_residues(ring_q, residues);
  const auto v = RnsScalar<DynamicRing>::from_integer(ring_q, static_cast<std::int64_t>(factor));
  const DynamicRing ring_p = chain_->select(special_);
  residues.clear();
  for (std::size_t i = 0; i < special_.size(); ++i) {
    residues.push_back(ring_p.modulus(i).inverse_vartime(factor));
  }
  const auto over_factor = RnsScalar<DynamicRing>::from_residues(ring_p, residues);
  mpz_class inverse;
  mpz_invert(inverse.get_mpz_t(), mpz_class(factor).get_mpz_t(), p.get_mpz_t());
  const auto by = Automorphism::create(chain_->slots(), 5);

  const RowBuffer acc0 = engine_->make_rows(qp), acc1 = engine_->make_rows(qp);
  const RowBuffer out = engine_->make_rows(q), add = testing::uploaded(*engine_, summand);
  if (values) engine_->forward(add.rows(), add.rows());
  const MarkedWorkspace products(*engine_, engine_->inner_products_words(digits));
  const MarkedWorkspace division(*engine_, engine_->divide_words(down));
  engine_->inner_products({acc0.rows(), acc1.rows()}, digits, prepared, products);
  EXPECT_TRUE(products.mark_is_whole());

  for (std::size_t b = 0; b < 2; ++b) {
    const RowBuffer& acc = b == 0 ? acc0 : acc1;
    engine_->inverse(acc.only(special_), acc.only(special_));
    Engine::Division operands{.acc = acc.only(q),
                              .in = acc.only(special_),
                              .map = &down,
                              .own = add.rows(),
                              .w = w.scalars(),
                              .add = values ? ConstRows(add.rows()) : ConstRows(),
                              .by = rotates ? &by : nullptr};
    if (factor != 1) {
      const std::array<ConstRows, 1> remainder{acc.only(special_)};
      engine_->apply(Operation::scale, acc.only(special_), remainder, over_factor.scalars());
      operands.v = v.scalars();
    }
    engine_->divide(out.rows(), operands, division);
    EXPECT_TRUE(division.mark_is_whole());
    // The same in integers.
    Integers sum(kKeyDegree);
    for (std::size_t d = 0; d < digits.size(); ++d) {
      Integers digit = integers_of(*chain_, c, digit_limbs[d]);
      const mpz_class size = product_of(*chain_, digit_limbs[d]);
      for (mpz_class& x : digit) x = centered(x, size);
      const Integers term = negacyclic(digit, integers_of(*chain_, key[2 * d + b], qp));
      for (std::size_t k = 0; k < kKeyDegree; ++k) sum[k] += term[k];
    }
    const Integers added = integers_of(*chain_, summand, q);
    Integers expected(kKeyDegree);
    for (std::size_t k = 0; k < kKeyDegree; ++k) {
      const mpz_class x = modulo(sum[k], product_q * p);
      const mpz_class remainder = centered(modulo(x * inverse, p), p) * mpz_class(factor);
      expected[k] = modulo((x - remainder) / p + added[k], product_q);
    }
    const RowBuffer coefficients = engine_->make_rows(q);
    engine_->inverse(coefficients.rows(), out.rows());
    Integers got = integers_of(*chain_, testing::downloaded(*engine_, coefficients.rows()), q);
    if (rotates) {
      Integers rotated(kKeyDegree);
      for (std::size_t k = 0; k < kKeyDegree; ++k) {
        const std::size_t to = 5 * k % (2 * kKeyDegree);
        rotated[to % kKeyDegree] = to < kKeyDegree ? expected[k] : modulo(-expected[k], product_q);
      }
      expected = rotated;
    }
    for (std::size_t k = 0; k < kKeyDegree; ++k) {
      ASSERT_EQ(got[k].get_str(), expected[k].get_str()) << "part " << b << ", coefficient " << k;
    }
  }
}

TEST_P(KeySwitches, AtAllLevelsAreThoseOfIntegers) {
  for (const std::size_t level : {6U, 5U, 4U, 2U, 1U}) {
    SCOPED_TRACE("level " + std::to_string(level) + ", " + random_.label());
    check(level, 2, false, false);
    check(level, 1, false, false);
    if (HasFatalFailure()) return;
  }
}

TEST_P(KeySwitches, WithValuesAndAnAutomorphismAreThoseOfIntegers) {
  for (const std::size_t level : {6U, 3U}) {
    SCOPED_TRACE("level " + std::to_string(level) + ", " + random_.label());
    check(level, 2, true, true);
    check(level, 1, true, true);
    check(level, 3, false, true);
    if (HasFatalFailure()) return;
  }
}

TEST_P(KeySwitches, DivisionsNeedAMapAndScalarsForEveryLimb) {
  const LimbSet q = LimbSet::range(0, 3);
  const RowMap down = RowMap::extension(basis(special_), basis(q));
  const RowBuffer rows = engine_->make_rows(q | special_);
  const auto scalars = RnsScalar<DynamicRing>::from_integer(chain_->select(q), 3);
  const Workspace workspace(*engine_, engine_->divide_words(down));
  const auto refused = [&](const RowMap* map, std::size_t w, std::size_t v,
                           const std::string& needed) {
    const Engine::Division operands{.acc = rows.only(q),
                                    .in = rows.only(special_),
                                    .map = map,
                                    .w = scalars.scalars().first(w),
                                    .v = scalars.scalars().first(v)};
    testing::expect_error([&] { engine_->divide(rows.only(q), operands, workspace); },
                          ErrorCode::invalid_argument, {needed});
  };
  refused(nullptr, 3, 0, "a division without a map");
  refused(&down, 2, 0, "2 scalars w and 0 scalars v");
  refused(&down, 3, 2, "each of the 3 limbs");
  refused(&down, 3, 1, "as many scalars v or none");
}

TEST_P(KeySwitches, DividedByMultiplesOfAFactorAreThoseOfIntegers) {
  constexpr std::uint64_t kFactor = 65537;
  for (const std::size_t level : {6U, 3U, 1U}) {
    SCOPED_TRACE("level " + std::to_string(level) + ", " + random_.label());
    check(level, 2, true, true, kFactor);
    check(level, 1, false, true, kFactor);
    if (HasFatalFailure()) return;
  }
  // A single modulus, about as large as the others: transforms read its row.
  special_ = LimbSet::range(5, 1);
  for (const std::size_t level : {5U, 3U, 1U}) {
    SCOPED_TRACE("level " + std::to_string(level) + ", " + random_.label());
    check(level, 1, false, true, kFactor);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace lath
