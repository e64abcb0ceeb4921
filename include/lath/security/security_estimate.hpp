// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "lath/security/lwe_instance.hpp"
#include "lath/security/security_level.hpp"

/// How many operations the known attacks on an instance of LWE take, by the formulas that the
/// literature uses to compare parameters. These are estimates under heuristics, not bounds.
///
/// The models of attacks are those of the lattice estimator (M. Albrecht, R. Player, S. Scott, "On
/// the concrete hardness of Learning with Errors", J. Math. Cryptol. 9, 2015, and its later
/// versions), under the geometric series assumption: C. Schnorr, STACS 2003.
namespace lath {

/// What the reduction of a lattice of dimension d by BKZ with blocks of size beta costs.
enum class CostModel {
  /// One call of a sieve and nothing else, 2^(0.292 beta): "core-SVP" of E. Alkim, L. Ducas,
  /// T. Pöppelmann, P. Schwabe, "Post-quantum key exchange", USENIX Security 2016.
  core_svp_classical,
  /// The same for quantum sieves, 2^(0.265 beta).
  core_svp_quantum,
  /// 8 d 2^(0.292 beta + 16.4): M. Albrecht et al., "Homomorphic Encryption Standard" (2018).
  standard_2018_classical,
  /// 8 d 2^(0.265 beta + 16.4).
  standard_2018_quantum,
  /// Gates of a classical circuit, progressive sieves with dimensions for free: MATZOV, "Report on
  /// the Security of LWE: Improved Dual Lattice Attack" (2022), after M. Albrecht et al., Asiacrypt
  /// 2020. That of the 2024 guidelines (J.-P. Bossuat et al., ePrint 2024/463).
  matzov,
  /// 2^(0.257 beta), quantum random walks: A. Chailloux, J. Loyer, Asiacrypt 2021.
  chailloux_loyer,
};
inline constexpr std::array kCostModels{CostModel::core_svp_classical,
                                        CostModel::core_svp_quantum,
                                        CostModel::standard_2018_classical,
                                        CostModel::standard_2018_quantum,
                                        CostModel::matzov,
                                        CostModel::chailloux_loyer};

enum class Attack {
  /// The error is the unexpectedly short vector of a lattice of Kannan and of S. Bai, S. Galbraith
  /// (ACISP 2014) that BKZ finds: the condition of Alkim et al.
  primal_usvp,
  /// BKZ with smaller blocks, then one search for the nearest vector in a larger projection:
  /// M. Liu, P. Nguyen, CT-RSA 2013.
  primal_bdd,
  /// Short vectors of the dual lattice tell right guesses of some coefficients from wrong ones, by
  /// a Fourier transform: MATZOV (2022), after Q. Guo, T. Johansson, Asiacrypt 2021. That such
  /// attacks work as well as modelled is disputed (L. Ducas, L. Pulles, Crypto 2023).
  dual_hybrid,
};
inline constexpr std::array kAttacks{Attack::primal_usvp, Attack::primal_bdd, Attack::dual_hybrid};

/// "MATZOV", ..., and "primal uSVP", ...
[[nodiscard]] const char* name_of(CostModel model) noexcept;
[[nodiscard]] const char* name_of(Attack attack) noexcept;

/// The cheapest form of an attack. Where none succeeds, for errors nearly as wide as the modulus,
/// log2_operations is infinite and the rest is zero.
struct AttackEstimate {
  double log2_operations = 0;
  std::size_t block_size = 0;         ///< beta, of BKZ
  std::size_t lattice_dimension = 0;  ///< d
  std::size_t svp_dimension = 0;      ///< eta, of the last search of primal_bdd
  std::size_t guessed = 0;            ///< coefficients that dual_hybrid tries one by one,
  std::size_t transformed = 0;        ///< and by a Fourier transform, modulo
  std::size_t transform_modulus = 0;  ///< p
};

/// Throws invalid_argument for an instance out of its ranges. An instance whose secret is wider
/// than its error is taken as one whose secret is as wide, without counting the n samples that
/// this costs. Microseconds for the primal attacks, about a millisecond for the dual one.
[[nodiscard]] AttackEstimate estimate_attack(const LweInstance& instance, Attack attack,
                                             CostModel model);

/// log2 of the operations of the cheapest attack.
[[nodiscard]] double estimated_security(const LweInstance& instance, CostModel model);

/// What SecurityLevel is measured by, as in the 2024 guidelines.
struct SecurityEstimate {
  double classical = 0;  ///< estimated_security() with CostModel::matzov
  double quantum = 0;    ///< with CostModel::chailloux_loyer
};
[[nodiscard]] SecurityEstimate estimate_security(const LweInstance& instance);

/// Whether both estimates are at least the level's number of bits. Costs are computed in double
/// precision: an estimate within 2^-30 of the level may be taken differently by another machine.
[[nodiscard]] bool reaches(const SecurityEstimate& estimate, SecurityLevel level) noexcept;

}  // namespace lath
