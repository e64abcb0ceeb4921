// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/automorphism.hpp"

#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
  SlotMap slots;
  std::optional<detail::ValuePermutation> values;  // in bit-reversed order
  std::vector<std::uint32_t> sources;              // in any other
};

namespace {
SlotMap values_of(std::size_t degree) { return SlotMap::bit_reversed(degree, 2 * degree); }
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
                "need an odd g, since x -> x^g is an automorphism of x^n + 1 for odd g only",
                "take an odd exponent, or create it with the slots of another ring");
  }
  const std::uint64_t exponent = g & (2 * degree - 1);
  return Automorphism(
      std::make_shared<const State>(State{degree,
                                          exponent,
                                          detail::inverse_of_word(exponent) & (2 * degree - 1),
                                          active_isa(),
                                          values_of(degree),
                                          detail::ValuePermutation(degree, exponent),
                                          {}}));
}

Automorphism Automorphism::create(const SlotMap& slots, std::uint64_t g) {
  const std::size_t degree = slots.slots();
  if (std::has_single_bit(degree) && degree <= kMaxDegree && slots == values_of(degree)) {
    return create(degree, g);
  }
  return Automorphism(std::make_shared<const State>(
      State{degree, g % slots.index(), 0, active_isa(), slots, std::nullopt, slots.sources(g)}));
}

const SlotMap& Automorphism::slots() const& noexcept { return state_->slots; }
bool Automorphism::serves_coefficients() const noexcept { return state_->values.has_value(); }

std::size_t Automorphism::degree() const noexcept { return state_->degree; }
std::uint64_t Automorphism::exponent() const noexcept { return state_->exponent; }

template <class Word>
void Automorphism::move_coefficients(Word* out, const Word* a, Word p) const noexcept {
  // Coefficient j comes from place j/g.
  detail::gather_coefficients(state_->isa, out, a, state_->degree,
                              static_cast<std::size_t>(state_->inverse), p);
}

template <class Word>
void Automorphism::move_values(Word* out, const Word* a, std::size_t limbs) const noexcept {
  if (const auto& values = state_->values) {
    values->apply(state_->isa, out, a, limbs);
  } else {
    detail::permute_slots<Word>(out, a, state_->sources);
  }
}

template void Automorphism::move_coefficients(std::uint16_t*, const std::uint16_t*,
                                              std::uint16_t) const noexcept;
template void Automorphism::move_coefficients(std::uint32_t*, const std::uint32_t*,
                                              std::uint32_t) const noexcept;
template void Automorphism::move_coefficients(std::uint64_t*, const std::uint64_t*,
                                              std::uint64_t) const noexcept;
template void Automorphism::move_values(std::uint16_t*, const std::uint16_t*,
                                        std::size_t) const noexcept;
template void Automorphism::move_values(std::uint32_t*, const std::uint32_t*,
                                        std::size_t) const noexcept;
template void Automorphism::move_values(std::uint64_t*, const std::uint64_t*,
                                        std::size_t) const noexcept;

template <class Word>
void detail::permute_slots(Word* out, const Word* a,
                           std::span<const std::uint32_t> sources) noexcept {
  for (std::size_t j = 0; j < sources.size(); ++j) out[j] = a[sources[j]];
}

template void detail::permute_slots(std::uint16_t*, const std::uint16_t*,
                                    std::span<const std::uint32_t>) noexcept;
template void detail::permute_slots(std::uint32_t*, const std::uint32_t*,
                                    std::span<const std::uint32_t>) noexcept;
template void detail::permute_slots(std::uint64_t*, const std::uint64_t*,
                                    std::span<const std::uint32_t>) noexcept;

namespace detail {

void require_negacyclic(const SlotMap& slots, const char* what, const char* remedy) {
  if (is_negacyclic(slots)) return;
  const std::string index = std::to_string(slots.index());
  throw Error(
      ErrorCode::unsupported,
      std::string(what) + " in a ring " +
          (slots.index() == slots.slots() ? "modulo x^" + index + " - 1" : "of index " + index),
      "need a ring modulo x^n + 1", remedy);
}

Automorphism automorphism_of(const SlotMap& slots, std::uint64_t g) {
  if (is_negacyclic(slots)) return Automorphism::create(slots.slots() * slots.block(), g);
  return Automorphism::create(slots, g);
}

namespace {

void require_degree(const Automorphism& automorphism, std::size_t degree) {
  if (automorphism.degree() == degree) return;
  throw Error(ErrorCode::mismatch,
              "an automorphism for degree " + std::to_string(automorphism.degree()) +
                  " and a polynomial of degree " + std::to_string(degree),
              "need both of one degree", "create the automorphism with the slots of the ring");
}

}  // namespace

template <class Word>
void require_served(Coeff, const Plans<Word>& plans, const Automorphism& automorphism) {
  require_degree(automorphism, plans.degree);
  require_negacyclic(plans[0].slots(), "an automorphism of the coefficient form",
                     "apply one that was created with the ring's slots to the evaluation form");
  if (automorphism.serves_coefficients()) return;
  throw Error(ErrorCode::mismatch,
              "an automorphism of a ring of index " + std::to_string(automorphism.slots().index()) +
                  " and a polynomial modulo x^" + std::to_string(plans.degree) + " + 1",
              "need both of one ring", "create the automorphism with the degree of the ring");
}

template <class Word>
void require_served(Eval, const Plans<Word>& plans, const Automorphism& automorphism) {
  require_degree(automorphism, plans.degree);
  for (std::size_t i = 0; i < plans.limbs; ++i) {
    const SlotMap& slots = plans[i].slots();
    if (slots == automorphism.slots()) continue;
    const std::string form = "an evaluation form modulo " + std::to_string(plans[i].modulus());
    if (slots.block() != 1) {
      throw Error(ErrorCode::unsupported, form + " whose transform stops early",
                  "need slots that hold values", "apply the automorphism to the coefficient form");
    }
    throw Error(ErrorCode::mismatch,
                form + " with slots of index " + std::to_string(slots.index()) +
                    " and an automorphism for other slots, of index " +
                    std::to_string(automorphism.slots().index()),
                "need both of one order", "create the automorphism with the slots of the ring");
  }
}

template <class Word>
void apply(Coeff, const Automorphism& automorphism, const Limbs<Word>& out,
           const Limbs<const Word>& a) noexcept {
  for_each_row(out.size(), out.degree(), 2, [&](std::size_t limb) noexcept {
    automorphism.apply_to_coefficients(out.row(limb), a.row(limb), out.plans[limb].modulus());
  });
}

template <class Word>
void apply(Eval, const Automorphism& automorphism, const Limbs<Word>& out,
           const Limbs<const Word>& a) noexcept {
  for_each_row(out.size(), out.degree(), 2, [&](std::size_t limb) noexcept {
    automorphism.apply_to_values(out.row(limb), a.row(limb), out.size());
  });
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type
#define LATH_INSTANTIATE(Word)                                                  \
  template void require_served(Coeff, const Plans<Word>&, const Automorphism&); \
  template void require_served(Eval, const Plans<Word>&, const Automorphism&);  \
  template void apply(Coeff, const Automorphism&, const Limbs<Word>&,           \
                      const Limbs<const Word>&) noexcept;                       \
  template void apply(Eval, const Automorphism&, const Limbs<Word>&,            \
                      const Limbs<const Word>&) noexcept;
LATH_INSTANTIATE(std::uint16_t)
LATH_INSTANTIATE(std::uint32_t)
LATH_INSTANTIATE(std::uint64_t)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace detail

}  // namespace lath
