// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lath/base/error.hpp"

/// A fuzzer is a list of loaders. The first byte of an input says which one reads the other bytes.
namespace lath::fuzz {

using Bytes = std::vector<std::byte>;
using View = std::span<const std::byte>;

/// A part of an object.
struct Part {
  std::size_t from, size;
};

/// A loader of bytes from outside.
struct Loader {
  const char* name;
  /// Bytes of real objects.
  std::vector<Bytes> examples;
  /// Reads bytes and checks what was read. Throws lath::Error for bytes that are refused.
  std::function<void(View)> read;
  /// Parts of the first example that the mutator puts into most inputs, since a plain fuzzer cannot
  /// guess them: a fingerprint.
  std::vector<Part> mended = {};
  /// Mends what depends on the other bytes, such as a length or a digest.
  std::function<void(Bytes&)> mend = {};
  /// Parts of the first example that everything that is read has: its kind.
  std::vector<Part> fixed = {};
  /// Objects that are refused, with which the mutator begins as well: nearly examples.
  std::vector<Bytes> refused = {};
};

/// The loaders of this program. Made once.
const std::vector<Loader>& loaders();

/// Ends the program unless the condition holds: a finding.
inline void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "FINDING: %s\n", what);
  std::abort();
}

template <class Range>
Bytes bytes_of(const Range& range) {
  const View bytes(range);
  return {bytes.begin(), bytes.end()};
}
inline Bytes bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}
inline std::string text_of(View bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Requires that these bytes are what was read.
template <class Range>
void require_same(const Range& written, View bytes, const char* what) {
  require(std::ranges::equal(View(written), bytes), what);
}

/// Gives an input to its loader. An error has to be a lath::Error with three parts.
void run(View input);

}  // namespace lath::fuzz
