// SPDX-License-Identifier: Apache-2.0
//
// Karatsuba's method at every degree it serves, with and without a device, on every instruction
// set, against GMP.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "cyclotomic_rows.hpp"
#include "karatsuba_host.hpp"
#include "plain_device.hpp"
#include "product_inputs.hpp"

namespace lath::hardware::detail {
namespace {

using testing::Integers;
using testing::SeededValues;
using testing::Words;

enum class Kind { random, ones, last };

// A polynomial of the key in planes, and binary ones in bytes.
struct Case {
  std::size_t degree;
  Words planes, binary;

  Case(std::size_t n, Kind kind, SeededValues& random) : degree(n), planes(kChunks * n), binary(n) {
    for (auto& x : planes) x = static_cast<Word>(random.next()) & kChunkMask;
    for (auto& x : binary) x = static_cast<Word>(random.next()) & 0x01010101;
    if (kind == Kind::ones) {
      std::fill(planes.begin(), planes.end(), kChunkMask);
      std::fill(binary.begin(), binary.end(), 0x01010101);
    } else if (kind == Kind::last) {
      for (std::size_t i = 0; i + 1 < n; ++i) binary[i] = 0;
      for (std::size_t i = 0; i < planes.size(); ++i) planes[i] = i % n == n - 1 ? kChunkMask : 0;
      binary[n - 1] = 0x01010101;
    }
  }
  [[nodiscard]] Integers product(std::size_t message) const {
    Integers key(degree), u(degree);
    for (std::size_t i = 0; i < degree; ++i) {
      key[i] = testing::from_chunks(planes.data() + i, degree);
      u[i] = binary[i] >> (8 * message) & 255;
    }
    return testing::multiply(key, u);
  }
};

void expect_rows(const Words& rows, const Case& c, Lanes lanes) {
  const std::size_t step = lane_count(lanes);
  for (std::size_t j = 0; j < step; ++j) {
    const Integers expected = c.product(j);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      mpz_class x;
      for (std::size_t k = kChunks; k-- != 0;) {
        const auto chunk = static_cast<std::int32_t>(rows[(i * kChunks + k) * step + j]);
        ASSERT_TRUE(chunk >= -16 && chunk < (1 << kChunkBits) + 16) << chunk << " is not loose";
        x = x * (1 << kChunkBits) + chunk;
      }
      mpz_class difference = x - expected[i];
      mpz_fdiv_r_2exp(difference.get_mpz_t(), difference.get_mpz_t(), 135);
      ASSERT_EQ(difference, 0) << "coefficient " << i << " of message " << j;
    }
  }
}

void try_recursions(unsigned recursions, Isa isa, Kind kind, Lanes lanes) {
  SCOPED_TRACE(std::to_string(recursions) + " recursions, " + std::string(isa_name(isa)));
  SeededValues random(recursions);
  const KaratsubaHost host(recursions, isa);
  const Case c(host.degree(), kind, random);
  Scratch counted(nullptr);
  static_cast<void>(KaratsubaHost::Memory(host, lanes, counted));
  Buffer<std::byte> bytes(counted.used());
  Scratch scratch(bytes.data());
  const KaratsubaHost::Memory memory(host, lanes, scratch);
  Words key(host.key_words()), binary(host.binary_words());
  host.recurse_key(key.data(), c.planes.data(), memory);
  host.recurse_binary(binary.data(), c.binary.data(), memory);

  Words rows(host.product_rows() * row_words(lanes));
  host.multiply(rows.data(), key.data(), binary.data(), lanes, memory);
  expect_rows(rows, c, lanes);

  std::vector<Burst> request(host.request_bursts());
  host.write_request(request.data(), key.data(), binary.data(), lane_count(lanes));
  testing::PlainDevice device;
  const Transfer answer = device.transfer(request);
  EXPECT_TRUE(device.saw_sums());
  require_answer(kKaratsubaFrames, answer.output, request.size() - 1, host.answer_bursts());
  std::fill(rows.begin(), rows.end(), 0);
  host.join(rows.data(), answer.output.data(), lanes, memory);
  expect_rows(rows, c, lanes);
}

TEST(PaperRecursions, ServeEveryDegreeOnEveryInstructionSet) {
  for (const Isa isa : testing::isas()) {
    for (unsigned recursions = 2; recursions <= kRecursions; ++recursions) {
      for (const Kind kind : {Kind::random, Kind::ones, Kind::last}) {
        for (const Lanes lanes : {Lanes::one, Lanes::four}) {
          try_recursions(recursions, isa, kind, lanes);
          if (HasFatalFailure()) return;
        }
      }
    }
  }
}

// Degrees 160 and 320, which designs are simulated at in full.
TEST(PaperRecursions, MultiplyManyRandomPolynomialsOfSmallDegree) {
  const std::size_t wanted = testing::random_products(200);
  for (const Isa isa : testing::isas()) {
    SeededValues random(160);
    for (std::size_t done = 0; done < wanted; done += 4) {
      const KaratsubaHost host(2 + done / 4 % 2, isa);
      const Case c(host.degree(), Kind::random, random);
      Scratch counted(nullptr);
      static_cast<void>(KaratsubaHost::Memory(host, Lanes::four, counted));
      Buffer<std::byte> bytes(counted.used());
      Scratch scratch(bytes.data());
      const KaratsubaHost::Memory memory(host, Lanes::four, scratch);
      Words key(host.key_words()), binary(host.binary_words());
      host.recurse_key(key.data(), c.planes.data(), memory);
      host.recurse_binary(binary.data(), c.binary.data(), memory);
      Words rows(host.product_rows() * row_words(Lanes::four));
      host.multiply(rows.data(), key.data(), binary.data(), Lanes::four, memory);
      expect_rows(rows, c, Lanes::four);
      if (HasFatalFailure()) return;
    }
  }
}

// What y^j adds to each block of a remainder modulo Phi_253, j < 440, by long division.
std::vector<std::vector<int>> reduction_of_blocks() {
  const std::vector<int> phi = testing::cyclotomic_253();
  std::vector<std::vector<int>> all;
  for (std::size_t j = 0; j < 440; ++j) {
    std::vector<int> a(440, 0);
    a[j] = 1;
    for (std::size_t i = a.size(); i-- > 220;) {
      const int lead = a[i];
      for (std::size_t k = 0; k < phi.size(); ++k) a[i - 220 + k] -= lead * phi[k];
    }
    all.push_back(a);
  }
  return all;
}

// The blocks of a remainder that most blocks are added to, and subtracted from, and how many.
struct Longest {
  std::size_t added_at = 0, subtracted_at = 0;
  int added = 0, subtracted = 0;

  explicit Longest(const std::vector<std::vector<int>>& reduction) {
    for (std::size_t i = 0; i < 220; ++i) {
      int plus = 0, minus = 0;
      for (const auto& row : reduction) {
        plus += std::max(row[i], 0);
        minus += std::max(-row[i], 0);
      }
      if (plus > added) added = plus, added_at = i;
      if (minus > subtracted) subtracted = minus, subtracted_at = i;
    }
  }
};

TEST(CyclotomicRows, AddAndSubtractFewWords) {
  const Longest longest(reduction_of_blocks());
  EXPECT_EQ(longest.added, 12);
  EXPECT_EQ(longest.subtracted, 11);
}

// The largest and smallest chunks that may come, also where they make the largest and smallest
// sums, and random ones.
TEST(CyclotomicRows, AreTheRemaindersOfGmp) {
  SeededValues random(11);
  const auto reduction = reduction_of_blocks();
  const Longest longest(reduction);
  for (const Isa isa : testing::isas()) {
    const RowKernels kernels = row_kernels(isa);
    for (const Lanes lanes : {Lanes::one, Lanes::four}) {
      for (int kind = 0; kind < 6; ++kind) {
        const std::size_t words = row_words(lanes), step = lane_count(lanes);
        Words rows(kLinearRows * words);
        for (std::size_t i = 0; i < rows.size(); ++i) {
          constexpr std::int32_t kMost = (1 << kChunkBits) + 15, kLeast = -16;
          const auto loose = static_cast<std::int32_t>(random.below((1 << kChunkBits) + 32)) - 16;
          const auto& block = reduction[i / words / 11];
          const int up = block[longest.added_at], down = -block[longest.subtracted_at];
          const std::int32_t values[] = {loose,
                                         kMost,
                                         kLeast,
                                         random.below(2) == 0 ? kLeast : kMost,
                                         up > 0 ? kMost : kLeast,
                                         down > 0 ? kMost : kLeast};
          rows[i] = static_cast<Word>(values[kind]);
        }
        const auto coefficient = [&](const Words& from, std::size_t i, std::size_t j) {
          mpz_class x;
          for (std::size_t k = kChunks; k-- != 0;) {
            x = x * (1 << kChunkBits) + static_cast<std::int32_t>(from[i * words + k * step + j]);
          }
          return x;
        };
        Integers whole(kLinearRows);
        for (std::size_t i = 0; i < kLinearRows; ++i) whole[i] = coefficient(rows, i, step - 1);
        const Integers expected = testing::modulo_cyclotomic(whole);
        Buffer<std::byte> bytes(1 << 18);
        Scratch scratch(bytes.data());
        const CyclotomicRows modulo(kernels, lanes, scratch);
        ASSERT_LE(scratch.used(), bytes.size());
        modulo.fold(rows.data());
        modulo.reduce(rows.data());
        for (std::size_t i = 0; i < kDegree; ++i) {
          mpz_class difference = coefficient(rows, i, step - 1) - expected[i];
          mpz_fdiv_r_2exp(difference.get_mpz_t(), difference.get_mpz_t(), 135);
          ASSERT_EQ(difference, 0) << "row " << i << ", kind " << kind << ' ' << isa_name(isa);
        }
        for (std::size_t i = 0; i < kDegree * words; ++i) {
          const auto chunk = static_cast<std::int32_t>(rows[i]);
          ASSERT_TRUE(std::abs(std::int64_t{chunk}) < std::int64_t{13} << kChunkBits);
        }
      }
    }
  }
}

}  // namespace
}  // namespace lath::hardware::detail
