// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "lath/security/lwe_instance.hpp"
#include "lath/security/security_level.hpp"

/// @file
/// How many operations the known attacks on an LWE instance take, by the formulas with which the
/// literature compares parameters. These are estimates under heuristics, not bounds.
///
/// The attack models come from the lattice estimator (M. Albrecht, R. Player, S. Scott, "On the
/// concrete hardness of Learning with Errors", J. Math. Cryptol. 9, 2015, and its later versions),
/// under the geometric series assumption (C. Schnorr, STACS 2003).
namespace lath {

/// The cost of reducing a lattice of dimension d by BKZ with blocks of size beta.
enum class CostModel {
  /// 2^(0.292 beta), one call of a sieve and nothing else: "core-SVP" of E. Alkim, L. Ducas,
  /// T. Pöppelmann, P. Schwabe, "Post-quantum key exchange", USENIX Security 2016.
  core_svp_classical,
  /// 2^(0.265 beta): core-SVP with quantum sieves.
  core_svp_quantum,
  /// 8 d 2^(0.292 beta + 16.4): M. Albrecht et al., "Homomorphic Encryption Standard" (2018).
  standard_2018_classical,
  /// 8 d 2^(0.265 beta + 16.4).
  standard_2018_quantum,
  /// Gates of a classical circuit for progressive sieves with dimensions for free: MATZOV, "Report
  /// on the Security of LWE: Improved Dual Lattice Attack" (2022), after M. Albrecht et al.,
  /// Asiacrypt 2020. The 2024 guidelines use it (J.-P. Bossuat et al., ePrint 2024/463).
  matzov,
  /// 2^(0.257 beta), quantum random walks: A. Chailloux, J. Loyer, Asiacrypt 2021.
  chailloux_loyer,
};
/// All cost models.
inline constexpr std::array kCostModels{CostModel::core_svp_classical,
                                        CostModel::core_svp_quantum,
                                        CostModel::standard_2018_classical,
                                        CostModel::standard_2018_quantum,
                                        CostModel::matzov,
                                        CostModel::chailloux_loyer};

/// The attacks that are estimated.
enum class Attack {
  /// BKZ finds the error, which is an unusually short vector of a lattice (the embedding of Kannan
  /// and of S. Bai, S. Galbraith, ACISP 2014; the condition of Alkim et al.).
  primal_usvp,
  /// BKZ with smaller blocks, then one search for the nearest vector in a larger projection
  /// (M. Liu, P. Nguyen, CT-RSA 2013).
  primal_bdd,
  /// Short vectors of the dual lattice tell right guesses of some coefficients from wrong ones, by
  /// a Fourier transform (MATZOV, 2022, after Q. Guo, T. Johansson, Asiacrypt 2021). Whether such
  /// attacks work as well as modelled is disputed (L. Ducas, L. Pulles, Crypto 2023).
  dual_hybrid,
  /// Every secret is tried, likely ones first. This counts the guesses only:
  /// SmallDistribution::log2_guesses() for each coefficient, or half as much for quantum computers
  /// (L. Grover, STOC 1996). It is the cheapest attack if there are few secrets and errors are
  /// wide. Attacks that meet in the middle take about as long as a search for half of the
  /// coefficients. They need narrow errors, for which lattice attacks are cheaper still, and are
  /// not counted.
  exhaustive_search,
};
/// All attacks.
inline constexpr std::array kAttacks{Attack::primal_usvp, Attack::primal_bdd, Attack::dual_hybrid,
                                     Attack::exhaustive_search};

/// The name of a cost model, for example "MATZOV".
[[nodiscard]] const char* name_of(CostModel model) noexcept;
/// The name of an attack, for example "primal uSVP".
[[nodiscard]] const char* name_of(Attack attack) noexcept;

/// The cheapest parameters of an attack. If none succeeds, which happens for errors nearly as wide
/// as the modulus and for few samples, log2_operations is infinite and everything else is zero.
struct AttackEstimate {
  double log2_operations = 0;         ///< the logarithm of its cost
  std::size_t block_size = 0;         ///< beta, of BKZ
  std::size_t lattice_dimension = 0;  ///< d
  std::size_t svp_dimension = 0;      ///< eta, of the last search of primal_bdd
  std::size_t guessed = 0;            ///< coefficients that are tried one by one,
  std::size_t transformed = 0;        ///< and in dual_hybrid by a Fourier transform, modulo
  std::size_t transform_modulus = 0;  ///< p, or 2^64 - 1 where that is less
};

/// The cost of an attack on an instance. Throws invalid_argument if a number of the instance is out
/// of its range. If the secret is wider than the error, it counts as equally wide; the n samples
/// that this reduction takes are not counted. Takes microseconds for the primal attacks and about a
/// millisecond for the dual one.
[[nodiscard]] AttackEstimate estimate_attack(const LweInstance& instance, Attack attack,
                                             CostModel model);

/// About how many samples, the rows of A, determine the secret: with fewer, many secrets fit, and
/// whoever counts the operations of attacks measures nothing. For narrow errors
///
///     n H(s) / (log2 q - H(e)),
///
/// where H is log2_guesses() of a coefficient, at most log2 q: it is n log q / log(q / sigma), up
/// to a constant in the second logarithm, for secrets that are uniform modulo q. kUnlimitedSamples
/// where no number of samples does, because errors are as wide as the modulus. Does not depend on
/// `instance.samples`. A sample of Ring-LWE of degree N is N rows, and k samples of Module-LWE are
/// k N. Throws as estimate_attack().
[[nodiscard]] std::size_t determining_samples(const LweInstance& instance);

/// log2 of the number of operations of the cheapest attack. Throws as estimate_attack(), and
/// invalid_argument where the instance has fewer than determining_samples().
[[nodiscard]] double estimated_security(const LweInstance& instance, CostModel model);

/// How SecurityLevel is measured, as in the 2024 guidelines.
struct SecurityEstimate {
  double classical = 0;  ///< estimated_security() with CostModel::matzov
  double quantum = 0;    ///< estimated_security() with CostModel::chailloux_loyer
};
/// Both estimates of an instance. Throws as estimated_security().
[[nodiscard]] SecurityEstimate estimate_security(const LweInstance& instance);

/// Whether both estimates are at least the level's number of bits. Estimates are computed in double
/// precision: within 2^-30 of the level, two machines may disagree.
[[nodiscard]] bool reaches(const SecurityEstimate& estimate, SecurityLevel level) noexcept;

}  // namespace lath
