// SPDX-License-Identifier: Apache-2.0
//
// The choice of routes: rules of thumb, literals, bounds, limits and reasons.
#include "lath/circuits/routes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "circuits/tasks.hpp"
#include "he/literal.hpp"
#include "lath/he/core/prime_pool.hpp"
#include "lath/he/noise/noise_model.hpp"

namespace lath::testing {
namespace {

using he::PrimeField;

RouteKind chosen(const Numbers& numbers, unsigned depth, std::size_t batch) {
  const Task task = task_of(numbers, depth, batch);
  const auto routes = circuits::routes(task);
  const Route best = circuits::choose(task, routes);
  // No other route that serves is faster.
  for (const Route& route : routes) {
    if (route.serves()) {
      EXPECT_LE(best.batch_seconds, route.batch_seconds) << to_string(route);
    }
  }
  return best.kind;
}

TEST(ChoiceOfRoutes, TakesShortModuliForTheirFields) {
  for (const PrimeField field :
       {PrimeField::p256, PrimeField::p256_order, PrimeField::secp256k1_order,
        PrimeField::bls12_381_r, PrimeField::bn254_r, PrimeField::goldilocks}) {
    EXPECT_EQ(chosen(Numbers::field(field), 2, 1000), RouteKind::short_modulus)
        << static_cast<int>(field);
  }
  for (const unsigned depth : {1U, 7U}) {
    EXPECT_EQ(chosen(Numbers::field(PrimeField::bls12_381_r), depth, 1000),
              RouteKind::short_modulus);
  }
}

// Bits of results and depths of integers over Z.
struct IntegerTask {
  std::size_t bits;
  unsigned depth;
};
constexpr IntegerTask kIntegers[] = {{1024, 1}, {1024, 3}, {2048, 2}, {4095, 1}, {4095, 3}};

TEST(ChoiceOfRoutes, TakesManyModuliForIntegersInLargeBatches) {
  for (const auto& [bits, depth] : kIntegers) {
    EXPECT_EQ(chosen(Numbers::integers(bits), depth, 5000), RouteKind::crt) << bits << ' ' << depth;
  }
  EXPECT_EQ(chosen(Numbers::integers(20000), 1, 5000), RouteKind::crt);
}

TEST(ChoiceOfRoutes, TakesRootsForIntegersInSmallBatches) {
  for (const auto& [bits, depth] : kIntegers) {
    EXPECT_EQ(chosen(Numbers::integers(bits), depth, 16), RouteKind::root) << bits << ' ' << depth;
  }
}

TEST(ChoiceOfRoutes, TakesAnIntegerWhereNothingElseIsExact) {
  EXPECT_EQ(chosen(Numbers::modulo(modulus_without_structure(617)), 1, 1), RouteKind::integer);
  EXPECT_EQ(chosen(Numbers::modulo(modulus_without_structure(40)), 2, 8), RouteKind::integer);
  EXPECT_EQ(chosen(Numbers::field(65537), 2, 1000), RouteKind::integer);
}

// The promises of every route that serves.
void expect_sound(const Task& task, const Route& route) {
  SCOPED_TRACE(to_string(route));
  EXPECT_NO_THROW(he::require_secure(route.literal));
  EXPECT_LE(route.peak, task.memory);
  EXPECT_GT(route.memory.session, 0U);
  EXPECT_GE(route.bits * route.moduli, task.numbers.bits());
  EXPECT_EQ(route.moduli > 1 || route.modulus_bits != 0, route.kind == RouteKind::crt);
  EXPECT_LT(route.client_seconds, route.batch_seconds);
  ASSERT_EQ(route.levels.size(), task.depth);
  // The bounds of operands that went through as many products, on the way that the levels say.
  he::PrimePool pool;
  const auto model = he::NoiseModel::create(route.scheme, route.literal, pool);
  EXPECT_EQ(model.degree(), route.degree);
  std::size_t level = model.levels();
  he::NoiseBound noise = model.fresh();
  for (const std::size_t next : route.levels) {
    noise = model.lowered(level, next, noise, 2);
    level = next;
    noise = model.switched(level, model.product(level, noise, noise));
    EXPECT_GT(noise.budget_bits(), 0);
  }
  EXPECT_EQ(noise.budget_bits(), route.noise_bits);
  EXPECT_GE(noise.budget_bits(), task.spare_bits);
}

TEST(Routes, KeepTheirPromises) {
  std::vector<Task> tasks{task_of(Numbers::field(PrimeField::p256), 2, 100),
                          task_of(Numbers::field(PrimeField::secp256k1_order), 1, 100),
                          task_of(Numbers::field(PrimeField::bn254_r), 5, 100000),
                          task_of(Numbers::field(12289), 9, 1),
                          task_of(Numbers::integers(300), 2, 9000),
                          task_of(Numbers::modulo(modulus_without_structure(60)), 1, 3)};
  tasks[1].spare_bits = 30;
  tasks[2].security = SecurityLevel::bits192;
  tasks[4].attacker = Attacker::quantum;
  std::size_t serving = 0;
  for (const Task& task : tasks) {
    for (const Route& route : circuits::routes(task)) {
      if (!route.serves()) continue;
      ++serving;
      expect_sound(task, route);
    }
  }
  EXPECT_EQ(serving, 4U + 4 + 2 + 2 + 6 + 2);
}

TEST(Routes, AreOfEveryKindOrSayWhyNot) {
  const auto kinds = [](const Numbers& numbers) {
    std::multiset<RouteKind> result;
    for (const Route& route : circuits::routes(task_of(numbers, 1, 100))) {
      result.insert(route.kind);
      if (!route.serves()) {
        EXPECT_FALSE(route.reason.empty());
        EXPECT_EQ(route.peak, 0U);
      }
    }
    return result;
  };
  using enum RouteKind;
  using Kinds = std::multiset<RouteKind>;
  EXPECT_EQ(kinds(Numbers::field(PrimeField::bls12_381_r)),
            (Kinds{short_modulus, short_modulus, integer, integer, crt, root}));
  EXPECT_EQ(kinds(Numbers::integers(512)),
            (Kinds{short_modulus, integer, integer, crt, crt, root, root}));
  EXPECT_EQ(kinds(Numbers::modulo(1 << 20)), (Kinds{short_modulus, integer, integer, crt, root}));
}

TEST(Routes, SayWhyTheyDoNotServe) {
  const auto reason = [](const Task& task, RouteKind kind, he::Scheme scheme) {
    return route_of(task, kind, scheme).reason;
  };
  const auto contains = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  const auto bgv = he::Scheme::bgv;
  Task task = task_of(Numbers::field(modulus_without_structure(50)), 1, 1);
  contains(reason(task, RouteKind::short_modulus, bgv), "find-short-modulus");
  contains(reason(task, RouteKind::crt, bgv), "not reduced");
  task = task_of(Numbers::modulo(modulus_without_structure(77)), 9, 1);
  contains(reason(task, RouteKind::integer, bgv), "no ring up to n = 65536 is secure with the ");
  contains(reason(task, RouteKind::integer, bgv), "9 products one after the other");
  task = task_of(Numbers::integers(5000), 1, 1);
  contains(reason(task, RouteKind::root, bgv), "up to 4095 bits");
  contains(reason(task, RouteKind::integer, bgv), "up to 4095 bits");
  task = task_of(Numbers::modulo(modulus_without_structure(617)), 1, 1);
  task.memory = 8'000'000'000;
  contains(reason(task, RouteKind::integer, he::Scheme::bfv), "GB, the limit is 8.0 GB");
}

TEST(Routes, KeepToAScheme) {
  Task task = task_of(Numbers::field(PrimeField::bls12_381_r), 2, 100);
  task.scheme = he::Scheme::bfv;
  for (const Route& route : circuits::routes(task)) EXPECT_EQ(route.scheme, he::Scheme::bfv);
  EXPECT_EQ(circuits::choose(task).levels, (std::vector<std::size_t>{2, 2}));
}

TEST(Routes, FitIntoTheMemoryOrAreRefused) {
  Task task = task_of(Numbers::field(PrimeField::bls12_381_r), 1, 100000);
  const Route free = circuits::choose(task);
  EXPECT_EQ(free.kind, RouteKind::integer);
  // With less memory another route serves, and no route with almost none.
  task.memory = free.peak - 1;
  const Route tight = circuits::choose(task);
  EXPECT_LE(tight.peak, task.memory);
  EXPECT_GT(tight.batch_seconds, free.batch_seconds);
  task.memory = 1 << 20;
  const auto routes = circuits::routes(task);
  EXPECT_TRUE(std::ranges::none_of(routes, &Route::serves));
  expect_error([&] { (void)circuits::choose(task); }, ErrorCode::unsupported,
               {"the limit is 1.0 MB", "raise the limit to"});
  // More ciphertexts at once take more.
  task.memory = circuits::kAnyMemory;
  task.ciphertexts = 1000;
  const Route many = route_of(task, RouteKind::short_modulus, he::Scheme::bgv);
  EXPECT_EQ(many.peak, many.memory.peak(1000));
  EXPECT_GT(many.peak, 1000 * many.memory.ciphertext);
}

TEST(Routes, NameTheNearestDepth) {
  const Task task = task_of(Numbers::modulo(modulus_without_structure(77)), 7, 1);
  try {
    (void)circuits::choose(task);
    FAIL();
  } catch (const Error& error) {
    const std::string& remedy = error.remedy();
    ASSERT_TRUE(remedy.starts_with("depth ") && remedy.ends_with(" is possible")) << remedy;
    Task nearer = task;
    nearer.depth = static_cast<unsigned>(std::stoul(remedy.substr(6)));
    EXPECT_NO_THROW((void)circuits::choose(nearer));
    ++nearer.depth;
    EXPECT_THROW((void)circuits::choose(nearer), Error);
  }
}

// A modulus that the largest prime of its ring divides: other primes are taken.
TEST(Routes, KeepPrimesApartFromTheModulus) {
  he::PrimePool pool;
  const Task task = task_of(Numbers::modulo(modulus_without_structure(37)), 1, 1);
  for (const he::Scheme scheme : {he::Scheme::bfv, he::Scheme::bgv}) {
    const Route route = route_of(task, RouteKind::integer, scheme);
    ASSERT_TRUE(route.serves());
    const unsigned bits = route.literal.prime_bits[0];
    const std::uint64_t q = pool.primes(route.literal, bits, 1)[0];
    // q 2^(123 - bits), as long as the modulus before.
    const Natural multiple = Natural::from_words(std::vector<std::uint64_t>{0, q << (59 - bits)});
    ASSERT_EQ(multiple.bits(), task.numbers.bits());
    ASSERT_EQ(remainder_vartime(multiple, q), 0U);
    const Task other = task_of(Numbers::modulo(multiple), 1, 1);
    const Route apart = route_of(other, RouteKind::integer, scheme);
    ASSERT_TRUE(apart.serves());
    ASSERT_EQ(apart.degree, route.degree);
    EXPECT_FALSE(apart.literal.primes.empty());
    for (const std::uint64_t prime : apart.literal.primes) {
      EXPECT_NE(remainder_vartime(multiple, prime), 0U);
    }
    expect_sound(other, apart);
    EXPECT_EQ(to_string(apart).find(" - "), std::string::npos);
  }
}

TEST(Routes, AreTables) {
  Task task = task_of(Numbers::field(PrimeField::bls12_381_r), 1, 100);
  const auto routes = circuits::routes(task);
  const std::string table = circuits::describe(routes);
  const auto at = [&](const std::string& text) { return table.find(text); };
  for (const char* text : {"plaintexts", "short t(x)", "integer t", "BFV", "BGV", "n 4096",
                           "CRT over word primes: computes over Z"}) {
    EXPECT_NE(at(text), std::string::npos) << text << " in\n" << table;
  }
  // The fastest route stands first, reasons last.
  const Route best = circuits::choose(task, routes);
  EXPECT_LT(at(name_of(best.kind)), at("integer t"));
  EXPECT_LT(at("integer t"), at("CRT"));
  EXPECT_EQ(std::ranges::count(table, '\n'), 1 + 4 + 2);
  EXPECT_NE(to_string(best).find("bits of noise left"), std::string::npos);
}

}  // namespace
}  // namespace lath::testing
