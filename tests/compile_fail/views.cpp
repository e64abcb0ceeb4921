// SPDX-License-Identifier: Apache-2.0
//
// Views of temporaries, whose memory is gone at the end of the line; after them what does the same
// with a name. See expect_errors.py.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath {

using Words = Buffer<std::uint64_t, Secret>;

Words made();
const Words made_constant();
Seed seed();
std::uint64_t sum_of(std::span<const std::uint64_t> words);

#ifdef FORBIDDEN

void span_of_a_temporary() {
  const std::span<const std::uint64_t> a = made();  // error: deleted
}

void span_of_a_constant_temporary() {
  const std::span<const std::uint64_t> a = made_constant();  // error: deleted
}

void deduced_span_of_a_temporary() {
  const std::span a = made();  // error: conversion
}

void span_to_write_to_a_temporary() {
  const std::span<std::uint64_t> a = made();  // error: conver
}

void iterator_of_a_temporary() {
  const auto* a = made().begin();  // error: deleted
}

void end_of_a_temporary() {
  const auto* a = made().end();  // error: deleted
}

void reference_to_an_element_of_a_temporary() {
  auto& a = made()[0];  // error: non-const lvalue
}

void element_of_a_temporary_assigned_to() {
  made()[0] = 1;  // error: lvalue required|not assignable
}

void iterator_of_a_seed() {
  const auto* a = seed().begin();  // error: deleted
}

void temporary_where_a_span_is_kept() {
  (void)sum_of(made());  // error: deleted
}

void negative_values_among_unsigned_ones(const he::SlotEncoder& encoder) {
  (void)encoder.encode({1, -1});  // error: narrow
}

#endif

std::uint64_t named() {
  Words a = made();
  const std::span<const std::uint64_t> words = a;
  const std::span deduced = a;
  const std::span<std::uint64_t> to_write = a;
  to_write[0] = *std::ranges::max_element(a);
  const auto first = made()[0];
  std::uint64_t sum = sum_of(a) + words[0] + deduced[0] + first;
  for (const std::uint64_t x : made()) sum += x;
  Seed b = seed();
  for (std::byte& byte : b) byte = {};
  return sum;
}

}  // namespace lath
