// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "lath/base/constant_time.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"

namespace lath::testing {

/// An object of each type that models KeyEncapsulation.
template <KeyEncapsulation K>
K make_kem() {
  return K();
}
template <>
inline FujisakiOkamoto<mlwe::Scheme> make_kem() {
  return FujisakiOkamoto(mlwe::Scheme::create(mlwe::recommended_parameters()));
}
template <>
inline FujisakiOkamoto<rlwe::Scheme> make_kem() {
  return FujisakiOkamoto(rlwe::Scheme::create(rlwe::recommended_parameters()));
}

using MlweKem = FujisakiOkamoto<mlwe::Scheme>;
using RlweKem = FujisakiOkamoto<rlwe::Scheme>;
using FujisakiOkamotoKems = ::testing::Types<MlweKem, RlweKem>;
using Kems =
    ::testing::Types<MlweKem, RlweKem, ml_kem::Kem<512>, ml_kem::Kem<768>, ml_kem::Kem<1024>>;

struct KemNames {
  template <class K>
  static std::string GetName(int) {
    std::string name = make_kem<K>().name();
    for (char& c : name) c = c == ' ' || c == '-' ? '_' : c;
    return name;
  }
};

inline bool equal(const kem::SharedSecret& a, const kem::SharedSecret& b) {
  return ct::equal(a.span(), b.span());
}

inline std::vector<std::byte> copy_of(std::span<const std::byte> bytes) {
  return {bytes.begin(), bytes.end()};
}

}  // namespace lath::testing
