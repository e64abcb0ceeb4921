// SPDX-License-Identifier: Apache-2.0
#include "io/batch_reader.hpp"

namespace lath::io {

BatchReader::BatchReader(Source& source, std::size_t batch_bytes)
    : source_(source),
      batches_{Buffer<std::byte, Secret>(batch_bytes), Buffer<std::byte, Secret>(batch_bytes)},
      ahead_(fill(batches_[0].span())) {}

std::span<const std::byte> BatchReader::next() {
  const auto batch = batches_[which_].span().first(ahead_);
  which_ = 1 - which_;
  // A batch that is not full ended at the end of the source: do not ask a terminal twice.
  ahead_ = batch.size() < batches_[0].size() ? 0 : fill(batches_[which_].span());
  return batch;
}

std::size_t BatchReader::fill(std::span<std::byte> batch) {
  std::size_t filled = 0;
  while (filled < batch.size()) {
    const std::size_t size = source_.read(batch.subspan(filled));
    if (size == 0) break;
    filled += size;
  }
  return filled;
}

}  // namespace lath::io
