// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <string>
#include <vector>

#include "he/bytes/modulus_bytes.hpp"
#include "he/literal.hpp"
#include "he/literal_limits.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bytes.hpp"

namespace lath::he {
namespace {

// After the header that all objects have: the number of words of t, and t; security, attacker,
// errors and form of the primes, three counts.
constexpr std::size_t kPrimeBytes = 8;
constexpr std::size_t kFixedBytes = kStartBytes + kCountBytes + 10;
constexpr unsigned kGaussian = 1, kGivenPrimes = 2, kIndex = 4, kWideGaussian = 8, kShort = 16;

std::size_t bytes_of(const Literal& literal) noexcept {
  return bytes_of_short(literal.short_modulus) + kFixedBytes - kCountBytes +
         bytes_of_modulus(literal.plaintext_modulus) + literal.prime_bits.size() +
         literal.special_prime_bits.size() +
         kPrimeBytes * (literal.primes.size() + literal.special_primes.size());
}

Buffer<std::byte> write(const Context& context) {
  const Literal& literal = context.literal;
  Buffer<std::byte> bytes(bytes_of(literal));
  const bool index = literal.index != 0;
  ObjectWriter writer(bytes.span(), context.scheme, index ? literal.index : literal.degree);
  put_modulus(writer, literal.plaintext_modulus);
  writer.put_number(static_cast<std::uint64_t>(literal.security), 2);
  writer.put_number(literal.attacker == Attacker::classical ? 1 : 2, 1);
  const unsigned errors = literal.errors == ErrorDistribution::centered_binomial   ? 0
                          : literal.errors == ErrorDistribution::discrete_gaussian ? kGaussian
                                                                                   : kWideGaussian;
  writer.put_number(errors | (literal.primes.empty() ? 0 : kGivenPrimes) | (index ? kIndex : 0) |
                        (literal.short_modulus.index != 0 ? kShort : 0),
                    1);
  writer.put_number(context.keys->q.size(), 2);
  writer.put_number(context.keys->p.size(), 2);
  writer.put_number(literal.digit_primes, 2);
  for (const unsigned bits : literal.prime_bits) writer.put_number(bits, 1);
  for (const unsigned bits : literal.special_prime_bits) writer.put_number(bits, 1);
  for (const std::uint64_t q : literal.primes) writer.put_number(q, kPrimeBytes);
  for (const std::uint64_t q : literal.special_primes) writer.put_number(q, kPrimeBytes);
  put_short(writer, literal.short_modulus);
  return bytes;
}

// Degree or index; one encoding only for powers of two.
void take_ring(Literal& literal, const ObjectReader& reader, std::uint64_t number, bool is_index) {
  if (!is_index) {
    literal.degree = static_cast<std::size_t>(number);
    return;
  }
  if (number == 0 || std::has_single_bit(number)) {
    reader.refuse(" with the index " + std::to_string(number), "one that is no power of two");
  }
  literal.index = number;
}

Literal read(std::span<const std::byte> bytes, Scheme scheme, const RingLimits& limits) {
  ObjectReader reader(bytes, scheme);
  if (bytes.size() < kFixedBytes) reader.require_size(kFixedBytes);
  const std::uint64_t number = reader.number();
  Literal literal{.plaintext_modulus = take_modulus(reader, bytes.size(), kFixedBytes),
                  .prime_bits = {},
                  .special_prime_bits = {}};
  const std::size_t before_primes =
      kFixedBytes - kCountBytes + bytes_of_modulus(literal.plaintext_modulus);
  const std::uint64_t security = reader.take_number(2), attacker = reader.take_number(1),
                      flags = reader.take_number(1);
  const auto primes = static_cast<std::size_t>(reader.take_number(2)),
             special_primes = static_cast<std::size_t>(reader.take_number(2));
  literal.digit_primes = static_cast<unsigned>(reader.take_number(2));
  take_ring(literal, reader, number, (flags & kIndex) != 0);
  require_limits(literal.degree, literal.index, primes + special_primes, limits);
  const bool given = (flags & kGivenPrimes) != 0;
  const bool is_short = (flags & kShort) != 0;
  const std::size_t with_primes =
      before_primes + (given ? kPrimeBytes : 1) * (primes + special_primes);
  if (!is_short || bytes.size() < with_primes) reader.require_size(with_primes);
  if (security != 128 && security != 192 && security != 256) {
    reader.refuse(" of " + std::to_string(security) + " bits of security", "128, 192 or 256");
  }
  if (attacker != 1 && attacker != 2) {
    reader.refuse(" against the unknown attacker " + std::to_string(attacker), "1 or 2");
  }
  constexpr unsigned kErrors = kGaussian | kWideGaussian;
  if (flags > (kErrors | kGivenPrimes | kIndex | kShort) || (flags & kErrors) == kErrors) {
    reader.refuse(" with the unknown errors " + std::to_string(flags),
                  "0 to 8, 10, 12 or 14, or 16 more");
  }
  if ((flags & kGaussian) != 0) literal.errors = ErrorDistribution::discrete_gaussian;
  if ((flags & kWideGaussian) != 0) literal.errors = ErrorDistribution::wide_gaussian;
  literal.security = static_cast<SecurityLevel>(security);
  literal.attacker = attacker == 1 ? Attacker::classical : Attacker::quantum;
  for (std::size_t i = 0; i < primes + special_primes; ++i) {
    if (given) {
      (i < primes ? literal.primes : literal.special_primes)
          .push_back(reader.take_number(kPrimeBytes));
    } else {
      (i < primes ? literal.prime_bits : literal.special_prime_bits)
          .push_back(static_cast<unsigned>(reader.take_number(1)));
    }
  }
  if (is_short) literal.short_modulus = take_short(reader, bytes.size(), with_primes);
  try {
    return checked(literal);
  } catch (const Error& error) {
    throw Error(ErrorCode::malformed, "parameters with " + error.found(), error.needed(),
                "the bytes were damaged: get them again");
  }
}

}  // namespace

std::size_t parameters_bytes(const SchemeParameters& parameters) noexcept {
  return bytes_of(parameters.literal());
}
Buffer<std::byte> to_bytes(const SchemeParameters& parameters) {
  return write(*parameters.context());
}

Literal bfv::literal_from_bytes(ByteView bytes, const RingLimits& limits) {
  return read(bytes.span(), Scheme::bfv, limits);
}
Literal bgv::literal_from_bytes(ByteView bytes, const RingLimits& limits) {
  return read(bytes.span(), Scheme::bgv, limits);
}

}  // namespace lath::he
