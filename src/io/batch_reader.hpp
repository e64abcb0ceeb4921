// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/io/stream.hpp"

namespace lath::io {

/// Fills `out` as far as the source goes; returns how many bytes that are.
std::size_t read_up_to(Source& source, std::span<std::byte> out);

/// Reads a source in batches of one size and knows of each whether it is the last: a batch is given
/// out when the one after it has been read.
class BatchReader {
 public:
  BatchReader(Source& source, std::size_t batch_bytes);

  /// The next batch, valid until the second call from now. All but the last are full; the last is
  /// empty only where the source is. Not to be called after the last one.
  std::span<const std::byte> next();
  /// Whether the batch that next() returned is the last.
  [[nodiscard]] bool at_end() const noexcept { return ahead_ == 0; }

 private:
  Source& source_;
  std::array<Buffer<std::byte, Secret>, 2> batches_;
  std::size_t which_ = 0;  // the batch that was read ahead
  std::size_t ahead_;      // its size
};

}  // namespace lath::io
