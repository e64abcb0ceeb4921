// SPDX-License-Identifier: Apache-2.0
//
// The registry of kinds, and the eight bytes that objects start with.
#include "wire/object_start.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/wire/object_kind.hpp"
#include "wire/expect_malformed.hpp"

namespace lath::detail {
namespace {

using testing::expect_malformed;

std::vector<ObjectKind> kinds() {
  std::vector<ObjectKind> found;
  for (unsigned number = 0; number < 256; ++number) {
    const auto kind = static_cast<ObjectKind>(number);
    if (name_of(kind) != nullptr) found.push_back(kind);
  }
  return found;
}

TEST(ObjectKind, EachHasANameOfItsOwnAndAVersion) {
  std::set<std::string> names;
  for (const ObjectKind kind : kinds()) {
    names.insert(name_of(kind));
    EXPECT_GE(format_version(kind), 1U) << name_of(kind);
  }
  EXPECT_EQ(kinds().size(), 17U);  // 1, 2, and 4 to 18
  EXPECT_EQ(names.size(), kinds().size());
  for (const int number : {0, 3, 19, 255}) {
    EXPECT_EQ(name_of(static_cast<ObjectKind>(number)), nullptr) << number;
    EXPECT_EQ(format_version(static_cast<ObjectKind>(number)), 0U) << number;
  }
}

TEST(ObjectStart, HasTheBytesOfTheSpecification) {
  const auto start = object_start(ObjectKind::relin_key, {1, 7});
  const std::array<std::uint8_t, 8> expected = {'l', 'a', 't', 'h', 11, 2, 1, 7};
  EXPECT_TRUE(std::ranges::equal(std::as_bytes(std::span(expected)), start));
}

TEST(ObjectStart, IsReadAsItWasWritten) {
  for (const ObjectKind kind : kinds()) {
    const auto start = object_start(kind, {3, 250});
    const KindBytes own = read_object_start(start, kind);
    EXPECT_EQ(own.first, 3);
    EXPECT_EQ(own.second, 250);
    ObjectKind found{};
    unsigned version = 0;
    ASSERT_TRUE(find_object_start(start, found, version));
    EXPECT_EQ(found, kind);
    EXPECT_EQ(version, format_version(kind));
  }
}

TEST(ObjectStart, OfEveryOtherKindIsNamed) {
  for (const ObjectKind wanted : kinds()) {
    for (const ObjectKind other : kinds()) {
      if (other == wanted) continue;
      expect_malformed({name_of(other), std::string("need ") + name_of(wanted)},
                       [&] { (void)read_object_start(object_start(other), wanted); });
    }
  }
  auto unknown = object_start(ObjectKind::ring);
  unknown[4] = std::byte{200};
  expect_malformed({"a lath object of kind 200", "need a ring"},
                   [&] { (void)read_object_start(unknown, ObjectKind::ring); });
}

TEST(ObjectStart, OfAnotherVersionSaysWhoReadsIt) {
  auto start = object_start(ObjectKind::ciphertext);
  start[5] = std::byte{1};
  expect_malformed({"a ciphertext in format version 1", "lath 0.1.0 is the last"},
                   [&] { (void)read_object_start(start, ObjectKind::ciphertext); });
  start[5] = std::byte{3};
  expect_malformed({"format version 3", "or a newer one"},
                   [&] { (void)read_object_start(start, ObjectKind::ciphertext); });
  auto ring = object_start(ObjectKind::ring);
  ring[5] = std::byte{0};
  expect_malformed({"a ring in format version 0", "or a newer one"},
                   [&] { (void)read_object_start(ring, ObjectKind::ring); });
}

TEST(ObjectStart, IsReadAsFarAsTheBytesGo) {
  const auto start = object_start(ObjectKind::message, {2, 2});
  for (std::size_t size = 0; size <= start.size(); ++size) {
    const KindBytes own = read_object_start(std::span(start).first(size), ObjectKind::message);
    EXPECT_EQ(own.first, size > 6 ? 2 : 0) << size;
    ObjectKind kind{};
    unsigned version = 0;
    EXPECT_EQ(find_object_start(std::span(start).first(size), kind, version), size == 8) << size;
  }
  for (std::size_t i = 0; i < 4; ++i) {
    auto other = start;
    other[i] ^= std::byte{32};
    expect_malformed({"bytes that lath did not write"}, [&] {
      (void)read_object_start(std::span(other).first(i + 1), ObjectKind::message);
    });
    ObjectKind kind{};
    unsigned version = 0;
    EXPECT_FALSE(find_object_start(other, kind, version));
  }
}

}  // namespace
}  // namespace lath::detail
