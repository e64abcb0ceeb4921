// SPDX-License-Identifier: Apache-2.0
#include "apps/exponentiation/plan.hpp"

#include <algorithm>

#include "arith/wide/natural_arithmetic.hpp"
#include "lath/he/bytes.hpp"

namespace lath::apps {
namespace {

// The largest odd number of so many bits that no prime of Q divides.
Natural modulus_of_numbers(const he::KeySpace& key_space, std::size_t bits) {
  const DynamicRing& ring = key_space.ring(key_space.levels());
  for (Natural t = ones(bits);; t = detail::difference_vartime(t, 2)) {
    bool is_unit = true;
    for (std::size_t i = 0; i < ring.limbs(); ++i) {
      is_unit = is_unit && remainder_vartime(t, ring.modulus(i).value()) != 0;
    }
    if (is_unit) return t;
  }
}

he::bfv::Parameters parameters_of_numbers(const ExponentiationRequest& request,
                                          const ExponentiationShape& shape) {
  const he::Literal literal = literal_of(request, shape.levels, 2);
  const he::KeySpace space =
      request.insecure ? he::KeySpace::create_insecure(literal) : he::KeySpace::create(literal);
  const Natural t = modulus_of_numbers(space, shape.numbers_bits);
  return he::bfv::Parameters::create(space, he::PlaintextSpace::integer(t));
}

std::size_t most_moduli(const ExponentiationShape& shape) {
  return (shape.result_bits + 2) / (shape.modulus_bits - 1) + 1;
}

}  // namespace

ExponentiationPlan::ExponentiationPlan(const ExponentiationRequest& from,
                                       const ExponentiationShape& of)
    : request(from),
      shape(of),
      modulus(from.modulus),
      numbers(parameters_of_numbers(from, of)),
      keys(he::bgv::Parameters::create(numbers.key_space(),
                                       he::PlaintextSpace::integer(ones(kPrimeBits - 1)))),
      moduli(he::crt::Moduli::create(numbers.key_space(), of.result_bits, of.modulus_bits)),
      expansion(numbers, of.numbers) {}

he::NoiseBound ExponentiationPlan::noise(const he::bgv::Parameters& parameters) const {
  return answer_noise(numbers.noise(), parameters.noise(), shape,
                      request.options.windows_a_product);
}

// Selections have the factor -Q modulo t, a switch divides it by the primes that are dropped, and a
// product multiplies factors.
std::uint64_t ExponentiationPlan::scale_factor(const he::bgv::Parameters& parameters) const {
  const Modulus t(parameters.plaintext_modulus().word());
  const DynamicRing& ring = numbers.ring(shape.levels);
  std::uint64_t kept = 1, dropped = 1;
  for (std::size_t i = 0; i < shape.product_level; ++i) {
    const std::uint64_t q = t.reduce(ring.modulus(i).value());
    kept = t.multiply(kept, q);
    if (i >= shape.answer_level) dropped = t.multiply(dropped, q);
  }
  const std::uint64_t power = t.pow_vartime(t.negate(kept), request.options.windows_a_product);
  return t.multiply(power, t.inverse_vartime(dropped));
}

ExponentiationSizes ExponentiationPlan::sizes() const {
  const std::size_t factors = request.options.windows_a_product;
  const std::size_t answer = factors == 1
                                 ? he::ciphertext_bytes(keys, shape.answer_level)
                                 : he::product_bytes(keys, shape.answer_level, factors + 1);
  return {
      .bases = request.options.degree,
      .words = modulus.words(),
      .windows = shape.windows,
      .groups = shape.groups,
      .moduli = moduli.size(),
      .levels = shape.levels,
      .server_memory = server_memory(request, shape),
      .query_bytes = kMessageHeaderBytes + 8 + he::seeded_ciphertext_bytes(numbers, shape.levels),
      .answer_bytes = shape.groups * moduli.size() * (kMessageHeaderBytes + 16 + answer)};
}

std::size_t server_memory(const ExponentiationRequest& request, const ExponentiationShape& shape) {
  const ExponentiationOptions& options = request.options;
  const std::size_t row = 8 * options.degree, chain = 2 * shape.levels + 2;
  const std::size_t moduli = most_moduli(shape), words = (request.modulus.bits() + 63) / 64;
  const auto steps = static_cast<std::size_t>(std::bit_width(shape.numbers - 1));
  const std::size_t keys = steps * shape.levels * 2 * (shape.levels + 1);
  const std::size_t expansion = (4 * steps + 4) * shape.levels;
  const std::size_t window = shape.entries_a_window * (4 * shape.levels + moduli + words);
  const std::size_t tables = moduli * 8 + 12 * chain, sessions = 28 * chain;
  return row * (2 * keys + expansion + options.windows_a_product * window +
                shape.entries_a_window * shape.levels + 4 * words + tables + sessions);
}

}  // namespace lath::apps
