// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "lath/security/security_estimate.hpp"

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
  const char* other_model = nullptr;  ///< why it is not comparable, where it is not
};

inline std::vector<PublishedLimits> published_limits() {
  using enum SecurityLevel;
  using enum CostModel;
  // M. Albrecht et al., "Homomorphic Encryption Standard" (2018), tables 1 and 2, for degrees up to
  // 2^15; those of 2^16 and 2^17 are OpenFHE's additions
  // (src/core/lib/lattice/stdlatticeparms.cpp). Its classical ones are those of the guidelines of
  // 2024 below, by another model of cost, and are left out here.
  constexpr const char* k2018 = "Homomorphic Encryption Standard (2018)";
  constexpr const char* k2018Quantum =
      "Homomorphic Encryption Standard (2018), OpenFHE from 2^16 on";
  // J.-P. Bossuat et al., ePrint 2024/463, table 5.2. Gaussian, 256 bits, 2^13: its authors'
  // Lattigo file has 119 there, more than ternary secrets and two bits allow anywhere else.
  constexpr const char* k2024 = "Security Guidelines (ePrint 2024/463), table 5.2";
  // max_logQ_tables.py of github.com/gong-cr/FHE-Security-Guidelines with its quantum columns on.
  constexpr const char* k2024Quantum = "script of the Security Guidelines, quantum columns";
  return {
      {k2018, standard_2018_classical, false, bits128, 3.2, {27, 54, 109, 218, 438, 881, 0, 0}},
      {k2018, standard_2018_classical, false, bits192, 3.2, {19, 37, 75, 152, 305, 611, 0, 0}},
      {k2018, standard_2018_classical, false, bits256, 3.2, {14, 29, 58, 118, 237, 476, 0, 0}},
      {k2018Quantum,
       standard_2018_quantum,
       false,
       bits128,
       3.2,
       {25, 51, 101, 202, 411, 827, 1663, 3348}},
      {k2018Quantum,
       standard_2018_quantum,
       false,
       bits192,
       3.2,
       {17, 35, 70, 141, 284, 571, 1145, 2301}},
      {k2018Quantum,
       standard_2018_quantum,
       false,
       bits256,
       3.2,
       {13, 27, 54, 109, 220, 443, 888, 1784}},
      {k2018, standard_2018_classical, true, bits128, 3.2, {29, 56, 111, 220, 440, 883, 0, 0}},
      {k2018, standard_2018_classical, true, bits192, 3.2, {21, 39, 77, 154, 307, 613, 0, 0}},
      {k2018, standard_2018_classical, true, bits256, 3.2, {16, 31, 60, 120, 239, 478, 0, 0}},
      {k2018Quantum,
       standard_2018_quantum,
       true,
       bits128,
       3.2,
       {27, 53, 103, 206, 413, 829, 1665, 3351}},
      {k2018Quantum,
       standard_2018_quantum,
       true,
       bits192,
       3.2,
       {19, 37, 72, 143, 286, 573, 1147, 2304}},
      {k2018Quantum,
       standard_2018_quantum,
       true,
       bits256,
       3.2,
       {15, 29, 56, 111, 222, 445, 890, 1786}},
      {k2024, matzov, false, bits128, 3.19, {26, 53, 106, 214, 430, 868, 1747, 3523}},
      {k2024, matzov, false, bits192, 3.19, {0, 36, 73, 147, 297, 597, 1199, 2411}},
      {k2024, matzov, false, bits256, 3.19, {0, 27, 56, 114, 230, 462, 929, 1866}},
      {k2024, matzov, true, bits128, 3.19, {28, 55, 108, 216, 432, 870, 1749, 3525}},
      {k2024, matzov, true, bits192, 3.19, {0, 38, 75, 149, 299, 599, 1201, 2413}},
      {k2024, matzov, true, bits256, 3.19, {0, 30, 58, 116, 232, 464, 931, 1868}},
      {k2024Quantum,
       chailloux_loyer,
       false,
       bits128,
       3.19,
       {20, 40, 80, 161, 322, 644, 1289, 2578}},
      {k2024Quantum, chailloux_loyer, false, bits192, 3.19, {0, 29, 59, 119, 239, 479, 959, 1920}},
      {k2024Quantum, chailloux_loyer, false, bits256, 3.19, {0, 22, 47, 95, 192, 385, 773, 0}},
      {k2024Quantum, chailloux_loyer, true, bits128, 3.19, {22, 42, 83, 163, 324, 646, 1291, 2580}},
      {k2024Quantum, chailloux_loyer, true, bits192, 3.19, {0, 31, 61, 122, 242, 482, 962, 1922}},
      {k2024Quantum, chailloux_loyer, true, bits256, 3.19, {0, 25, 49, 98, 195, 388, 775, 0}},
  };
}

inline std::vector<PublishedEstimate> published_estimates() {
  using enum Attack;
  using enum CostModel;
  const auto binomial = [](unsigned eta) { return SmallDistribution::centered_binomial(eta); };
  const auto gaussian = [](double sigma) { return SmallDistribution::discrete_gaussian(sigma); };
  const auto uniform = [](std::int64_t a, std::int64_t b) {
    return SmallDistribution::uniform(a, b);
  };
  const auto module = [](std::size_t n, double q, SmallDistribution secret,
                         SmallDistribution error) -> LweInstance {
    return {n, std::log2(q), secret, error, n};
  };
  const LweInstance kyber512 = module(512, 3329, binomial(3), binomial(3));
  const LweInstance kyber768 = module(768, 3329, binomial(2), binomial(2));
  const LweInstance kyber1024 = module(1024, 3329, binomial(2), binomial(2));
  const LweInstance light_saber = module(512, 8192, binomial(5), uniform(-4, 3));
  const LweInstance saber = module(768, 8192, binomial(4), uniform(-4, 3));
  const LweInstance fire_saber = module(1024, 8192, binomial(3), uniform(-4, 3));
  // k rows and l columns of polynomials of degree 256, coefficients from -eta to eta.
  const auto dilithium = [&](std::size_t k, std::size_t l, int eta) -> LweInstance {
    return {256 * l, std::log2(8380417.0), uniform(-eta, eta), uniform(-eta, eta), 256 * k};
  };
  const auto new_hope = [&](std::size_t n) { return module(n, 12289, binomial(8), binomial(8)); };
  // Binary secrets; the errors of TFHE-rs are uniform but for the two ends, from -2^b to 2^b.
  const auto tfhe = [&](std::size_t n, double sigma) -> LweInstance {
    return {n, 64, uniform(0, 1), gaussian(sigma)};
  };
  const auto t_uniform = [](int b) { return std::sqrt((std::exp2(2 * b + 1) + 1) / 6); };
  const auto guidelines = [&](std::size_t n, double log2_modulus) -> LweInstance {
    return {n, log2_modulus, uniform(-1, 1), gaussian(3.19)};
  };

  constexpr const char* kReadme = "README of github.com/malb/lattice-estimator at 27a581b";
  constexpr const char* kSchemes = "docs/schemes of github.com/malb/lattice-estimator at 27a581b";
  constexpr const char* kPrimal = "estimator/lwe_primal.py of the same";
  constexpr const char* kTalk =
      "M. Albrecht, Estimating the Difficulty of Breaking Lattice-Based Cryptography, FHE.org 2024";
  constexpr const char* kKyber = "Kyber, specification of round 3 (2021), table 4";
  constexpr const char* kSaber = "Saber, www.esat.kuleuven.be/cosic/pqcrypto/saber (round 3)";
  constexpr const char* kKyber2 =
      "Kyber, specification of round 2 (2019), in github.com/Fraunhofer-AISEC/pqdb at e3ff582";
  constexpr const char* kNewHope = "NewHope, specification of round 2 (2019)";
  constexpr const char* kDilithium = "Dilithium, specification of round 3 (2021), table 1";
  constexpr const char* kSunscreen = "github.com/Sunscreen-tech/spf, pull request 94 (2025)";
  // What was published there is not the least that its own formulas give.
  constexpr const char* kSearch = "the search stopped at larger than the best blocks";
  constexpr const char* kSamples =
      "the dual lattice has as many samples as the secret, not the best";
  constexpr const char* kPlainDual = "the dual attack of 2016, without guesses and transform";
  return {
      {kReadme, "Kyber512", kyber512, primal_usvp, matzov, 143.8},
      {kReadme, "Kyber512", kyber512, primal_bdd, matzov, 140.2},
      {kReadme, "Kyber512", kyber512, dual_hybrid, matzov, 139.7},
      {kReadme, "Kyber512", kyber512, primal_usvp, core_svp_classical, 118.6},
      {kReadme, "Kyber512", kyber512, dual_hybrid, core_svp_classical, 115.5},
      {kTalk, "Kyber768", kyber768, primal_usvp, matzov, 204.9},
      {kTalk, "Kyber768", kyber768, primal_bdd, matzov, 201.0},
      {kTalk, "Kyber768", kyber768, dual_hybrid, matzov, 196.1},
      {kTalk, "Kyber768", kyber768, primal_usvp, core_svp_classical, 182.2},
      {kTalk, "Kyber768", kyber768, dual_hybrid, core_svp_classical, 173.7},
      {kSchemes, "Kyber1024", kyber1024, primal_bdd, matzov, 270.7},
      {kSchemes, "LightSaber", light_saber, primal_bdd, matzov, 139.9},
      {kSchemes, "Saber", saber, primal_bdd, matzov, 208.0},
      {kSchemes, "FireSaber", fire_saber, primal_bdd, matzov, 275.5},
      {kSchemes, "guidelines 2^13", guidelines(8192, 214), primal_bdd, matzov, 128.3},
      {kSchemes, "guidelines 2^15", guidelines(32768, 868), primal_bdd, matzov, 128.0},
      {kSchemes, "guidelines 2^17", guidelines(131072, 3523), primal_bdd, matzov, 127.9},
      {kSchemes, "TFHE-rs LWE", tfhe(918, t_uniform(45)), dual_hybrid, matzov, 134.9},
      {kSchemes, "TFHE-rs RLWE", tfhe(2048, t_uniform(17)), dual_hybrid, matzov, 134.8},
      {kPrimal,
       "n = 200",
       {200, std::log2(127.0), uniform(-1, 1), uniform(-1, 1)},
       primal_usvp,
       matzov,
       87.5},
      {kPrimal,
       "n = 384",
       {384, 7, uniform(0, 1), binomial(8), 768},
       primal_usvp,
       standard_2018_classical,
       161.8},
      {kPrimal,
       "n = 1030",
       {1030, 64, uniform(0, 1), gaussian(3.19), 2060},
       primal_usvp,
       standard_2018_classical,
       53.1},
      {kPrimal, "n = 1024", {1024, 100, gaussian(3.19), gaussian(3.19)}, primal_bdd, matzov, 43.6},
      {kPrimal,
       "n = 256",
       {256, std::log2(12289.0), uniform(0, 1), uniform(0, 1023)},
       primal_bdd,
       matzov,
       115.4,
       kSearch},
      {kPrimal,
       "n = 700",
       {700, 64, uniform(0, 1), uniform(0, (std::int64_t{1} << 59) - 1)},
       primal_bdd,
       matzov,
       249.8,
       kSearch},
      {kKyber, "Kyber512", kyber512, primal_usvp, core_svp_classical, 118},
      {kKyber, "Kyber768", kyber768, primal_usvp, core_svp_classical, 182},
      {kKyber, "Kyber1024", kyber1024, primal_usvp, core_svp_classical, 256},
      {kKyber, "Kyber512", kyber512, primal_usvp, core_svp_quantum, 107},
      {kKyber, "Kyber768", kyber768, primal_usvp, core_svp_quantum, 165},
      {kKyber, "Kyber1024", kyber1024, primal_usvp, core_svp_quantum, 232},
      {kKyber2, "Kyber512", module(512, 3329, binomial(2), binomial(2)), primal_usvp,
       core_svp_classical, 111},
      {kKyber2, "Kyber512", module(512, 3329, binomial(2), binomial(2)), primal_usvp,
       core_svp_quantum, 100},
      {kKyber2, "Kyber768", kyber768, primal_usvp, core_svp_classical, 181},
      {kKyber2, "Kyber768", kyber768, primal_usvp, core_svp_quantum, 164},
      {kKyber2, "Kyber1024", kyber1024, primal_usvp, core_svp_classical, 254},
      {kKyber2, "Kyber1024", kyber1024, primal_usvp, core_svp_quantum, 230},
      {kSaber, "LightSaber", light_saber, primal_usvp, core_svp_classical, 118},
      {kSaber, "Saber", saber, primal_usvp, core_svp_classical, 189},
      {kSaber, "FireSaber", fire_saber, primal_usvp, core_svp_classical, 260},
      {kSaber, "LightSaber", light_saber, primal_usvp, core_svp_quantum, 107},
      {kSaber, "Saber", saber, primal_usvp, core_svp_quantum, 172},
      {kSaber, "FireSaber", fire_saber, primal_usvp, core_svp_quantum, 236},
      {kNewHope, "NewHope512", new_hope(512), primal_usvp, core_svp_classical, 112, kPlainDual},
      {kNewHope, "NewHope512", new_hope(512), primal_usvp, core_svp_quantum, 101, kPlainDual},
      {kNewHope, "NewHope1024", new_hope(1024), primal_usvp, core_svp_classical, 257, kPlainDual},
      {kNewHope, "NewHope1024", new_hope(1024), primal_usvp, core_svp_quantum, 233, kPlainDual},
      {kDilithium, "Dilithium2", dilithium(4, 4, 2), primal_usvp, core_svp_classical, 123},
      {kDilithium, "Dilithium3", dilithium(6, 5, 4), primal_usvp, core_svp_classical, 182},
      {kDilithium, "Dilithium5", dilithium(8, 7, 2), primal_usvp, core_svp_classical, 252},
      {kDilithium, "Dilithium2", dilithium(4, 4, 2), primal_usvp, core_svp_quantum, 112},
      {kDilithium, "Dilithium3", dilithium(6, 5, 4), primal_usvp, core_svp_quantum, 165},
      {kDilithium, "Dilithium5", dilithium(8, 7, 2), primal_usvp, core_svp_quantum, 229},
      {kSunscreen, "n = 512", tfhe(512, std::ldexp(6.6e-4, 64)), primal_usvp, matzov, 136.6},
      {kSunscreen, "n = 512", tfhe(512, std::ldexp(6.6e-4, 64)), dual_hybrid, matzov, 128.1,
       kSamples},
      {kSunscreen, "n = 512", tfhe(512, std::ldexp(6.6e-4, 64)), primal_bdd, matzov, 183.5,
       kSearch},
      {kSunscreen, "n = 637", tfhe(637, std::ldexp(7.3e-5, 64)), primal_usvp, matzov, 135.8},
      {kSunscreen, "n = 637", tfhe(637, std::ldexp(7.3e-5, 64)), primal_bdd, matzov, 143.5,
       kSearch},
      {kSunscreen, "n = 637", tfhe(637, std::ldexp(7.3e-5, 64)), dual_hybrid, matzov, 128.1,
       kSamples},
  };
}

}  // namespace lath::testing
