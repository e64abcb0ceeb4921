// SPDX-License-Identifier: Apache-2.0
#include "lath/he/crt/integers.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "he/access.hpp"
#include "he/crt/moduli_limits.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/buffer.hpp"

namespace lath::he::crt {
namespace {

[[noreturn]] void refuse(const std::string& found, const std::string& needed,
                         const std::string& remedy) {
  throw Error(ErrorCode::invalid_argument, found, needed, remedy);
}

// The largest primes of exactly so many bits that have slots, and are none of Q: up to `count`.
std::vector<std::uint64_t> slot_primes(const KeyTables& keys, unsigned bits, std::size_t count) {
  const std::vector<Modulus> q = keys.moduli(keys.q);
  // ntt_primes() throws where there are fewer.
  std::vector<std::uint64_t> primes;
  for (std::size_t wanted = count + q.size(); wanted > 0 && primes.empty(); wanted /= 2) {
    try {
      primes = ntt_primes(static_cast<int>(bits), keys.degree(), wanted);
    } catch (const Error&) {
      continue;
    }
  }
  std::erase_if(primes, [&](std::uint64_t t) {
    return t >> (bits - 1) == 0 ||
           std::ranges::any_of(q, [t](const Modulus& m) { return m.value() == t; });
  });
  primes.resize(std::min(primes.size(), count));
  return primes;
}

}  // namespace

void require_slots(const KeyTables& keys) {
  if (!keys.errors.powerful) return;
  throw Error(ErrorCode::unsupported,
              "integers in the slots of the index " + std::to_string(keys.index.value()),
              "need x^n + 1 with a power of two n", "take parameters with a degree");
}

Moduli Moduli::create(const KeySpace& key_space, std::size_t result_bits, unsigned modulus_bits) {
  const KeyTables& keys = *Access::tables(key_space);
  require_slots(keys);
  constexpr std::size_t kMostResultBits = std::size_t{1} << 20;
  if (modulus_bits < kLeastBits || modulus_bits > kMostBits) {
    refuse("moduli of " + std::to_string(modulus_bits) + " bits",
           "need " + std::to_string(kLeastBits) + " to " + std::to_string(kMostBits),
           "take 40 to 58: longer ones are fewer, and cost more noise");
  }
  if (result_bits == 0 || result_bits > kMostResultBits) {
    refuse("results of " + std::to_string(result_bits) + " bits", "need 1 to 2^20",
           "give the bits of the largest result");
  }
  const std::vector<std::uint64_t> primes =
      slot_primes(keys, modulus_bits, result_bits / (modulus_bits - 1) + 2);
  std::vector<Modulus> moduli;
  double log2_product = 0;
  for (const std::uint64_t t : primes) {
    moduli.emplace_back(t);
    log2_product += std::log2(static_cast<double>(t));
    // Far above the error of the sum.
    constexpr double kMargin = 1e-3;
    if (log2_product < static_cast<double>(result_bits + 1) + kMargin) continue;
    return {RnsBasis::create(moduli), keys.degree()};
  }
  refuse("results of " + std::to_string(result_bits) + " bits, where all primes of " +
             std::to_string(modulus_bits) + " bits with slots make " +
             std::to_string(static_cast<std::size_t>(log2_product)),
         "need a product of the moduli above the results", "take longer moduli");
}

Plaintext encode_residues(const SlotEncoder& encoder, std::uint64_t t, const WideValues& integers,
                          Representative representative) {
  if (integers.size() > encoder.slots()) {
    throw Error(ErrorCode::mismatch, std::to_string(integers.size()) + " integers",
                "need at most one for each slot, " + std::to_string(encoder.slots()),
                "use several plaintexts");
  }
  const Modulus modulus(t);
  Buffer<std::uint64_t, Secret> residues(encoder.slots());
  RnsBasis::create({&modulus, 1})
      .reduce(residues.data(), residues.size(), integers.span().data(), integers.words(),
              integers.size(), representative);
  return encoder.encode(residues.span());
}

Residues::Residues(const Moduli& moduli)
    : moduli_(moduli), words_(moduli.size() * moduli.slots()), has_(moduli.size()) {}

WideValues Residues::integers(Representative representative) const {
  const auto missing = std::ranges::find(has_, false);
  if (missing != has_.end()) {
    const auto i = static_cast<std::size_t>(missing - has_.begin());
    refuse("no residues modulo " + std::to_string(moduli_[i]) + ", modulus " + std::to_string(i),
           "need the residues of all " + std::to_string(moduli_.size()) + " moduli",
           "take() the plaintext of every modulus");
  }
  WideValues result(moduli_.slots(), moduli_.words());
  moduli_.basis().lift(result.span().data(), words_.data(), moduli_.slots(), moduli_.slots(),
                       representative);
  return result;
}

}  // namespace lath::he::crt
