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
    : header_(header), keys_(keys), rest_(memory) {
  start();
}
EnvelopeOutput::EnvelopeOutput(Sink& sink, const EnvelopeHeader& header, const ProofKeys& keys)
    : header_(header),
      keys_(keys),
      sink_(&sink),
      run_(Buffer<std::byte>::for_overwrite(
          static_cast<std::size_t>(header.bytes_of_chunks(0, header.chunks_of_run(0))))),
      rest_(run_.span()) {
  start();
}

void EnvelopeOutput::start() {
  header_bytes_ = to_cbor(header_);
  digests_.reserve(digests_bytes(header_));
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
  std::ranges::copy(bytes, rest_.begin());
  rest_ = rest_.subspan(bytes.size());
}

std::span<std::byte> EnvelopeOutput::next() {
  if (next_ == header_.chunks()) return {};
  if (next_ % header_.chunks_of_run(0) == 0) end_run();
  const std::size_t size = header_.bytes_of_chunk(next_++);
  CborWriter head;
  head.head(CborType::bytes, size);
  std::ranges::copy(head.written(), rest_.begin());
  const std::span<std::byte> chunk = rest_.subspan(head.written().size(), size);
  rest_ = rest_.subspan(head.written().size() + size);
  chunks_.emplace_back(chunk);
  return chunk;
}

void EnvelopeOutput::end_run() {
  if (header_.proof != Proof::none) {
    const std::size_t before = digests_.size();
    digests_.resize(before + chunks_.size() * kChunkDigestBytes);
    chunk_digests(std::span(digests_).subspan(before), chunks_);
  }
  chunks_.clear();
  if (sink_ == nullptr) return;
  sink_->write(run_.span().first(run_.size() - rest_.size()));
  rest_ = run_.span();
}

void EnvelopeOutput::finish() {
  end_run();
  if (header_.proof == Proof::none) return;
  CborWriter writer;
  writer.bytes(digests_);
  put(writer.written());
  put(prove(proved_payload(header_bytes_, digests_), keys_));
}

}  // namespace lath::io
