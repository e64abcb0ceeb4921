// SPDX-License-Identifier: Apache-2.0
//
// Polynomials from bytes that were corrupted: those that are accepted are the encoding of what they
// are read as.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "base/corrupted.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/ring/static_ring.hpp"
#include "ring/poly_bytes.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::Bytes;
using testing::copy;
using testing::random_poly;
using testing::SeededValues;

struct Outcome {
  std::size_t refused = 0, accepted = 0;
};

// Reads corrupted bytes; what is accepted is the encoding of what was read.
template <class Form, class Storage, Ring R>
void read_corrupted(const R& ring, const Bytes& bytes, Outcome& outcome) {
  try {
    const auto a = from_bytes<Form, Storage>(ring, bytes);
    ASSERT_EQ(copy(to_bytes(a)), bytes);
    for (std::size_t i = 0; i < ring.limbs(); ++i) {
      for (const std::uint64_t word : a.limb(i)) ASSERT_LT(word, ring.modulus(i).value());
    }
    ++outcome.accepted;
  } catch (const Error& error) {
    ASSERT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch)
        << error.what();
    ++outcome.refused;
  }
}

// Flipped bits, runs, other sizes (see corrupted.hpp), fields of the header, words of its own
// choice, and limbs that change places.
template <Ring R>
Bytes corrupt(const R& ring, const Bytes& good, SeededValues& random) {
  const std::uint64_t kind = random.below(6);
  if (kind < 3) return testing::corrupted(good, random);
  Bytes bytes = good;
  if (kind == 3) {
    const std::size_t fields[] = {0, 4, 5, 6, 7, 8, 12, 16, 40};
    const std::size_t at = fields[random.below(std::size(fields))];
    for (std::size_t i = at; i <= at + random.below(4); ++i) bytes[i] = random.byte();
  } else if (kind == 4) {
    const std::size_t words = bytes.size() - kPolyHeaderBytes;
    for (std::size_t n = 1 + random.below(8); n > 0; --n) {
      bytes[kPolyHeaderBytes + random.below(words)] = random.byte();
    }
  } else {
    const auto limb = static_cast<std::ptrdiff_t>((bytes.size() - kPolyHeaderBytes) / ring.limbs());
    std::rotate(bytes.begin() + kPolyHeaderBytes, bytes.begin() + kPolyHeaderBytes + limb,
                bytes.end());
  }
  return bytes;
}

template <class Form, class Storage, Ring R>
void expect_survives(const R& ring, std::size_t count, std::uint64_t seed, Outcome& outcome) {
  SeededValues random(seed);
  SCOPED_TRACE(random.label());
  for (std::size_t i = 0; i < count && !::testing::Test::HasFatalFailure(); ++i) {
    const Bytes good = copy(to_bytes(random_poly<Form>(ring, random)));
    read_corrupted<Form, Storage>(ring, corrupt(ring, good, random), outcome);
  }
}

TEST(Bytes, ThatWereCorruptedAreRefusedOrAnotherPolynomial) {
  Outcome outcome;
  const std::size_t count = testing::seeds(12'500);
  expect_survives<Coeff, Public>(DynamicRing::create(4, {97, 193}), count, 11, outcome);
  expect_survives<Eval, Public>(DynamicRing::create(2, {5, 13, 17}), count, 12, outcome);
  expect_survives<Eval, Secret>(testing::ring_of(8, 3), count, 13, outcome);
  expect_survives<Coeff, Public>(DynamicRing::create(64, ntt_primes(50, 64, 4)), count, 14,
                                 outcome);
  expect_survives<Eval, Public>(StaticRing<std::uint32_t, 16, 60>::instance(), count, 15, outcome);
  expect_survives<Coeff, Secret>(StaticRing<std::uint16_t, 32, 42>::instance(), count, 16, outcome);
  expect_survives<Eval, Public>(PrimeRing<std::uint16_t>::create(64, 3329), count, 17, outcome);
  expect_survives<Coeff, Public>(ModuleRing::create(2, 1073479681), count, 18, outcome);
  EXPECT_EQ(outcome.refused + outcome.accepted, 8 * count);
  EXPECT_GT(outcome.refused, 2 * count);
  EXPECT_GT(outcome.accepted, count);  // most words of most limbs are another residue
}

}  // namespace
}  // namespace lath
