// SPDX-License-Identifier: Apache-2.0
//
// What is left of keys of envelopes that were moved from.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

#include "base/moved_from.hpp"
#include "lath/io/object_keys.hpp"

namespace lath::io {
namespace {

using testing::expect_policy;
using testing::Left;
using testing::use;

template <class Key>
void expect_of_key(const char* type) {
  expect_policy<Key>(type, Left::as_it_was,
                     [] { return Key::from_bytes(std::array<std::byte, 32>{}); },
                     {{"bytes", [](Key& key) { EXPECT_EQ(key.bytes().size(), 32U); }},
                      {"copy", [](Key& key) { use(Key(key)); }}});
}

TEST(MovedFrom, KeysOfEnvelopes) {
  expect_of_key<MacKey>("MacKey");
  expect_of_key<SigningKey>("SigningKey");
  expect_of_key<VerifyingKey>("VerifyingKey");
}

// Secrets do not stay behind.
TEST(MovedFrom, KeysOfEnvelopesAreZeros) {
  std::array<std::byte, 32> ones;
  ones.fill(std::byte{1});
  auto mac = MacKey::from_bytes(ones);
  const MacKey taken = std::move(mac);
  EXPECT_EQ(taken.bytes().span()[31], std::byte{1});
  for (const std::byte byte : mac.bytes()) EXPECT_EQ(byte, std::byte{0});
}

}  // namespace
}  // namespace lath::io
