// SPDX-License-Identifier: Apache-2.0
//
// What must not compile, each beside what must. See CMakeLists.txt.
#include <cstdint>
#include <span>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prepared.hpp"

namespace lath {

using PublicCoeff = Poly<DynamicRing, Coeff>;
using PublicEval = Poly<DynamicRing, Eval>;
using SecretEval = Poly<DynamicRing, Eval, Secret>;

void products(const PublicCoeff& a, const PublicCoeff& b) {
#ifdef FORBIDDEN_PRODUCT_OF_COEFFICIENT_FORMS
  (void)(a * b);
#else
  (void)(ntt(a) * ntt(b));
#endif
}

void assigned_products(PublicCoeff a, const PublicCoeff& b, PublicEval c, const PublicEval& d) {
#ifdef FORBIDDEN_ASSIGNED_PRODUCT_OF_COEFFICIENT_FORMS
  a *= b;
#else
  a += b;
#endif
  c *= d;
}

void sums(const PublicCoeff& a, const PublicEval& b) {
#ifdef FORBIDDEN_SUM_OF_DIFFERENT_FORMS
  (void)(a + b);
#else
  (void)(ntt(a) + b);
#endif
}

void assigned_sums(PublicCoeff a, const PublicEval& b) {
#ifdef FORBIDDEN_ASSIGNED_SUM_OF_DIFFERENT_FORMS
  a += b;
#else
  a += intt(b);
#endif
}

bool comparisons(const PublicCoeff& a, const PublicEval& b) {
#ifdef FORBIDDEN_COMPARISON_OF_DIFFERENT_FORMS
  return a == b;
#else
  return a == intt(b);
#endif
}

void transforms(const PublicCoeff& a, const PublicEval& b) {
#ifdef FORBIDDEN_NTT_OF_EVALUATION_FORM
  (void)ntt(b);
#else
  (void)ntt(a);
#endif
#ifdef FORBIDDEN_INTT_OF_COEFFICIENT_FORM
  (void)intt(a);
#else
  (void)intt(b);
#endif
}

void prepared_factors(const PublicCoeff& a, const PublicEval& b) {
#ifdef FORBIDDEN_PREPARED_COEFFICIENT_FORM
  (void)prepare(a);
#else
  (void)prepare(b);
#endif
#ifdef FORBIDDEN_COEFFICIENTS_TIMES_PREPARED
  PublicEval c = a * prepare(b);
#else
  (void)a;
  PublicEval c = b * prepare(b);
#endif
}

bool comparisons_of_secrets(const SecretEval& a, const SecretEval& b) {
#ifdef FORBIDDEN_COMPARISON_OF_SECRETS
  return a == b;
#else
  return declassify(a) == declassify(b);
#endif
}

void secrets_into_public(PublicEval a, SecretEval b) {
#ifdef FORBIDDEN_ADDING_A_SECRET_TO_A_PUBLIC_POLYNOMIAL
  a += b;
#else
  b += a;
#endif
#ifdef FORBIDDEN_SECRET_AS_PUBLIC
  PublicEval c = a + b;
#else
  SecretEval c = a + b;
#endif
#ifdef FORBIDDEN_DECLASSIFYING_WHAT_IS_PUBLIC
  (void)declassify(a);
#else
  (void)declassify(c);
#endif
}

void integers(const DynamicRing& ring, std::span<const std::int8_t> values) {
#ifdef FORBIDDEN_INTEGERS_AS_EVALUATION_FORM
  const PublicEval a = from_integers(ring, values);
#else
  const PublicCoeff a = from_integers(ring, values);
#endif
}

#ifdef FORBIDDEN_POLY_OF_AN_UNKNOWN_FORM
void forms(const DynamicRing& ring) { Poly<DynamicRing, int> a(ring); }
#else
void forms(const DynamicRing& ring) { Poly<DynamicRing, Coeff> a(ring); }
#endif

void expressions(const PublicCoeff& a, const PublicCoeff& b, PublicEval c, const SecretEval& d) {
#ifdef FORBIDDEN_PRODUCT_OF_COEFFICIENT_FORMS_INSIDE
  c = c + a * b;
#else
  c = c + ntt(a) * ntt(b);
#endif
#ifdef FORBIDDEN_FORMS_MIXED_INSIDE
  c = (a + b) + c;
#else
  c = ntt(a + b) + c;
#endif
#ifdef FORBIDDEN_SECRET_INSIDE_PUBLIC
  c = c * (c + d);
#else
  c = c * declassify(c + d);
#endif
}

void results(const PublicCoeff& a) {
#ifdef FORBIDDEN_DROPPED_RESULT
  ntt(a);
#else
  (void)ntt(a);
#endif
}

}  // namespace lath
