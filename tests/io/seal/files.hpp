// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/io/seal/keys.hpp"
#include "lath/io/seal/objects.hpp"
#include "lath/io/seal/parameters.hpp"

/// @file
/// The files of SEAL in tests/kat/seal, which tests/kat/seal/make_files.cpp describes.
namespace lath::io::seal {

using Bytes = std::vector<std::byte>;

inline Bytes file(const std::string& folder, const std::string& name) {
  std::ifstream stream(std::string(LATH_TEST_KAT_DIRECTORY) + "/seal/" + folder + "/" + name,
                       std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_FALSE(bytes.empty()) << folder << "/" << name << " cannot be read";
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}
template <class Storage>
Bytes copy(const Buffer<std::byte, Storage>& bytes) {
  return {bytes.span().begin(), bytes.span().end()};
}

/// The names of the folders for a scheme: SEAL's versions, generators and compressions.
template <class Scheme>
std::vector<std::string> folders() {
  if constexpr (Scheme::kScheme == he::Scheme::bfv) {
    return {"4.1-bfv-blake2xb-none", "4.4-bfv-shake256-zstd"};
  } else {
    return {"4.1-bgv-blake2xb-none", "4.4-bgv-shake256-zstd"};
  }
}
template <class Scheme>
std::string plain_folder() {
  return folders<Scheme>().front();
}

template <class Scheme>
typename Scheme::Parameters parameters_in(const std::string& folder) {
  const auto found = parameters_from_bytes(file(folder, "parms"));
  EXPECT_EQ(found.scheme, Scheme::kScheme);
  return Scheme::Parameters::create_insecure(found.literal);
}

using Slots = std::vector<std::uint64_t>;
/// factor i + summand modulo t.
inline Slots steps(std::size_t n, std::uint64_t factor, std::uint64_t summand, std::uint64_t t) {
  Slots slots(n);
  for (std::size_t i = 0; i < n; ++i) slots[i] = (factor * i + summand) % t;
  return slots;
}
inline Slots x_slots() { return steps(32, 7, 1, 193); }
inline Slots y_slots() { return steps(32, 13, 5, 193); }
inline Slots product_slots() {
  Slots product = x_slots();
  const Slots y = y_slots();
  for (std::size_t i = 0; i < product.size(); ++i) product[i] = product[i] * y[i] % 193;
  return product;
}
template <class Scheme>
Slots decoded(const typename Scheme::Parameters& parameters, const he::Plaintext& plaintext) {
  const auto slots = he::SlotEncoder::create(parameters).decode(plaintext);
  return {slots.span().begin(), slots.span().end()};
}
inline NoiseClaim fresh() { return NoiseClaim::fresh(); }

}  // namespace lath::io::seal
