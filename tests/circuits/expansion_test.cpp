// SPDX-License-Identifier: Apache-2.0
//
// The expansion of a packed ciphertext: every number stands in a ciphertext of its own, whatever
// the scheme, the length of t and the range, within the bound that was promised.
#include "lath/circuits/expansion.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/random/generator.hpp"

namespace lath::circuits {
namespace {

constexpr std::size_t kDegree = 64;

// The owner of keys, and a session with the Galois keys of an expansion.
template <class Scheme>
struct Owner {
  explicit Owner(const Natural& t, std::size_t count)
      : parameters(Scheme::Parameters::create_insecure(
            {.degree = kDegree,
             .plaintext_modulus = t,
             .prime_bits = std::vector<unsigned>(t.bits() > 60 ? 6 : 4, 45),
             .special_prime_bits = {50}})),
        expansion(parameters, count) {}

  // A packed ciphertext of the numbers 1, 2, 3, ...
  he::Ciphertext packed() {
    const he::Plaintext zero(parameters);
    const std::size_t words = zero.coefficients().size() / kDegree;
    std::vector<std::uint64_t> coefficients(kDegree * words);
    for (std::size_t i = 0; i < expansion.count(); ++i) {
      const Natural a = expansion.packed(i + 1);
      std::ranges::copy(a.words(), coefficients.begin() + static_cast<std::ptrdiff_t>(
                                                              expansion.coefficient(i) * words));
    }
    return he::Encryptor(parameters, keys.public_key(secret))
        .encrypt(he::Plaintext(parameters, coefficients), generator);
  }
  auto session() {
    return typename Scheme::Evaluator(parameters)
        .session(keys.galois_keys(secret, std::span<const std::uint64_t>(expansion.elements())));
  }
  // Whether a ciphertext is of the constant a.
  bool is_constant(const he::Ciphertext& x, std::uint64_t a) const {
    const he::Plaintext plain = he::Decryptor(parameters, secret).decrypt(x);
    bool right = plain.coefficients()[0] == a;
    for (const std::uint64_t word : plain.coefficients().subspan(1)) right = right && word == 0;
    return right;
  }

  typename Scheme::Parameters parameters;
  Expansion expansion;
  Generator generator = Generator::from_seed(Seed{}, "expansions");
  he::KeyGenerator keys{parameters, generator};
  he::SecretKey secret = keys.secret_key();
};

template <class Scheme>
class Expansions : public testing::Test {};
using Schemes = testing::Types<he::Bfv, he::Bgv>;
TYPED_TEST_SUITE(Expansions, Schemes);

TYPED_TEST(Expansions, GiveEveryNumberInItsOwnCiphertext) {
  for (const Natural& t : {Natural(65537), Natural::from_decimal("1237940039285380274899124357")}) {
    for (const std::size_t count : {1U, 2U, 3U, 5U, 13U, 16U, 63U, 64U}) {
      Owner<TypeParam> owner(t, count);
      const he::Ciphertext packed = owner.packed();
      auto session = owner.session();
      std::size_t next = 0;
      std::uint64_t reported = 0;
      owner.expansion.expand(
          session, packed, 0, count,
          [&](std::size_t i, const he::Ciphertext& x) {
            EXPECT_EQ(i, next++);
            EXPECT_TRUE(owner.is_constant(x, i + 1)) << i << " of " << count;
            EXPECT_LE(he::debug::log2_noise(owner.parameters, owner.secret, x),
                      x.noise().log2_bound());
            EXPECT_LE(x.noise().log2_bound(),
                      owner.expansion.noise(packed.noise(), packed.level()).log2_bound() + 1e-9);
          },
          {.progress = [&](std::uint64_t n) { reported = n; }, .cancellation = {}});
      EXPECT_EQ(next, count);
      EXPECT_EQ(reported, count);
    }
  }
}

TYPED_TEST(Expansions, TakeAnyRange) {
  constexpr std::size_t kCount = 21;
  Owner<TypeParam> owner(65537, kCount);
  const he::Ciphertext packed = owner.packed();
  auto session = owner.session();
  for (std::size_t first = 0; first <= kCount; first += 4) {
    for (std::size_t last = first; last <= kCount; last += 5) {
      std::size_t next = first;
      owner.expansion.expand(session, packed, first, last,
                             [&](std::size_t i, const he::Ciphertext& x) {
                               EXPECT_EQ(i, next++);
                               EXPECT_TRUE(owner.is_constant(x, i + 1)) << i;
                             });
      EXPECT_EQ(next, last);
    }
  }
}

TYPED_TEST(Expansions, AreCancelledBetweenNumbers) {
  Owner<TypeParam> owner(65537, 8);
  const he::Ciphertext packed = owner.packed();
  auto session = owner.session();
  std::stop_source stop;
  std::size_t seen = 0;
  try {
    owner.expansion.expand(session, packed, 0, 8,
                           [&](std::size_t, const he::Ciphertext&) {
                             if (++seen == 3) stop.request_stop();
                           },
                           {.progress = {}, .cancellation = stop.get_token()});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::cancelled);
  }
  EXPECT_EQ(seen, 3);
}

ErrorCode code_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "no error";
  return ErrorCode::cancelled;
}

TEST(ExpansionErrors, ComeBeforeAnythingIsComputed) {
  const auto of = [](const he::Literal& literal, std::size_t count) {
    return code_of([&] { Expansion(he::bfv::Parameters::create_insecure(literal), count); });
  };
  const he::Literal literal{.degree = kDegree,
                            .plaintext_modulus = 65537,
                            .prime_bits = {45},
                            .special_prime_bits = {50}};
  he::Literal even = literal, odd_index = literal;
  even.plaintext_modulus = 1024;
  odd_index.degree = 0;
  odd_index.index = 105;
  EXPECT_EQ(of(literal, 0), ErrorCode::invalid_argument);
  EXPECT_EQ(of(literal, kDegree + 1), ErrorCode::invalid_argument);
  EXPECT_EQ(of(even, 4), ErrorCode::invalid_argument);
  EXPECT_EQ(of(odd_index, 4), ErrorCode::unsupported);

  Owner<he::Bfv> owner(65537, 8);
  const he::Ciphertext packed = owner.packed();
  const auto expand = [&](he::SchemeSession& session, std::size_t first, std::size_t last) {
    return code_of([&] {
      owner.expansion.expand(session, packed, first, last,
                             [](std::size_t, const he::Ciphertext&) { FAIL(); });
    });
  };
  auto session = owner.session(), without_keys = he::bfv::Evaluator(owner.parameters).session();
  EXPECT_EQ(expand(session, 3, 2), ErrorCode::invalid_argument);
  EXPECT_EQ(expand(session, 0, 9), ErrorCode::invalid_argument);
  EXPECT_EQ(expand(without_keys, 0, 8), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace lath::circuits
