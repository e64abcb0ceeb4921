// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "io/objects/envelope_bytes.hpp"
#include "io/objects/envelope_header.hpp"
#include "io/objects/proofs.hpp"
#include "lath/base/buffer.hpp"
#include "wire/byte_reader.hpp"

namespace lath::io {

/// Reads an envelope: first its header, then, with a key, its proof, and then chunk after chunk as
/// the windows of a reader. With a key, a chunk is given out only when its digest is that of the
/// proof. A stream, which has no places to go back to, is therefore kept in memory as a whole.
/// Throws malformed, and authentication where a key was given.
class EnvelopeInput final : public detail::InputWindows {
 public:
  /// Reads the header, which stands behind the tag of the envelope.
  explicit EnvelopeInput(EnvelopeBytes& bytes);

  [[nodiscard]] const EnvelopeHeader& header() const noexcept { return header_; }
  [[nodiscard]] std::span<const std::byte> header_bytes() const noexcept { return header_bytes_; }

  /// Throws malformed unless the object is of this kind, locked or not.
  void require(ObjectKind kind, bool is_locked) const;
  /// Throws malformed for an object of more bytes. Nothing of its size was allocated before.
  void require_at_most(std::uint64_t bytes) const;
  /// With a key: throws authentication unless it proves the envelope.
  void prove(const ProofKeys& keys);

  /// The next chunk.
  std::span<const std::byte> next() override;
  /// With a key, another thread digests chunks meanwhile, where they stay in memory.
  void work_beside(std::uint64_t bytes, const std::function<void()>& work) override;
  /// The object, chunk after chunk.
  [[nodiscard]] detail::ByteInput object() noexcept { return {*this, header_.length}; }
  /// All of an object that is short, in one piece.
  template <class Storage>
  [[nodiscard]] Buffer<std::byte, Storage> whole();
  /// Throws malformed unless all chunks were read and the envelope ends as it should.
  void finish();

 private:
  void read_chunks(std::uint64_t count);
  void split_run(std::span<const std::byte> run, std::uint64_t count);
  void prove_chunks(std::uint64_t count, const std::function<void()>& beside);
  void keep_chunks();
  void read_digests();

  EnvelopeBytes& bytes_;
  EnvelopeHeader header_;
  std::vector<std::byte> header_bytes_, digests_;
  std::vector<Buffer<std::byte>> kept_;          // the chunks of a stream that is to be proved
  std::uint64_t first_chunk_ = 0;                // its place
  std::uint64_t read_ = 0;                       // chunks
  std::vector<std::span<const std::byte>> run_;  // read and right; how many of them were given
  std::size_t given_ = 0;
  bool is_proved_ = false;
};

template <class Storage>
Buffer<std::byte, Storage> EnvelopeInput::whole() {
  Buffer<std::byte, Storage> object(static_cast<std::size_t>(header_.length));
  for (std::size_t filled = 0; filled < object.size();) {
    const std::span<const std::byte> chunk = next();
    std::copy(chunk.begin(), chunk.end(), object.begin() + filled);
    filled += chunk.size();
  }
  return object;
}

}  // namespace lath::io
