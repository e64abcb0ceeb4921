// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "he/context.hpp"
#include "lath/he/keys.hpp"
#include "lath/random/generator.hpp"

namespace lath::he {

/// What an encryption adds to c0: w m for coefficients m of magnitude at most the bound and a
/// factor w for each limb.
struct EncodedMessage {
  std::span<const std::int64_t> coefficients;
  std::uint64_t bound;
  const RnsScalar<DynamicRing>& factor;
};

/// Writes c0 = b u + e0 + w m and c1 = a u + e1 for a ternary u and errors e0 and e1, as values,
/// for all primes of the key. Works prime by prime, so that only draws and two rows for each thread
/// are in use beside the result; they are wiped. Takes three transforms for each prime.
void encrypt(const Context& context, Poly<DynamicRing, Eval>& c0, Poly<DynamicRing, Eval>& c1,
             const PublicKey& key, const EncodedMessage& message, Generator& generator);

}  // namespace lath::he
