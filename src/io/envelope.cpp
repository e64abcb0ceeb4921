// SPDX-License-Identifier: Apache-2.0
#include "lath/io/envelope.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "io/any_kem.hpp"
#include "io/batch_reader.hpp"
#include "io/object_header.hpp"
#include "io/payload_cipher.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

constexpr std::size_t kSealedBytes = kChunkBytes + kTagBytes;
// Chunks that are read and written at once: few system calls, and all buffers in the caches.
constexpr std::size_t kBatchChunks = 16;
constexpr std::uint64_t kMaxChunks = std::uint64_t{1} << 32;

using Header = Buffer<std::byte>;

Header make_header(const PublicKey& key, std::span<const std::byte> ciphertext) {
  Header header(key.scheme().envelope_header_bytes());
  const auto out = header.span();
  write_object_header(out.first<kObjectHeaderBytes>(), Kind::envelope, key.scheme());
  std::ranges::copy(key.fingerprint(), out.subspan(kObjectHeaderBytes).begin());
  std::ranges::copy(ciphertext, out.last(ciphertext.size()).begin());
  return header;
}

// Throws malformed where the header ends before its `needed` bytes.
void check_header_size(std::size_t found, std::size_t needed) {
  if (found == needed) return;
  throw Error(ErrorCode::malformed,
              "an envelope that ends after " + std::to_string(found) + " bytes",
              "need a header of " + std::to_string(needed) + " bytes at least",
              "the envelope was cut off: copy it again");
}

// The header of an envelope for `key`. Says before anything else for which key it is.
Header read_header(const SecretKey& key, Source& envelope) {
  std::array<std::byte, kObjectHeaderBytes> start;
  const std::size_t found = read_up_to(envelope, start);
  check_magic(std::span(start).first(found), Kind::envelope);
  check_header_size(found, start.size());
  const FileScheme scheme = read_object_header(start, Kind::envelope);
  Header header(scheme.envelope_header_bytes());
  std::ranges::copy(start, header.data());
  const std::size_t rest = read_up_to(envelope, header.span().subspan(start.size()));
  check_header_size(start.size() + rest, header.size());
  Fingerprint recipient;
  std::copy_n(header.data() + start.size(), recipient.size(), recipient.begin());
  if (recipient != key.fingerprint() || scheme != key.scheme()) {
    const auto described = [](FileScheme of, const Fingerprint& name) {
      return std::string(of.name()) + " key " + short_name(name);
    };
    throw Error(ErrorCode::mismatch,
                "the envelope was encrypted for the " + described(scheme, recipient),
                "this key is the " + described(key.scheme(), key.fingerprint()),
                "decrypt with the other key of the pair that it was encrypted for");
  }
  return header;
}

PayloadKey open_header(const SecretKey& key, const Header& header) {
  const AnyKem& kem = kem_of(key.scheme());
  const auto ciphertext = header.span().last(kem.ciphertext_bytes());
  return derive_payload_key(kem.decapsulate(key.key(), ciphertext), header.span());
}

void require_payload(std::uint64_t bytes) {
  if (bytes <= kMaxPayloadBytes) return;
  throw Error(ErrorCode::invalid_argument, "a payload of more than 256 TiB",
              "need at most 2^32 chunks of 64 KiB", "encrypt it in parts");
}

// Calls f(chunk, position) for each chunk of a batch; the empty batch of an empty source is one
// empty chunk.
template <class F>
void for_each_chunk(std::span<const std::byte> batch, std::size_t chunk_bytes, bool at_end, F f) {
  do {
    const auto chunk = batch.first(std::min(batch.size(), chunk_bytes));
    batch = batch.subspan(chunk.size());
    f(chunk, at_end && batch.empty() ? Position::last : Position::inner);
  } while (!batch.empty());
}

std::string chunk_name(std::uint64_t number) { return "chunk " + std::to_string(number); }

[[noreturn]] void throw_not_authentic(std::string found, std::string remedy) {
  throw Error(ErrorCode::authentication, std::move(found), "need the bytes that were encrypted",
              std::move(remedy));
}

// Opens chunk after chunk and, where one is not authentic, finds out why.
class Opener {
 public:
  explicit Opener(const PayloadKey& key) : cipher_(key, PayloadCipher::Direction::open) {}

  void open(std::uint64_t number, std::span<const std::byte> sealed, Position position,
            std::span<std::byte> out) {
    if (number >= kMaxChunks) {
      throw Error(ErrorCode::malformed, "an envelope of more than 2^32 chunks",
                  "need at most 256 TiB", "the bytes were not made by lath");
    }
    const auto counter = static_cast<std::uint32_t>(number);
    if (cipher_.open(counter, position, sealed, out)) return;
    const Position other = position == Position::last ? Position::inner : Position::last;
    const bool out_of_place = cipher_.open(counter, other, sealed, out);
    wipe(out.data(), out.size());
    if (!out_of_place) {
      throw_not_authentic(chunk_name(number) + " of the envelope was altered, moved or cut off",
                          "copy the envelope again from where it was made");
    }
    if (position == Position::last) {
      throw_not_authentic("the envelope was cut off after " + chunk_name(number),
                          "copy the whole envelope again from where it was made");
    }
    throw_not_authentic("the envelope goes on after its last chunk, " + chunk_name(number),
                        "remove what was appended, or copy the envelope again");
  }

 private:
  PayloadCipher cipher_;
};

// A last chunk without payload is right only where there is no other, so that every payload has one
// division into chunks; and no chunk is shorter than its tag.
void check_last_chunk(std::size_t sealed_bytes, std::uint64_t number) {
  if (sealed_bytes < kTagBytes) {
    throw Error(ErrorCode::malformed,
                "the envelope ends with " + std::to_string(sealed_bytes) + " bytes in " +
                    chunk_name(number),
                "need a tag of 16 bytes at least", "the envelope was cut off: copy it again");
  }
  if (sealed_bytes == kTagBytes && number != 0) {
    throw Error(ErrorCode::malformed, "the last chunk, " + chunk_name(number) + ", is empty",
                "need an empty chunk only in an empty envelope",
                "the envelope was extended or not made by lath: copy it again");
  }
}

class NoSink final : public Sink {
 public:
  void write(std::span<const std::byte>) override {}
};

}  // namespace

std::uint64_t envelope_bytes(FileScheme scheme, std::uint64_t payload) {
  require_payload(payload);
  const std::uint64_t chunks = payload == 0 ? 1 : (payload - 1) / kChunkBytes + 1;
  return scheme.envelope_header_bytes() + payload + chunks * kTagBytes;
}

std::uint64_t encrypt(const PublicKey& key, Source& payload, Sink& envelope, Generator& generator,
                      const Work& work) {
  work.require_wanted();
  const kem::Encapsulation sent = kem_of(key.scheme()).encapsulate(key.key(), generator);
  const Header header = make_header(key, sent.ciphertext.span());
  PayloadCipher cipher(derive_payload_key(sent.secret, header.span()),
                       PayloadCipher::Direction::seal);
  BatchReader reader(payload, kBatchChunks * kChunkBytes);
  Buffer<std::byte> sealed(kBatchChunks * kSealedBytes);
  envelope.write(header.span());
  std::uint64_t number = 0, done = 0;
  do {
    work.require_wanted();
    const auto batch = reader.next();
    done += batch.size();
    require_payload(done);
    std::size_t filled = 0;
    for_each_chunk(batch, kChunkBytes, reader.at_end(), [&](auto chunk, Position position) {
      const auto out = sealed.span().subspan(filled, chunk.size() + kTagBytes);
      cipher.seal(static_cast<std::uint32_t>(number++), position, chunk, out);
      filled += out.size();
    });
    envelope.write(sealed.span().first(filled));
    work.report(done);
  } while (!reader.at_end());
  return done;
}

std::uint64_t decrypt(const SecretKey& key, Source& envelope, Sink& payload, const Work& work) {
  work.require_wanted();
  const Header header = read_header(key, envelope);
  Opener opener(open_header(key, header));
  BatchReader reader(envelope, kBatchChunks * kSealedBytes);
  Buffer<std::byte, Secret> opened(kBatchChunks * kChunkBytes);
  std::uint64_t number = 0, done = header.size(), total = 0;
  do {
    work.require_wanted();
    const auto batch = reader.next();
    done += batch.size();
    std::size_t filled = 0;
    for_each_chunk(batch, kSealedBytes, reader.at_end(), [&](auto chunk, Position position) {
      if (position == Position::last) check_last_chunk(chunk.size(), number);
      const auto out = opened.span().subspan(filled, chunk.size() - kTagBytes);
      opener.open(number++, chunk, position, out);
      filled += out.size();
    });
    if (filled != 0) payload.write(opened.span().first(filled));
    total += filled;
    work.report(done);
  } while (!reader.at_end());
  return total;
}

std::uint64_t verify(const SecretKey& key, Source& envelope, const Work& work) {
  NoSink nowhere;
  return decrypt(key, envelope, nowhere, work);
}

}  // namespace lath::io
