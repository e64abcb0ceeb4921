// SPDX-License-Identifier: Apache-2.0
//
// What buffers leave behind. Not in the thread sanitizer's build, which has allocation operators of
// its own.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

#include "lath/base/buffer.hpp"

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
