// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <string_view>

/// Values that must be the same on every machine, compiler and instruction set, from now on. They
/// stand in tests/kat/*.txt, "name value" in each line.
namespace lath::testing {

/// The value of `name` in tests/kat/<file>, or an empty string and a test failure.
inline std::string known_answer(const std::string& file, std::string_view name) {
  std::ifstream lines(std::string(LATH_TEST_KAT_DIRECTORY) + "/" + file);
  std::string key, value;
  while (lines >> key >> value) {
    if (key == name) return value;
  }
  ADD_FAILURE() << file << " has no value for " << name;
  return {};
}

inline std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    for (const unsigned digit :
         {std::to_integer<unsigned>(byte) >> 4, std::to_integer<unsigned>(byte) & 15}) {
      text += "0123456789abcdef"[digit];
    }
  }
  return text;
}

/// SHA-256 over parts that are appended; words enter as eight bytes, least significant first.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;
  ~Digest() { EVP_MD_CTX_free(context_); }

  void append(std::span<const std::byte> bytes) {
    EVP_DigestUpdate(context_, bytes.data(), bytes.size());
  }
  void append(std::span<const std::uint64_t> words) {
    for (const std::uint64_t word : words) {
      std::array<std::byte, 8> bytes;
      for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(word >> (8 * i));
      append(bytes);
    }
  }
  /// The digest of all that was appended; ends the object's use.
  std::string finish() {
    std::array<std::byte, 32> digest;
    EVP_DigestFinal_ex(context_, reinterpret_cast<unsigned char*>(digest.data()), nullptr);
    return hex(digest);
  }

 private:
  EVP_MD_CTX* context_;
};

}  // namespace lath::testing
