// SPDX-License-Identifier: Apache-2.0
#include "he/fingerprint.hpp"

#include <span>
#include <string_view>

#include "base/little_endian.hpp"
#include "hash/sponge.hpp"
#include "he/literal.hpp"
#include "lath/base/cpu.hpp"

namespace lath::he {

ParametersFingerprint fingerprint(const Context& context) {
  using namespace detail::fips202;
  constexpr std::string_view kDomain = "lath he 1";
  Sponge sponge(active_isa(), kSha3_256);
  sponge.absorb(std::as_bytes(std::span(kDomain)));
  const auto absorb = [&](std::uint64_t number) {
    std::array<std::byte, 8> bytes;
    store_little_endian(bytes.data(), number);
    sponge.absorb(bytes);
  };
  for (const std::uint64_t number :
       {static_cast<std::uint64_t>(context.scheme), std::uint64_t{context.degree()},
        context.t.value(), std::uint64_t{context.q.size()}, std::uint64_t{context.p.size()}}) {
    absorb(number);
  }
  const LimbSet primes = context.q | context.p;
  for (std::size_t i = 0; i < primes.size(); ++i) {
    absorb(context.chain.modulus(primes.place(i)).value());
  }
  if (context.literal.errors == ErrorDistribution::discrete_gaussian) absorb(1);
  if (context.literal.errors == ErrorDistribution::wide_gaussian) absorb(4);
  const std::size_t digit = digit_primes(context.literal);
  if (digit != context.p.size()) absorb(2), absorb(digit);
  if (context.literal.index != 0) absorb(3), absorb(context.literal.index);
  ParametersFingerprint result;
  sponge.squeeze(result);
  return result;
}

}  // namespace lath::he
