// SPDX-License-Identifier: Apache-2.0
//
// Polynomials as bytes, against their definition bit by bit and known answers, and what is refused.
#include "lath/ring/bytes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/ring/static_ring.hpp"
#include "ring/poly_bytes.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::Bytes;
using testing::copy;
using testing::expect_error;
using testing::random_poly;
using testing::SeededValues;

std::string hex(const Bytes& bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    for (const unsigned digit :
         {std::to_integer<unsigned>(byte) >> 4, std::to_integer<unsigned>(byte) & 15}) {
      text += "0123456789abcdef"[digit];
    }
  }
  return text;
}

// The bits of all words one after the other, by the definition.
template <class P>
Bytes packed_bit_by_bit(const P& a) {
  std::vector<bool> bits;
  for (std::size_t i = 0; i < a.ring().limbs(); ++i) {
    int width = 0;  // ceil(log2 p)
    while (uint128{1} << width < a.ring().modulus(i).value()) ++width;
    for (const std::uint64_t word : a.limb(i)) {
      for (int k = 0; k < width; ++k) bits.push_back((word >> k & 1) != 0);
    }
  }
  Bytes bytes((bits.size() + 7) / 8);
  for (std::size_t k = 0; k < bits.size(); ++k) {
    if (bits[k]) bytes[k / 8] |= std::byte{1} << (k % 8);
  }
  return bytes;
}

template <class Form, Ring R>
void expect_round_trip(const R& ring, SeededValues& random) {
  const auto a = random_poly<Form>(ring, random);
  const Bytes bytes = copy(to_bytes(a));
  ASSERT_EQ(bytes.size(), byte_size(ring));
  const Bytes packed = packed_bit_by_bit(a);
  EXPECT_EQ(Bytes(bytes.begin() + kPolyHeaderBytes, bytes.end()), packed);
  EXPECT_EQ(std::to_integer<int>(bytes[6]), (std::is_same_v<Form, Coeff> ? 1 : 2));
  EXPECT_TRUE(from_bytes<Form>(ring, bytes) == a);

  Poly<R, Form, Secret> secret(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i)
    std::ranges::copy(a.limb(i), secret.limb(i).data());
  const auto secret_bytes = to_bytes(secret);
  static_assert(std::is_same_v<decltype(secret_bytes), const Buffer<std::byte, Secret>>);
  EXPECT_EQ(copy(secret_bytes), bytes);
  const auto again = from_bytes<Form>(ring, secret_bytes);
  static_assert(std::is_same_v<decltype(again), const Poly<R, Form, Secret>>);
  EXPECT_TRUE(declassify(again) == a);
  EXPECT_TRUE((declassify(from_bytes<Form, Secret>(ring, bytes)) == a));
  EXPECT_TRUE(from_bytes<Form>(ring, to_bytes(a)) == a);
}

template <Ring R>
void expect_round_trips(const R& ring) {
  SCOPED_TRACE("degree " + std::to_string(ring.degree()) + ", " + std::to_string(ring.limbs()) +
               " limbs, modulus " + std::to_string(ring.modulus(0).value()));
  SeededValues random(ring.degree() + ring.limbs());
  for (int repetition = 0; repetition < 3; ++repetition) {
    expect_round_trip<Coeff>(ring, random);
    expect_round_trip<Eval>(ring, random);
  }
}

TEST(Bytes, GoRoundForRingsMadeAtRunTime) {
  for (const std::size_t degree : {2U, 4U, 8U, 16U, 64U, 2048U}) {
    for (const std::size_t limbs : {1U, 2U, 3U, 8U}) {
      expect_round_trips(testing::ring_of(degree, limbs));
    }
  }
  // Every size of a modulus, and short limbs that begin at every bit of a byte.
  for (int bits = 5; bits <= 62; ++bits) {
    expect_round_trips(DynamicRing::create(8, ntt_primes(bits, 8, 1)));
    auto moduli = ntt_primes(bits, 2, 1);
    for (const std::uint64_t p : {5U, 13U, 29U, 61U}) {
      if (p != moduli.front()) moduli.push_back(p);
    }
    expect_round_trips(DynamicRing::create(2, moduli));
    std::ranges::reverse(moduli);
    expect_round_trips(DynamicRing::create(2, moduli));
  }
}

TEST(Bytes, GoRoundForRingsInTheType) {
  expect_round_trips(StaticRing<std::uint16_t, 64, 28>::instance());
  expect_round_trips(StaticRing<std::uint16_t, 4, 42>::instance());
  expect_round_trips(StaticRing<std::uint32_t, 256, 90>::instance());
  expect_round_trips(StaticRing<std::uint32_t, 2, 28, 14>::instance());
  expect_round_trips(StaticRing<std::uint64_t, 256, 150>::instance());
  expect_round_trips(StaticRing<std::uint64_t, 512, 124, 62>::instance());
}

TEST(Bytes, GoRoundForRingsOfOnePrime) {
  expect_round_trips(PrimeRing<std::uint16_t>::create(256, 7681));
  expect_round_trips(PrimeRing<std::uint16_t>::create(256, 3329));  // an incomplete transform
  expect_round_trips(PrimeRing<std::uint16_t>::create(2, 17));
  expect_round_trips(ModuleRing::create(512, 1073479681));
  expect_round_trips(ModuleRing::create(4, 1073479681));
}

TEST(Bytes, HaveExactlyTheStatedSize) {
  EXPECT_EQ(byte_size(DynamicRing::create(2, {5})), 48U + 1);             // 6 bits
  EXPECT_EQ(byte_size(DynamicRing::create(2, {5, 13})), 48U + 2);         // 14 bits
  EXPECT_EQ(byte_size(DynamicRing::create(4, {97, 193})), 48U + 8);       // 60 bits
  EXPECT_EQ(byte_size(DynamicRing::create(4, {17, 97, 193})), 48U + 10);  // 80 bits
  EXPECT_EQ(byte_size(DynamicRing::create(4096, ntt_primes(50, 4096, 3))), 48U + 4096 * 150 / 8);
  EXPECT_EQ(byte_size(StaticRing<std::uint32_t, 1024, 60>::instance()), 48U + 1024 * 60 / 8);
  EXPECT_EQ(byte_size(PrimeRing<std::uint16_t>::create(256, 3329)), 48U + 256 * 12 / 8);
  EXPECT_EQ(to_bytes(testing::ring_of(64, 7)).size(), 16U + 7 * 8);
}

// By Python's integers and hashlib: the bytes of the ring are "lath", 5, 1, 0, 0, degree, limbs and
// moduli; those of a polynomial "lath", 6, 1, form, 0, degree, limbs, their sha3_256, and the words
// added up, each shifted by the bits before it, as an integer with its lowest byte first. Those of
// the second polynomial can be followed by hand: 4 + 3 2^3 + 12 2^6 + 1 2^10 = 0x071c.
TEST(Bytes, AreKnown) {
  const auto ring = DynamicRing::create(4, {97, 193});
  EXPECT_EQ(hex(copy(to_bytes(ring))),
            "6c6174680501000004000000020000006100000000000000c100000000000000");
  EXPECT_EQ(hex(copy(to_bytes(from_integers(ring, {1, -1, 5, -9360})))),
            "6c617468060101000400000002000000"
            "98f718f19d55fbc1fbf719eb8396dcfccdc1c2d8dae463eaa8652a1f1f0a8387"
            "01702116005c1006");
  const auto small = DynamicRing::create(2, {5, 13});
  const std::uint64_t words[] = {4, 3, 12, 1};
  EXPECT_EQ(hex(copy(to_bytes(Poly<DynamicRing, Coeff>::from_words(small, words)))),
            "6c617468060101000200000002000000"
            "2ee188a08d24a4c42777c8d608ebe430bef2603144fba8ec0a42c774ce6c4bc4"
            "1c07");
  const std::uint64_t values[] = {0, 96, 1, 2, 192, 0, 3, 100};
  EXPECT_EQ(hex(copy(to_bytes(Poly<DynamicRing, Eval>::from_words(ring, values)))),
            "6c617468060102000400000002000000"
            "98f718f19d55fbc1fbf719eb8396dcfccdc1c2d8dae463eaa8652a1f1f0a8387"
            "007040000c304006");
}

// What a word of one size writes a word of another one reads.
template <class A, class B>
void expect_equal_bytes(const A& a, const B& b) {
  SeededValues random(3);
  EXPECT_EQ(copy(to_bytes(a)), copy(to_bytes(b)));
  const auto x = random_poly<Eval>(a, random);
  const auto y = from_bytes<Eval>(b, to_bytes(x));
  for (std::size_t i = 0; i < a.limbs(); ++i) {
    EXPECT_TRUE(std::ranges::equal(x.limb(i), y.limb(i)));
  }
  EXPECT_EQ(copy(to_bytes(intt(x))), copy(to_bytes(intt(y))));
  EXPECT_TRUE(from_bytes<Eval>(a, to_bytes(y)) == x);
}

TEST(Bytes, DoNotDependOnTheWord) {
  using Static16 = StaticRing<std::uint16_t, 64, 28>;
  using Static32 = StaticRing<std::uint32_t, 128, 60>;
  const auto dynamic = [](const auto& ring) {
    std::vector<std::uint64_t> moduli;
    for (std::size_t i = 0; i < ring.limbs(); ++i) moduli.push_back(ring.modulus(i).value());
    return DynamicRing::create(ring.degree(), moduli);
  };
  expect_equal_bytes(Static16::instance(), dynamic(Static16::instance()));
  expect_equal_bytes(Static32::instance(), dynamic(Static32::instance()));
  expect_equal_bytes(PrimeRing<std::uint16_t>::create(256, 7681), ModuleRing::create(256, 7681));
  expect_equal_bytes(ModuleRing::create(256, 7681), DynamicRing::create(256, {7681}));
}

TEST(Bytes, GoIntoGivenMemory) {
  SeededValues random(4);
  const auto ring = testing::ring_of(16, 3);
  const auto a = random_poly<Eval>(ring, random);
  const Bytes expected = copy(to_bytes(a));
  Bytes out(expected.size() + 2, std::byte{0xa5});
  to_bytes(a, std::span(out).subspan(1, expected.size()));
  EXPECT_EQ(Bytes(out.begin() + 1, out.end() - 1), expected);
  EXPECT_TRUE(out.front() == std::byte{0xa5} && out.back() == std::byte{0xa5});
  const Bytes before = out;
  for (const std::size_t size : {std::size_t{0}, expected.size() - 1, expected.size() + 1}) {
    expect_error([&] { to_bytes(a, std::span(out).first(size)); }, ErrorCode::mismatch,
                 {std::to_string(size), std::to_string(expected.size()), "byte_size(ring)"});
    EXPECT_EQ(out, before);
  }

  const auto secret = from_bytes<Eval, Secret>(ring, expected);
  Buffer<std::byte, Secret> both(2 * expected.size() + 1);
  both[expected.size()] = std::byte{7};
  to_bytes(secret, both);
  to_bytes(secret, both, expected.size() + 1);
  EXPECT_TRUE(std::ranges::equal(both.span().first(expected.size()), expected));
  EXPECT_TRUE(std::ranges::equal(both.span().last(expected.size()), expected));
  EXPECT_EQ(both[expected.size()], std::byte{7});
  for (const std::size_t at :
       {expected.size() + 2, 2 * expected.size() + 2, std::numeric_limits<std::size_t>::max()}) {
    expect_error([&] { to_bytes(secret, both, at); }, ErrorCode::mismatch,
                 {"at byte " + std::to_string(at), std::to_string(expected.size())});
  }
}

TEST(Bytes, OfAnotherRingAreRefused) {
  const auto ring = DynamicRing::create(4, {97, 193});
  const Poly<DynamicRing, Coeff> a(ring);
  const auto bytes = to_bytes(a);
  const auto read = [&](const DynamicRing& other) { (void)from_bytes<Coeff>(other, bytes); };
  expect_error([&] { read(DynamicRing::create(8, {97, 193})); }, ErrorCode::mismatch,
               {"degree 4 with 2 limbs", "degree 8 with 2 limbs", "ring_from_bytes"});
  expect_error([&] { read(ring.prefix(1)); }, ErrorCode::mismatch,
               {"degree 4 with 2 limbs", "degree 4 with 1 limbs"});
  expect_error([&] { read(DynamicRing::create(4, {193, 97})); }, ErrorCode::mismatch,
               {"other moduli", "same order"});
  expect_error([&] { read(DynamicRing::create(4, {97, 241})); }, ErrorCode::mismatch,
               {"other moduli"});
  expect_error([&] { (void)from_bytes<Eval>(ring, bytes); }, ErrorCode::mismatch,
               {"coefficient form", "evaluation form", "ntt()"});
  expect_error([&] { (void)from_bytes<Coeff>(ring, to_bytes(ntt(a))); }, ErrorCode::mismatch,
               {"evaluation form", "intt()"});
}

TEST(Bytes, WithAWrongHeaderAreRefused) {
  const auto ring = DynamicRing::create(4, {97, 193});
  const Bytes good = copy(to_bytes(Poly<DynamicRing, Coeff>(ring)));
  const auto expect = [&](std::size_t at, unsigned value, ErrorCode code,
                          std::initializer_list<std::string_view> parts) {
    SCOPED_TRACE(at);
    Bytes bytes = good;
    bytes[at] = static_cast<std::byte>(value);
    expect_error([&] { (void)from_bytes<Coeff>(ring, bytes); }, code, parts);
  };
  for (std::size_t i = 0; i < 4; ++i) {
    expect(i, 'L', ErrorCode::malformed, {"lath did not write", "a polynomial"});
  }
  expect(4, 5, ErrorCode::malformed, {"a ring", "need a polynomial"});
  expect(4, 1, ErrorCode::malformed, {"a file with a public key", "need a polynomial"});
  expect(5, 2, ErrorCode::malformed, {"version 2", "version 1", "newer"});
  expect(5, 0, ErrorCode::malformed, {"version 0"});
  expect(6, 0, ErrorCode::malformed, {"unknown form 0"});
  expect(6, 3, ErrorCode::malformed, {"unknown form 3"});
  expect(7, 1, ErrorCode::malformed, {"unknown form 257"});
  expect(6, 2, ErrorCode::mismatch, {"evaluation form"});
  expect(8, 8, ErrorCode::mismatch, {"degree 8"});
  expect(11, 1, ErrorCode::mismatch, {"degree 16777220"});
  expect(15, 255, ErrorCode::mismatch, {"4278190082 limbs"});
  for (std::size_t i = 16; i < kPolyHeaderBytes; ++i) {
    expect(i, std::to_integer<unsigned>(good[i]) ^ 1, ErrorCode::mismatch, {"other moduli"});
  }
  for (std::size_t size = 0; size <= 2 * good.size(); ++size) {
    if (size == good.size()) continue;
    Bytes bytes = good;
    bytes.resize(size);
    expect_error([&] { (void)from_bytes<Coeff>(ring, bytes); }, ErrorCode::malformed,
                 {"of " + std::to_string(size) + " bytes", "exactly 56",
                  size < good.size() ? "missing" : "one object only"});
  }
}

// Sets `width` bits from `bit` on.
void set_bits(Bytes& bytes, std::size_t bit, int width, std::uint64_t value) {
  for (int k = 0; k < width; ++k, ++bit) {
    const std::byte mask = std::byte{1} << (bit % 8);
    if ((value >> k & 1) != 0) {
      bytes[bit / 8] |= mask;
    } else {
      bytes[bit / 8] &= ~mask;
    }
  }
}

template <Ring R>
void expect_words_checked(const R& ring) {
  const Poly<R, Coeff> zero(ring);
  const Bytes zeros = copy(to_bytes(zero));
  std::size_t bit = 8 * kPolyHeaderBytes;
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    const std::uint64_t p = ring.modulus(i).value();
    const int bits = bit_length(p);
    const std::uint64_t all = (std::uint64_t{1} << bits) - 1;
    for (std::size_t j = 0; j < ring.degree(); ++j, bit += static_cast<std::size_t>(bits)) {
      Bytes bytes = zeros;
      set_bits(bytes, bit, bits, p - 1);
      const auto largest = from_bytes<Coeff>(ring, bytes);
      ASSERT_EQ(largest.limb(i)[j], p - 1);
      for (const std::uint64_t large : {p, all}) {
        set_bits(bytes, bit, bits, large);
        const std::string place = "word " + std::to_string(j) + " of limb " + std::to_string(i);
        expect_error([&] { (void)from_bytes<Coeff>(ring, bytes); }, ErrorCode::malformed,
                     {place, std::to_string(large), "below the modulus " + std::to_string(p)});
        expect_error([&] { (void)from_bytes<Coeff, Secret>(ring, bytes); }, ErrorCode::malformed,
                     {"a word that is too large"});
      }
    }
  }
  for (; bit < 8 * zeros.size(); ++bit) {
    Bytes bytes = zeros;
    set_bits(bytes, bit, 1, 1);
    expect_error([&] { (void)from_bytes<Coeff>(ring, bytes); }, ErrorCode::malformed,
                 {"bits behind the last word", "zeros"});
    expect_error([&] { (void)from_bytes<Coeff, Secret>(ring, bytes); }, ErrorCode::malformed,
                 {"bits behind the last word"});
  }
}

TEST(Bytes, WithAWordThatIsNotReducedAreRefused) {
  expect_words_checked(DynamicRing::create(2, {5}));
  expect_words_checked(DynamicRing::create(2, {5, 13}));
  expect_words_checked(DynamicRing::create(4, {97, 193}));
  expect_words_checked(testing::ring_of(2, 5));
  expect_words_checked(testing::ring_of(64, 4));
  expect_words_checked(StaticRing<std::uint16_t, 64, 28>::instance());
  expect_words_checked(StaticRing<std::uint32_t, 32, 60>::instance());
  expect_words_checked(ModuleRing::create(4, 1073479681));
}

}  // namespace
}  // namespace lath
