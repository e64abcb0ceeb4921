// SPDX-License-Identifier: Apache-2.0
//
// What rings and polynomials take from the heap, and that transforms and expressions take nothing.
// It replaces the allocation operators, so it is a program of its own and not in the thread
// sanitizer's build.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/arith/roots.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prepared.hpp"

namespace {

// Bytes asked for and not yet given back, how often somebody asked, and the most since `most` was
// set to zero.
std::atomic<std::size_t> held{0}, calls{0}, most{0};

// Every block carries its size in front, at a distance that keeps the alignment.
void* take(std::size_t size, std::size_t alignment) {
  const std::size_t front = alignment < 64 ? 64 : alignment;
  auto* block = static_cast<std::byte*>(
      std::aligned_alloc(front, (size + front + front - 1) / front * front));
  if (block == nullptr) throw std::bad_alloc();
  *reinterpret_cast<std::size_t*>(block) = size;
  *reinterpret_cast<std::size_t*>(block + 8) = front;
  held += size;
  ++calls;
  if (size > most) most = size;
  return block + front;
}

void give(void* pointer, std::size_t alignment) noexcept {
  if (pointer == nullptr) return;
  auto* block = static_cast<std::byte*>(pointer) - (alignment < 64 ? 64 : alignment);
  held -= *reinterpret_cast<std::size_t*>(block);
  std::free(block);
}

}  // namespace

void* operator new(std::size_t size) { return take(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) {
  return take(size, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { give(p, 16); }
void operator delete(void* p, std::size_t) noexcept { give(p, 16); }
void operator delete(void* p, std::align_val_t a) noexcept { give(p, static_cast<std::size_t>(a)); }
void operator delete(void* p, std::size_t, std::align_val_t a) noexcept {
  give(p, static_cast<std::size_t>(a));
}

namespace lath {
namespace {

// What making a plan leaves on the heap. The root is found beforehand: it is remembered elsewhere.
template <ResidueWord Word>
std::size_t plan_bytes(std::size_t degree, std::uint64_t p, Kernel kernel) {
  (void)least_primitive_root(Modulus(p), 2 * degree);
  const std::size_t before = held;
  const auto plan = NttPlan<Word>::create(degree, p, kernel);
  return held - before;
}

// The formula of lath/ntt/ntt_plan.hpp, in bytes per coefficient.
std::size_t bytes_per_coefficient(Kernel kernel) {
  const bool neon = kernel.isa == Isa::neon;
  if (kernel.family == Family::f64) return kernel.isa == Isa::avx2 || neon ? 24 : 18;
  if (kernel.family == Family::i52) return kernel.isa == Isa::avx2 ? 33 : 32;
  const bool scalar = kernel.isa == Isa::scalar, avx512 = has(kernel.isa, Isa::avx512);
  switch (kernel.family) {
    case Family::i16:
      return scalar ? 8 : neon ? 13 : 17;  // 16.5, rounded up
    case Family::u32:
      return scalar ? 16 : neon ? 20 : 26;
    default:
      return scalar || neon ? 32 : avx512 ? 34 : 40;
  }
}

template <ResidueWord Word>
void expect_formula(std::size_t degree, int bits) {
  const std::uint64_t p = ntt_primes(bits, degree, 1)[0];
  for (const Kernel kernel : available_kernels<Word>(p)) {
    SCOPED_TRACE(std::string(family_name(kernel.family)) + "/" + std::string(isa_name(kernel.isa)));
    const std::size_t bytes = plan_bytes<Word>(degree, p, kernel);
    const std::size_t formula = bytes_per_coefficient(kernel) * degree;
    EXPECT_LE(bytes, formula + 1024);
    EXPECT_GE(bytes + degree, formula);  // and the formula does not promise too little
  }
}

TEST(Memory, OfAPlanIsWhatTheFormulaSays) {
  expect_formula<std::uint16_t>(256, 14);
  expect_formula<std::uint16_t>(1024, 14);
  for (const std::size_t degree : {256U, 4096U, 32768U}) {
    expect_formula<std::uint32_t>(degree, 30);
    expect_formula<std::uint64_t>(degree, 62);
    expect_formula<std::uint64_t>(degree, 50);
  }
}

TEST(Memory, OfAPolynomialIsItsRowsAndAtMost256Bytes) {
  for (const std::size_t limbs : {1U, 7U}) {
    const auto ring = DynamicRing::create(4096, ntt_primes(50, 4096, limbs));
    const std::size_t before = held;
    const Poly<DynamicRing, Coeff> a(ring);
    EXPECT_LE(held - before + sizeof a, 8 * row_stride<std::uint64_t>(4096, limbs) * limbs + 256);
    EXPECT_GE(held - before, 8 * 4096 * limbs);
    EXPECT_LE(a.stride(), 4096 + 72);
  }
}

TEST(Memory, IsNotTakenByTransformsInPlaceNorByExpressions) {
  for (const int bits : {50, 62}) {
    const auto ring = DynamicRing::create(4096, ntt_primes(bits, 4096, 2));
    Poly<DynamicRing, Coeff> a(ring);
    Poly<DynamicRing, Eval> b(ring), c(ring);
    const auto prepared = prepare(b);
    const std::size_t before = calls;
    auto values = ntt(std::move(a));
    c = values * b + c * b - b;
    c += values * prepared;
    a = intt(std::move(values));
    EXPECT_EQ(calls, before);
  }
}

TEST(Memory, IsNotTakenToWriteBytesIntoGivenMemory) {
  const auto ring = DynamicRing::create(4096, ntt_primes(50, 4096, 3));
  const Poly<DynamicRing, Eval> a(ring);
  const Poly<DynamicRing, Eval, Secret> s(ring);
  Buffer<std::byte> bytes(byte_size(ring));
  Buffer<std::byte, Secret> secret_bytes(byte_size(ring));
  to_bytes(a, bytes.span());
  const std::size_t before = calls;
  to_bytes(a, bytes.span());
  to_bytes(s, secret_bytes);
  EXPECT_EQ(calls, before);
  EXPECT_TRUE(from_bytes<Eval>(ring, bytes) == a);
  EXPECT_EQ(calls, before + 1);
}

// What somebody wrote into bytes makes nobody take memory for it: all there is are the lines of an
// error, whatever sizes and numbers of bytes are claimed.
TEST(Memory, IsTakenForBytesOnlyOnceTheyAreChecked) {
  const auto ring = DynamicRing::create(4096, ntt_primes(50, 4096, 3));
  const auto whole = to_bytes(Poly<DynamicRing, Eval>(ring));
  const auto expect_little = [](const std::vector<std::byte>& bytes, const auto& read) {
    most = 0;
    EXPECT_THROW(read(bytes), Error);
    EXPECT_LE(most, 512U);
    EXPECT_GT(most, 0U);
  };
  const auto read_poly = [&](const std::vector<std::byte>& bytes) {
    (void)from_bytes<Eval>(ring, bytes);
  };
  const std::vector<std::byte> good(whole.span().begin(), whole.span().end());
  for (const std::size_t size : {std::size_t{0}, std::size_t{47}, std::size_t{48}, good.size() - 1,
                                 good.size() + 1, 2 * good.size()}) {
    std::vector<std::byte> bytes = good;
    bytes.resize(size);
    expect_little(bytes, read_poly);
  }
  for (const std::size_t at : {0U, 4U, 5U, 6U, 7U, 8U, 11U, 12U, 15U, 16U, 47U}) {
    std::vector<std::byte> bytes = good;
    bytes[at] ^= std::byte{0xf0};
    expect_little(bytes, read_poly);
  }

  // Rings: sizes that are claimed, and moduli, of which one is wrong behind others that are not.
  const auto ring_whole = to_bytes(ring);
  const std::vector<std::byte> good_ring(ring_whole.span().begin(), ring_whole.span().end());
  for (std::size_t at = 8; at < good_ring.size(); ++at) {
    std::vector<std::byte> bytes = good_ring;
    bytes[at] ^= std::byte{1};
    expect_little(bytes, [](const std::vector<std::byte>& b) {
      (void)ring_from_bytes(b, {.degree = 1 << 20, .limbs = 1 << 30});
    });
  }
}

}  // namespace
}  // namespace lath
