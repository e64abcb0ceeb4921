// SPDX-License-Identifier: Apache-2.0
//
// The memory that loaders take, whatever the bytes say: never more than twice the memory that the
// legal object takes. It replaces the allocation operators, so it is a program
// of its own and not in the builds of sanitizers.
#include <gtest/gtest.h>
#include <malloc.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "base/corrupted.hpp"
#include "io/objects/known_objects.hpp"

namespace {

// Bytes that are not yet given back, and the most of them at one time.
std::atomic<std::size_t> held{0}, peak{0};

void* take(std::size_t size, std::size_t alignment) {
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  const std::size_t now = held += malloc_usable_size(memory);
  std::size_t most = peak;
  while (now > most && !peak.compare_exchange_weak(most, now)) {
  }
  return memory;
}

void give(void* memory) noexcept {
  if (memory != nullptr) held -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return take(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) {
  return take(size, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { give(p); }
void operator delete(void* p, std::size_t) noexcept { give(p); }
void operator delete(void* p, std::align_val_t) noexcept { give(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { give(p); }

namespace lath::io {
namespace {

using namespace lath::testing;

// The words of an error, and what small objects take.
constexpr std::size_t kErrors = 1024;

struct Use {
  std::size_t memory;  // the most that the action takes beside all that is held before
  bool succeeds;
};

template <class Action>
Use use_of(const Action& action) {
  const std::size_t before = held;
  peak = before;
  bool succeeds = true;
  try {
    action();
  } catch (const Error&) {
    succeeds = false;
  }
  return {peak - before, succeeds};
}

// A changed file may be the file of another legal object, such as parameters with longer primes,
// and takes as much memory as that.
void expect_memory(const Use& use, std::size_t legal) {
  if (!use.succeeds) {
    EXPECT_LE(use.memory, 2 * legal);
  }
}

template <class Scheme>
class MemoryOfLoaders : public ::testing::Test {};
TYPED_TEST_SUITE(MemoryOfLoaders, BothSchemes);

TYPED_TEST(MemoryOfLoaders, IsAtMostTwiceTheLegalSize) {
  SeededValues random(91);
  SCOPED_TRACE(random.label());
  const FewKeys<TypeParam> keys({.degree = 1024,
                                 .plaintext_modulus = 12289,
                                 .prime_bits = {50, 50, 50},
                                 .special_prime_bits = {51}});
  ProofCases proofs;
  const std::uint64_t count = testing::seeds(40);
  for (const ObjectCase& object : object_cases(keys)) {
    SCOPED_TRACE(object.name);
    for (const bool proved : {false, true}) {
      const Bytes good = object.envelope(proved ? SaveOptions{.mac = &proofs.mac} : SaveOptions{});
      const LoadOptions options{.mac = proved ? &proofs.mac : nullptr};
      const std::size_t legal = use_of([&] { (void)object.load(good, options); }).memory + kErrors;
      for (std::uint64_t i = 0; i < count; ++i) {
        const Bytes bad = corrupted(good, random);
        expect_memory(use_of([&] { (void)object.load(bad, options); }), legal);
        SlowSource source(bad);
        expect_memory(use_of([&] { (void)object.load(source, options); }), legal);
      }
    }
  }
}

}  // namespace
}  // namespace lath::io
