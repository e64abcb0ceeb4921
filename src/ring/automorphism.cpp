// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/automorphism.hpp"

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "arith/fixed_factors.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath {

struct Automorphism::State {
  std::size_t degree;
  std::uint64_t exponent;
  std::uint64_t inverse;               // of the exponent modulo 2 degree
  std::vector<std::uint32_t> sources;  // of each word of an evaluation form
};

namespace {

std::size_t reversed(std::size_t x, int bits) noexcept {
  std::size_t result = 0;
  for (int i = 0; i < bits; ++i) result |= ((x >> i) & 1) << (bits - 1 - i);
  return result;
}

std::vector<std::uint32_t> sources_of_values(std::size_t degree, std::uint64_t g) {
  const int bits = std::countr_zero(degree);
  std::vector<std::uint32_t> sources(degree);
  for (std::size_t j = 0; j < degree; ++j) {
    const std::uint64_t power = ((2 * reversed(j, bits) + 1) * g) & (2 * degree - 1);
    sources[j] = static_cast<std::uint32_t>(reversed((power - 1) / 2, bits));
  }
  return sources;
}

}  // namespace

Automorphism::Automorphism(std::shared_ptr<const State> state) noexcept
    : state_(std::move(state)) {}

Automorphism Automorphism::create(std::size_t degree, std::uint64_t g) {
  if (!std::has_single_bit(degree) || degree < 2 || degree > kMaxDegree) {
    throw Error(ErrorCode::invalid_argument, "degree " + std::to_string(degree),
                "need a power of two from 2 to " + std::to_string(kMaxDegree),
                "use the degree of the ring");
  }
  if (g % 2 == 0) {
    throw Error(ErrorCode::invalid_argument, "the even exponent " + std::to_string(g),
                "need an odd g, since x -> x^g is an automorphism for odd g only",
                "use g = 5^k mod 2n for a rotation of slots, or g = 2n - 1 to exchange the rows");
  }
  const std::uint64_t exponent = g & (2 * degree - 1);
  return Automorphism(std::make_shared<const State>(
      State{degree, exponent, detail::inverse_of_word(exponent) & (2 * degree - 1),
            sources_of_values(degree, exponent)}));
}

std::size_t Automorphism::degree() const noexcept { return state_->degree; }
std::uint64_t Automorphism::exponent() const noexcept { return state_->exponent; }

template <ResidueWord Word>
void Automorphism::apply_to_coefficients(Word* out, const Word* a, Word p) const noexcept {
  // Coefficient j comes from i = j/g mod 2n, or, negated, from i - n.
  const std::size_t n = state_->degree;
  std::size_t i = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const Word x = a[i & (n - 1)];
    const Word negative = ct::subtract_once(static_cast<Word>(p - x), p);
    out[j] = (i & n) != 0 ? negative : x;  // a choice by the place, which is public
    i = (i + static_cast<std::size_t>(state_->inverse)) & (2 * n - 1);
  }
}

template <ResidueWord Word>
void Automorphism::apply_to_values(Word* out, const Word* a) const noexcept {
  const std::uint32_t* sources = state_->sources.data();
  for (std::size_t j = 0; j < state_->degree; ++j) out[j] = a[sources[j]];
}

template void Automorphism::apply_to_coefficients(std::uint16_t*, const std::uint16_t*,
                                                  std::uint16_t) const noexcept;
template void Automorphism::apply_to_coefficients(std::uint32_t*, const std::uint32_t*,
                                                  std::uint32_t) const noexcept;
template void Automorphism::apply_to_coefficients(std::uint64_t*, const std::uint64_t*,
                                                  std::uint64_t) const noexcept;
template void Automorphism::apply_to_values(std::uint16_t*, const std::uint16_t*) const noexcept;
template void Automorphism::apply_to_values(std::uint32_t*, const std::uint32_t*) const noexcept;
template void Automorphism::apply_to_values(std::uint64_t*, const std::uint64_t*) const noexcept;

namespace detail {

void throw_other_degree(std::size_t of_automorphism, std::size_t of_poly) {
  throw Error(ErrorCode::mismatch,
              "an automorphism for degree " + std::to_string(of_automorphism) +
                  " and a polynomial of degree " + std::to_string(of_poly),
              "need both of one degree", "create the automorphism with the polynomial's degree");
}

void throw_incomplete(std::uint64_t modulus) {
  throw Error(ErrorCode::unsupported,
              "an evaluation form modulo " + std::to_string(modulus) +
                  " whose transform stops early or is cyclic",
              "need values at the odd powers of psi",
              "apply the automorphism to the coefficient form");
}

}  // namespace detail

}  // namespace lath
