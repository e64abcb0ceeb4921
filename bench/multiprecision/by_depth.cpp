// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "multiprecision/rows.hpp"
#include "multiprecision/sizes.hpp"
#include "multiprecision/tables.hpp"

namespace lath::bench {
namespace {

using he::PlaintextSpace;

// The prime of P-256, of 256 bits.
Natural p256() {
  return Natural::from_decimal(
      "115792089210356248762697446949407573530086143415290314195533631308867097853951");
}

// An odd number of 2048 bits, as it might be a modulus of RSA.
Natural of_2048_bits() {
  std::vector<std::uint64_t> words(32);
  std::uint64_t word = 0;
  for (std::uint64_t& w : words) w = (word += 0x9e3779b97f4a7c15) | 1;
  words.back() |= std::uint64_t{1} << 63;
  return Natural::from_words(words);
}

// Modulo (2^32 + 670)^(n/k) + 1, longer than products of 2^depth numbers of so many bits.
PlaintextSpace root_of(std::size_t degree, std::size_t bits, unsigned depth) {
  constexpr std::uint64_t kBase = 4294967966;
  return PlaintextSpace::root(degree, degree / ((bits << depth) / 32), kBase);
}

// A prime with slots, for products of integers over Z by one t_i after the other.
constexpr unsigned kModulusBits = 48;
PlaintextSpace word_with_slots(std::size_t degree) {
  return PlaintextSpace::integer(ntt_primes(kModulusBits, degree, 1).front());
}

void print(const std::string& name, const SpaceOf& space_of, const Wanted& wanted, RowText text) {
  const std::string row = name + ", depth " + std::to_string(text.depth);
  text.name = name;
  try {
    const auto sizing = smallest_for(space_of, text.depth);
    if (!sizing) {
      std::printf("| %s: in no ring up to n = 2^19 |\n", row.c_str());
      return;
    }
    if (!sizing->published) text.security = " (limit estimated)";
    if (sizing->bytes > wanted.bytes) {
      std::printf("| %s: n = %zu, %zu primes and about %zu MB, above the limit of %zu MB |\n",
                  row.c_str(), sizing->literal.degree, sizing->literal.prime_bits.size(),
                  sizing->bytes / 1'000'000, wanted.bytes / 1'000'000);
      return;
    }
    in_process(row.c_str(), wanted.bytes, [&] {
      const auto parameters =
          he::bfv::Parameters::create(sizing->literal).with_plaintexts(sizing->space);
      print_row<he::Bfv>(text, parameters);
    });
  } catch (const Error& error) {
    std::printf("| %s: %s |\n", row.c_str(), error.what());
  }
}

}  // namespace

void print_by_depth(const Wanted& wanted) {
  print_head("By depth");
  for (unsigned depth = 1; depth <= wanted.depth; ++depth) {
    const auto row = [&](const std::string& name, const SpaceOf& space_of, std::size_t parts = 1) {
      print(name, space_of, wanted, {.name = {}, .depth = depth, .parts = parts});
    };
    row("2", [](std::size_t) { return PlaintextSpace::integer(2); });
    row("integer of 256 bits", [](std::size_t) { return PlaintextSpace::integer(p256()); });
    row("field of 255 bits",
        [](std::size_t n) { return PlaintextSpace::field(he::PrimeField::bls12_381_r, 2 * n); });
    // A number modulo N has to be longer than the product, and N may have 4160 bits.
    constexpr std::size_t kMostBits = 4096;
    for (const std::size_t bits : {std::size_t{256}, std::size_t{2048}}) {
      const std::string name = "products of " + std::to_string(bits) + " bits over Z, ";
      if (bits << depth <= kMostBits) {
        row(name + "x^k - b", [=](std::size_t n) { return root_of(n, bits, depth); });
      }
      row(name + "t_i", word_with_slots, ((bits << depth) + kModulusBits - 2) / (kModulusBits - 1));
    }
    row("integer of 2048 bits",
        [](std::size_t) { return PlaintextSpace::integer(of_2048_bits()); });
  }
}

}  // namespace lath::bench
