// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lath/he/scheme_parameters.hpp"

namespace lath::io::seal {

/// SEAL's name of parameters or of a level, its parms_id: the BLAKE2b digest of 32 bytes of the
/// numbers scheme, n, the primes and t, 8 bytes each.
using ParmsId = std::array<std::byte, 32>;
/// The identifier of these numbers; the scheme is 1 for BFV and 3 for BGV.
[[nodiscard]] ParmsId parms_id(unsigned scheme, std::uint64_t n,
                               std::span<const std::uint64_t> primes, std::uint64_t t);
/// The number that SEAL has for a scheme.
[[nodiscard]] unsigned number_of(he::Scheme scheme) noexcept;

/// The names that SEAL has for parameters of Lath: those of keys and of each level.
class ChainIds {
 public:
  /// Throws unsupported if SEAL has no such parameters, see to_bytes().
  explicit ChainIds(const he::SchemeParameters& parameters);

  /// The identifier of keys, modulo all primes.
  [[nodiscard]] const ParmsId& of_keys() const noexcept { return ids_.back(); }
  /// The identifier of a level from 1 to levels().
  [[nodiscard]] const ParmsId& of_level(std::size_t level) const noexcept {
    return ids_[level - 1];
  }
  /// The level with this identifier; 0 if there is none.
  [[nodiscard]] std::size_t level_of(const ParmsId& id) const noexcept;
  /// The primes of Q, and the special one behind them.
  [[nodiscard]] const std::vector<std::uint64_t>& primes() const noexcept { return primes_; }
  /// t.
  [[nodiscard]] std::uint64_t t() const noexcept { return t_; }

 private:
  std::vector<std::uint64_t> primes_;
  std::uint64_t t_;
  std::vector<ParmsId> ids_;  // of one prime, of two, ...
};

}  // namespace lath::io::seal
