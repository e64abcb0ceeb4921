// SPDX-License-Identifier: Apache-2.0
//
// SEAL's EncryptionParameters: scheme, a byte | degree | the number of primes | each prime | t. A
// prime, and t, is an object with one number.
#include "lath/io/seal/parameters.hpp"

#include <cmath>
#include <string>

#include "he/context.hpp"
#include "io/seal/chain_ids.hpp"
#include "io/seal/member_reader.hpp"
#include "io/seal/member_writer.hpp"
#include "lath/arith/natural.hpp"
#include "lath/security/published_limits.hpp"

namespace lath::io::seal {
namespace {

constexpr unsigned kBfv = 1, kCkks = 2, kBgv = 3;
constexpr std::uint64_t kMostPrimes = 256, kNumberObject = kHeaderBytes + 8;

constexpr std::uint64_t members_of_parameters(std::uint64_t primes) noexcept {
  return 1 + 8 + 8 + (primes + 1) * kNumberObject;
}

std::uint64_t take_modulus(MemberReader& reader) {
  MemberReader object = reader.take_object("a modulus");
  const std::uint64_t value = object.take_number();
  object.require_end();
  return value;
}

he::Scheme scheme_of(unsigned number, const MemberReader& reader) {
  if (number == kBfv) return he::Scheme::bfv;
  if (number == kBgv) return he::Scheme::bgv;
  if (number != kCkks) reader.refuse(" of scheme " + std::to_string(number), "scheme 1 or 3");
  throw Error(ErrorCode::unsupported, "parameters of SEAL for CKKS", "need BFV or BGV",
              "Lath computes with integers: encode them with BFV or BGV");
}

double log2_of_all_primes(const he::Literal& literal) {
  double sum = 0;
  for (const std::uint64_t p : literal.primes) sum += std::log2(static_cast<double>(p));
  for (const std::uint64_t p : literal.special_primes) sum += std::log2(static_cast<double>(p));
  return sum;
}

// SEAL's own parameters are the usual reason why create() would refuse: the error says what to do.
void require_guidelines(const he::Literal& literal) {
  const unsigned most = largest_modulus_bits(literal.degree, literal.security, literal.attacker);
  const double bits = std::ceil(log2_of_all_primes(literal));
  if (most == 0 || bits <= most || bits > standard_2018_bits(literal.degree)) return;
  throw Error(ErrorCode::invalid_argument,
              "parameters of SEAL with log2(Q P) = " + std::to_string(static_cast<int>(bits)) +
                  " for degree " + std::to_string(literal.degree),
              "need at most " + std::to_string(most) + ", the limit of 2024 for 128 bits",
              "make parameters within that limit, or accept the limits of 2018, by which SEAL made "
              "these: SecurityTable::standard_2018, --legacy-security 2018");
}

void require_standard_2018(const he::Literal& literal) {
  const unsigned most = standard_2018_bits(literal.degree);
  const double bits = std::ceil(log2_of_all_primes(literal));
  if (bits <= most) return;
  throw Error(ErrorCode::invalid_argument,
              "parameters of SEAL with log2(Q P) = " + std::to_string(static_cast<int>(bits)) +
                  " for degree " + std::to_string(literal.degree),
              most == 0
                  ? "need a degree from 1024 to 32768, as the table of 2018 has them"
                  : "need at most " + std::to_string(most) + ", the limit of 2018 for 128 bits",
              "make parameters with a smaller modulus or a larger degree");
}

template <class Scheme>
he::Parameters<Scheme> create(const EncryptionParameters& parameters, SecurityTable table) {
  if (parameters.scheme != Scheme::kScheme) {
    const bool bfv = parameters.scheme == he::Scheme::bfv;
    throw Error(ErrorCode::mismatch, std::string("parameters of SEAL for ") + (bfv ? "BFV" : "BGV"),
                std::string("need parameters for ") + (bfv ? "BGV" : "BFV"),
                std::string("make them with ") + (bfv ? "create_bfv()" : "create_bgv()"));
  }
  if (table == SecurityTable::guidelines_2024) {
    require_guidelines(parameters.literal);
    return he::Parameters<Scheme>::create(parameters.literal);
  }
  require_standard_2018(parameters.literal);
  return he::Parameters<Scheme>::create_insecure(parameters.literal);
}

}  // namespace

unsigned standard_2018_bits(std::size_t degree) noexcept {
  switch (degree) {
    case 1024:
      return 27;
    case 2048:
      return 54;
    case 4096:
      return 109;
    case 8192:
      return 218;
    case 16384:
      return 438;
    case 32768:
      return 881;
    default:
      return 0;
  }
}

EncryptionParameters parameters_from_bytes(ByteView bytes) {
  const Members members(bytes.span(), "parameters", members_of_parameters(kMostPrimes));
  MemberReader reader = members.reader();
  const he::Scheme scheme = scheme_of(reader.take_byte(), reader);
  he::Literal literal;
  literal.degree = static_cast<std::size_t>(reader.take_number());
  const std::uint64_t primes = reader.take_number();
  if (primes > kMostPrimes) {
    reader.refuse(" with " + std::to_string(primes) + " primes", "at most 256");
  }
  for (std::uint64_t i = 0; i < primes; ++i) {
    literal.primes.push_back(take_modulus(reader));
    if (literal.primes.back() < 2) {
      reader.refuse(" with the prime " + std::to_string(literal.primes.back()), "primes");
    }
  }
  literal.plaintext_modulus = take_modulus(reader);
  reader.require_end();
  if (primes < 2) {
    throw Error(ErrorCode::unsupported,
                "parameters of SEAL with " + std::to_string(primes) + " primes",
                "need two or more: one is for keys only",
                "make parameters with a second prime, which SEAL's key switches need as well");
  }
  literal.special_primes.push_back(literal.primes.back());
  literal.primes.pop_back();
  literal.digit_primes = 1;
  return {scheme, std::move(literal)};
}

he::bfv::Parameters create_bfv(const EncryptionParameters& parameters, SecurityTable table) {
  return create<he::Bfv>(parameters, table);
}
he::bgv::Parameters create_bgv(const EncryptionParameters& parameters, SecurityTable table) {
  return create<he::Bgv>(parameters, table);
}

Buffer<std::byte> to_bytes(const he::SchemeParameters& parameters) {
  const ChainIds chain(parameters);
  const std::size_t size =
      kHeaderBytes + static_cast<std::size_t>(members_of_parameters(chain.primes().size()));
  Buffer<std::byte> bytes(size);
  MemberWriter writer(bytes.span());
  writer.put_header(size);
  writer.put_byte(number_of(parameters.context()->scheme));
  writer.put_number(parameters.degree());
  writer.put_number(chain.primes().size());
  for (const std::uint64_t p : chain.primes()) {
    writer.put_header(kNumberObject);
    writer.put_number(p);
  }
  writer.put_header(kNumberObject);
  writer.put_number(chain.t());
  return bytes;
}

}  // namespace lath::io::seal
