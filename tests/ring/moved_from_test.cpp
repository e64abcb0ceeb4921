// SPDX-License-Identifier: Apache-2.0
//
// Polynomials and rings that were moved from: using one throws, and nothing else changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <limits>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/bad_input.hpp"
#include "lath/arith/margin_reduction.hpp"
#include "lath/arith/prime_tables.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/roots.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/prepared.hpp"
#include "lath/ring/static_ring.hpp"
#include "lath/ring/text.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::BadInput;
using testing::expect_refused;
using testing::ring_of;
using CoeffPoly = Poly<DynamicRing, Coeff>;
template <class R>
class MovedFrom : public ::testing::Test {
 protected:
  static R ring() {
    if constexpr (std::is_same_v<R, DynamicRing>) {
      return ring_of(64, 2);
    } else {
      return R::instance();
    }
  }
};
using Rings = ::testing::Types<DynamicRing, StaticRing<std::uint16_t, 64, 28>,
                               StaticRing<std::uint64_t, 64, 100>>;
TYPED_TEST_SUITE(MovedFrom, Rings);

// NOLINTBEGIN(bugprone-use-after-move,clang-analyzer-cplusplus.Move): they are the test
TYPED_TEST(MovedFrom, PolynomialsTeach) {
  using R = TypeParam;
  const R ring = this->ring();
  Poly<R, Coeff> a(ring);
  Poly<R, Eval> x(ring);
  Poly<R, Eval, Secret> s(ring);
  const Poly<R, Eval> b(ring);
  const Poly<R, Coeff> taken = std::move(a);
  const Poly<R, Eval> taken_values = std::move(x);
  const Poly<R, Eval, Secret> taken_secret = std::move(s);
  auto prepared = prepare(b);
  const auto taken_prepared = std::move(prepared);
  Poly<R, Eval> c(ring);
  std::ostringstream out;
  const auto operation = [&](const char* name, std::function<void()> call) {
    return BadInput{name,
                    std::move(call),
                    ErrorCode::invalid_argument,
                    "a polynomial that was moved from",
                    "words",
                    "assign to it first"};
  };
  expect_refused(
      {
          operation("+", [&] { c = x + b; }),
          operation("-", [&] { c = b - x; }),
          operation("*", [&] { c = x * x; }),
          operation("negation", [&] { c = -x; }),
          operation("multiply-add", [&] { c = b * b + x; }),
          operation("+=", [&] { x += b; }),
          operation("-=", [&] { c -= x; }),
          operation("*= of an expression", [&] { x *= b + b; }),
          operation("prepared", [&] { c = b * prepared; }),
          operation("prepare", [&] { (void)prepare(x); }),
          operation("ntt", [&] { (void)ntt(a); }),
          operation("intt", [&] { (void)intt(x); }),
          operation("intt in place", [&] { (void)intt(std::move(x)); }),
          operation("declassify", [&] { (void)declassify(s); }),
          operation("automorphism", [&] { (void)apply_automorphism(a, 3); }),
          operation("automorphism with tables",
                    [&] { (void)apply_automorphism(x, Automorphism::create(64, 3)); }),
          operation("lift", [&] { (void)lift(a, Representative::centered); }),
          operation("wide integers",
                    [&] { (void)to_wide_integers<2>(a, Representative::centered); }),
          operation("integers", [&] { (void)to_integers<std::int64_t>(a); }),
          operation("norm", [&] { (void)infinity_norm(a); }),
          operation("norm in words", [&] { (void)infinity_norm<2>(a); }),
          operation("conversion", [&] { (void)convert_base(a, ring, Conversion::fast); }),
          operation("drop_limbs", [&] { (void)drop_limbs(x, ring); }),
          operation("append_limbs", [&] { (void)append_limbs(a, ring); }),
          operation("<<", [&] { out << a; }),
      },
      [&] {
        EXPECT_TRUE(c == b && taken == (Poly<R, Coeff>(ring)));
        EXPECT_EQ(out.str(), "");
      });
}

TYPED_TEST(MovedFrom, PolynomialsAreComparedCopiedAndAssigned) {
  using R = TypeParam;
  const R ring = this->ring();
  Poly<R, Eval> x(ring);
  x.limb(0)[0] = 1;
  const Poly<R, Eval> y = std::move(x), z(ring);
  EXPECT_TRUE(x.memory().empty());
  EXPECT_FALSE(x == y || y == x);
  const Poly<R, Eval> copy = x;
  EXPECT_TRUE(copy == x && copy.memory().empty());
  x = y + z;
  EXPECT_TRUE(x == y);
  (void)Poly<R, Eval>(std::move(x));
  x = y;
  EXPECT_TRUE(x == y);
  (void)Poly<R, Eval>(std::move(x));
  x = y * z;
  EXPECT_TRUE(x == z);
}

TEST(MovedFrom, RingsTeach) {
  auto ring = ring_of(16, 2);
  const auto taken = std::move(ring);
  EXPECT_EQ(ring.degree(), 0U);
  EXPECT_EQ(ring.limbs(), 0U);
  EXPECT_FALSE(ring == taken || taken == ring);
  const auto operation = [&](const char* name, std::function<void()> call) {
    return BadInput{
        name,     std::move(call),     ErrorCode::invalid_argument, "a ring that was moved from",
        "moduli", "assign to it first"};
  };
  expect_refused({
      operation("zero", [&] { (void)CoeffPoly(ring); }),
      operation("words", [&] { (void)CoeffPoly::from_words(ring, {}); }),
      operation("integers", [&] { (void)from_integers(ring, {1}); }),
      operation("prefix", [&] { (void)ring.prefix(1); }),
      operation("extended", [&] { (void)ring.extended({97}); }),
      operation("basis", [&] { (void)ring.basis(); }),
      operation("conversion",
                [&] { (void)convert_base(CoeffPoly(taken), ring, Conversion::fast); }),
  });
  ring = taken;
  EXPECT_TRUE(CoeffPoly(ring) == CoeffPoly(taken));
}
// NOLINTEND(bugprone-use-after-move,clang-analyzer-cplusplus.Move)

}  // namespace
}  // namespace lath
