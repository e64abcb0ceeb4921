// SPDX-License-Identifier: Apache-2.0
#include "io/batch_reader.hpp"

namespace lath::io {

std::size_t read_up_to(Source& source, std::span<std::byte> out) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const std::size_t size = source.read(out.subspan(filled));
    if (size == 0) break;
    filled += size;
  }
  return filled;
}

BatchReader::BatchReader(Source& source, std::size_t batch_bytes)
    : source_(source),
      batches_{Buffer<std::byte, Secret>(batch_bytes), Buffer<std::byte, Secret>(batch_bytes)},
      ahead_(read_up_to(source, batches_[0].span())) {}

std::span<const std::byte> BatchReader::next() {
  const auto batch = batches_[which_].span().first(ahead_);
  which_ = 1 - which_;
  // A batch that is not full ended at the end of the source: do not ask a terminal twice.
  ahead_ = batch.size() < batches_[0].size() ? 0 : read_up_to(source_, batches_[which_].span());
  return batch;
}

}  // namespace lath::io
