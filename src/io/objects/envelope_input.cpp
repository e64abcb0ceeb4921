// SPDX-License-Identifier: Apache-2.0
#include "io/objects/envelope_input.hpp"

#include <algorithm>
#include <string>

#include "io/objects/cbor.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

std::string in_words(ObjectKind kind) {
  const char* const name = name_of(kind);
  return name != nullptr ? name : "an object of kind " + std::to_string(static_cast<int>(kind));
}

[[noreturn]] void refuse_authenticity(const char* found) {
  throw Error(ErrorCode::authentication, found,
              "need one that was saved with the key given, and not changed since",
              "get it again, or check which key its sender uses");
}

}  // namespace

EnvelopeInput::EnvelopeInput(EnvelopeBytes& bytes) : bytes_(bytes) {
  CborReader reader(bytes);
  const std::uint64_t items = reader.head(CborType::array, "its parts");
  const std::span<const std::byte> header = reader.bytes(kMostHeaderBytes, "a header");
  header_bytes_.assign(header.begin(), header.end());
  header_ = header_from_cbor(header_bytes_);
  const std::uint64_t needed = 1 + header_.chunks() + (header_.proof == Proof::none ? 0 : 2);
  if (items != needed) {
    refuse_envelope("an envelope of " + std::to_string(items) + " parts",
                    std::to_string(needed) + ", as its header says");
  }
  first_chunk_ = cbor_head_bytes(kSelfDescribed) + cbor_head_bytes(items) +
                 cbor_head_bytes(header_bytes_.size()) + header_bytes_.size();
}

void EnvelopeInput::require(ObjectKind kind, bool is_locked) const {
  if (header_.kind != kind) {
    throw Error(ErrorCode::malformed, "an envelope with " + in_words(header_.kind),
                "need one with " + in_words(kind), "check that the right file was given");
  }
  if (header_.lock.has_value() == is_locked) return;
  refuse_envelope(in_words(kind) + (is_locked ? " that is not locked" : " that is locked"),
                  is_locked ? "one under a passphrase" : "one without a passphrase");
}

void EnvelopeInput::require_at_most(std::uint64_t bytes) const {
  if (header_.length <= bytes) return;
  refuse_envelope(in_words(header_.kind) + " of " + std::to_string(header_.length) + " bytes",
                  "at most " + std::to_string(bytes) + " for these parameters");
}

void EnvelopeInput::prove(const ProofKeys& keys) {
  if (keys.proof() == Proof::none) return;
  if (header_.proof == Proof::none) refuse_authenticity("an envelope that nobody authenticated");
  if (header_.proof != keys.proof()) {
    refuse_authenticity(header_.proof == Proof::mac ? "an envelope with a MAC, not a signature"
                                                    : "an envelope with a signature, not a MAC");
  }
  if (bytes_.has_places()) {
    bytes_.go_to(first_chunk_ + header_.bytes_of_chunks());
  } else {
    keep_chunks();
  }
  read_digests();
  verify_proof(bytes_, proved_payload(header_bytes_, digests_), keys);
  bytes_.require_end();
  bytes_.go_to(first_chunk_);
  read_ = 0;
  is_proved_ = true;
}

void EnvelopeInput::keep_chunks() {
  for (; read_ < header_.chunks(); ++read_) {
    split_run(bytes_.take(static_cast<std::size_t>(header_.bytes_of_chunks(read_, 1))), 1);
    kept_.emplace_back(run_.back());
    run_.clear();
  }
}

void EnvelopeInput::read_digests() {
  const std::uint64_t size = kChunkDigestBytes * header_.chunks();
  const auto digests = CborReader(bytes_).bytes(size, "digests");
  if (digests.size() != size) {
    refuse_envelope("digests of " + std::to_string(digests.size()) + " bytes",
                    std::to_string(size) + ", 32 for each chunk");
  }
  digests_.assign(digests.begin(), digests.end());
}

std::span<const std::byte> EnvelopeInput::next() {
  if (given_ == run_.size()) {
    if (read_ == header_.chunks()) refuse_short_envelope();
    run_.clear();
    given_ = 0;
    // The first chunk alone says how the object begins, so that work may go on beside the others.
    const std::uint64_t count = is_proved_ && read_ == 0 ? 1 : header_.chunks_of_run(read_);
    read_chunks(count);
    if (is_proved_) prove_chunks(count, {});
  }
  return run_[given_++];
}

void EnvelopeInput::work_beside(std::uint64_t bytes, const std::function<void()>& work) {
  const bool stays = bytes_.stays() || !kept_.empty();
  const std::uint64_t ready = run_.size() - given_;
  const std::uint64_t wanted = bytes / header_.chunk_bytes + 1;
  if (!is_proved_ || !stays || wanted <= ready || read_ == header_.chunks()) return work();
  const std::uint64_t count = std::min(wanted - ready, header_.chunks() - read_);
  read_chunks(count);
  prove_chunks(count, work);
}

// Adds chunks to the run.
void EnvelopeInput::read_chunks(std::uint64_t count) {
  if (kept_.empty()) {
    const auto size = static_cast<std::size_t>(header_.bytes_of_chunks(read_, count));
    split_run(bytes_.take(size), count);
  } else {
    for (std::uint64_t i = read_; i < read_ + count; ++i) run_.emplace_back(kept_[i].span());
  }
  read_ += count;
}

void EnvelopeInput::split_run(std::span<const std::byte> run, std::uint64_t count) {
  for (std::uint64_t i = read_; i < read_ + count; ++i) {
    const std::size_t size = header_.bytes_of_chunk(i);
    CborWriter writer;
    const std::size_t head = writer.head(CborType::bytes, size).written().size();
    if (!std::ranges::equal(run.first(head), writer.written())) {
      refuse_envelope("an envelope with a chunk of another length",
                      std::to_string(size) + " bytes in chunk " + std::to_string(i));
    }
    run_.push_back(run.subspan(head, size));
    run = run.subspan(head + size);
  }
}

// Compares the digests of so many chunks, the last ones that were read.
void EnvelopeInput::prove_chunks(std::uint64_t count, const std::function<void()>& beside) {
  const auto expected =
      std::span(digests_).subspan(kChunkDigestBytes * (read_ - count), kChunkDigestBytes * count);
  std::vector<std::byte> digests(expected.size());
  chunk_digests(digests, std::span(run_).last(count), beside);
  if (std::ranges::equal(digests, expected)) return;
  refuse_authenticity("an envelope with a chunk that is not authentic");
}

void EnvelopeInput::finish() {
  if (read_ != header_.chunks() || given_ != run_.size()) {
    refuse_envelope("an envelope with chunks behind its object", "none");
  }
  if (is_proved_) return;
  if (header_.proof != Proof::none) {
    read_digests();
    skip_proof(bytes_, header_.proof);
  }
  bytes_.require_end();
}

}  // namespace lath::io
