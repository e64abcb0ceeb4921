// SPDX-License-Identifier: Apache-2.0
//
// Expressions that are kept and used later; after them the statements that do the same at once. See
// expect_errors.py.
#include <functional>
#include <utility>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prepared.hpp"

namespace lath {

using EvalPoly = Poly<DynamicRing, Eval>;
using SecretPoly = Poly<DynamicRing, Eval, Secret>;

template <class Kept>
struct Member {
  Kept kept;
};

#ifdef FORBIDDEN

void kept_in_auto(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a * b;
  const EvalPoly c = kept;  // error: deleted .*Expression
}

void kept_by_forwarding_reference(const EvalPoly& a, const EvalPoly& b) {
  auto&& kept = a * b;
  const EvalPoly c = kept;  // error: deleted .*Expression
}

void kept_by_constant_reference(const EvalPoly& a, const EvalPoly& b) {
  const auto& kept = a * b;
  const EvalPoly c = kept;  // error: deleted .*Expression
}

void kept_and_moved(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a * b;
  const EvalPoly c = std::move(kept);  // error: deleted .*Expression
}

void kept_by_reference_and_moved(const EvalPoly& a, const EvalPoly& b) {
  auto&& kept = a * b;
  const EvalPoly c = std::move(kept);  // error: deleted .*Expression
}

void kept_and_copied(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a * b;
  auto copy = kept;  // error: deleted .*Expression
}

void kept_in_a_member(const EvalPoly& a, const EvalPoly& b) {
  Member<decltype(a * b)> member{a * b};
  const EvalPoly c = member.kept;  // error: deleted .*Expression
}

void kept_in_a_member_and_moved(const EvalPoly& a, const EvalPoly& b) {
  Member<decltype(a * b)> member{a * b};
  const EvalPoly c = std::move(member).kept;  // error: deleted .*Expression
}

void kept_in_a_lambda(const EvalPoly& a, const EvalPoly& b) {
  auto later = [kept = a * b]() -> EvalPoly { return kept; };  // error: deleted .*Expression
}

void kept_in_a_lambda_and_moved(const EvalPoly& a, const EvalPoly& b) {
  auto later = [kept = a * b]() mutable -> EvalPoly {
    return std::move(kept);  // error: deleted .*Expression
  };
}

void kept_in_a_function_object(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a * b;
  const std::function<void()> later = [kept] {};  // error: deleted .*Expression
}

void kept_in_a_pair(const EvalPoly& a, const EvalPoly& b) {
  auto kept = std::make_pair(a * b, 1);  // error: no matching .*pair
}

void kept_as_operand(EvalPoly a, const EvalPoly& b) {
  auto kept = a + b;
  a = kept * b;  // error: deleted .*Expression
}

void kept_as_operand_and_moved(EvalPoly a, const EvalPoly& b) {
  auto kept = a + b;
  a = b * std::move(kept);  // error: deleted .*Expression
}

void kept_as_operands_and_moved(EvalPoly a, const EvalPoly& b) {
  auto kept = a + b, other = a + b;
  a = std::move(kept) - std::move(other);  // error: deleted .*Expression
}

void kept_and_negated(EvalPoly a, const EvalPoly& b) {
  auto kept = a + b;
  a = -std::move(kept);  // error: deleted .*Expression
}

void kept_and_assigned(EvalPoly a, const EvalPoly& b) {
  auto kept = a - b;
  a = kept;  // error: deleted .*Expression
}

void kept_and_added(EvalPoly a, const EvalPoly& b) {
  auto kept = a - b;
  a += kept;  // error: deleted .*Expression
}

void kept_and_multiplied(EvalPoly a, const EvalPoly& b) {
  auto kept = a - b;
  a *= std::move(kept);  // error: deleted .*Expression
}

void kept_and_transformed(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a - b;
  (void)intt(std::move(kept));  // error: deleted .*Expression
}

void kept_and_prepared(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a - b;
  (void)prepare(std::move(kept));  // error: deleted .*Expression
}

void kept_times_prepared(EvalPoly a, const EvalPoly& b) {
  auto kept = a - b;
  a = std::move(kept) * prepare(b);  // error: deleted .*Expression
}

void kept_and_declassified(const SecretPoly& d) {
  auto kept = d + d;
  (void)declassify(std::move(kept));  // error: deleted .*Expression
}

void kept_and_compared(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a - b;
  (void)(std::move(kept) == b);  // error: deleted .*Expression
}

auto kept_and_returned(const EvalPoly& a, const EvalPoly& b) {
  auto kept = a * b;
  return kept;  // error: deleted .*Expression
}

#else

void used_at_once(EvalPoly a, const EvalPoly& b, const SecretPoly& d) {
  const EvalPoly c = a * b;
  a = (a + b) * b - (a + b);
  a += a - b;
  a *= -(a - b);
  (void)intt(a - b);
  (void)((a - b) * prepare(a - b));
  (void)declassify(d + d);
  (void)(a - b == b);
}

auto returned(const EvalPoly& a, const EvalPoly& b) { return a * b; }

#endif

}  // namespace lath
