// SPDX-License-Identifier: Apache-2.0
//
// Rings, polynomials, their tables, random numbers and memory after a move: see
// base/moved_from.hpp.
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <sstream>
#include <vector>

#include "base/moved_from.hpp"
#include "fixtures.hpp"
#include "lath/arith/gadget.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/row_products.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/ntt/slot_map.hpp"
#include "lath/ntt/sparse_reduction.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/limb_set.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/monomial.hpp"
#include "lath/ring/prepared.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/ring/scalar.hpp"
#include "lath/ring/static_ring.hpp"
#include "lath/ring/text.hpp"
#include "lath/rns/row_map.hpp"

namespace lath {
namespace {

using testing::expect_policy;
using testing::Left;
using testing::use;

std::vector<std::uint64_t> primes(std::size_t count) { return ntt_primes(50, 64, count); }
DynamicRing ring() { return DynamicRing::create(64, primes(2)); }

template <class R>
void expect_of_ring(const char* type, Left left, const R& whole) {
  expect_policy<R>(type, left, [&] { return whole; },
                   {{"modulus", [](R& r) { use(r.modulus(0).value()); }},
                    {"plan", [](R& r) { use(r.plan(0).degree()); }},
                    {"polynomial", [](R& r) { use(Poly<R, Coeff>(r)); }},
                    {"uniform",
                     [](R& r) {
                       auto g = io::generator_of("moved from");
                       use(uniform<Eval>(r, g));
                     }},
                    {"noise",
                     [](R& r) {
                       auto g = io::generator_of("moved from");
                       use(centered_binomial(r, 2, g));
                     }},
                    {"integers", [](R& r) { use(from_integers(r, {1, 2})); }},
                    {"bytes", [](R& r) { use(to_bytes(r)); }},
                    {"size in bytes", [](R& r) { use(byte_size(r)); }},
                    {"from bytes", [bytes = to_bytes(Poly<R, Coeff>(whole))](
                                       R& r) { use(from_bytes<Coeff>(r, bytes)); }},
                    {"basis", [](R& r) { use(basis_of(r).bits()); }},
                    {"limbs", [&](R& r) { use(drop_limbs(Poly<R, Coeff>(whole), r)); }},
                    {"sizes", [](R& r) { use(r.degree() + r.limbs()); }, true},
                    {"compare", [&](R& r) { use(r == whole); }, true},
                    {"copy", [](R& r) { use(R(r)); }, true}});
}

TEST(MovedFrom, Rings) {
  expect_of_ring("DynamicRing", Left::empty, ring());
  expect_of_ring("PrimeRing", Left::empty, PrimeRing<std::uint16_t>::create(64, 7681));
  expect_of_ring("ModuleRing", Left::empty, ModuleRing::create(64, 7681));
  expect_of_ring("StaticRing", Left::as_it_was, StaticRing<std::uint64_t, 64, 100>());
  using R = DynamicRing;
  expect_policy<R>("DynamicRing", Left::empty, ring,
                   {{"basis", [](R& r) { use(r.basis().bits()); }},
                    {"prefix", [](R& r) { use(r.prefix(1)); }},
                    {"extended", [](R& r) { use(r.extended(std::array{primes(3)[2]})); }}});
}

template <class Form, class Storage, class R>
void expect_of_polynomials(const char* type, const R& r) {
  using P = Poly<R, Form, Storage>;
  const P other(r);
  expect_policy<P>(type, Left::empty, [&] { return P(r); },
                   {{"limb", [](P& a) { use(std::as_const(a).limb(0)[0]); }},
                    {"limb to write", [](P& a) { a.limb(0)[0] = 1; }},
                    {"require_words", [](P& a) { a.require_words(); }},
                    {"sum", [&](P& a) { use(P(a + other)); }},
                    {"difference", [&](P& a) { use(P(other - a)); }},
                    {"negation", [](P& a) { use(P(-a)); }},
                    {"add", [&](P& a) { a += other; }},
                    {"subtract", [&](P& a) { a -= other; }},
                    {"automorphism", [](P& a) { use(apply_automorphism(a, 3)); }},
                    {"drop_limbs", [&](P& a) { use(drop_limbs(a, r)); }},
                    {"bytes", [](P& a) { use(to_bytes(a)); }},
                    {"bytes in given memory",
                     [](P& a) {
                       Buffer<std::byte, Secret> both(4096);
                       if constexpr (std::is_same_v<Storage, Secret>) {
                         to_bytes(a, both, 1);
                       } else {
                         to_bytes(a, both.span().first(byte_size(a.ring())));
                       }
                     }},
                    {"memory", [](P& a) { use(std::as_const(a).memory().size()); }, true},
                    {"ring", [](P& a) { use(a.ring().degree()); }, true},
                    {"assign", [&](P& a) { a = other; }, true},
                    {"assign an expression", [&](P& a) { a = other + other; }, true},
                    {"copy", [](P& a) { use(P(a)); }, true}});
  if constexpr (std::is_same_v<Form, Coeff>) {
    expect_policy<P>(
        type, Left::empty, [&] { return P(r); },
        {{"ntt", [](P& a) { use(ntt(a)); }},
         {"convolve", [&](P& a) { use(convolve(a, other)); }},
         {"batch",
          [&](P& a) {
            std::vector<P> batch;
            batch.push_back(std::move(a));
            use(ntt(std::move(batch)));
          }},
         {"lift", [](P& a) { use(lift(a, Representative::centered)); }},
         {"convert_base", [&](P& a) { use(convert_base(a, r, Conversion::centered)); }},
         {"append_limbs", [&](P& a) { use(append_limbs(a, r)); }}});
  } else {
    expect_policy<P>(type, Left::empty, [&] { return P(r); },
                     {{"intt", [](P& a) { use(intt(a)); }},
                      {"product", [&](P& a) { use(P(a * other)); }},
                      {"multiply", [&](P& a) { a *= other; }},
                      {"prepare", [](P& a) { use(prepare(a)); }}});
    using Factor = Prepared<R, Storage>;
    expect_policy<Factor>(type, Left::empty, [&] { return prepare(other); },
                          {{"product", [&](Factor& b) { use(P(other * b)); }},
                           {"poly", [](Factor& b) { use(b.poly().limb(0)[0]); }},
                           {"ring", [](Factor& b) { use(b.ring().degree()); }, true},
                           {"copy", [](Factor& b) { use(Factor(b)); }, true}});
  }
  if constexpr (std::is_same_v<Storage, Secret>) {
    expect_policy<P>(type, Left::empty, [&] { return P(r); },
                     {{"declassify", [](P& a) { use(declassify(a)); }}});
  } else {
    expect_policy<P>(type, Left::empty, [&] { return P(r); },
                     {{"print",
                       [](P& a) {
                         std::ostringstream out;
                         out << a;
                       }},
                      {"compare", [&](P& a) { use(a == other); }, true}});
  }
}

TEST(MovedFrom, Polynomials) {
  expect_of_polynomials<Coeff, Public>("Poly<DynamicRing, Coeff>", ring());
  expect_of_polynomials<Eval, Public>("Poly<DynamicRing, Eval>", ring());
  expect_of_polynomials<Coeff, Secret>("Poly<DynamicRing, Coeff, Secret>", ring());
  expect_of_polynomials<Eval, Secret>("Poly<DynamicRing, Eval, Secret>", ring());
  using Static = StaticRing<std::uint32_t, 64, 60>;
  expect_of_polynomials<Coeff, Public>("Poly<StaticRing, Coeff>", Static());
  expect_of_polynomials<Eval, Secret>("Poly<StaticRing, Eval, Secret>", Static());
  expect_of_polynomials<Eval, Public>("Poly<PrimeRing, Eval>", ModuleRing::create(64, 7681));
}

TEST(MovedFrom, TablesOfRings) {
  const auto basis = [] { return basis_of(ring()); };
  using B = RnsBasis;
  expect_policy<B>("RnsBasis", Left::as_it_was, basis,
                   {{"size", [](B& b) { EXPECT_EQ(b.size(), 2U); }},
                    {"modulus", [](B& b) { use(b.modulus(1).value()); }},
                    {"product", [](B& b) { use(b.product().front() + b.bits() + b.words()); }},
                    {"punctured", [](B& b) { use(b.punctured_product(0)[0]); }},
                    {"inverse", [](B& b) { use(b.punctured_inverse(1)); }},
                    {"lift", [](B& b) {
                       const std::array<std::uint64_t, 2> residues{5, 5};
                       std::array<std::uint64_t, 2> integer{};
                       b.lift(integer.data(), residues.data(), 1, 1, Representative::nonnegative);
                       EXPECT_EQ(integer[0], 5U);
                     }}});
  using W = RowProducts;
  expect_policy<W>("RowProducts", Left::as_it_was, [] { return RowProducts::create(Modulus(17)); },
                   {{"modulus", [](W& w) { EXPECT_EQ(w.modulus().value(), 17U); }},
                    {"sizes", [](W& w) { EXPECT_GE(w.prepared_words(1, 1), 2U); }},
                    {"square", [](W& w) {
                       std::uint64_t a = 5, b = 6;
                       w.square({&a, &b, &b}, {&a, &b}, 1);
                       EXPECT_EQ(a, 8U);
                     }}});
  using G = Gadget;
  expect_policy<G>("Gadget", Left::as_it_was, [] { return Gadget::create(Modulus(17), 5); },
                   {{"numbers", [](G& g) { EXPECT_EQ(g.digits() + g.modulus(), 18U); }},
                    {"digits", [](G& g) {
                       const std::uint64_t x = 5;
                       std::uint64_t digit = 0;
                       g.unsigned_digits(std::array{&digit}, &x, 1);
                       EXPECT_EQ(digit, 5U);
                     }}});
  using C = BaseConversion;
  expect_policy<C>("BaseConversion", Left::as_it_was,
                   [&] { return BaseConversion::create(basis(), basis()); },
                   {{"from", [](C& c) { EXPECT_EQ(c.from().size(), 2U); }},
                    {"to", [](C& c) { EXPECT_EQ(c.to().size(), 2U); }},
                    {"convert", [](C& c) {
                       const std::array<std::uint64_t, 2> in{5, 5};
                       std::array<std::uint64_t, 2> out{};
                       c.convert(out.data(), 1, in.data(), 1, 1, Conversion::nonnegative);
                       EXPECT_EQ(out, in);
                     }}});
  using M = RowMap;
  expect_policy<M>("RowMap", Left::as_it_was, [&] { return RowMap::extension(basis(), basis()); },
                   {{"numbers", [](M& m) { use(m.sources() + m.targets() + m.scratch_words()); }},
                    {"own", [](M& m) { EXPECT_FALSE(m.takes_own()); }},
                    {"convert",
                     [](M& m) {
                       std::array<std::uint64_t, 2> in{5, 5}, out{};
                       std::vector<std::uint64_t> scratch(m.scratch_words());
                       m.convert(std::array{&out[0], &out[1]},
                                 std::array<const std::uint64_t*, 2>{&in[0], &in[1]}, {}, 1,
                                 scratch);
                       EXPECT_EQ(out, in);
                     }},
                    {"halves", [](M& m) {
                       std::array<std::uint64_t, 2> in{5, 5}, out{};
                       std::vector<std::uint64_t> y(m.scaled_words(1));
                       m.scale(y, std::array<const std::uint64_t*, 2>{&in[0], &in[1]}, 1);
                       m.target(1, &out[1], y, nullptr, 1);
                       EXPECT_EQ(out[1], in[1]);
                     }}});
  using A = Automorphism;
  expect_policy<A>("Automorphism", Left::as_it_was, [] { return Automorphism::create(8, 3); },
                   {{"numbers", [](A& a) { EXPECT_EQ(a.degree() + a.exponent(), 11U); }},
                    {"values",
                     [](A& a) {
                       std::array<std::uint32_t, 8> in{1, 2, 3, 4, 5, 6, 7, 8}, out{};
                       a.apply_to_values(out.data(), in.data());
                       use(out);
                     }},
                    {"apply", [](A& a) {
                       const auto r = ModuleRing::create(8, 7681);
                       use(apply_automorphism(Poly<ModuleRing, Coeff>(r), a));
                     }}});
  using X = Monomial;
  expect_policy<X>("Monomial", Left::as_it_was, [] { return Monomial::create(8, 3); },
                   {{"numbers", [](X& m) { EXPECT_EQ(m.degree() + m.exponent(), 11U); }},
                    {"multiply", [](X& m) {
                       std::array<std::uint32_t, 8> in{1, 2, 3, 4, 5, 6, 7, 8}, out{};
                       m.multiply(out.data(), in.data(), 17U);
                       EXPECT_EQ(out[3], 1U);
                     }}});
  using P = NttPlan<std::uint64_t>;
  expect_policy<P>("NttPlan", Left::as_it_was, [] { return P::create(64, primes(1)[0]); },
                   {{"numbers", [](P& p) { EXPECT_EQ(p.degree(), 64U); }},
                    {"modulus", [](P& p) { use(p.modulus() + p.root()); }},
                    {"kernel", [](P& p) { use(p.kernel()); }},
                    {"transform", [](P& p) {
                       std::array<std::uint64_t, 64> a{1};
                       p.forward(a.data());
                       EXPECT_EQ(a[63], 1U);
                     }}});
}

TEST(MovedFrom, OrdersLimbsAndScalars) {
  using V = VectorArithmetic<std::uint64_t>;
  expect_policy<V>("VectorArithmetic", Left::as_it_was, [] { return V::create(97); },
                   {{"numbers", [](V& v) { EXPECT_EQ(v.modulus(), 97U); }},
                    {"kernel", [](V& v) { use(v.kernel()); }},
                    {"scalar", [](V& v) { EXPECT_EQ(v.scalar(5).value, 5U); }},
                    {"add", [](V& v) {
                       std::uint64_t a = 90;
                       v.add(&a, &a, &a, 1);
                       EXPECT_EQ(a, 83U);
                     }}});
  using L = LimbSet;
  expect_policy<L>("LimbSet", Left::as_it_was, [] { return L::range(2, 3) | L::range(7, 1); },
                   {{"size", [](L& s) { EXPECT_EQ(s.size() + s.end(), 12U); }},
                    {"place", [](L& s) { EXPECT_EQ(s.place(3), 7U); }},
                    {"set", [](L& s) { EXPECT_EQ((s - L::range(0, 4)).size(), 2U); }}});
  using S = SlotMap;
  expect_policy<S>("SlotMap", Left::as_it_was, [] { return S::listed(7, {3, 1, 5}); },
                   {{"numbers", [](S& s) { EXPECT_EQ(s.index() + s.slots() + s.block(), 11U); }},
                    {"exponent", [](S& s) { EXPECT_EQ(s.exponent(0), 3U); }},
                    {"compare", [](S& s) { EXPECT_TRUE(s == S::listed(7, {3, 1, 5})); }}});
  using D = SparseReduction;
  expect_policy<D>("SparseReduction", Left::as_it_was, [] { return D::create(5); },
                   {{"numbers", [](D& d) { EXPECT_EQ(d.index() + d.degree() + d.block(), 10U); }},
                    {"reduce", [](D& d) {
                       std::array<std::uint64_t, 5> words{0, 0, 0, 0, 1};
                       std::array<std::uint64_t, 8> scratch{};
                       d.reduce(std::span<std::uint64_t>(words), std::span<std::uint64_t>(scratch),
                                WrappingArithmetic{});
                       EXPECT_EQ(words[0], ~std::uint64_t{0});
                     }}});
  using A = Automorphism;
  const auto slots = SlotMap::listed(7, {1, 2, 3, 4, 5, 6});
  expect_policy<A>("Automorphism of slots", Left::as_it_was, [&] { return A::create(slots, 3); },
                   {{"numbers", [](A& a) { EXPECT_EQ(a.degree() + a.exponent(), 9U); }},
                    {"slots", [&](A& a) { EXPECT_TRUE(a.slots() == slots); }},
                    {"values", [](A& a) {
                       const std::array<std::uint64_t, 6> in{1, 2, 3, 4, 5, 6};
                       std::array<std::uint64_t, 6> out{};
                       a.apply_to_values(out.data(), in.data());
                       EXPECT_EQ(out, (std::array<std::uint64_t, 6>{3, 6, 2, 5, 1, 4}));
                     }}});
}

template <class R>
void expect_of_scalars(const char* type, const R& r) {
  using W = RnsScalar<R>;
  using P = Poly<R, Coeff>;
  const P a = from_integers(r, {1, 2});
  expect_policy<W>(type, Left::empty, [&] { return W::from_integer(r, 3); },
                   {{"residue", [](W& w) { use(w.residue(0)); }},
                    {"product", [&](W& w) { use(P(w * a)); }},
                    {"product with a sum", [&](W& w) { use(P((a - a) * w + a)); }},
                    {"multiply",
                     [&](W& w) {
                       P b = a;
                       b *= w;
                     }},
                    {"ring", [](W& w) { use(w.ring().degree()); }, true},
                    {"scalars", [](W& w) { use(w.scalars().size()); }, true},
                    {"copy", [](W& w) { use(W(w)); }, true}});
}

TEST(MovedFrom, Scalars) {
  expect_of_scalars("RnsScalar<DynamicRing>", ring());
  expect_of_scalars("RnsScalar<StaticRing>", StaticRing<std::uint32_t, 64, 60>());
  expect_of_scalars("RnsScalar<PrimeRing>", ModuleRing::create(64, 7681));
}

TEST(MovedFrom, Randomness) {
  using G = Generator;
  expect_policy<G>("Generator", Left::empty, [] { return io::generator_of("moved from"); },
                   {{"fill",
                     [](G& g) {
                       std::array<std::byte, 16> bytes{};
                       g.fill(bytes);
                     }},
                    {"seed", [](G& g) { use(g.seed()); }},
                    {"split", [](G& g) { use(g.split("part")); }},
                    {"fill nothing", [](G& g) { g.fill({}); }, true}});
  using D = DiscreteGaussian;
  expect_policy<D>("DiscreteGaussian", Left::as_it_was, [] { return D::create(2); },
                   {{"numbers", [](D& d) { EXPECT_EQ(d.sigma() + d.center(), 2); }},
                    {"range", [](D& d) { EXPECT_LT(d.least(), d.greatest()); }},
                    {"words", [](D& d) { use(d.high_words()[0] + d.low_words()[0]); }},
                    {"sample", [](D& d) {
                       auto g = io::generator_of("moved from");
                       std::array<std::int64_t, 4> out{};
                       d.sample(out, g);
                     }}});
}

TEST(MovedFrom, Memory) {
  using B = Buffer<std::byte>;
  expect_policy<B>("Buffer", Left::empty, [] { return B(3); },
                   {{"size", [](B& b) { use(b.size()); }, true},
                    {"span", [](B& b) { EXPECT_EQ(b.span().size(), b.size()); }, true},
                    {"copy", [](B& b) { use(B(b)); }, true}});
  using M = lwe::Matrix<std::int32_t, Secret>;
  expect_policy<M>(
      "Matrix", Left::empty, [] { return M(2, 3); },
      {{"words", [](M& m) { EXPECT_EQ(m.words().size(), m.rows() * m.columns()); }, true},
       {"copy", [](M& m) { use(M(m)); }, true}});
  using S = SecretBytes<4>;
  expect_policy<S>("SecretBytes", Left::as_it_was, [] { return S(); },
                   {{"span", [](S& s) { EXPECT_EQ(s.span()[3], std::byte{0}); }},
                    {"clear", [](S& s) { s.clear(); }}});
  using E = Error;
  expect_policy<E>("Error", Left::as_it_was,
                   [] { return Error(ErrorCode::mismatch, "a", "b", "c"); },
                   {{"what", [](E& e) { use(std::string(e.what())); }},
                    {"parts", [](E& e) { use(e.found() + e.needed() + e.remedy()); }},
                    {"code", [](E& e) { EXPECT_EQ(e.code(), ErrorCode::mismatch); }}});
}

}  // namespace
}  // namespace lath
