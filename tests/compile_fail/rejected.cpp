// SPDX-License-Identifier: Apache-2.0
//
// What must not compile, where any error will do: each static_assert says of an expression that it
// is none.
#include <array>
#include <concepts>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lath/io/age/files.hpp"
#include "lath/io/stream.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/random/discrete_gaussian.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/prepared.hpp"
#include "lath/ring/text.hpp"
#include "lath/rns/base_conversion.hpp"

namespace lath {
namespace {

using R = DynamicRing;
using PublicCoeff = Poly<R, Coeff>;
using PublicEval = Poly<R, Eval>;
using SecretCoeff = Poly<R, Coeff, Secret>;
using SecretEval = Poly<R, Eval, Secret>;

// A view of what an object holds: there is one of a named object, and none of a temporary.
template <class Object, class Access>
inline constexpr bool kNamedOnly =
    std::invocable<Access, const Object&> && !std::invocable<Access, Object> &&
    !std::invocable<Access, const Object>;
#define LATH_ACCESS(access) \
  decltype([](auto&& x) -> decltype(void(std::forward<decltype(x)>(x) access)) {})
#define LATH_NAMED_ONLY(Object, access) static_assert(kNamedOnly<Object, LATH_ACCESS(access)>)
// The same of a view to write to.
#define LATH_NAMED_ONLY_TO_WRITE(Object, access) \
  LATH_NAMED_ONLY(Object, access);               \
  static_assert(std::invocable<LATH_ACCESS(access), Object&>)

using Bytes = Buffer<std::byte>;
LATH_NAMED_ONLY_TO_WRITE(Bytes, .span());
LATH_NAMED_ONLY_TO_WRITE(Bytes, .data());
// An element of a temporary is a value.
static_assert(std::is_same_v<decltype(std::declval<Bytes>()[0]), std::byte>);
LATH_NAMED_ONLY_TO_WRITE(Seed, .span());
LATH_NAMED_ONLY_TO_WRITE(Seed, .data());
LATH_NAMED_ONLY(Error, .found());
LATH_NAMED_ONLY(Error, .needed());
LATH_NAMED_ONLY(Error, .remedy());
LATH_NAMED_ONLY(PublicEval, .memory());
LATH_NAMED_ONLY(PublicEval, .ring());
LATH_NAMED_ONLY_TO_WRITE(PublicEval, .limb(0));
LATH_NAMED_ONLY_TO_WRITE(SecretCoeff, .limb(0));
LATH_NAMED_ONLY(Prepared<R>, .poly());
LATH_NAMED_ONLY(Prepared<R>, .ring());
LATH_NAMED_ONLY(R, .modulus(0));
LATH_NAMED_ONLY(R, .plan(0));
LATH_NAMED_ONLY(R, .basis());
LATH_NAMED_ONLY(ModuleRing, .modulus());
LATH_NAMED_ONLY(ModuleRing, .plan());
LATH_NAMED_ONLY(RnsBasis, .modulus(0));
LATH_NAMED_ONLY(RnsBasis, .product());
LATH_NAMED_ONLY(BaseConversion, .from());
LATH_NAMED_ONLY(BaseConversion, .to());
LATH_NAMED_ONLY(DiscreteGaussian, .high_words());
LATH_NAMED_ONLY(DiscreteGaussian, .low_words());
LATH_NAMED_ONLY_TO_WRITE(lwe::Matrix<std::uint32_t>, .words());
LATH_NAMED_ONLY_TO_WRITE(lwe::Matrix<std::uint32_t>, .row(0));
LATH_NAMED_ONLY(lwe::Scheme, .parameters());
LATH_NAMED_ONLY(mlwe::Scheme, .parameters());
LATH_NAMED_ONLY(mlwe::Scheme, .ring());
LATH_NAMED_ONLY(rlwe::Scheme, .parameters());
LATH_NAMED_ONLY(rlwe::Scheme, .ring());
LATH_NAMED_ONLY(FujisakiOkamoto<mlwe::Scheme>, .scheme());
LATH_NAMED_ONLY(ml_kem::PublicKey<768>, .bytes());
LATH_NAMED_ONLY(ml_kem::SecretKey<768>, .bytes());
LATH_NAMED_ONLY(xwing::PublicKey, .bytes());
LATH_NAMED_ONLY(xwing::SecretKey, .seed());
LATH_NAMED_ONLY(xwing::SecretKey, .public_key());
LATH_NAMED_ONLY(io::age::Recipient, .key());
LATH_NAMED_ONLY(io::age::Identity, .key());
LATH_NAMED_ONLY(io::age::Passphrase, .text());
LATH_NAMED_ONLY(io::MemorySink, .bytes());
// What a loop over the words of a result is made of.
template <class P>
concept LoopsOverATransform = requires(const P& a) { ntt(a).memory(); };
static_assert(!LoopsOverATransform<PublicCoeff>);

// Integers that are cut off, and what is no integer.
template <class P, class Integers>
concept MadeOf = requires(R ring, Integers x, P& p) { p = from_integers(ring, x); };
template <class Integers>
concept PolyOf = requires(R ring, Integers x) { from_integers(ring, x); };
template <class Integer>
concept ReadAs = requires(const PublicCoeff& a) { to_integers<Integer>(a); };
#ifdef __SIZEOF_INT128__
__extension__ using Int128 = __int128;
static_assert(!MadeOf<PublicCoeff, std::span<const Int128>>);
static_assert(!MadeOf<PublicCoeff, std::vector<Int128>>);
static_assert(!PolyOf<std::span<const Int128>> && !PolyOf<std::vector<Int128>>);
static_assert(!PolyOf<std::initializer_list<Int128>>);
static_assert(!ReadAs<Int128>);
#endif
static_assert(MadeOf<PublicCoeff, std::vector<int>> && PolyOf<std::vector<unsigned>>);
static_assert(!MadeOf<PublicEval, std::vector<int>>);
static_assert(!PolyOf<std::span<const bool>> && !PolyOf<std::vector<double>>);
static_assert(ReadAs<std::int64_t> && !ReadAs<bool>);

// Products of coefficient forms.
template <class A, class B>
concept Multiplied = requires(A a, B b) { a* b; };
template <class A>
concept MultipliedWithSums = requires(A a) { a*(a + a); } || requires(A a) { (a + a) * a; } ||
                             requires(A a) { (a + a) * (a - a); };
template <class A>
concept MultipliedInPlace = requires(A a) { a *= a; } || requires(A a) { a *= a + a; };
static_assert(Multiplied<PublicEval, SecretEval>);
static_assert(!Multiplied<PublicCoeff, PublicCoeff> && !Multiplied<PublicCoeff, SecretCoeff>);
static_assert(!MultipliedWithSums<PublicCoeff> && MultipliedWithSums<PublicEval>);
static_assert(!MultipliedInPlace<SecretCoeff> && MultipliedInPlace<SecretEval>);

// Secrets that would become public by being stored.
template <class To, class A, class B>
concept HoldsSum = requires(A a, B b) { To(a + b); } || requires(To to, A a, B b) { to = a + b; };
static_assert(HoldsSum<SecretEval, PublicEval, SecretEval>);
static_assert(!HoldsSum<PublicEval, PublicEval, SecretEval>);
static_assert(!std::constructible_from<PublicEval, const SecretEval&>);
static_assert(!std::constructible_from<PublicEval, SecretEval>);
static_assert(!std::assignable_from<PublicEval&, const SecretEval&>);
static_assert(!std::assignable_from<PublicEval&, SecretEval>);

// Secrets that would be printed.
template <class T>
concept Printed = requires(std::ostream& out, const T& x) { out << x; };
static_assert(Printed<PublicEval>);
static_assert(!Printed<SecretEval> && !Printed<SecretCoeff>);
static_assert(!Printed<Seed> && !Printed<Buffer<std::byte, Secret>>);

}  // namespace
}  // namespace lath
