// SPDX-License-Identifier: Apache-2.0
//
// Rings and polynomials as bytes.
#include "fuzz/harness.hpp"
#include "lath/arith/primes.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/static_ring.hpp"

namespace lath::fuzz {
namespace {

constexpr RingLimits kLimits{.degree = 64, .limbs = 8};

const DynamicRing& ring() {
  static const DynamicRing made = DynamicRing::create(16, ntt_primes(45, 16, 2));
  return made;
}

void read_ring(View bytes) {
  const DynamicRing read = ring_from_bytes(bytes, kLimits);
  const auto written = to_bytes(read);
  require_same(written.span(), bytes, "a ring that changes");
  require(read.degree() <= kLimits.degree && read.limbs() <= kLimits.limbs, "a ring above limits");
}

template <class Form, class Storage>
void read_polynomial(View bytes) {
  const auto read = from_bytes<Form, Storage>(ring(), bytes);
  const auto written = to_bytes(read);
  require_same(written.span(), bytes, "a polynomial that changes");
  for (std::size_t i = 0; i < ring().limbs(); ++i) {
    for (const auto word : read.limb(i)) {
      require(word < ring().modulus(i).value(), "a word that is not canonical");
    }
  }
}

template <class Form>
Bytes polynomial() {
  Generator generator = Generator::from_seed(Seed{}, "fuzz ring");
  const auto bytes = to_bytes(uniform<Form>(ring(), generator));
  return bytes_of(bytes.span());
}

std::vector<Loader> make_loaders() {
  const auto one = to_bytes(ring()), other = to_bytes(DynamicRing::create(8, ntt_primes(30, 8, 3)));
  const std::vector<Part> header{{0, 6}, {8, 40}}, whole{{0, 48}};
  const auto coefficients = polynomial<Coeff>(), values = polynomial<Eval>();
  return {
      {"ring", {bytes_of(one), bytes_of(other)}, read_ring, {{0, 8}}, {}, {{0, 6}}},
      {"coefficients", {coefficients}, read_polynomial<Coeff, Public>, header, {}, whole},
      {"values", {values}, read_polynomial<Eval, Public>, header, {}, whole},
      {"secret coefficients", {coefficients}, read_polynomial<Coeff, Secret>, header, {}, whole}};
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = make_loaders();
  return all;
}

}  // namespace lath::fuzz
