// SPDX-License-Identifier: Apache-2.0
#include "lath/base/secret.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace lath {
namespace {

using Bytes = SecretBytes<32>;

std::array<std::byte, 32> pattern() {
  std::array<std::byte, 32> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i + 1);
  return bytes;
}

// Read through a volatile pointer: the compiler may think that an ended object has no value.
bool all_zero(const void* data, std::size_t size) {
  const auto* bytes = static_cast<const volatile unsigned char*>(data);
  bool zero = true;
  for (std::size_t i = 0; i < size; ++i) zero = (bytes[i] == 0) && zero;
  return zero;
}

TEST(Wipe, ZeroesExactlyTheBytesItIsGiven) {
  std::array<std::byte, 32> bytes = pattern();
  wipe(bytes.data() + 3, 20);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool inside = i >= 3 && i < 23;
    ASSERT_EQ(bytes[i], inside ? std::byte{0} : pattern()[i]) << i;
  }
  wipe(nullptr, 0);
}

TEST(SecretBytes, StartAsZeros) {
  const Bytes bytes;
  EXPECT_TRUE(all_zero(bytes.data(), Bytes::size()));
}

TEST(SecretBytes, KeepTheBytesTheyAreGiven) {
  const Bytes bytes(pattern());
  const Bytes copy(bytes);
  for (std::size_t i = 0; i < Bytes::size(); ++i) {
    ASSERT_EQ(bytes.span()[i], pattern()[i]);
    ASSERT_EQ(copy.span()[i], pattern()[i]);
  }
}

TEST(SecretBytes, AreWipedWhenTheyAreDestroyed) {
  alignas(Bytes) std::array<std::byte, sizeof(Bytes)> storage;
  auto* bytes = new (storage.data()) Bytes(pattern());
  ASSERT_FALSE(all_zero(storage.data(), storage.size()));
  bytes->~SecretBytes();
  EXPECT_TRUE(all_zero(storage.data(), storage.size()));
}

TEST(SecretBytes, AreWipedWhenTheyAreMovedFrom) {
  Bytes a(pattern());
  Bytes b(std::move(a));
  EXPECT_TRUE(all_zero(&a, sizeof a));
  EXPECT_EQ(b.span()[31], std::byte{32});
  Bytes c;
  c = std::move(b);
  EXPECT_TRUE(all_zero(&b, sizeof b));
  EXPECT_EQ(c.span()[0], std::byte{1});
}

TEST(SecretBytes, SurviveBeingMovedToThemselves) {
  Bytes a(pattern());
  Bytes& same = a;
  a = std::move(same);
  EXPECT_EQ(a.span()[31], std::byte{32});
}

TEST(SecretBytes, ClearOverwritesThem) {
  Bytes a(pattern());
  a.clear();
  EXPECT_TRUE(all_zero(&a, sizeof a));
}

TEST(Join, IsSecretAsSoonAsOneSideIs) {
  static_assert(std::is_same_v<Join<Public, Public>, Public>);
  static_assert(std::is_same_v<Join<Secret, Public>, Secret>);
  static_assert(std::is_same_v<Join<Public, Secret>, Secret>);
  static_assert(std::is_same_v<Join<Secret, Secret>, Secret>);
  EXPECT_TRUE((Join<Public, Secret>::kWipes));
  EXPECT_FALSE((Join<Public, Public>::kWipes));
}

}  // namespace
}  // namespace lath
