// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/io/envelope.hpp"
#include "lath/io/rlwe.hpp"
#include "lath/random/generator.hpp"

namespace lath::io {

using Bytes = std::vector<std::byte>;

/// A generator with a fixed seed; different names give different streams.
inline Generator generator_of(std::string_view name) { return Generator::from_seed(Seed{}, name); }

inline Bytes random_bytes(std::size_t size) {
  Bytes bytes(size);
  Generator generator = generator_of("payload");
  generator.fill(bytes);
  return bytes;
}

struct Keys {
  rlwe::PublicKey public_key;
  IdentifiedSecretKey secret_key;
};

inline Keys keys_of(std::string_view name) {
  Generator generator = generator_of(name);
  rlwe::KeyPair pair = rlwe_scheme().generate_keys(generator);
  rlwe::PublicKey public_key = pair.public_key;
  return {std::move(public_key), identify(std::move(pair))};
}

inline const Keys& alice() {
  static const Keys keys = keys_of("alice");
  return keys;
}

/// The envelope of `payload` for alice; the same bytes every time.
inline Bytes sealed(std::span<const std::byte> payload) {
  MemorySource source(payload);
  MemorySink sink;
  Generator generator = generator_of("encryption");
  encrypt(alice().public_key, source, sink, generator);
  return sink.bytes();
}

inline Bytes opened(std::span<const std::byte> envelope) {
  MemorySource source(envelope);
  MemorySink sink;
  decrypt(alice().secret_key, source, sink);
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
