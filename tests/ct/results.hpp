// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "lath/base/constant_time.hpp"

/// Digests of what the checks compute. scripts/check-constant-time compares those of a run under
/// valgrind with those of the CPU: on other words a poisoning run would take other ways than
/// users'.
namespace lath::testing {

struct Digest {
  std::uint64_t value = 0, bytes = 0;
};
inline std::map<std::string, Digest> results;

/// Adds bytes, secret or not, to the digest of a check. They keep their marks.
inline void record(const std::string& check, const void* data, std::size_t size) {
  std::vector<std::uint64_t> words((size + 7) / 8);
  if (size != 0) std::memcpy(words.data(), data, size);
  ct::declassify(words.data(), words.size() * sizeof(std::uint64_t));
  Digest& digest = results[check];
  // Each step is a bijection of the digest and of the word, so that no single difference is lost.
  for (const std::uint64_t word : words) {
    digest.value = (digest.value ^ word) * 0x9e3779b97f4a7c15;
    digest.value ^= digest.value >> 29;
  }
  digest.bytes += size;
}

/// The same for vectors, arrays, buffers and spans.
template <class Values>
  requires requires(const Values& values) { values.data(); }
void record(const std::string& check, const Values& values) {
  record(check, values.data(), values.size() * sizeof(values.data()[0]));
}

/// The same for the words of a polynomial.
template <class Poly>
  requires requires(const Poly& a) { a.limb(0); }
void record(const std::string& check, const Poly& a) {
  for (std::size_t i = 0; i < a.ring().limbs(); ++i) record(check, a.limb(i));
}

inline void print_results() {
  for (const auto& [check, digest] : results) {
    std::printf("result   %s: %" PRIu64 " bytes, digest %016" PRIx64 "\n", check.c_str(),
                digest.bytes, digest.value);
  }
}

}  // namespace lath::testing
