// SPDX-License-Identifier: Apache-2.0
#include "io/seal/chain_ids.hpp"

#include <algorithm>

#include "base/little_endian.hpp"
#include "hash/blake2.hpp"
#include "he/context.hpp"
#include "lath/base/error.hpp"

namespace lath::io::seal {
namespace {

constexpr std::size_t kLargestDegree = std::size_t{1} << 17;
constexpr std::size_t kLargestBitsOfT = 60;

void require_like_seal(bool good, const std::string& found, const std::string& needed) {
  if (good) return;
  throw Error(ErrorCode::unsupported, "parameters with " + found,
              "need " + needed + ", since SEAL has no others",
              "make parameters as SEAL has them, or keep the objects in Lath's own bytes");
}

}  // namespace

ParmsId parms_id(unsigned scheme, std::uint64_t n, std::span<const std::uint64_t> primes,
                 std::uint64_t t) {
  std::vector<std::byte> numbers(8 * (primes.size() + 3));
  std::size_t at = 0;
  const auto put = [&](std::uint64_t number) {
    store_little_endian(&numbers[at], number);
    at += 8;
  };
  put(scheme);
  put(n);
  for (const std::uint64_t p : primes) put(p);
  put(t);
  ParmsId id;
  detail::blake2b(id, numbers);
  return id;
}

unsigned number_of(he::Scheme scheme) noexcept { return scheme == he::Scheme::bfv ? 1 : 3; }

ChainIds::ChainIds(const he::SchemeParameters& parameters) {
  const he::Context& context = *parameters.context();
  const he::KeyTables& keys = *context.keys;
  const Natural& t = parameters.plaintext_modulus();
  require_like_seal(keys.index.is_power_of_two() && parameters.degree() <= kLargestDegree,
                    "the index " + std::to_string(keys.index.value()),
                    "a degree that is a power of two up to 131072");
  require_like_seal(context.plaintexts->short_modulus().index == 0 && t.bits() <= kLargestBitsOfT,
                    "a plaintext modulus that is no word", "an integer t of at most 60 bits");
  require_like_seal(keys.p.size() == 1, std::to_string(keys.p.size()) + " special primes",
                    "one special prime");
  require_like_seal(parameters.digits() == parameters.levels(), "digits of several primes",
                    "digits of one prime");
  t_ = t.words()[0];
  for (const LimbSet& limbs : {keys.q, keys.p}) {
    for (const Modulus& modulus : keys.moduli(limbs)) primes_.push_back(modulus.value());
  }
  const std::span<const std::uint64_t> primes(primes_);
  for (std::size_t count = 1; count <= primes.size(); ++count) {
    ids_.push_back(
        parms_id(number_of(context.scheme), parameters.degree(), primes.first(count), t_));
  }
}

std::size_t ChainIds::level_of(const ParmsId& id) const noexcept {
  const auto end = ids_.end() - 1;
  const auto found = std::find(ids_.begin(), end, id);
  return found == end ? 0 : static_cast<std::size_t>(found - ids_.begin()) + 1;
}

}  // namespace lath::io::seal
