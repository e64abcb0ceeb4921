// SPDX-License-Identifier: Apache-2.0
//
// Expressions that outlive their operands, where C++ allows it and Clang warns; after them what is
// right. See expect_errors.py.
#include <functional>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prepared.hpp"

namespace lath {

using CoeffPoly = Poly<DynamicRing, Coeff>;
using EvalPoly = Poly<DynamicRing, Eval>;

#ifdef FORBIDDEN

auto of_local_variables(const EvalPoly& a) {
  EvalPoly local = a;
  return local * a;  // error: return-stack-address
}

auto of_parameters(EvalPoly a, EvalPoly b) {
  return -((a + b) - a * b);  // error: return-stack-address
}

auto of_temporaries(const CoeffPoly& a, const EvalPoly& b) {
  return b + ntt(a);  // error: return-stack-address
}

auto of_a_local_prepared_factor(const EvalPoly& a) {
  const auto prepared = prepare(a);
  return a * prepared;  // error: return-stack-address
}

EvalPoly of_a_lambda(const EvalPoly& a) {
  const auto product = [](EvalPoly x, const EvalPoly& y) {
    return x * y;  // error: return-stack-address
  };
  return product(a, a);
}

void kept_from_temporaries(const CoeffPoly& a, const EvalPoly& b) {
  auto kept = ntt(a) * b;  // error: dangling
}

#else

EvalPoly of_local_variables(const EvalPoly& a) {
  EvalPoly local = a;
  return local * a;
}

EvalPoly of_a_lambda(const EvalPoly& a) {
  const auto product = [](const EvalPoly& x, const EvalPoly& y) { return x * y; };
  return product(a, std::plus<>()(a, a));
}

#endif

}  // namespace lath
