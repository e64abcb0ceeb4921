// SPDX-License-Identifier: Apache-2.0
#include "lath/base/buffer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace {

// What the memory of the buffer under observation held when it was freed.
struct Observation {
  const void* address = nullptr;
  std::size_t size = 0;
  bool freed = false;
  bool zeros = false;
};
Observation observation;

void observe_and_free(void* pointer) noexcept {
  if (pointer != nullptr && pointer == observation.address) {
    observation.freed = true;
    observation.zeros = true;
    const auto* bytes = static_cast<const volatile unsigned char*>(pointer);
    for (std::size_t i = 0; i < observation.size; ++i) {
      if (bytes[i] != 0) observation.zeros = false;
    }
    observation.address = nullptr;
  }
  std::free(pointer);
}

}  // namespace

// Buffers take and give memory through the aligned operators: here they look at it on its way back.
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto a = static_cast<std::size_t>(alignment);
  void* pointer = std::aligned_alloc(a, (size + a - 1) / a * a);
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}
void operator delete(void* pointer, std::align_val_t) noexcept { observe_and_free(pointer); }
void operator delete(void* pointer, std::size_t, std::align_val_t) noexcept {
  observe_and_free(pointer);
}

namespace lath {
namespace {

using Words = Buffer<std::uint64_t>;
using SecretWords = Buffer<std::uint64_t, Secret>;

// Written through a volatile pointer, so that no compiler drops the stores before a release.
template <class B>
void fill_and_observe(B& buffer) {
  volatile std::uint64_t* words = buffer.data();
  for (std::size_t i = 0; i < buffer.size(); ++i) words[i] = 0x0123456789abcdef + i;
  observation = {buffer.data(), buffer.size() * sizeof(std::uint64_t), false, false};
}

TEST(Buffer, StartsOnACacheLineAndHoldsZeros) {
  for (const std::size_t size : {1U, 2U, 7U, 8U, 9U, 1000U}) {
    // Twice, so that the second one probably gets memory that held something.
    for (int round = 0; round < 2; ++round) {
      Words buffer(size);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % kCacheLine, 0U);
      ASSERT_EQ(buffer.size(), size);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(buffer[i], 0U);
        buffer[i] = ~std::uint64_t{0};
      }
    }
  }
}

TEST(Buffer, OfSizeZeroHasNoMemory) {
  const Words buffer(0);
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_TRUE(buffer.span().empty());
  const Words copy(buffer);
  EXPECT_EQ(copy.size(), 0U);
}

TEST(Buffer, RefusesASizeWhoseBytesOverflow) {
  EXPECT_THROW(Words(std::numeric_limits<std::size_t>::max() / 8 + 1), std::bad_array_new_length);
}

TEST(Buffer, CopiesAreDeep) {
  const std::array<std::uint64_t, 3> values{5, 6, 7};
  Words a{std::span<const std::uint64_t>(values)};
  Words b(a);
  b[1] = 60;
  EXPECT_EQ(a[1], 6U);
  EXPECT_EQ(b[0], 5U);
  EXPECT_EQ(b[2], 7U);
  Words c(1);
  c = a;
  EXPECT_EQ(c.size(), 3U);
  EXPECT_NE(c.data(), a.data());
  EXPECT_EQ(c[2], 7U);
}

TEST(Buffer, MovesTakeTheMemoryAlong) {
  Words a(4);
  a[3] = 9;
  const std::uint64_t* memory = a.data();
  Words b(std::move(a));
  EXPECT_EQ(b.data(), memory);
  EXPECT_EQ(a.data(), nullptr);  // NOLINT(bugprone-use-after-move): the state is documented
  EXPECT_EQ(a.size(), 0U);
  Words c(2);
  c = std::move(b);
  EXPECT_EQ(c.data(), memory);
  EXPECT_EQ(c[3], 9U);
}

TEST(SecretBuffer, IsZeroWhenItsMemoryIsFreed) {
  {
    SecretWords buffer(100);
    fill_and_observe(buffer);
  }
  EXPECT_TRUE(observation.freed);
  EXPECT_TRUE(observation.zeros);
}

// Without this the test above might pass because the observer sees nothing.
TEST(PublicBuffer, StillHoldsItsWordsWhenItsMemoryIsFreed) {
  {
    Words buffer(100);
    fill_and_observe(buffer);
  }
  EXPECT_TRUE(observation.freed);
  EXPECT_FALSE(observation.zeros);
}

TEST(SecretBuffer, IsZeroedWhenAnotherOneIsAssignedToIt) {
  SecretWords buffer(100);
  fill_and_observe(buffer);
  buffer = SecretWords(3);
  EXPECT_TRUE(observation.freed);
  EXPECT_TRUE(observation.zeros);
}

TEST(SecretBuffer, AMovedBufferIsZeroedByItsLastOwner) {
  SecretWords buffer(50);
  fill_and_observe(buffer);
  {
    const SecretWords owner(std::move(buffer));
    EXPECT_FALSE(observation.freed);
  }
  EXPECT_TRUE(observation.freed);
  EXPECT_TRUE(observation.zeros);
}

}  // namespace
}  // namespace lath
