// SPDX-License-Identifier: Apache-2.0
//
// Transfers in files: a line of hexadecimal digits for each burst, a 1 before the 32 of the last
// one.
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "lath/hardware/burst.hpp"

namespace lath::hardware {

using Bursts = std::vector<Burst>;

/// All transfers of a file. Throws std::runtime_error if there is none.
inline std::vector<Bursts> read_transfers(const std::string& path) {
  std::ifstream file(path);
  std::vector<Bursts> transfers(1);
  for (std::string line; std::getline(file, line);) {
    const bool last = line.size() > 32;
    if (last) line.erase(0, 1);
    line.insert(0, 32 - line.size(), '0');
    Burst burst{};
    for (std::size_t w = 0; w < 4; ++w)
      burst.words[w] =
          static_cast<std::uint32_t>(std::stoul(line.substr(24 - 8 * w, 8), nullptr, 16));
    transfers.back().push_back(burst);
    if (last) transfers.emplace_back();
  }
  transfers.pop_back();
  if (transfers.empty()) throw std::runtime_error("no transfers in " + path);
  return transfers;
}

/// Throws std::runtime_error unless this holds.
inline void require(bool good, const char* what) {
  if (!good) throw std::runtime_error(what);
}

}  // namespace lath::hardware
