// SPDX-License-Identifier: Apache-2.0
//
// The auxiliary bases of products of BFV: shorter, the noisier the factors are, and long enough.
#include <gtest/gtest.h>

#include <cmath>

#include "base/seeded_values.hpp"
#include "he/bfv/context.hpp"
#include "he/scheme_keys.hpp"

namespace lath::he::bfv {
namespace {

using testing::FewKeys;

Literal of_primes(std::size_t primes) {
  return {.degree = 64,
          .plaintext_modulus = 257,
          .prime_bits = std::vector<unsigned>(primes, 40),
          .special_prime_bits = {41}};
}

// log2 of the deviation of roundings to R, (t/R) sqrt((1 + n)/12).
double log2_roundings(const BfvContext& context, const Auxiliary& auxiliary) {
  const auto n = static_cast<double>(context.degree());
  double log2_r = 0;
  for (std::size_t i = 0; i < auxiliary.r.size(); ++i) {
    log2_r +=
        std::log2(static_cast<double>(context.keys->chain.modulus(auxiliary.r.place(i)).value()));
  }
  return std::log2(257 * std::sqrt((1 + n) / 12)) - log2_r;
}

// The base for operands of these noises.
const Auxiliary& auxiliary_for(const BfvContext& context, std::size_t level, const NoiseBound& a,
                               const NoiseBound& b) {
  return context.auxiliary(level, context.noise.auxiliary_primes(level, a, b));
}

BfvContext context_of_primes(std::size_t primes) {
  const Literal literal = of_primes(primes);
  return {KeySpace::create_insecure(literal), PlaintextSpace::integer(literal.plaintext_modulus)};
}

// All bases of a level, from the shortest on.
std::vector<const Auxiliary*> bases_of(const BfvContext& context, std::size_t level) {
  std::vector<const Auxiliary*> all;
  for (std::size_t k = context.noise.fewest_auxiliary_primes(level); k <= level;
       k += context.noise.auxiliary_step()) {
    all.push_back(&context.auxiliary(level, k));
  }
  return all;
}

TEST(AuxiliaryBases, AreAsShortAsTheNoiseAllows) {
  for (const std::size_t primes : {1U, 4U, 8U, 17U, 20U}) {
    const BfvContext context = context_of_primes(primes);
    for (std::size_t l = 1; l <= primes; ++l) {
      const auto all = bases_of(context, l);
      EXPECT_LE(all.size(), 8U);
      EXPECT_EQ(all.back()->r.size(), l);
      for (double log2_noise = -context.noise.log2_q(l); log2_noise < -1; ++log2_noise) {
        // Of a sum of both.
        const NoiseBound a(log2_noise - 1, 64), b(log2_noise - 1, 64);
        const Auxiliary& chosen = auxiliary_for(context, l, a, b);
        const auto serves = [&](const Auxiliary& x) {
          return log2_roundings(context, x) <= log2_noise - 5;
        };
        EXPECT_TRUE(serves(chosen) || &chosen == all.back());
        for (const Auxiliary* x : all) {
          EXPECT_FALSE(x->r.size() < chosen.r.size() && serves(*x));
        }
      }
    }
  }
}

TEST(AuxiliaryBases, HoldFreshCiphertextsAndGetShorter) {
  const BfvContext context = context_of_primes(8);
  const std::size_t top = context.levels();
  const NoiseBound fresh = context.noise.fresh();
  EXPECT_GE(auxiliary_for(context, top, fresh, fresh).r.size(), 7U);
  const NoiseBound noisy = fresh.scaled(200);
  EXPECT_LE(auxiliary_for(context, top, noisy, noisy).r.size(), 4U);
  // The better operand does not matter.
  EXPECT_EQ(&auxiliary_for(context, top, fresh, noisy), &auxiliary_for(context, top, noisy, noisy));
}

// A sum takes the base that its best term needs, wherever it stands: its noise is that of its
// terms.
TEST(AuxiliaryBases, OfSumsAreTheLongest) {
  FewKeys<Bfv> keys(of_primes(8));
  testing::SeededValues values(4);
  const auto m = keys.draw(values), k = keys.draw(values);
  Ciphertext noisy = keys.encrypt(m);
  auto expected = m;
  for (int i = 0; i < 3; ++i) {
    noisy = keys.session.relinearize(keys.session.multiply(noisy, noisy));
    expected = expected * expected;
  }
  const Ciphertext fresh = keys.encrypt(k);
  for (const auto& terms :
       {std::vector<Ciphertext>{noisy, fresh}, std::vector<Ciphertext>{fresh, noisy}}) {
    const auto sum = keys.session.dot_product(terms, terms);
    EXPECT_EQ(keys.decrypt(sum), (expected * expected + k * k).coefficients());
    // Of two fresh terms, though a base for the noisy one would do for the sum of both bounds.
    const std::vector<Ciphertext> a{terms[0], terms[1]}, b{fresh, fresh};
    const auto mixed = keys.session.dot_product(a, b);
    EXPECT_LE(debug::log2_noise(keys.parameters, keys.secret, mixed), mixed.noise().log2_bound());
  }
  // The memory that a new session takes for a sum tells the length of its base.
  const auto bytes_of = [&](const Ciphertext& a, const Ciphertext& b) {
    auto session = keys.evaluator.session();
    const std::vector<Ciphertext> terms{a, b};
    (void)session.dot_product(terms, terms);
    return session_bytes(session);
  };
  EXPECT_GT(bytes_of(fresh, fresh), bytes_of(noisy, noisy));
  EXPECT_EQ(bytes_of(noisy, fresh), bytes_of(fresh, fresh));
  EXPECT_EQ(bytes_of(fresh, noisy), bytes_of(fresh, fresh));
}

}  // namespace
}  // namespace lath::he::bfv
