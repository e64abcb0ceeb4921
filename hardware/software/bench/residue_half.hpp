// SPDX-License-Identifier: Apache-2.0
//
// What software does before, beside and after the device of hardware/residue, on memory of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "residue_streams.hpp"

namespace lath::hardware::bench {

/// The least times of the steps, in microseconds.
struct ResidueTimes {
  double request;  ///< the bursts of U and E
  double keep;     ///< what was in the results, beside the transfer
  double others;   ///< all residues but those of the last product's last prime, beside the transfer
  double last;     ///< these, and the check of all
};

/// The products of so many messages. No device comes: the answer is zeros.
class ResidueHalf {
 public:
  explicit ResidueHalf(std::size_t messages);

  void prepare_key();  ///< the bursts of the key
  [[nodiscard]] ResidueTimes least_times(int calls);

 private:
  void write_request();

  std::size_t messages_;
  detail::ResidueKernels kernels_ = detail::residue_kernels(active_isa());
  std::vector<std::uint32_t> key_, results_, kept_;
  std::vector<std::int8_t> u_, errors_;
  std::vector<detail::Column> columns_;
  std::vector<Burst> key_bursts_, request_, answer_;
};

}  // namespace lath::hardware::bench
