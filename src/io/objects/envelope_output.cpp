// SPDX-License-Identifier: Apache-2.0
#include "io/objects/envelope_output.hpp"

#include <algorithm>
#include <array>

#include "io/objects/cbor.hpp"

namespace lath::io {
namespace {

std::uint64_t items_of(const EnvelopeHeader& header) noexcept {
  return 1 + header.chunks() + (header.proof == Proof::none ? 0 : 2);
}
std::uint64_t digests_bytes(const EnvelopeHeader& header) noexcept {
  return header.proof == Proof::none ? 0 : kChunkDigestBytes * header.chunks();
}

}  // namespace

std::uint64_t envelope_bytes(const EnvelopeHeader& header) {
  const std::uint64_t header_size = to_cbor(header).size(), digests = digests_bytes(header);
  return cbor_head_bytes(kSelfDescribed) + cbor_head_bytes(items_of(header)) +
         cbor_head_bytes(header_size) + header_size + header.bytes_of_chunks() +
         (header.proof == Proof::none ? 0 : cbor_head_bytes(digests) + digests) +
         proof_bytes(header.proof);
}

EnvelopeOutput::EnvelopeOutput(std::span<std::byte> memory, const EnvelopeHeader& header,
                               const ProofKeys& keys)
    : header_(header), keys_(keys), memory_(memory) {
  start();
}
EnvelopeOutput::EnvelopeOutput(Sink& sink, const EnvelopeHeader& header, const ProofKeys& keys)
    : header_(header),
      keys_(keys),
      sink_(&sink),
      chunk_(Buffer<std::byte>::for_overwrite(cbor_head_bytes(header.chunk_bytes) +
                                              header.bytes_of_chunk(0))) {
  start();
}

void EnvelopeOutput::start() {
  header_bytes_ = to_cbor(header_);
  if (header_.proof != Proof::none) digests_.reserve(digests_bytes(header_));
  CborWriter writer;
  writer.head(CborType::tag, kSelfDescribed).head(CborType::array, items_of(header_));
  writer.bytes(header_bytes_);
  put(writer.written());
}

void EnvelopeOutput::put(std::span<const std::byte> bytes) {
  if (sink_ != nullptr) {
    sink_->write(bytes);
    return;
  }
  std::ranges::copy(bytes, memory_.begin());
  memory_ = memory_.subspan(bytes.size());
}

std::span<std::byte> EnvelopeOutput::next() {
  end_chunk();
  if (next_ == header_.chunks()) return {};
  const std::size_t size = header_.bytes_of_chunk(next_++);
  CborWriter head;
  head.head(CborType::bytes, size);
  const std::size_t before = head.written().size();
  const std::span<std::byte> place =
      sink_ != nullptr ? chunk_.span().first(before + size) : memory_.first(before + size);
  std::ranges::copy(head.written(), place.begin());
  if (sink_ == nullptr) memory_ = memory_.subspan(place.size());
  current_ = place.subspan(before);
  return current_;
}

void EnvelopeOutput::end_chunk() {
  if (current_.empty()) return;
  const bool is_proved = header_.proof != Proof::none;
  if (sink_ == nullptr) {
    if (is_proved) chunks_.emplace_back(current_);
  } else {
    if (is_proved) {
      const ChunkDigest digest = chunk_digest(current_);
      digests_.insert(digests_.end(), digest.begin(), digest.end());
    }
    sink_->write(chunk_.span().first(cbor_head_bytes(current_.size()) + current_.size()));
  }
  current_ = {};
}

void EnvelopeOutput::finish() {
  end_chunk();
  if (header_.proof == Proof::none) return;
  if (sink_ == nullptr) {
    digests_.resize(chunks_.size() * kChunkDigestBytes);
    chunk_digests(digests_, chunks_);
  }
  CborWriter writer;
  writer.bytes(digests_);
  put(writer.written());
  put(prove(proved_payload(header_bytes_, digests_), keys_));
}

}  // namespace lath::io
