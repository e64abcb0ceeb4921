// SPDX-License-Identifier: Apache-2.0
//
// Expressions that are kept and used later, each beside the statement that does the same at once.
// See CMakeLists.txt.
#include <functional>
#include <utility>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prepared.hpp"

namespace lath {

using CoeffPoly = Poly<DynamicRing, Coeff>;
using EvalPoly = Poly<DynamicRing, Eval>;
using SecretPoly = Poly<DynamicRing, Eval, Secret>;

template <class Kept>
struct Member {
  Kept kept;
};

void variables(const EvalPoly& a, const EvalPoly& b) {
#ifdef FORBIDDEN_KEPT_IN_AUTO
  auto kept = a * b;
  const EvalPoly c = kept;
#elif defined FORBIDDEN_KEPT_BY_FORWARDING_REFERENCE
  auto&& kept = a * b;
  const EvalPoly c = kept;
#elif defined FORBIDDEN_KEPT_BY_CONSTANT_REFERENCE
  const auto& kept = a * b;
  const EvalPoly c = kept;
#elif defined FORBIDDEN_KEPT_AND_MOVED
  auto kept = a * b;
  const EvalPoly c = std::move(kept);
#elif defined FORBIDDEN_KEPT_BY_REFERENCE_AND_MOVED
  auto&& kept = a * b;
  const EvalPoly c = std::move(kept);
#elif defined FORBIDDEN_KEPT_AND_COPIED
  auto kept = a * b;
  auto copy = kept;
#elif defined FORBIDDEN_KEPT_IN_A_MEMBER
  Member<decltype(a * b)> member{a * b};
  const EvalPoly c = member.kept;
#elif defined FORBIDDEN_KEPT_IN_A_MEMBER_AND_MOVED
  Member<decltype(a * b)> member{a * b};
  const EvalPoly c = std::move(member).kept;
#elif defined FORBIDDEN_KEPT_IN_A_LAMBDA
  auto later = [kept = a * b]() -> EvalPoly { return kept; };
#elif defined FORBIDDEN_KEPT_IN_A_LAMBDA_AND_MOVED
  auto later = [kept = a * b]() mutable -> EvalPoly { return std::move(kept); };
#elif defined FORBIDDEN_KEPT_IN_A_FUNCTION_OBJECT
  auto kept = a * b;
  const std::function<void()> later = [kept] {};
#elif defined FORBIDDEN_KEPT_IN_A_PAIR
  auto kept = std::make_pair(a * b, 1);
#else
  const EvalPoly c = a * b;
#endif
}

void uses(EvalPoly a, const EvalPoly& b, const SecretPoly& d) {
#ifdef FORBIDDEN_OPERAND_KEPT
  auto kept = a + b;
  a = kept * b;
#elif defined FORBIDDEN_OPERAND_KEPT_AND_MOVED
  auto kept = a + b;
  a = b * std::move(kept);
#elif defined FORBIDDEN_OPERANDS_KEPT_AND_MOVED
  auto kept = a + b, other = a + b;
  a = std::move(kept) - std::move(other);
#elif defined FORBIDDEN_KEPT_AND_NEGATED
  auto kept = a + b;
  a = -std::move(kept);
#elif defined FORBIDDEN_KEPT_AND_ASSIGNED
  auto kept = a - b;
  a = kept;
#elif defined FORBIDDEN_KEPT_AND_ADDED
  auto kept = a - b;
  a += kept;
#elif defined FORBIDDEN_KEPT_AND_MULTIPLIED
  auto kept = a - b;
  a *= std::move(kept);
#elif defined FORBIDDEN_KEPT_AND_TRANSFORMED
  auto kept = a - b;
  (void)intt(std::move(kept));
#elif defined FORBIDDEN_KEPT_AND_PREPARED
  auto kept = a - b;
  (void)prepare(std::move(kept));
#elif defined FORBIDDEN_KEPT_TIMES_PREPARED
  auto kept = a - b;
  a = std::move(kept) * prepare(b);
#elif defined FORBIDDEN_KEPT_AND_DECLASSIFIED
  auto kept = d + d;
  (void)declassify(std::move(kept));
#elif defined FORBIDDEN_KEPT_AND_COMPARED
  auto kept = a - b;
  (void)(std::move(kept) == b);
#else
  a = (a + b) * b - (a + b);
  a += a - b;
  a *= -(a - b);
  (void)intt(a - b);
  (void)((a - b) * prepare(a - b));
  (void)declassify(d + d);
  (void)(a - b == b);
#endif
}

#ifdef FORBIDDEN_KEPT_AND_RETURNED
auto kept_and_returned(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a * b;
  return kept;
}
#else
auto returned(const EvalPoly& a, const EvalPoly& b) { return a * b; }
#endif

// What C++ allows and Clang warns of: FORBIDDEN_WARNED_... are errors by its own warnings.
#ifdef FORBIDDEN_WARNED_RETURNED_FROM_LOCAL_VARIABLES
auto of_locals(const EvalPoly& a) {
  EvalPoly local = a;
  return local * a;
}
#elif defined FORBIDDEN_WARNED_RETURNED_FROM_PARAMETERS
auto of_parameters(EvalPoly a, EvalPoly b) { return -((a + b) - a * b); }
#elif defined FORBIDDEN_WARNED_RETURNED_FROM_TEMPORARIES
auto of_temporaries(const CoeffPoly& a, const EvalPoly& b) { return b + ntt(a); }
#elif defined FORBIDDEN_WARNED_RETURNED_FROM_A_LOCAL_PREPARED_FACTOR
auto of_prepared(const EvalPoly& a) {
  const auto prepared = prepare(a);
  return a * prepared;
}
#elif defined FORBIDDEN_WARNED_RETURNED_FROM_A_LAMBDA
EvalPoly of_a_lambda(const EvalPoly& a) {
  const auto product = [](EvalPoly x, const EvalPoly& y) { return x * y; };
  return product(a, a);
}
#elif defined FORBIDDEN_WARNED_KEPT_FROM_TEMPORARIES
void of_kept(const CoeffPoly& a, const EvalPoly& b) { auto kept = ntt(a) * b; }
#else
EvalPoly of_locals(const EvalPoly& a) {
  EvalPoly local = a;
  return local * a;
}
EvalPoly of_a_lambda(const EvalPoly& a) {
  const auto product = [](const EvalPoly& x, const EvalPoly& y) { return x * y; };
  return product(a, std::plus<>()(a, a));
}
#endif

}  // namespace lath
