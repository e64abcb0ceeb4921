// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/io/envelope.hpp"
#include "lath/io/keys.hpp"
#include "lath/random/generator.hpp"

namespace lath::io {

using Bytes = std::vector<std::byte>;

/// The bytes of a chunk in an envelope.
inline constexpr std::size_t kSealed = kChunkBytes + kTagBytes;

/// A generator with a fixed seed; different names give different streams.
inline Generator generator_of(std::string_view name) { return Generator::from_seed(Seed{}, name); }

inline Bytes random_bytes(std::size_t size) {
  Bytes bytes(size);
  Generator generator = generator_of("payload");
  generator.fill(bytes);
  return bytes;
}

inline KeyPair keys_of(std::string_view name, std::string_view scheme = "ml-kem-768") {
  Generator generator = generator_of(name);
  return generate_keys(FileScheme::of_name(scheme), generator);
}

inline const KeyPair& alice() {
  static const KeyPair keys = keys_of("alice");
  return keys;
}

inline std::vector<std::string> scheme_names() {
  std::vector<std::string> names;
  for (const FileScheme& scheme : FileScheme::all()) names.emplace_back(scheme.name());
  return names;
}

/// The envelope of `payload`; the same bytes every time.
inline Bytes sealed(std::span<const std::byte> payload, const PublicKey& key = alice().public_key) {
  MemorySource source(payload);
  MemorySink sink;
  Generator generator = generator_of("encryption");
  encrypt(key, source, sink, generator);
  return sink.bytes();
}

inline Bytes opened(std::span<const std::byte> envelope,
                    const SecretKey& key = alice().secret_key) {
  MemorySource source(envelope);
  MemorySink sink;
  decrypt(key, source, sink);
  return sink.bytes();
}

/// The error that `work` throws; fails the test where it throws none.
template <class Action>
Error error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error was thrown";
  return Error(ErrorCode::invalid_argument, "", "", "");
}

}  // namespace lath::io
