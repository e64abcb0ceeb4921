// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fixtures.hpp"
#include "lath/io/ml_kem_keys.hpp"

namespace lath::io {

inline Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}
inline Bytes bytes_of(const Buffer<std::byte, Secret>& buffer) {
  return {buffer.begin(), buffer.end()};
}

/// A file of tests/kat/ml_kem_pem.
inline Bytes published_key(const std::string& name) {
  std::ifstream file(std::string(LATH_TEST_KAT_DIRECTORY) + "/ml_kem_pem/" + name + ".pem");
  EXPECT_TRUE(file) << name;
  return bytes_of(std::string(std::istreambuf_iterator<char>(file), {}));
}

/// The private key of the seed 00 01 02 to 3f, which the examples of RFC 9935 have.
inline MlKemPrivateKey published_private_key(unsigned set) {
  Bytes seed(64);
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::byte>(i);
  if (set == 512) return ml_kem::PrivateKey<512>::from_seed(seed);
  if (set == 768) return ml_kem::PrivateKey<768>::from_seed(seed);
  return ml_kem::PrivateKey<1024>::from_seed(seed);
}

inline Bytes secret_bytes(const MlKemPrivateKey& key) {
  return std::visit(
      [](const auto& each) {
        const auto bytes = each.secret_key().bytes();
        return Bytes(bytes.begin(), bytes.end());
      },
      key);
}
inline bool has_seed(const MlKemPrivateKey& key) {
  return std::visit([](const auto& each) { return each.seed().has_value(); }, key);
}

inline constexpr std::array kSets{512U, 768U, 1024U};
struct NamedForm {
  const char* name;
  PrivateKeyForm form;
};
inline constexpr std::array<NamedForm, 3> kForms{{{"seed", PrivateKeyForm::seed},
                                                  {"expanded", PrivateKeyForm::expanded},
                                                  {"both", PrivateKeyForm::both}}};

}  // namespace lath::io
