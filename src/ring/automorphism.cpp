// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/automorphism.hpp"

#include <bit>
#include <string>
#include <utility>

#include "arith/fixed_factors.hpp"
#include "lath/base/error.hpp"
#include "ring/signed_moves.hpp"
#include "ring/value_permutation.hpp"

namespace lath {

struct Automorphism::State {
  std::size_t degree;
  std::uint64_t exponent;
  std::uint64_t inverse;  // of the exponent modulo 2 degree
  Isa isa;
  detail::ValuePermutation values;
};

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
      State{degree, exponent, detail::inverse_of_word(exponent) & (2 * degree - 1), active_isa(),
            detail::ValuePermutation(degree, exponent)}));
}

std::size_t Automorphism::degree() const noexcept { return state_->degree; }
std::uint64_t Automorphism::exponent() const noexcept { return state_->exponent; }

template <ResidueWord Word>
void Automorphism::apply_to_coefficients(Word* out, const Word* a, Word p) const noexcept {
  // Coefficient j comes from place j/g.
  detail::gather_coefficients(state_->isa, out, a, state_->degree,
                              static_cast<std::size_t>(state_->inverse), p);
}

template <ResidueWord Word>
void Automorphism::apply_to_values(Word* out, const Word* a) const noexcept {
  state_->values.apply(state_->isa, out, a);
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

template <ResidueWord Word>
void permute_slots(Word* out, const Word* a, std::span<const std::uint32_t> sources) noexcept {
  for (std::size_t j = 0; j < sources.size(); ++j) out[j] = a[sources[j]];
}

template void permute_slots(std::uint16_t*, const std::uint16_t*,
                            std::span<const std::uint32_t>) noexcept;
template void permute_slots(std::uint32_t*, const std::uint32_t*,
                            std::span<const std::uint32_t>) noexcept;
template void permute_slots(std::uint64_t*, const std::uint64_t*,
                            std::span<const std::uint32_t>) noexcept;

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
