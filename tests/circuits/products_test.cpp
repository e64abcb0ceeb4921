// SPDX-License-Identifier: Apache-2.0
//
// Every kind of route carried out: parameters of its literal, a tree of products at its levels, and
// all numbers compared with GMP. Its bound is the bound of the result.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <ctime>
#include <iterator>
#include <limits>
#include <vector>

#include "circuits/evaluation_time.hpp"
#include "circuits/tasks.hpp"
#include "he/plaintexts/wide_plaintexts.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

namespace lath::testing {
namespace {

using Integers = std::vector<mpz_class>;

// Evaluates a tree of products of a route's depth, whose operands `encode` gives.
template <class Scheme>
class Tree {
 public:
  Tree(const Route& route, const typename Scheme::Parameters& keys)
      : route_(route), keys_(keys, {}, "tests circuits products") {}

  template <class Encode>
  he::Plaintext evaluate(const typename Scheme::Parameters& with, const Encode& encode) {
    const he::Encryptor encryptor(with, keys_.public_key);
    auto session = typename Scheme::Evaluator(with).session(keys_.relin);
    std::vector<he::Ciphertext> factors;
    for (std::size_t i = 0; i < std::size_t{1} << route_.levels.size(); ++i) {
      factors.push_back(encryptor.encrypt(encode(i), keys_.generator));
    }
    for (const std::size_t level : route_.levels) {
      std::vector<he::Ciphertext> products;
      for (std::size_t i = 0; i < factors.size(); i += 2) {
        products.push_back(session.relinearize(session.multiply(
            session.mod_switch(factors[i], level), session.mod_switch(factors[i + 1], level))));
      }
      factors = std::move(products);
    }
    if (route_.kind == RouteKind::crt) {
      // The t_i are shorter than the literal's bound says, or equal.
      EXPECT_GE(factors[0].noise().budget_bits(), route_.noise_bits - 0.01);
    } else {
      EXPECT_EQ(factors[0].noise().budget_bits(), route_.noise_bits);
    }
    return he::Decryptor(with, keys_.secret).decrypt(factors[0]);
  }

 private:
  const Route& route_;
  SchemeKeys<Scheme> keys_;
};

Integers draw(SeededValues& values, std::size_t count, std::size_t bits, bool with_signs) {
  Integers result(count);
  for (mpz_class& x : result) {
    for (std::size_t b = 0; b < bits; b += 32) {
      x = (x << 32) + static_cast<unsigned long>(values.below(std::uint64_t{1} << 32));
    }
    x >>= (32 - bits % 32) % 32;
    if (with_signs && values.below(2) == 1) x = -x;
  }
  return result;
}

// Numbers modulo m, or two's complements for m = 0.
he::WideValues wide(const Integers& x, std::size_t words, const mpz_class& m) {
  he::WideValues result(x.size(), words);
  const mpz_class all = m == 0 ? mpz_class(1) << (64 * words) : m;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const mpz_class residue = modulo(x[i], all);
    mpz_export(result[i].data(), nullptr, -1, 8, 0, 0, residue.get_mpz_t());
  }
  return result;
}

// The operands of a tree, and the products of all of them.
struct Operands {
  std::vector<Integers> factors;
  Integers products;

  Operands(std::size_t depth, std::size_t count, std::size_t bits, bool with_signs) {
    SeededValues values(17);
    products.assign(count, 1);
    for (std::size_t i = 0; i < std::size_t{1} << depth; ++i) {
      factors.push_back(draw(values, count, bits, with_signs));
      for (std::size_t j = 0; j < count; ++j) products[j] *= factors.back()[j];
    }
  }
};

// Modulo p or t, in slots or as one number; over Z by x^k - b.
template <class Scheme, class Encoder>
void expect_products(const Task& task, const Route& route,
                     const typename Scheme::Parameters& parameters, const Encoder& encoder,
                     std::size_t slots) {
  EXPECT_EQ(slots, route.numbers);
  const mpz_class m = integer_of(parameters.plaintext_modulus());
  const bool over_z = task.numbers.sort() == Numbers::Sort::integers;
  const std::size_t operand_bits =
      over_z ? (task.numbers.bits() - 1) >> task.depth : task.numbers.bits() - 1;
  const Operands operands(task.depth, slots, operand_bits, over_z);
  Tree<Scheme> tree(route, parameters);
  const he::WideValues found = encoder.decode(tree.evaluate(parameters, [&](std::size_t i) {
    return encoder.encode(wide(operands.factors[i], encoder.words(), m));
  }));
  for (std::size_t j = 0; j < slots; ++j) {
    const mpz_class x = integer_of(found[j]);
    if (over_z) {
      ASSERT_EQ(centered(x, m), operands.products[j]) << j;
    } else {
      ASSERT_EQ(x, modulo(operands.products[j], m)) << j;
    }
  }
}

template <class Scheme>
void expect_integers(const Task& task, const Route& route,
                     const typename Scheme::Parameters& parameters) {
  const auto moduli =
      he::crt::Moduli::create(parameters.key_space(), task.numbers.bits(), route.modulus_bits);
  EXPECT_LE(moduli.size(), route.moduli);
  EXPECT_GE(moduli.size() + 1, route.moduli);
  EXPECT_EQ(moduli.slots(), route.numbers);
  const Operands operands(task.depth, moduli.slots(), (task.numbers.bits() - 1) >> task.depth,
                          true);
  std::vector<he::WideValues> values;
  for (const Integers& x : operands.factors) values.push_back(wide(x, moduli.words(), 0));
  Tree<Scheme> tree(route, parameters);
  he::crt::Residues residues(moduli);
  he::crt::for_each_modulus(parameters, moduli, [&](const he::crt::Part<Scheme>& part) {
    residues.take(part, tree.evaluate(part.parameters(), [&](std::size_t i) {
      return part.encode(values[i], Representative::centered);
    }));
  });
  const he::WideValues found = residues.integers(Representative::centered);
  const mpz_class all = mpz_class(1) << (64 * found.words());
  for (std::size_t j = 0; j < moduli.slots(); ++j) {
    ASSERT_EQ(centered(integer_of(found[j]), all), operands.products[j]) << j;
  }
}

template <class Scheme>
class ProductsOfRoutes : public ::testing::Test {
 protected:
  static void expect_right(const Task& task, RouteKind kind) {
    const Route route = route_of(task, kind, Scheme::kScheme);
    ASSERT_TRUE(route.serves()) << route.reason;
    SCOPED_TRACE(to_string(route));
    const auto parameters = Scheme::Parameters::create(route.literal);
    EXPECT_EQ(parameters.degree(), route.degree);
    if (kind == RouteKind::crt) return expect_integers<Scheme>(task, route, parameters);
    if (route.numbers == 1) {
      const he::WideCoefficientEncoder encoder(parameters);
      EXPECT_EQ(encoder.coefficients(), route.coefficients);
      return expect_products<Scheme>(task, route, parameters, encoder, 1);
    }
    const auto encoder = he::WideSlotEncoder::create(parameters);
    expect_products<Scheme>(task, route, parameters, encoder, encoder.slots());
  }
};
TYPED_TEST_SUITE(ProductsOfRoutes, BothSchemes);

TYPED_TEST(ProductsOfRoutes, AreRightInAShortModulus) {
  this->expect_right(task_of(Numbers::field(he::PrimeField::bls12_381_r), 2, 1),
                     RouteKind::short_modulus);
}
TYPED_TEST(ProductsOfRoutes, AreRightInAnotherRing) {
  this->expect_right(task_of(Numbers::field(he::PrimeField::p256), 1, 1), RouteKind::short_modulus);
}
TYPED_TEST(ProductsOfRoutes, AreRightModuloAnInteger) {
  this->expect_right(task_of(Numbers::modulo(modulus_without_structure(25)), 1, 1),
                     RouteKind::integer);
}
TYPED_TEST(ProductsOfRoutes, AreRightModuloAPrimeOfAWord) {
  this->expect_right(task_of(Numbers::field(Natural(786433)), 2, 1), RouteKind::integer);
}
TYPED_TEST(ProductsOfRoutes, AreRightByManyModuli) {
  this->expect_right(task_of(Numbers::integers(110), 1, 1), RouteKind::crt);
}
TYPED_TEST(ProductsOfRoutes, AreRightByARoot) {
  this->expect_right(task_of(Numbers::integers(512), 1, 1), RouteKind::root);
}

// Fermat's test; scripts/find-root-moduli proves the table.
TEST(RootModuli, ArePrimes) {
  struct Row {
    unsigned long terms, b;
  };
  constexpr Row kRows[] = {
#include "circuits/root_moduli.inl"
  };
  unsigned long terms = 0, before = 0;
  for (const auto& [e, b] : kRows) {
    mpz_class n, power;
    mpz_ui_pow_ui(n.get_mpz_t(), b, e);
    n += 1;
    const mpz_class three = 3, all = n - 1;
    mpz_powm(power.get_mpz_t(), three.get_mpz_t(), all.get_mpz_t(), n.get_mpz_t());
    EXPECT_EQ(power, 1) << b << '^' << e;
    EXPECT_LE(mpz_sizeinbase(n.get_mpz_t(), 2), 4096U);
    EXPECT_EQ(b % 4, 0U);
    EXPECT_TRUE(e > terms || (e == terms && b > before)) << "in order";
    terms = e, before = b;
  }
  EXPECT_GT(std::size(kRows), 50U);
}

double milliseconds(const std::function<void()>& f) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 4; ++i) {
    timespec start{}, end{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    f();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    best = std::min(best, static_cast<double>(end.tv_sec - start.tv_sec) * 1e3 +
                              static_cast<double>(end.tv_nsec - start.tv_nsec) * 1e-6);
  }
  return best;
}

// Products and relinearisations whose estimates differ by a factor of five stand in that order.
TEST(TimesOfRoutes, HaveTheOrderOfMeasuredTimes) {
  struct Operation {
    double estimated, measured;
  };
  std::vector<Operation> operations;
  const auto add = [&]<class Scheme>(const Scheme&, std::size_t degree, unsigned primes) {
    const SchemeKeys<Scheme> keys(he::Literal{.degree = degree,
                                              .plaintext_modulus = 65537,
                                              .prime_bits = std::vector<unsigned>(primes, 49),
                                              .special_prime_bits = {49}},
                                  {}, "times of routes");
    auto session = keys.evaluator.session(keys.relin);
    Generator generator = Generator::from_seed(Seed{}, "times of routes");
    const auto x = keys.encryptor.encrypt(keys.plaintext(keys.constant(3)), generator), y = x;
    auto product = session.multiply(x, y);
    auto out = session.relinearize(product);
    const circuits::Ring ring{degree, 0, 0, std::log2(static_cast<double>(degree))};
    const circuits::ChainShape chain{Scheme::kScheme, primes, 1, 1};
    operations.push_back({circuits::product_seconds(ring, chain, primes),
                          milliseconds([&] { session.multiply(product, x, y); })});
    operations.push_back({circuits::relinearize_seconds(ring, chain, primes),
                          milliseconds([&] { session.relinearize(out, product); })});
  };
  add(he::Bgv(), 4096, 2);
  add(he::Bfv(), 4096, 2);
  add(he::Bgv(), 8192, 6);
  add(he::Bfv(), 8192, 6);
  std::size_t compared = 0;
  for (const Operation& a : operations) {
    for (const Operation& b : operations) {
      if (b.estimated < 5 * a.estimated) continue;
      ++compared;
      EXPECT_LT(a.measured, b.measured) << a.estimated << ' ' << b.estimated;
    }
  }
  EXPECT_GT(compared, 5U);
}

}  // namespace
}  // namespace lath::testing
