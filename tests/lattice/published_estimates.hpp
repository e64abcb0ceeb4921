// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "lath/lattice/security_estimate.hpp"

/// What others have published, with the places where they did.
namespace lath::testing {

/// The largest log2 q for degree 2^10, 2^11, ..., 2^17 at one level; zero where there is none.
/// Errors have standard deviation 3.2 (2018) and 3.19 (2024), samples are unlimited.
struct PublishedLimits {
  const char* source;
  CostModel model;
  bool gaussian_secret;  ///< or ternary; a Gaussian one is distributed as the error
  SecurityLevel level;
  double error;
  std::array<unsigned, 8> log2_modulus;
};

/// log2 of the operations of an attack on an instance.
struct PublishedEstimate {
  const char* source;
  const char* name;
  LweInstance instance;
  Attack attack;
  CostModel model;
  double log2_operations;
};

inline std::vector<PublishedLimits> published_limits() {
  using enum SecurityLevel;
  using enum CostModel;
  // M. Albrecht et al., "Homomorphic Encryption Standard" (2018), tables 1 and 2, for degrees up to
  // 2^15; those of 2^16 and 2^17 are OpenFHE's (src/core/lib/lattice/stdlatticeparms.cpp).
  constexpr const char* k2018 = "Homomorphic Encryption Standard (2018); OpenFHE from 2^16 on";
  // J.-P. Bossuat et al., ePrint 2024/463, table 5.2. Gaussian, 256 bits, 2^13: its authors'
  // Lattigo file has 119 there, more than ternary secrets and two bits allow anywhere else.
  constexpr const char* k2024 = "Security Guidelines (ePrint 2024/463), table 5.2";
  // max_logQ_tables.py of github.com/gong-cr/FHE-Security-Guidelines with its quantum columns on.
  constexpr const char* k2024Quantum = "script of the Security Guidelines, quantum columns";
  return {
      {k2018, standard_2018_classical, false, bits128, 3.2,
       {27, 54, 109, 218, 438, 881, 1747, 3523}},
      {k2018, standard_2018_classical, false, bits192, 3.2,
       {19, 37, 75, 152, 305, 611, 1199, 2411}},
      {k2018, standard_2018_classical, false, bits256, 3.2,
       {14, 29, 58, 118, 237, 476, 929, 1866}},
      {k2018, standard_2018_quantum, false, bits128, 3.2,
       {25, 51, 101, 202, 411, 827, 1663, 3348}},
      {k2018, standard_2018_quantum, false, bits192, 3.2,
       {17, 35, 70, 141, 284, 571, 1145, 2301}},
      {k2018, standard_2018_quantum, false, bits256, 3.2,
       {13, 27, 54, 109, 220, 443, 888, 1784}},
      {k2018, standard_2018_classical, true, bits128, 3.2,
       {29, 56, 111, 220, 440, 883, 1749, 3525}},
      {k2018, standard_2018_classical, true, bits192, 3.2,
       {21, 39, 77, 154, 307, 613, 1201, 2413}},
      {k2018, standard_2018_classical, true, bits256, 3.2,
       {16, 31, 60, 120, 239, 478, 931, 1868}},
      {k2018, standard_2018_quantum, true, bits128, 3.2,
       {27, 53, 103, 206, 413, 829, 1665, 3351}},
      {k2018, standard_2018_quantum, true, bits192, 3.2,
       {19, 37, 72, 143, 286, 573, 1147, 2304}},
      {k2018, standard_2018_quantum, true, bits256, 3.2,
       {15, 29, 56, 111, 222, 445, 890, 1786}},
      {k2024, matzov, false, bits128, 3.19, {26, 53, 106, 214, 430, 868, 1747, 3523}},
      {k2024, matzov, false, bits192, 3.19, {0, 36, 73, 147, 297, 597, 1199, 2411}},
      {k2024, matzov, false, bits256, 3.19, {0, 27, 56, 114, 230, 462, 929, 1866}},
      {k2024, matzov, true, bits128, 3.19, {28, 55, 108, 216, 432, 870, 1749, 3525}},
      {k2024, matzov, true, bits192, 3.19, {0, 38, 75, 149, 299, 599, 1201, 2413}},
      {k2024, matzov, true, bits256, 3.19, {0, 30, 58, 116, 232, 464, 931, 1868}},
      {k2024Quantum, chailloux_loyer, false, bits128, 3.19,
       {20, 40, 80, 161, 322, 644, 1289, 2578}},
      {k2024Quantum, chailloux_loyer, false, bits192, 3.19,
       {0, 29, 59, 119, 239, 479, 959, 1920}},
      {k2024Quantum, chailloux_loyer, false, bits256, 3.19, {0, 22, 47, 95, 192, 385, 773, 0}},
      {k2024Quantum, chailloux_loyer, true, bits128, 3.19,
       {22, 42, 83, 163, 324, 646, 1291, 2580}},
      {k2024Quantum, chailloux_loyer, true, bits192, 3.19,
       {0, 31, 61, 122, 242, 482, 962, 1922}},
      {k2024Quantum, chailloux_loyer, true, bits256, 3.19, {0, 25, 49, 98, 195, 388, 775, 0}},
  };
}

}  // namespace lath::testing
