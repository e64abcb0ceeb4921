// SPDX-License-Identifier: Apache-2.0
#include "residue_streams.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lath::hardware::detail {
namespace {

static_assert(std::endian::native == std::endian::little, "bursts are read as bytes");

// Coefficients 2 j and 2 j + 1, 27 bits each, begin in byte 54 j / 8, and end within the 8 bytes
// from there, which are in the prime's bursts. One word holds both, apart.
constexpr int kPairBits = 2 * kChunkBits;
constexpr std::size_t kPairs = kDegree / 2;
static_assert(kDegree % 2 == 0 && kPairBits + 6 <= 64);
static_assert((kPairs - 1) * kPairBits / 8 + 8 <= kResultBursts * sizeof(Burst));
std::uint64_t pair_at(const unsigned char* bytes, std::size_t j) noexcept {
  const std::size_t bit = j * kPairBits;
  std::uint64_t window;
  std::memcpy(&window, bytes + bit / 8, sizeof window);
  window >>= bit % 8;
  return (window & kChunkMask) | (window << (32 - kChunkBits) & std::uint64_t{kChunkMask} << 32);
}

const unsigned char* bytes_of_prime(const Burst* answer, std::size_t k) noexcept {
  return reinterpret_cast<const unsigned char*>(answer + k * kResultBursts);
}

Burst burst_of(std::uint64_t low, std::uint64_t high) noexcept {
  return {{static_cast<Word>(low), static_cast<Word>(low >> 32), static_cast<Word>(high),
           static_cast<Word>(high >> 32)}};
}

// Three columns, 60 bits.
std::uint64_t half_burst(const Column* columns) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t c = 0; c < kBurstColumns / 2; ++c) {
    bits |= std::uint64_t{columns[c]} << (c * kColumnBits);
  }
  return bits;
}

void write_binary(Burst* out, const std::int8_t* u, Column* columns) noexcept {
  std::fill(columns, columns + kColumnWords, Column{0});
  for (std::size_t first = 0, t = 0; first < kDegree; first += kColumns, ++t) {
    const std::size_t count = std::min(kColumns, kDegree - first);
    for (std::size_t j = 0; j < count; ++j) {
      columns[j] |= static_cast<Column>(u[first + j]) << t;
    }
  }
  for (std::size_t b = 0; b < kBinaryBursts; ++b, columns += kBurstColumns) {
    const std::uint64_t low = half_burst(columns), high = half_burst(columns + kBurstColumns / 2);
    out[b] = burst_of(low | high << 60, high >> 4);
  }
}

void write_errors(Burst* out, const std::int8_t* errors) noexcept {
  for (std::size_t b = 0; b < kErrorBursts; ++b, errors += kBurstErrors) {
    Burst burst{};
    std::memcpy(burst.words.data(), errors, kBurstErrors);
    out[b] = burst;
  }
}

}  // namespace

void write_residue_request(Burst* out, const ResidueMessages& messages, Column* columns) noexcept {
  const std::uint32_t mask = (1U << messages.errors.size()) - 1;
  *out++ = residue_header(ResidueCommand::product, messages.count, mask);
  for (std::size_t j = 0; j < messages.count; ++j) {
    write_binary(out, messages.u + j * kDegree, columns);
    out += kBinaryBursts;
    for (const std::int8_t* const errors : messages.errors) {
      write_errors(out, errors + j * kDegree);
      out += kErrorBursts;
    }
  }
}

std::uint32_t residues_beyond(const Burst* answer) noexcept {
  std::uint64_t beyond = 0;
  for (std::size_t k = 0; k < kChunks; ++k) {
    const unsigned char* const bytes = bytes_of_prime(answer, k);
    // The top bit of a difference is set where it is negative, as all are below 2^27; only then
    // does the lower one borrow from the upper one.
    const std::uint64_t last = (residue_prime(k) - 1) * ((std::uint64_t{1} << 32) + 1);
    for (std::size_t j = 0; j < kPairs; ++j) beyond |= last - pair_at(bytes, j);
  }
  return static_cast<Word>(beyond | beyond >> 32) & Word{1} << 31;
}

void read_residues(Word* results, const Burst* answer) noexcept {
  for (std::size_t j = 0; j < kPairs; ++j, results += 2 * kChunks) {
    for (std::size_t k = 0; k < kChunks; ++k) {
      const std::uint64_t pair = pair_at(bytes_of_prime(answer, k), j);
      results[k] = static_cast<Word>(pair);
      results[kChunks + k] = static_cast<Word>(pair >> 32);
    }
  }
}

}  // namespace lath::hardware::detail
