// SPDX-License-Identifier: Apache-2.0
//
// Kernels of every instruction set against plain C++, which recursions_test compares with GMP.
#include <gtest/gtest.h>
#include <initializer_list>

#include <cstring>

#include "product_inputs.hpp"
#include "recursion_kernels.hpp"
#include "residue_kernels.hpp"

namespace lath::hardware::detail {
namespace {

using testing::SeededValues;
using testing::Words;

Words any_words(std::size_t count, SeededValues& random) {
  Words words(count);
  for (auto& x : words) x = static_cast<Word>(random.next());
  return words;
}

TEST(PlaneKernels, AreThoseOfPlainCode) {
  const PlaneKernels expected = reference_plane_kernels();
  SeededValues random(21);
  for (const Isa isa : testing::isas()) {
    const PlaneKernels kernels = plane_kernels(isa);
    for (const std::size_t n : std::initializer_list<std::size_t>{160, 320, 640, 2560}) {
      for (const std::size_t planes : std::initializer_list<std::size_t>{1, 5}) {
        const Words in = any_words(planes * n, random);
        Words a(9 * planes * n / 4), b(a.size());
        kernels.halve(a.data(), in.data(), n, planes);
        expected.halve(b.data(), in.data(), n, planes);
        EXPECT_EQ(a, b) << n;
        kernels.quarter(a.data(), in.data(), n, planes);
        expected.quarter(b.data(), in.data(), n, planes);
        EXPECT_EQ(a, b) << n;
      }
    }
    for (const std::size_t n : std::initializer_list<std::size_t>{40, 80, 640}) {
      Words a = any_words(5 * n, random);
      for (auto& x : a) x = std::min(x, ~Word{0} - 32);
      a[0] = a[n] = a[2 * n] = a[3 * n] = a[4 * n] = ~Word{0} - 32;
      Words b = a;
      kernels.carry(a.data(), n);
      expected.carry(b.data(), n);
      EXPECT_EQ(a, b) << n;
      for (const Word x : a) EXPECT_LE(x, kChunkMask);
    }
    const Words planes = any_words(5 * kLeaf, random), binary = any_words(kLeaf, random);
    std::vector<Burst> a(5 * kLeaf), b(5 * kLeaf);
    kernels.emit(a.data(), planes.data(), binary.data());
    expected.emit(b.data(), planes.data(), binary.data());
    EXPECT_TRUE(a == b);
  }
}

TEST(RowKernels, AreThoseOfPlainCode) {
  const RowKernels expected = reference_row_kernels();
  SeededValues random(22);
  for (const Isa isa : testing::isas()) {
    const RowKernels kernels = row_kernels(isa);
    for (const Lanes lanes : {Lanes::one, Lanes::four}) {
      const std::size_t words = row_words(lanes);
      for (const std::size_t h : std::initializer_list<std::size_t>{40, 41, 160, 640}) {
        const Words in = any_words(9 * (2 * h - 1) * words, random);
        Words a((8 * h - 1) * words), b(a.size());
        kernels.join(a.data(), in.data(), h, words);
        expected.join(b.data(), in.data(), h, words);
        EXPECT_EQ(a, b) << h;
        kernels.join_twice(a.data(), in.data(), h, words);
        expected.join_twice(b.data(), in.data(), h, words);
        EXPECT_EQ(a, b) << h;
      }
      for (const std::size_t count :
           std::initializer_list<std::size_t>{1, 2, 3, 4, 16, 17, 79, 319, 363}) {
        // The kernel must leave what stands before and behind as it is.
        Words a = any_words(count * words + 200, random), b = a;
        kernels.carry(a.data() + 100, count, lanes);
        expected.carry(b.data() + 100, count, lanes);
        EXPECT_EQ(a, b) << count;
      }
    }
    for (const std::size_t count :
         std::initializer_list<std::size_t>{1, 3, 4, 15, 16, 55, 220, 1000}) {
      const Words x = any_words(count, random), y = any_words(count, random);
      Words a = any_words(count, random), b = a, c = a, d = a;
      kernels.subtract_sum(a.data(), c.data(), x.data(), y.data(), count);
      expected.subtract_sum(b.data(), d.data(), x.data(), y.data(), count);
      EXPECT_EQ(a, b);
      EXPECT_EQ(c, d);
      kernels.add(a.data(), x.data(), y.data(), count);
      expected.add(b.data(), x.data(), y.data(), count);
      EXPECT_EQ(a, b);
      kernels.subtract(a.data(), x.data(), y.data(), count);
      expected.subtract(b.data(), x.data(), y.data(), count);
      EXPECT_EQ(a, b);
      const Words four = any_words(4 * count, random);
      std::vector<Burst> bursts(count);
      std::memcpy(static_cast<void*>(bursts.data()), four.data(), count * sizeof(Burst));
      EXPECT_EQ(kernels.bits(bursts.data(), count), expected.bits(bursts.data(), count));
      std::vector<Burst> zeros(count);
      EXPECT_EQ(kernels.bits(zeros.data(), count), 0U);
      zeros[random.below(count)].words[random.below(4)] = 1 << 27;
      EXPECT_EQ(kernels.bits(zeros.data(), count), 1U << 27);
      kernels.first_lane(a.data(), bursts.data(), count);
      expected.first_lane(b.data(), bursts.data(), count);
      EXPECT_EQ(a, b);
    }
    for (std::size_t messages = 1; messages <= 4; ++messages) {
      const Words rows = any_words(kDegree * 20, random), errors = any_words(kDegree, random);
      Words a(messages * kDegree * kChunks), b(a.size());
      const Word top = (1 << 17) - 1;
      kernels.finish(a.data(), messages, rows.data(), errors.data(), top);
      expected.finish(b.data(), messages, rows.data(), errors.data(), top);
      EXPECT_EQ(a, b);
    }
  }
}

TEST(LeafProduct, IsThatOfPlainCode) {
  SeededValues random(23);
  for (const Isa isa : testing::isas()) {
    for (int kind = 0; kind < 40; ++kind) {
      Words planes = any_words(5 * kLeaf, random), binary = any_words(kLeaf, random);
      for (auto& x : planes) x = kind == 0 ? kChunkMask : x & kChunkMask;
      for (auto& x : binary) {
        if (kind <= 1) x = 0x40404040;
        x &= (x & 0x40404040) != 0 ? 0x40404040 : 0x3f3f3f3f;
      }
      for (const Lanes lanes : {Lanes::one, Lanes::four}) {
        Words a(kLeafProduct * row_words(lanes)), b(a.size());
        leaf_product(isa)(a.data(), planes.data(), binary.data(), lanes);
        reference_leaf_product()(b.data(), planes.data(), binary.data(), lanes);
        EXPECT_EQ(a, b) << kind;
      }
    }
  }
}

// Puts this word in place of coefficient i / kChunks of prime i % kChunks of a product.
void put(std::vector<Burst>& bursts, std::size_t i, Word word) {
  for (std::size_t b = 0; b < kChunkBits; ++b) {
    const std::size_t bit = kChunkBits * (i / kChunks) + b;
    auto& place = bursts[i % kChunks * kResultBursts + bit / 128].words[bit % 128 / 32];
    place = (place & ~(Word{1} << bit % 32)) | (word >> b & 1) << bit % 32;
  }
}

Word read_all(const ResidueKernels& kernels, Words& words, const std::vector<Burst>& bursts) {
  Word beyond = 0;
  for (std::size_t k = 0; k < kChunks; ++k) {
    const Burst* const of_prime = bursts.data() + k * kResultBursts;
    beyond |= kernels.read(words.data() + k, of_prime, residue_prime(k));
  }
  return beyond;
}

std::vector<Burst> answer_of(const Words& words) {
  std::vector<Burst> bursts(kChunks * kResultBursts);
  for (std::size_t i = 0; i < words.size(); ++i) put(bursts, i, words[i]);
  return bursts;
}

TEST(ResidueKernels, ReadWhatBurstsHold) {
  SeededValues random(22);
  for (const Isa isa : testing::isas()) {
    Words words = any_words(kDegree * kChunks, random);
    for (auto& x : words) x &= kChunkMask;
    auto bursts = answer_of(words);
    bursts.shrink_to_fit();
    Words found(words.size());
    read_all(residue_kernels(isa), found, bursts);
    EXPECT_EQ(found, words);
  }
}

TEST(ResidueKernels, FindEveryResidueThatIsNotBelowItsPrime) {
  for (const Isa isa : testing::isas()) {
    const auto kernels = residue_kernels(isa);
    Words words(kDegree * kChunks);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = residue_prime(i % kChunks) - 1;
    auto bursts = answer_of(words);
    Words found(words.size());
    EXPECT_EQ(read_all(kernels, found, bursts), 0U);
    EXPECT_EQ(found, words);
    for (std::size_t i = 0; i < words.size(); i += i + 5 * kChunks < words.size() ? 97 : 1) {
      for (const Word wrong : {residue_prime(i % kChunks), kChunkMask}) {
        put(bursts, i, wrong);
        EXPECT_EQ(read_all(kernels, found, bursts), Word{1} << 31) << i;
      }
      put(bursts, i, words[i]);
    }
    EXPECT_EQ(read_all(kernels, found, bursts), 0U);
  }
}

TEST(ResidueKernels, WriteColumnsAsPlainCode) {
  SeededValues random(23);
  std::vector<std::int8_t> u(kDegree);
  for (auto& x : u) x = static_cast<std::int8_t>(random.next() & 1);
  Words expected(kColumns);
  for (std::size_t i = 0; i < kDegree; ++i) {
    expected[i % kColumns] |= static_cast<Word>(u[i]) << i / kColumns;
  }
  for (const Isa isa : testing::isas()) {
    Words found(kColumns);
    residue_kernels(isa).columns(found.data(), u.data());
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace lath::hardware::detail
