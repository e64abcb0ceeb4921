// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "io/objects/envelope_header.hpp"
#include "io/objects/proofs.hpp"
#include "lath/base/buffer.hpp"
#include "lath/io/stream.hpp"
#include "wire/byte_writer.hpp"

namespace lath::io {

/// The bytes of an envelope with this header.
[[nodiscard]] std::uint64_t envelope_bytes(const EnvelopeHeader& header);

/// The chunks of an envelope as windows of a writer, in memory or on the way to a sink, where one
/// run of chunks is in memory at a time.
class EnvelopeOutput final : public detail::OutputWindows {
 public:
  ///@{
  /// Writes all that stands before the first chunk. `memory` has envelope_bytes() bytes. The
  /// arguments outlive this object.
  EnvelopeOutput(std::span<std::byte> memory, const EnvelopeHeader& header, const ProofKeys& keys);
  EnvelopeOutput(Sink& sink, const EnvelopeHeader& header, const ProofKeys& keys);
  ///@}

  /// The memory of the next chunk. The chunk before is complete.
  std::span<std::byte> next() override;
  /// Ends the last chunk and writes what stands behind it.
  void finish();

 private:
  void start();
  void end_run();
  void put(std::span<const std::byte> bytes);

  const EnvelopeHeader& header_;
  const ProofKeys& keys_;
  Sink* sink_ = nullptr;
  Buffer<std::byte> run_;                           // on the way to a sink
  std::span<std::byte> rest_;                       // of the memory or of the run, not yet written
  std::uint64_t next_ = 0;                          // the number of the next chunk
  std::vector<std::span<const std::byte>> chunks_;  // of this run, which are digested together
  std::vector<std::byte> header_bytes_, digests_;
};

}  // namespace lath::io
