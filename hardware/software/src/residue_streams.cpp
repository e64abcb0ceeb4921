// SPDX-License-Identifier: Apache-2.0
#include "residue_streams.hpp"

#include <algorithm>
#include <cstring>

namespace lath::hardware::detail {
namespace {

Burst burst_of(std::uint64_t low, std::uint64_t high) noexcept {
  return {{static_cast<Word>(low), static_cast<Word>(low >> 32), static_cast<Word>(high),
           static_cast<Word>(high >> 32)}};
}

// Three columns, 60 bits.
std::uint64_t half_burst(const Column* columns) noexcept {
  std::uint64_t bits = 0;
  for (std::size_t c = 0; c < kBurstColumns / 2; ++c) {
    bits |= std::uint64_t{columns[c]} << (c * kColumnBits);
  }
  return bits;
}

void write_columns(Burst* out, const Column* columns) noexcept {
  for (std::size_t b = 0; b < kBinaryBursts; ++b, columns += kBurstColumns) {
    const std::uint64_t low = half_burst(columns), high = half_burst(columns + kBurstColumns / 2);
    out[b] = burst_of(low | high << 60, high >> 4);
  }
}

void write_errors(Burst* out, const std::int8_t* errors) noexcept {
  for (std::size_t b = 0; b < kErrorBursts; ++b, errors += kBurstErrors) {
    std::uint64_t first, last;  // eight bytes each
    std::memcpy(&first, errors, sizeof first);
    std::memcpy(&last, errors + kBurstErrors - sizeof last, sizeof last);
    out[b] = burst_of(first, last >> 8 * (2 * sizeof last - kBurstErrors));
  }
}

}  // namespace

void write_residue_request(Burst* out, const ResidueMessages& messages, Column* columns,
                           const ResidueKernels& kernels) noexcept {
  const std::uint32_t mask = (1U << messages.keys) - 1;
  *out++ = residue_header(ResidueCommand::product, messages.count, mask);
  std::fill(columns + kColumns, columns + kColumnWords, Column{0});
  const std::int8_t* errors = messages.errors;
  for (std::size_t j = 0; j < messages.count; ++j) {
    kernels.columns(columns, messages.u + j * kDegree);
    write_columns(out, columns);
    out += kBinaryBursts;
    for (std::size_t k = 0; k < messages.keys; ++k, errors += kDegree) {
      write_errors(out, errors);
      out += kErrorBursts;
    }
  }
}

}  // namespace lath::hardware::detail
