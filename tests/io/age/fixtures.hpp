// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/fixtures.hpp"
#include "lath/base/error.hpp"
#include "lath/io/age/files.hpp"
#include "lath/io/age/keys.hpp"
#include "lath/random/generator.hpp"

namespace lath::io::age {

using ByteVector = std::vector<std::byte>;

/// The bytes of a chunk in a file.
inline constexpr std::size_t kSealed = kChunkBytes + 16;

inline bool mentions(const Error& error, std::string_view text) {
  return std::string_view(error.what()).find(text) != std::string_view::npos;
}

inline Identity identity_of(std::string_view name) {
  Generator generator = generator_of(name);
  return Identity::generate(generator);
}

inline const Identity& alice() {
  static const Identity identity = identity_of("alice");
  return identity;
}

inline ByteVector random_bytes(std::size_t size) {
  ByteVector bytes(size);
  Generator generator = generator_of("payload");
  generator.fill(bytes);
  return bytes;
}

/// A file for Alice; the same bytes every time.
inline ByteVector sealed(std::span<const std::byte> payload, Form form = Form::binary) {
  MemorySource source(payload);
  MemorySink sink;
  Generator generator = generator_of("encryption");
  const Recipient recipient = alice().recipient();
  encrypt(std::span(&recipient, 1), source, sink, generator, form);
  return sink.bytes();
}

inline ByteVector opened(std::span<const std::byte> file, const Keys& keys = {{alice()}, {}}) {
  MemorySource source(file);
  MemorySink sink;
  decrypt(keys, source, sink);
  return sink.bytes();
}

inline Passphrase passphrase_of(std::string_view text, unsigned work_factor = 2) {
  return Passphrase(std::span(text.data(), text.size()), work_factor);
}

/// A file in tests/kat/age: see import_vectors.py there.
struct Vector {
  std::string name;
  std::map<std::string, std::vector<std::string>> fields;
  ByteVector data;

  [[nodiscard]] std::string field(const std::string& key) const {
    const auto found = fields.find(key);
    return found == fields.end() ? std::string() : found->second.front();
  }
};

inline std::byte byte_of_hex(const std::string& digits) {
  return static_cast<std::byte>(std::stoi(digits, nullptr, 16));
}

inline ByteVector vector_bytes(const std::string& text) {
  ByteVector bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes.push_back(static_cast<std::byte>(text[i]));
      continue;
    }
    const char kind = text.at(++i);
    if (kind == 'x') {
      bytes.push_back(byte_of_hex(text.substr(i + 1, 2)));
      i += 2;
    } else if (kind == '*') {
      const std::size_t end = text.find('*', i + 1);
      bytes.insert(bytes.end(), std::stoul(text.substr(i + 1, end - i - 1)),
                   byte_of_hex(text.substr(end + 1, 2)));
      i = end + 2;
    } else {
      bytes.push_back(static_cast<std::byte>(kind == 'n' ? '\n' : kind == 'r' ? '\r' : kind));
    }
  }
  return bytes;
}

inline std::vector<Vector> read_vectors(const char* file) {
  std::ifstream lines(std::string(LATH_TEST_KAT_DIRECTORY) + "/age/" + file);
  std::vector<Vector> vectors;
  for (std::string line; std::getline(lines, line);) {
    const auto space = line.find(' ');
    const std::string key = line.substr(0, space), value = line.substr(space + 1);
    if (key == "name") {
      vectors.push_back({value, {}, {}});
    } else if (key == "data") {
      vectors.back().data = space == std::string::npos ? ByteVector() : vector_bytes(value);
    } else {
      vectors.back().fields[key].push_back(value);
    }
  }
  EXPECT_FALSE(vectors.empty()) << file;
  return vectors;
}

}  // namespace lath::io::age
