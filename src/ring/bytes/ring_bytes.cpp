// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "lath/ring/bytes.hpp"
#include "ring/bytes/byte_headers.hpp"
#include "wire/object_start.hpp"

namespace lath {
namespace detail {

void write_ring(std::span<std::byte> out, const RingView& ring) {
  write_start_of_ring(out.data(), ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    store_little_endian(&out[kRingHeaderBytes + 8 * i], ring.modulus(i));
  }
}

namespace {

// The index and the number of limbs of a ring, once both and the number of bytes are in order.
struct RingSizes {
  CyclotomicIndex index;
  std::size_t limbs;
};

CyclotomicIndex read_index(Bytes bytes, bool has_index) {
  const std::uint64_t size = number_at(bytes, 8);
  if (!has_index) {
    if (std::has_single_bit(size) && size >= 2 && size <= kMaxDegree) {
      return CyclotomicIndex::create(2 * size);
    }
    refuse_malformed("a ring of degree " + text(size),
                     "a power of two from 2 to " + text(kMaxDegree));
  }
  if (!std::has_single_bit(size) && is_ring_index(size)) return CyclotomicIndex::create(size);
  refuse_malformed("a ring of the index " + text(size),
                   "one that CyclotomicIndex serves, and no power of two");
}

RingSizes read_ring_sizes(Bytes bytes, const RingLimits& limits) {
  const auto needs = [](std::uint64_t limbs) {
    return text(kRingHeaderBytes) + " + 8 bytes for each modulus, which are " +
           text(kRingHeaderBytes + 8 * limbs);
  };
  if (bytes.size() < kRingHeaderBytes) wrong_size("a ring", bytes.size(), needs(1), true);
  const KindBytes own = read_object_start(bytes, ObjectKind::ring);
  const unsigned extension = own.first + 256U * own.second;
  if (extension > 1) {
    refuse_malformed("a ring with the unknown extension " + text(extension), "0 or 1",
                     "use the version of lath that wrote it, or a newer one");
  }
  const auto require_limit = [](const std::string& found, std::uint64_t size, std::size_t limit,
                                const char* member) {
    if (size <= limit) return;
    throw Error(ErrorCode::unsupported, "a ring " + found + text(size),
                "need at most " + text(limit) + ", the limit given",
                std::string("raise RingLimits::") + member + " if its plans fit in memory");
  };
  const std::uint64_t stated = number_at(bytes, 8), limbs = number_at(bytes, 12);
  // Before tables of an index are made.
  if (extension == 1 && is_ring_index(stated)) {
    require_limit("of degree ", euler_phi(stated), limits.degree, "degree");
  }
  const CyclotomicIndex index = read_index(bytes, extension == 1);
  if (limbs == 0) refuse_malformed("a ring with no modulus", "one or more");
  require_limit("of degree ", index.degree(), limits.degree, "degree");
  require_limit("whose number of limbs is ", limbs, limits.limbs, "limbs");
  const std::uint64_t size = kRingHeaderBytes + 8 * limbs;
  if (bytes.size() != size) wrong_size("a ring", bytes.size(), needs(limbs), bytes.size() < size);
  return {index, limbs};
}

void require_ring_prime(std::uint64_t p, const CyclotomicIndex& index) {
  const std::uint64_t order = index.value();
  const std::string found =
      "modulus " + text(p) + " of a ring of " +
      (index.is_power_of_two() ? "degree " + text(index.degree()) : "the index " + text(order));
  if (p < 2 || bit_length(p) > kMaxModulusBits) refuse_malformed(found, "a prime below 2^62");
  if (!is_prime(p)) refuse_malformed(found, "a prime");
  if (p % order == 1) return;
  refuse_malformed(found, "a prime that is 1 mod " + text(order),
                   "if PrimeRing wrote it, create that ring and compare its bytes");
}

}  // namespace
}  // namespace detail

DynamicRing ring_from_bytes(std::span<const std::byte> bytes, const RingLimits& limits) {
  const auto [index, limbs] = detail::read_ring_sizes(bytes, limits);
  std::vector<std::uint64_t> moduli(limbs);
  for (std::size_t i = 0; i < limbs; ++i) {
    moduli[i] = load_little_endian(&bytes[kRingHeaderBytes + 8 * i]);
  }
  std::vector<std::uint64_t> sorted = moduli;
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) {
    detail::refuse_malformed("modulus " + std::to_string(*twice) + " twice in one ring",
                             "distinct primes");
  }
  for (const std::uint64_t p : moduli) detail::require_ring_prime(p, index);
  return DynamicRing::create(index, moduli);
}

}  // namespace lath
