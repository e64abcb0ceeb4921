// SPDX-License-Identifier: Apache-2.0
//
// The files in tests/kat/objects are written byte for byte, and read.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "io/objects/known_objects.hpp"

namespace lath::testing {
namespace {

Bytes file_bytes(const std::string& name) {
  std::ifstream file(std::string(LATH_TEST_KAT_DIRECTORY) + "/objects/" + name, std::ios::binary);
  EXPECT_TRUE(file) << name;
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}

TEST(KnownObjects, AreWrittenAsTheyStandInTheirFiles) {
  for (const auto& [name, bytes] : known_objects()) EXPECT_EQ(file_bytes(name), bytes) << name;
}

TEST(KnownObjects, AreReadFromTheirFiles) {
  Files files;
  for (const auto& entry : known_objects()) files[entry.first] = file_bytes(entry.first);
  EXPECT_EQ(loaded<Bfv>(files).size(), 11U);
  EXPECT_EQ(loaded<Bgv>(files).size(), 11U);
  const auto ring = ring_from_bytes(files.at("ring.bin"));
  EXPECT_EQ(copy(to_bytes(
                from_bytes<Coeff>(ring, std::span<const std::byte>(files.at("polynomial.bin"))))),
            files.at("polynomial.bin"));
  apps::MessageReader message(files.at("message.bin"), apps::Protocol::retrieval, 2, "a query");
  EXPECT_EQ(message.take_object().size(), 32U);
  message.require_end();
}

}  // namespace
}  // namespace lath::testing
