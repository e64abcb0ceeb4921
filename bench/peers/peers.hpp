// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lath::bench {

/// A ring Z_Q[x]/(x^degree + 1) that Lath and its peers are measured in, Q the product of moduli.
struct RingSet {
  std::string name;  ///< "<degree>x<bits of Q>"
  std::size_t degree;
  std::vector<std::uint64_t> moduli;
};

/// Register ring/<operation>/<set>/ntl and ring/<operation>/<set>/flint; where the peer was not
/// found when the benchmarks were configured, one benchmark that says so.
void register_ntl(const RingSet& set);
void register_flint(const RingSet& set);

}  // namespace lath::bench
