// SPDX-License-Identifier: Apache-2.0
//
// Moduli of integers as bytes.
#include <algorithm>
#include <string>
#include <vector>

#include "he/access.hpp"
#include "he/bytes/object_bytes.hpp"
#include "he/crt/moduli_limits.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/word.hpp"
#include "lath/he/crt/integers.hpp"

namespace lath::he::crt {
namespace {

// n, and each prime; and all before the primes.
constexpr std::size_t kNumberBytes = 8, kBeforePrimes = kStartBytes + kNumberBytes;
constexpr std::size_t kMostModuli = std::size_t{1} << 16;  // more than any results need

void require_few(std::uint64_t count, std::size_t most) {
  if (count <= most) return;
  throw Error(ErrorCode::unsupported, std::to_string(count) + " moduli of integers",
              "need at most " + std::to_string(most) + ", the limit given",
              "raise the limit if there is time for as many");
}

void require_own_slots(std::uint64_t slots, const KeyTables& keys) {
  if (slots == keys.degree()) return;
  throw Error(ErrorCode::mismatch, "moduli of integers in " + std::to_string(slots) + " slots",
              "need " + std::to_string(keys.degree()) + ", the degree of the key space",
              "take the key space that the moduli were made for");
}

void require_slot_prime(const ObjectReader& reader, std::uint64_t t, const KeyTables& keys,
                        std::span<const Modulus> q) {
  const std::string name = " with the modulus " + std::to_string(t);
  const auto bits = static_cast<unsigned>(bit_length(t));
  if (bits < kLeastBits || bits > kMostBits) {
    reader.refuse(name, std::to_string(kLeastBits) + " to " + std::to_string(kMostBits) + " bits");
  }
  // For a power of two m: a remainder without division.
  const std::uint64_t m = keys.index.value();
  if ((t & (m - 1)) != 1 || !is_prime(t)) {
    reader.refuse(name, "primes that are 1 modulo " + std::to_string(m));
  }
  if (std::ranges::count(q, t, &Modulus::value) != 0) {
    reader.refuse(name + ", a prime of Q", "primes that Q does not have");
  }
}

}  // namespace

Moduli Moduli::from_bytes(const KeySpace& key_space, ByteView bytes, std::size_t most) {
  const KeyTables& keys = *Access::tables(key_space);
  require_slots(keys);
  ObjectReader reader(bytes.span(), ObjectKind::crt_moduli);
  require_few(reader.number(), std::min(most, kMostModuli));
  if (reader.number() == 0) reader.refuse(" without a prime", "one prime or more");
  reader.require_size(kBeforePrimes + kNumberBytes * reader.number());
  require_own_slots(reader.take_number(kNumberBytes), keys);
  const std::vector<Modulus> q = keys.moduli(keys.q);
  std::vector<Modulus> moduli;
  for (std::uint64_t i = 0; i < reader.number(); ++i) {
    const std::uint64_t t = reader.take_number(kNumberBytes);
    require_slot_prime(reader, t, keys, q);
    moduli.emplace_back(t);
  }
  std::vector<std::uint64_t> sorted(moduli.size());
  std::ranges::transform(moduli, sorted.begin(), &Modulus::value);
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) {
    reader.refuse(" with the modulus " + std::to_string(*twice) + " twice", "different primes");
  }
  return {RnsBasis::create(moduli), keys.degree()};
}

Buffer<std::byte> to_bytes(const Moduli& moduli) {
  Buffer<std::byte> bytes(kBeforePrimes + kNumberBytes * moduli.size());
  ObjectWriter writer(bytes.span(), ObjectKind::crt_moduli, moduli.size());
  writer.put_number(moduli.slots(), kNumberBytes);
  for (std::size_t i = 0; i < moduli.size(); ++i) writer.put_number(moduli[i], kNumberBytes);
  return bytes;
}

}  // namespace lath::he::crt
