// SPDX-License-Identifier: Apache-2.0
//
// What must not compile, each beside what must. See expect_errors.py.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/ring/bytes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prepared.hpp"

namespace lath {

using PublicCoeff = Poly<DynamicRing, Coeff>;
using PublicEval = Poly<DynamicRing, Eval>;
using SecretEval = Poly<DynamicRing, Eval, Secret>;

void products(const PublicCoeff& a, const PublicCoeff& b) {
#ifdef FORBIDDEN
  (void)(a * b);  // error: use of deleted function .*operator\*|selected deleted operator '\*'
#else
  (void)(ntt(a) * ntt(b));
#endif
}

void assigned_products(PublicCoeff a, const PublicCoeff& b, PublicEval c, const PublicEval& d) {
#ifdef FORBIDDEN
  a *= b;  // error: use of deleted function .*operator\*=|selected deleted operator '\*='
#else
  a += b;
#endif
  c *= d;
}

void sums(const PublicCoeff& a, const PublicEval& b) {
#ifdef FORBIDDEN
  (void)(a + b);  // error: no match for .*operator\+|invalid operands to binary
#else
  (void)(ntt(a) + b);
#endif
}

void assigned_sums(PublicCoeff a, const PublicEval& b) {
#ifdef FORBIDDEN
  a += b;  // error: no match for .*operator\+=|no viable overloaded|invalid operands to binary
#else
  a += intt(b);
#endif
}

bool comparisons(const PublicCoeff& a, const PublicEval& b) {
#ifdef FORBIDDEN
  return a == b;  // error: no match for .*operator==|invalid operands to binary
#else
  return a == intt(b);
#endif
}

void transforms(const PublicCoeff& a, const PublicEval& b) {
#ifdef FORBIDDEN
  (void)ntt(b);  // error: no matching function for call to .*ntt
#else
  (void)ntt(a);
#endif
#ifdef FORBIDDEN
  (void)intt(a);  // error: no matching function for call to .*intt
#else
  (void)intt(b);
#endif
}

void prepared_factors(const PublicCoeff& a, const PublicEval& b) {
#ifdef FORBIDDEN
  (void)prepare(a);  // error: no matching function for call to .*prepare
#else
  (void)prepare(b);
#endif
#ifdef FORBIDDEN
  PublicEval c = a * prepare(b);  // error: no match for .*operator\*|invalid operands to binary
#else
  (void)a;
  PublicEval c = b * prepare(b);
#endif
}

bool comparisons_of_secrets(const SecretEval& a, const SecretEval& b) {
#ifdef FORBIDDEN
  return a == b;  // error: no match for .*operator==|invalid operands to binary
#else
  return declassify(a) == declassify(b);
#endif
}

void secrets_into_public(PublicEval a, SecretEval b) {
#ifdef FORBIDDEN
  a += b;  // error: a secret operand makes the result secret
#else
  b += a;
#endif
#ifdef FORBIDDEN
  PublicEval c = a + b;  // error: use of deleted function .*Poly|invokes a deleted function
#else
  SecretEval c = a + b;
#endif
#ifdef FORBIDDEN
  (void)declassify(a);  // error: no matching function for call to .*declassify
#else
  (void)declassify(c);
#endif
}

void integers(const DynamicRing& ring, std::span<const std::int8_t> values) {
#ifdef FORBIDDEN
  const PublicEval a = from_integers(ring, values);  // error: conversion from|no viable conversion
#else
  const PublicCoeff a = from_integers(ring, values);
#endif
}

// Neither rounded nor cut off.
void other_numbers(const DynamicRing& ring, const std::vector<double>& a, std::vector<int> b) {
#ifdef FORBIDDEN
  from_integers(ring, a);           // error: use of deleted function|to deleted function
  from_integers(ring, {1.5, 2.0});  // error: use of deleted function|to deleted function
#else
  b.assign(a.begin(), a.end());
  (void)from_integers(ring, b);
#endif
}

void bytes(const PublicEval& a, const SecretEval& b, std::span<std::byte> out) {
#ifdef FORBIDDEN
  to_bytes(b, out);  // error: use of deleted function|to deleted function
#else
  to_bytes(a, out);
#endif
#ifdef FORBIDDEN
  Buffer<std::byte> c = to_bytes(b);  // error: deleted
#else
  Buffer<std::byte, Secret> c = to_bytes(b);
#endif
  const auto& ring = b.ring();
#ifdef FORBIDDEN
  PublicEval d = from_bytes<Eval>(ring, to_bytes(b));  // error: use of deleted|a deleted function
#else
  SecretEval d = from_bytes<Eval>(ring, to_bytes(b));
#endif
}

void words(const DynamicRing& ring, const Buffer<std::uint64_t, Secret>& a) {
  const std::span plain = a;  // a view, which carries no secrecy
#ifdef FORBIDDEN
  Buffer<std::uint64_t> b(a);                                                // error: deleted
  (void)PublicEval::from_words(ring, a);                                     // error: deleted
  (void)from_multiword(ring, a, plain.size(), Representative::nonnegative);  // error: deleted
#else
  Buffer<std::uint64_t, Secret> b(a);
  (void)SecretEval::from_words(ring, a);
  (void)from_multiword<Secret>(ring, a, plain.size(), Representative::nonnegative);
#endif
}

#ifdef FORBIDDEN
void forms(const DynamicRing& ring) {
  Poly<DynamicRing, int> a(ring);  // error: static assertion failed|static_assert failed
}
#else
void forms(const DynamicRing& ring) { Poly<DynamicRing, Coeff> a(ring); }
#endif

void expressions(const PublicCoeff& a, const PublicCoeff& b, PublicEval c, const SecretEval& d) {
#ifdef FORBIDDEN
  c = c + a * b;  // error: use of deleted function .*operator\*|selected deleted operator '\*'
#else
  c = c + ntt(a) * ntt(b);
#endif
#ifdef FORBIDDEN
  c = (a + b) + c;  // error: no match for .*operator\+|invalid operands to binary
#else
  c = ntt(a + b) + c;
#endif
#ifdef FORBIDDEN
  c = c * (c + d);  // error: use of deleted function .*operator=|selected deleted operator '='
#else
  c = c * declassify(c + d);
#endif
}

void results(const PublicCoeff& a) {
#ifdef FORBIDDEN
  ntt(a);  // error: nodiscard
#else
  (void)ntt(a);
#endif
}

}  // namespace lath
