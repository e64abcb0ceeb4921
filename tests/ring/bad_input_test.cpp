// SPDX-License-Identifier: Apache-2.0
//
// Bad input, one by one: what every error of the rooms up to ring says, and that operands are as
// they were. The files beside this one test the limits of each function.
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
using testing::copy_of_words;
using testing::expect_refused;
using testing::ring_of;
using testing::SeededValues;
using CoeffPoly = Poly<DynamicRing, Coeff>;
using EvalPoly = Poly<DynamicRing, Eval>;
using SecretPoly = Poly<DynamicRing, Eval, Secret>;
using Words = std::vector<std::uint64_t>;

constexpr auto kInvalid = ErrorCode::invalid_argument;
constexpr auto kMismatch = ErrorCode::mismatch;
constexpr auto kUnsupported = ErrorCode::unsupported;
constexpr auto kMalformed = ErrorCode::malformed;
constexpr auto kInputOutput = ErrorCode::input_output;
constexpr std::uint64_t kTwo62 = std::uint64_t{1} << 62;

TEST(BadInput, OfDegreesAndModuli) {
  const auto ring = [](std::size_t degree, Words moduli) {
    return [=] { (void)DynamicRing::create(degree, moduli); };
  };
  const auto text = [](std::uint64_t x) { return std::to_string(x); };
  expect_refused({
      {"degree 0", ring(0, {97}), kInvalid, "degree 0", "power of two from 2 to 1048576", "use 2"},
      {"degree 1", ring(1, {97}), kInvalid, "degree 1", "power of two from 2 to 1048576", "use 2"},
      {"no power of two", ring(12, {97}), kInvalid, "degree 12", "power of two", "use 16"},
      {"degree 2^21", ring(1U << 21, {97}), kInvalid, "degree 2097152", "to 1048576",
       "use 1048576"},
      {"no modulus", ring(16, {}), kInvalid, "no modulus", "at least one prime", "ntt_primes"},
      {"composite", ring(16, {97, 33 * 65}), kInvalid, "modulus 2145 for degree 16",
       "prime that is 1 mod 32", "ntt_primes"},
      {"prime without roots", ring(16, {101}), kInvalid, "modulus 101 for degree 16",
       "prime that is 1 mod 32", "ntt_primes"},
      {"even", ring(16, {98}), kInvalid, "modulus 98", "prime that is 1 mod 32", "ntt_primes"},
      {"2", ring(16, {2}), kInvalid, "modulus 2 ", "prime that is 1 mod 32", "ntt_primes"},
      {"0", ring(16, {0}), kInvalid, "modulus 0", "prime below 2^62", "ntt_primes"},
      {"1", ring(16, {1}), kInvalid, "modulus 1", "prime", "ntt_primes"},
      {"2^62", ring(16, {kTwo62}), kInvalid, "modulus " + text(kTwo62), "prime below 2^62",
       "ntt_primes"},
      {"2^64 - 1", ring(16, {~std::uint64_t{0}}), kInvalid, "modulus 18446744073709551615",
       "prime below 2^62", "ntt_primes"},
      {"twice", ring(16, {97, 193, 97}), kInvalid, "modulus 97 twice", "distinct primes",
       "leave one of them out"},
  });
}

TEST(BadInput, OfPlans) {
  const auto plan = []<class Word>(Word, std::size_t degree, std::uint64_t p, NttShape shape = {}) {
    return [=] { (void)NttPlan<Word>::create(degree, p, shape); };
  };
  const NttShape cyclic{Convolution::cyclic, 0};
  expect_refused({
      {"of 16 bits", plan(std::uint16_t{}, 16, 40961), kInvalid, "modulus 40961",
       "prime below 2^14 for words of 16 bits", "a wider word"},
      {"of 32 bits", plan(std::uint32_t{}, 16, kTwo62 / 4), kInvalid, "modulus 1152921504606846976",
       "prime below 2^30 for words of 32 bits", "a wider word"},
      {"cyclic", plan(std::uint64_t{}, 64, 33, cyclic), kInvalid, "modulus 33 for degree 64",
       "prime that is 1 mod 64", "ntt_primes"},
      {"layers", plan(std::uint64_t{}, 64, 12289, {Convolution::cyclic, 3}), kInvalid,
       "3 skipped layers", "need 0, 1 or 2", "higher order"},
      {"kernel",
       [] { (void)NttPlan<std::uint64_t>::create(16, 97, Kernel{Family::i16, Isa::scalar}); },
       kUnsupported, "kernel i16/scalar for modulus 97", "need one of",
       "call create() without a kernel"},
  });
}

TEST(BadInput, OfModularArithmetic) {
  expect_refused({
      {"Modulus 0", [] { (void)Modulus(0); }, kInvalid, "modulus 0", "2 to 2^62 - 1", "split"},
      {"Modulus 1", [] { (void)Modulus(1); }, kInvalid, "modulus 1", "2 to 2^62 - 1", "split"},
      {"Modulus 2^62", [] { (void)Modulus(kTwo62); }, kInvalid, "modulus 4611686018427387904",
       "2 to 2^62 - 1", "split"},
      {"inverse", [] { (void)Modulus(15).inverse_vartime(6); }, kInvalid, "6 has the factor 3",
       "invertible", "prime modulus"},
      {"inverse of 0", [] { (void)Modulus(97).inverse_vartime(0); }, kInvalid,
       "0 has the factor 97", "invertible", "non-zero"},
      {"margin", [] { (void)MarginReduction<std::uint64_t>(97, 2); }, kInvalid,
       "modulus 97 in words of 64 bits with 2 margin bits", "need p below", "margin_primes"},
      {"margin bits", [] { (void)MarginReduction<std::uint16_t>(97, 16); }, kInvalid,
       "16 margin bits", "need", "margin_primes"},
      {"primes of 63 bits", [] { (void)ntt_primes(63, 16, 1); }, kInvalid, "63 bits", "2 to 62",
       "fewer bits"},
      {"primes for degree 12", [] { (void)ntt_primes(30, 12, 1); }, kInvalid, "degree 12",
       "power of two", "use 8"},
      {"too many primes", [] { (void)ntt_primes(14, 512, 4); }, kInvalid,
       "only 3 primes below 2^14", "need 4", "smaller degree"},
      {"margin primes", [] { (void)margin_primes(63, 2, 16, 1); }, kInvalid, "words of 63 bits",
       "16, 32 or 64", "margin"},
      {"too many margin primes", [] { (void)margin_primes(16, 2, 512, 4); }, kInvalid, "primes are",
       "need 4", "smaller degree"},
      {"tables", [] { (void)tabulated_primes(31); }, kInvalid, "primes of 31 bits",
       "14, 30, 50 or 62", "ntt_primes"},
      {"root", [] { (void)least_primitive_root(Modulus(97), 64); }, kInvalid,
       "modulus 97 with roots of order 64", "1 mod the order", "ntt_primes"},
      {"basis of none", [] { (void)RnsBasis::create({}); }, kInvalid, "no modulus", "at least one",
       "moduli of a ring"},
      {"basis with a common factor",
       [] { (void)RnsBasis::create(std::vector<Modulus>{Modulus(15), Modulus(21)}); }, kInvalid,
       "moduli 15 and 21", "coprime", "replace"},
  });
}

TEST(BadInput, OfLimbs) {
  const auto ring = DynamicRing::create(16, {97, 193, 257});
  const auto copy = ring;  // NOLINT(performance-unnecessary-copy-initialization)
  expect_refused(
      {
          {"none", [&] { (void)ring.prefix(0); }, kInvalid, "0 limbs", "1 to 3", "extended"},
          {"too many", [&] { (void)ring.prefix(4); }, kInvalid, "4 limbs", "1 to 3", "extended"},
          {"twice", [&] { (void)ring.extended({193}); }, kInvalid, "modulus 193 twice", "distinct",
           "leave one"},
          {"composite", [&] { (void)ring.extended({33 * 65}); }, kInvalid, "modulus 2145",
           "prime that is 1 mod 32", "ntt_primes"},
      },
      [&] { EXPECT_TRUE(ring == copy && ring.limbs() == 3); });
}

TEST(BadInput, OfSizes) {
  const auto ring = DynamicRing::create(16, {97, 193});
  const auto words = [&](std::size_t size, std::uint64_t word = 0) {
    return [=] { (void)CoeffPoly::from_words(ring, Words(size, word)); };
  };
  const auto multiword = [&](std::size_t count, std::size_t size) {
    return [=] { (void)from_multiword(ring, Words(count), size, Representative::centered); };
  };
  expect_refused({
      {"no words", words(0), kMismatch, "0 words", "limbs * degree = 32", "all words"},
      {"too few words", words(31), kMismatch, "31 words", "limbs * degree = 32", "all words"},
      {"too many words", words(33), kMismatch, "33 words", "limbs * degree = 32", "all words"},
      {"words too large", words(32, 150), kInvalid, "word 0 of limb 0", "below the modulus 97",
       "reduce"},
      {"too many for from_integers",
       [&] { (void)from_integers(ring, std::span<const int>(std::vector<int>(17))); }, kMismatch,
       "17 coefficients", "at most 16", "larger degree"},
      {"integers of no words", multiword(16, 0), kMismatch, "0 integers for a polynomial",
       "need 16 of at least one words", "zeros"},
      {"too few wide integers", multiword(30, 2), kMismatch, "15 integers", "need 16 of 2 words",
       "zeros"},
      {"half an integer too many", multiword(33, 2), kMismatch,
       "16 integers for a polynomial and 1", "need 16 of 2 words", "no more words"},
      {"integers of huge size", multiword(32, ~std::size_t{0}), kMismatch, "0 integers", "need 16",
       "zeros"},
      {"too narrow a type",
       [&] { (void)to_integers<std::int8_t>(CoeffPoly(DynamicRing::create(16, {97, 193}))); },
       kUnsupported, "modulus of 15 bits", "at most 8 bits", "to_wide_integers"},
      {"too few words for the modulus",
       [&] { (void)to_wide_integers<1>(CoeffPoly(ring_of(16, 2)), Representative::nonnegative); },
       kUnsupported, "modulus of 112 bits", "at most 64 bits", "wider integers"},
      {"too few words for the norm", [&] { (void)infinity_norm<1>(CoeffPoly(ring_of(16, 2))); },
       kUnsupported, "modulus of 112 bits", "at most 64 bits", "wider integers"},
  });
}

TEST(BadInput, OfMismatchedRings) {
  SeededValues random(1);
  const auto ring = DynamicRing::create(16, {97, 193});
  auto a = testing::from_integers<Eval>(ring, random);
  const auto before = a;
  const auto coefficients = intt(a);
  auto secret = testing::from_integers<Eval, Secret>(ring, random);
  const auto secret_words = copy_of_words(secret);
  std::vector<EvalPoly> others;
  for (const auto& other : {DynamicRing::create(16, {97}), DynamicRing::create(16, {193, 97}),
                            DynamicRing::create(8, {97, 193})}) {
    others.push_back(testing::from_integers<Eval>(other, random));
  }
  for (const EvalPoly& b : others) {
    const EvalPoly b_before = b;
    const auto prepared = prepare(b);
    const std::string degrees = "degree 16 with 2 limbs and of degree " +
                                std::to_string(b.ring().degree()) + " with " +
                                std::to_string(b.ring().limbs()) + " limbs";
    const auto operation = [&](const char* name, std::function<void()> call) {
      return BadInput{name,
                      std::move(call),
                      kMismatch,
                      degrees,
                      "two polynomials of one ring",
                      "same degree and the same moduli"};
    };
    expect_refused(
        {
            operation("a + b", [&] { (void)EvalPoly(a + b); }),
            operation("a - b", [&] { (void)EvalPoly(a - b); }),
            operation("a * b", [&] { (void)EvalPoly(a * b); }),
            operation("a * prepared", [&] { (void)EvalPoly(a * prepared); }),
            operation("a + b * b", [&] { (void)EvalPoly(a + b * b); }),
            operation("a - b * b", [&] { (void)EvalPoly(a - b * b); }),
            operation("a * (b - b)", [&] { (void)EvalPoly(a * (b - b)); }),
            operation("a += b", [&] { a += b; }),
            operation("a -= b", [&] { a -= b; }),
            operation("a *= b", [&] { a *= b; }),
            operation("a += b * b", [&] { a += b * b; }),
            operation("a -= b * b", [&] { a -= b * b; }),
            operation("secret += b", [&] { secret += b; }),
            operation("secret = secret * b", [&] { secret = secret * b; }),
        },
        [&] {
          EXPECT_TRUE(a == before && b == b_before);
          EXPECT_EQ(copy_of_words(secret), secret_words);
        });
  }
  const auto larger = DynamicRing::create(32, {193, 257});
  const auto tables = BaseConversion::create(basis_of(ring), basis_of(larger));
  const auto fast = Conversion::fast;
  expect_refused(
      {
          {"conversion to another degree",
           [&] { (void)convert_base(coefficients, larger, tables, fast); }, kMismatch,
           "degree 16 for a ring of degree 32", "one degree", "create the other ring"},
          {"conversion from other moduli",
           [&] {
             const auto other = DynamicRing::create(16, {97, 257});
             (void)convert_base(CoeffPoly(other), ring, tables, fast);
           },
           kMismatch, "modulus 257 in limb 1", "moduli of the conversion", "create the conversion"},
          {"conversion from fewer moduli",
           [&] { (void)convert_base(CoeffPoly(ring.prefix(1)), ring, tables, fast); }, kMismatch,
           "1 limbs in the polynomial", "moduli of the conversion", "create the conversion"},
          {"limbs that are not there",
           [&] { (void)drop_limbs(a, DynamicRing::create(16, {97, 257})); }, kMismatch,
           "modulus 257", "among those of the polynomial", "prefix"},
          {"limbs of another degree", [&] { (void)drop_limbs(a, larger); }, kMismatch,
           "degree 16 for a ring of degree 32", "one degree", "create the other ring"},
          {"limbs that get lost",
           [&] { (void)append_limbs(coefficients, DynamicRing::create(16, {97, 257})); }, kMismatch,
           "modulus 193", "every modulus", "extended"},
          {"automorphism of another degree",
           [&] { (void)apply_automorphism(a, Automorphism::create(32, 3)); }, kMismatch,
           "for degree 32 and a polynomial of degree 16", "one degree", "slots of the ring"},
          {"even exponent", [&] { (void)apply_automorphism(a, 4); }, kInvalid, "exponent 4",
           "odd g", "odd exponent"},
          {"automorphism of degree 12", [] { (void)Automorphism::create(12, 3); }, kInvalid,
           "degree 12", "power of two from 2 to 1048576", "degree of the ring"},
      },
      [&] { EXPECT_TRUE(a == before && intt(a) == coefficients); });
}

// A ring whose transform stops one layer early.
struct IncompleteRing {
  using Word = std::uint64_t;
  Modulus prime{97};
  NttPlan<Word> transform = NttPlan<Word>::create(32, 97, {Convolution::negacyclic, 1});

  [[nodiscard]] std::size_t degree() const { return 32; }
  [[nodiscard]] std::size_t limbs() const { return 1; }
  [[nodiscard]] const Modulus& modulus(std::size_t) const { return prime; }
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t) const { return transform; }
  friend bool operator==(const IncompleteRing&, const IncompleteRing&) { return true; }
};

TEST(BadInput, OfIncompleteTransforms) {
  const IncompleteRing ring;
  expect_refused(
      {{"automorphism", [&] { (void)apply_automorphism(Poly<IncompleteRing, Eval>(ring), 3); },
        kUnsupported, "evaluation form modulo 97", "slots that hold values", "coefficient form"}});
  const Poly<IncompleteRing, Coeff> zero(ring);
  EXPECT_TRUE(apply_automorphism(zero, 3) == zero);
}

TEST(BadInput, OfText) {
  const auto ring = DynamicRing::create(2, {97, 193});
  const auto read = [&](std::string text) {
    return [=] {
      std::istringstream in(text);
      (void)read_poly<Coeff>(in, ring);
    };
  };
  const auto of_stream = [&](std::ios::iostate state) {
    return [=] {
      std::istringstream in("coeff 2 [97: 1 96] [193: 1 192]");
      in.setstate(state);
      (void)read_poly<Coeff>(in, ring);
    };
  };
  const std::string open = "open stream with a whole polynomial";
  expect_refused({
      {"closed",
       [&] {
         std::ifstream closed;
         (void)read_poly<Coeff>(closed, ring);
       },
       kInputOutput, "closed or at its end where \"coeff\" should be", open, "opened"},
      {"no such file",
       [&] {
         std::ifstream missing("/nowhere/at/all");
         (void)read_poly<Coeff>(missing, ring);
       },
       kInputOutput, "closed or at its end", open, "opened"},
      {"failed before", of_stream(std::ios::failbit), kInputOutput, "closed", open, "opened"},
      {"broken before", of_stream(std::ios::badbit), kInputOutput, "closed", open, "opened"},
      {"at its end before", of_stream(std::ios::eofbit), kInputOutput, "closed", open, "opened"},
      {"empty", read(""), kInputOutput, "at its end where \"coeff\"", open, "complete"},
      {"only its head", read("coeff 2"), kInputOutput, "at its end where a '['", open, "complete"},
      {"truncated in a limb", read("coeff 2 [97: 1 "), kInputOutput, "where word 1 of limb 0", open,
       "complete"},
      {"truncated after a limb", read("coeff 2 [97: 1 96]"), kInputOutput, "where a '['", open,
       "complete"},
      {"truncated at the end", read("coeff 2 [97: 1 96] [193: 1 192"), kInputOutput, "where a ']'",
       open, "complete"},
      {"of another form", read("eval 2 [97: 1 96] [193: 1 192]"), kMalformed, "form \"eval\"",
       "\"coeff\"", "operator<<"},
      {"of another degree", read("coeff 4 [97: 1 96 3 4]"), kMalformed, "degree 4", "degree 2",
       "operator<<"},
      {"of another ring", read("coeff 2 [97: 1 96] [257: 1 192]"), kMalformed, "modulus 257",
       "modulus 193 of limb 1", "operator<<"},
      {"of a smaller ring", read("coeff 2 [97: 1 96] coeff"), kMalformed, "character code 99",
       "a '['", "operator<<"},
      {"not reduced", read("coeff 2 [97: 1 97]"), kMalformed, "word 1 of limb 0 = 97",
       "below the modulus 97", "operator<<"},
      {"negative", read("coeff 2 [97: -1 97]"), kMalformed, "character code 45", "word 0 of limb 0",
       "operator<<"},
      {"too long a number", read("coeff 2 [97: 123456789012345678901"), kMalformed, "20 digits",
       "word 0 of limb 0", "operator<<"},
      {"no polynomial", read("{ 1ULL, 2ULL }"), kMalformed, "character code 123", "\"coeff\"",
       "operator<<"},
  });
}

TEST(BadInput, OfStreamsToWriteToLeavesThemFailed) {
  std::ofstream closed;
  closed << CoeffPoly(DynamicRing::create(2, {97}));
  EXPECT_TRUE(closed.fail());
}

}  // namespace
}  // namespace lath
