// SPDX-License-Identifier: Apache-2.0
#include "io/objects/envelope_header.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "io/objects/cbor.hpp"

namespace lath::io {
namespace {

// The keys of the header's map, in their order.
enum class Key : std::uint8_t {
  version = 1,
  kind = 2,
  length = 3,
  chunk_bytes = 4,
  parameters = 5,
  fingerprint = 6,
  proof = 7,
  lock = 8,
};

// No object is as long; sums of lengths stay within 64 bits.
constexpr std::uint64_t kMostLength = std::uint64_t{1} << 48;

void put_number(CborWriter& writer, Key key, std::uint64_t value) {
  writer.head(CborType::number, static_cast<std::uint64_t>(key)).head(CborType::number, value);
}

[[noreturn]] void refuse_number(const char* what, std::uint64_t found, const std::string& needed) {
  refuse_envelope(std::string("an envelope with ") + what + " " + std::to_string(found), needed);
}

void check(const EnvelopeHeader& header, std::uint64_t version) {
  if (version != kEnvelopeVersion) refuse_number("version", version, "version 1");
  if (header.length == 0 || header.length > kMostLength) {
    refuse_number("an object of length", header.length, "1 to 2^48 bytes");
  }
  if (!std::has_single_bit(header.chunk_bytes) || header.chunk_bytes < kLeastChunkBytes ||
      header.chunk_bytes > kMostChunkBytes) {
    refuse_number("chunks of", header.chunk_bytes, "a power of two from 2^10 to 2^20 bytes");
  }
}

Lock take_lock(CborReader& reader) {
  constexpr const char* kWhat = "the lock of a secret";
  Lock lock;
  if (reader.head(CborType::array, kWhat) != 2) refuse_envelope("another lock", "two items in it");
  lock.log2_work =
      static_cast<unsigned>(std::min<std::uint64_t>(reader.head(CborType::number, kWhat), 64));
  const auto salt = reader.bytes(Lock::kSaltBytes, kWhat);
  if (salt.size() != Lock::kSaltBytes) refuse_envelope("a short salt", "32 bytes");
  std::ranges::copy(salt, lock.salt.begin());
  return lock;
}

void take_entry(CborReader& reader, EnvelopeHeader& header, std::uint64_t& version) {
  constexpr const char* kWhat = "a part of the header";
  const std::uint64_t key = reader.head(CborType::number, kWhat);
  const auto number = [&] { return reader.head(CborType::number, kWhat); };
  switch (static_cast<Key>(key)) {
    case Key::version:
      version = number();
      return;
    case Key::kind:
      header.kind = static_cast<ObjectKind>(std::min<std::uint64_t>(number(), 255));
      return;
    case Key::length:
      header.length = number();
      return;
    case Key::chunk_bytes:
      header.chunk_bytes = number();
      return;
    case Key::parameters: {
      const auto bytes = reader.bytes(kMostHeaderBytes, kWhat);
      header.parameters.assign(bytes.begin(), bytes.end());
      return;
    }
    case Key::fingerprint: {
      const auto bytes = reader.bytes(header.fingerprint.emplace().size(), kWhat);
      std::ranges::copy(bytes, header.fingerprint->begin());
      return;
    }
    case Key::proof:
      header.proof = static_cast<Proof>(std::clamp<std::uint64_t>(number(), 1, 2));
      return;
    case Key::lock:
      header.lock = take_lock(reader);
      return;
  }
  refuse_number("the unknown part", key, "parts 1 to 8");
}

}  // namespace

std::size_t EnvelopeHeader::bytes_of_chunk(std::uint64_t i) const noexcept {
  return static_cast<std::size_t>(std::min(chunk_bytes, length - i * chunk_bytes));
}
std::uint64_t EnvelopeHeader::bytes_of_chunks(std::uint64_t i, std::uint64_t count) const noexcept {
  const std::uint64_t last = bytes_of_chunk(i + count - 1);
  return (count - 1) * (cbor_head_bytes(chunk_bytes) + chunk_bytes) + cbor_head_bytes(last) + last;
}

std::vector<std::byte> to_cbor(const EnvelopeHeader& header) {
  CborWriter writer;
  writer.head(CborType::map, 4U + (header.parameters.empty() ? 0 : 1) +
                                 (header.fingerprint ? 1 : 0) +
                                 (header.proof != Proof::none ? 1 : 0) + (header.lock ? 1 : 0));
  put_number(writer, Key::version, kEnvelopeVersion);
  put_number(writer, Key::kind, static_cast<std::uint64_t>(header.kind));
  put_number(writer, Key::length, header.length);
  put_number(writer, Key::chunk_bytes, header.chunk_bytes);
  const auto put_key = [&](Key key) {
    writer.head(CborType::number, static_cast<std::uint64_t>(key));
  };
  if (!header.parameters.empty()) {
    put_key(Key::parameters);
    writer.bytes(header.parameters);
  }
  if (header.fingerprint) {
    put_key(Key::fingerprint);
    writer.bytes(*header.fingerprint);
  }
  if (header.proof != Proof::none) {
    put_number(writer, Key::proof, static_cast<std::uint64_t>(header.proof));
  }
  if (header.lock) {
    put_key(Key::lock);
    writer.head(CborType::array, 2).head(CborType::number, header.lock->log2_work);
    writer.bytes(header.lock->salt);
  }
  return writer.written();
}

EnvelopeHeader header_from_cbor(std::span<const std::byte> bytes) {
  const auto memory = bytes_in_memory(bytes);
  CborReader reader(*memory);
  EnvelopeHeader header;
  header.chunk_bytes = 0;
  std::uint64_t version = 0;
  for (std::uint64_t entries = reader.head(CborType::map, "the header"); entries > 0; --entries) {
    take_entry(reader, header, version);
  }
  check(header, version);
  // One encoding: entries in their order, each once, and nothing behind them.
  if (!std::ranges::equal(to_cbor(header), bytes)) {
    refuse_envelope("an envelope whose header is not in its one form",
                    "the header as docs/wire-format.md has it");
  }
  return header;
}

}  // namespace lath::io
