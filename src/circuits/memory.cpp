// SPDX-License-Identifier: Apache-2.0
#include "lath/circuits/memory.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

#include "circuits/memory_needs.hpp"
#include "circuits/session_scratch.hpp"
#include "he/core/chain_primes.hpp"
#include "he/literal.hpp"
#include "lath/base/buffer.hpp"

namespace lath::circuits {
namespace {

// A block of memory as the operating system gives it.
std::size_t block_of(std::size_t words) {
  const std::size_t bytes = words * sizeof(std::uint64_t);
  const std::size_t unit = bytes < kHugePage ? kCacheLine : kHugePage;
  return (bytes + unit - 1) / unit * unit;
}

// The tables of transforms, of the ring, of maps between rows, and of a short modulus. A transform
// has up to five words for a coefficient, half of them for each direction, and the ring up to
// eight. The values of a short modulus and its inverse stand modulo up to all primes of the chain.
std::size_t table_bytes(const he::Literal& literal, const SessionShape& shape,
                        const he::ChainPrimes& primes) {
  const std::size_t terms = literal.short_modulus.coefficients.size();
  const std::size_t chain = shape.primes + primes.p.size() + primes.auxiliary.size();
  std::size_t bytes = chain * 2 * block_of(literal.degree * 5 / 2);
  bytes += 8 * literal.degree * sizeof(std::uint64_t) + 8 * sizeof(std::uint64_t) * chain * chain;
  if (terms != 0) {
    bytes += block_of(chain * shape.stride) + 2 * block_of(shape.primes * shape.stride) +
             4 * sizeof(std::uint64_t) * terms * terms;
  }
  return bytes;
}

std::size_t session_blocks(const SessionShape& shape) {
  std::size_t bytes = block_of(shape.scratch_words) + block_of(shape.program_words);
  for (const std::size_t limbs : shape.rows) bytes += block_of(limbs * shape.stride);
  return bytes;
}

// The rows of a prepared key are filled up to whole vectors.
std::size_t key_bytes(const he::Literal& literal, const SessionShape& shape,
                      const he::ChainPrimes& primes) {
  constexpr std::size_t kUnit = 512;
  const std::size_t row = (literal.degree + kUnit - 1) / kUnit * kUnit;
  return block_of((shape.primes + primes.p.size()) * shape.digits * 2 * row);
}

he::Literal with_checked_ring(const he::Literal& literal) {
  he::Literal whole = he::checked_key_space(literal);
  if (literal.short_modulus.index == 0) he::require_plaintext_modulus(literal.plaintext_modulus);
  whole.plaintext_modulus = literal.plaintext_modulus;
  whole.short_modulus = literal.short_modulus;
  return whole;
}

}  // namespace

std::size_t MemoryNeeds::peak(std::size_t ciphertexts) const noexcept {
  const std::size_t sum = tables + keys + session + ciphertexts * ciphertext + product;
  return sum + sum / 8 + (std::size_t{1} << 20);
}

MemoryNeeds needs_of(he::Scheme scheme, const he::Literal& literal, he::PrimePool& pool) {
  const he::ChainPrimes primes = he::chain_primes(literal, pool);
  const SessionShape shape = session_shape(scheme, literal, primes);
  const std::size_t part = block_of(shape.primes * shape.stride);
  return {.tables = table_bytes(literal, shape, primes),
          .keys = key_bytes(literal, shape, primes),
          .session = session_blocks(shape),
          .ciphertext = 2 * part,
          .product = 3 * part};
}

MemoryNeeds memory_needs(he::Scheme scheme, const he::Literal& literal) {
  he::PrimePool pool;
  return needs_of(scheme, with_checked_ring(literal), pool);
}

std::size_t session_bytes(he::Scheme scheme, const he::Literal& literal) {
  he::PrimePool pool;
  const he::Literal whole = with_checked_ring(literal);
  return session_shape(scheme, whole, he::chain_primes(whole, pool)).bytes();
}

void require_memory(he::Scheme scheme, const he::Literal& literal, std::size_t ciphertexts,
                    std::size_t limit) {
  const std::size_t needed = memory_needs(scheme, literal).peak(ciphertexts);
  if (needed > limit) refuse_memory(needed, limit);
}

std::string text_of_bytes(std::size_t bytes) {
  constexpr std::array kUnits{"bytes", "kB", "MB", "GB", "TB", "PB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < kUnits.size()) {
    value /= 1000;
    ++unit;
  }
  std::array<char, 40> text{};
  const bool whole = unit == 0 || value >= 99.95;
  static_cast<void>(
      std::snprintf(text.data(), text.size(), whole ? "%.0f %s" : "%.1f %s", value, kUnits[unit]));
  return text.data();
}

void refuse_memory(std::size_t needed, std::size_t limit) {
  throw Error(ErrorCode::unsupported, "an evaluation that takes " + text_of_bytes(needed),
              "need at most " + text_of_bytes(limit) + ", the limit given",
              "raise the limit, keep fewer ciphertexts in memory, or take parameters with a "
              "smaller degree or fewer primes");
}

}  // namespace lath::circuits
