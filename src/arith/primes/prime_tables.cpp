// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/prime_tables.hpp"

#include <iterator>
#include <string>

#include "lath/base/error.hpp"

namespace lath {
namespace {

#include "arith/primes/prime_tables.inl"

static_assert(std::size(kPrimes14) == prime_table(14).count);
static_assert(std::size(kPrimes30) == prime_table(30).count);
static_assert(std::size(kPrimes50) == prime_table(50).count);
static_assert(std::size(kPrimes62) == prime_table(62).count);

}  // namespace

std::span<const std::uint64_t> tabulated_primes(int bits) {
  switch (bits) {
    case 14:
      return kPrimes14;
    case 30:
      return kPrimes30;
    case 50:
      return kPrimes50;
    case 62:
      return kPrimes62;
    default:
      throw Error(ErrorCode::invalid_argument,
                  "tabulated primes of " + std::to_string(bits) + " bits",
                  "need 14, 30, 50 or 62 bits",
                  "compute primes of any other size with ntt_primes(bits, degree, count)");
  }
}

}  // namespace lath
