// SPDX-License-Identifier: Apache-2.0
#include "rns/word_reductions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "lath/base/buffer.hpp"

namespace lath::detail {
namespace {

using testing::SeededValues;

constexpr std::uint64_t kLargest50 = (std::uint64_t{1} << 50) - 1;
constexpr std::uint64_t kLargest62 = (std::uint64_t{1} << 62) - 1;

// Near the largest, or now and then a small one.
std::uint64_t modulus_of(SeededValues& random, std::uint64_t largest) {
  if (random.below(4) == 0) return 2 + random.below(1000);
  return largest - random.below(1000);
}

// A word of all ones, a top bit, or any.
std::uint64_t word_of(SeededValues& random) {
  const std::uint64_t candidates[] = {0,
                                      ~std::uint64_t{0},
                                      std::uint64_t{1} << 63,
                                      0xffffffff,
                                      std::uint64_t{1} << 31,
                                      random.next(),
                                      random.next()};
  return candidates[random.below(7)];
}

// The residue by Horner's rule, from the most significant word on.
std::uint64_t residue_by_division(const std::uint64_t* words, std::size_t size, Sign sign,
                                  std::uint64_t p) {
  std::uint64_t residue = 0, power = 1 % p;
  for (std::size_t w = size; w-- > 0;) {
    residue = static_cast<std::uint64_t>(((uint128{residue} << 64) + words[w]) % p);
    power = static_cast<std::uint64_t>((uint128{power} << 64) % p);
  }
  const bool negative = sign == Sign::twos_complement && words[size - 1] >> 63 != 0;
  return negative ? (residue + p - power) % p : residue;
}

template <class Word>
void check_reductions(SeededValues& random, std::size_t size, std::size_t count,
                      std::uint64_t largest) {
  std::vector<Modulus> moduli;
  for (int i = 0; i < 3; ++i) moduli.emplace_back(modulus_of(random, largest));
  moduli.emplace_back(largest);
  std::vector<std::uint64_t> integers(size * count);
  for (std::uint64_t& word : integers) word = word_of(random);
  std::fill_n(integers.begin(), size, ~std::uint64_t{0});
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) {
    for (const Sign sign : {Sign::none, Sign::twos_complement}) {
      const auto reductions = WordReductions::create(isa, moduli, size, sign);
      std::vector<Word> out(moduli.size() * count + 1, 77);
      Buffer<std::uint64_t> scratch(reductions->scratch_words());
      reductions->reduce(out.data(), count, integers.data(), count, scratch.data());
      ASSERT_EQ(out.back(), 77) << "wrote past the end";
      for (std::size_t i = 0; i < moduli.size(); ++i) {
        for (std::size_t c = 0; c < count; ++c) {
          ASSERT_EQ(out[i * count + c],
                    residue_by_division(&integers[c * size], size, sign, moduli[i].value()))
              << isa_name(isa) << ", " << size << " words, modulus " << moduli[i].value()
              << ", integer " << c << " of " << count;
        }
      }
    }
  }
}

TEST(WordReductions, AreRemaindersForEverySize) {
  SeededValues random(5);
  SCOPED_TRACE(random.label());
  for (std::size_t size = 1; size <= 20; ++size) {
    for (const std::size_t count : {1U, 2U, 3U, 4U, 18U, 255U, 258U}) {
      check_reductions<std::uint64_t>(random, size, count, kLargest50);
      check_reductions<std::uint64_t>(random, size, count, kLargest62);
      check_reductions<std::uint32_t>(random, size, count, (1U << 30) - 1);
      check_reductions<std::uint16_t>(random, size, count, (1U << 14) - 1);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(WordReductions, AreRemaindersOfLongIntegers) {
  SeededValues random(6);
  SCOPED_TRACE(random.label());
  for (const std::size_t size : {62U, 969U, 1023U, 1024U, 1025U, 2049U}) {
    check_reductions<std::uint64_t>(random, size, 6, kLargest50);
    check_reductions<std::uint64_t>(random, size, 6, kLargest62);
  }
}

}  // namespace
}  // namespace lath::detail
