// SPDX-License-Identifier: Apache-2.0
#include "io/age/payload.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "io/age/aead.hpp"
#include "io/batch_reader.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/io/age/files.hpp"

namespace lath::io::age {
namespace {

constexpr std::size_t kSealedBytes = kChunkBytes + kTagBytes;
// Chunks that are read and written at once: few system calls, and all buffers in the caches.
constexpr std::size_t kBatchChunks = 4;

enum class Position : unsigned char { inner = 0, last = 1 };

Nonce nonce_of(std::uint64_t number, Position position) {
  Nonce nonce{};
  for (std::size_t i = 0; i < 8; ++i) {
    nonce[3 + i] = static_cast<unsigned char>(number >> (56 - 8 * i));
  }
  nonce[11] = static_cast<unsigned char>(position);
  return nonce;
}

Key payload_key(const FileKey& key, Bytes nonce) { return hkdf(key.span(), nonce, "payload"); }

[[noreturn]] void throw_not_authentic(std::string found, std::string remedy) {
  throw Error(ErrorCode::authentication, std::move(found), "need the bytes that were encrypted",
              std::move(remedy));
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

// Opens chunk after chunk and, where one is not authentic, finds out why.
class Opener {
 public:
  explicit Opener(const Key& key) : cipher_(key, Aead::Direction::open) {}

  // Adds the payload of a chunk to the first `filled` bytes of `out`. Where a whole chunk is
  // authentic but should not be the last one, or should, it is added before that is an error.
  void open(Bytes sealed, Position position, std::span<std::byte> out, std::size_t& filled) {
    check_size(sealed.size());
    const auto text = out.subspan(filled, sealed.size() - kTagBytes);
    if (cipher_.open(nonce_of(number_, position), sealed, text)) {
      filled += text.size();
      ++number_;
      return;
    }
    const Position other = position == Position::last ? Position::inner : Position::last;
    if (!cipher_.open(nonce_of(number_, other), sealed, text)) {
      throw_not_authentic(name() + " of the file was changed, moved or cut off",
                          "copy the file again from where it was made");
    }
    if (sealed.size() == kSealedBytes) filled += text.size();
    if (position == Position::last) {
      throw_not_authentic("the file was cut off after " + name(),
                          "copy the whole file again from where it was made");
    }
    throw_not_authentic("the file goes on after its last chunk, " + name(),
                        "remove what was appended, or copy the file again");
  }

 private:
  [[nodiscard]] std::string name() const { return "chunk " + std::to_string(number_); }

  // A chunk has more than its tag, unless the payload is empty.
  void check_size(std::size_t size) const {
    if (size < kTagBytes) {
      throw_not_authentic("the file was cut off in " + name() + ", of which " +
                              std::to_string(size) + " bytes are left",
                          "copy the whole file again from where it was made");
    }
    if (size == kTagBytes && number_ != 0) {
      throw_not_authentic("the last chunk, " + name() + ", is empty",
                          "copy the file again: no honest program writes it so");
    }
  }

  Aead cipher_;
  std::uint64_t number_ = 0;
};

}  // namespace

std::uint64_t write_payload(const FileKey& key, Source& payload, Sink& file, Generator& generator,
                            const Work& work) {
  std::array<std::byte, kPayloadNonceBytes> nonce;
  generator.fill(nonce);
  ct::declassify(nonce.data(), nonce.size());  // it is written to the file
  file.write(nonce);
  Aead cipher(payload_key(key, nonce), Aead::Direction::seal);
  BatchReader reader(payload, kBatchChunks * kChunkBytes);
  Buffer<std::byte> sealed(kBatchChunks * kSealedBytes);
  std::uint64_t number = 0, done = 0;
  do {
    work.require_wanted();
    const auto batch = reader.next();
    done += batch.size();
    std::size_t filled = 0;
    for_each_chunk(batch, kChunkBytes, reader.at_end(), [&](auto chunk, Position position) {
      const auto out = sealed.span().subspan(filled, chunk.size() + kTagBytes);
      cipher.seal(nonce_of(number++, position), chunk, out);
      filled += out.size();
    });
    file.write(sealed.span().first(filled));
    work.report(done);
  } while (!reader.at_end());
  return done;
}

std::uint64_t read_payload(const FileKey& key, Source& file, Sink& payload, const Work& work) {
  std::array<std::byte, kPayloadNonceBytes> nonce;
  if (const std::size_t found = read_up_to(file, nonce); found != nonce.size()) {
    throw Error(
        ErrorCode::malformed,
        "an age file that ends " + std::to_string(found) + " bytes behind its header",
        "need a payload of " + std::to_string(kPayloadNonceBytes + kTagBytes) + " bytes at least",
        "the file was cut off: copy it again");
  }
  Opener opener(payload_key(key, nonce));
  BatchReader reader(file, kBatchChunks * kSealedBytes);
  Buffer<std::byte, Secret> opened(kBatchChunks * kChunkBytes);
  std::uint64_t total = 0;
  do {
    work.require_wanted();
    const auto batch = reader.next();
    std::size_t filled = 0;
    const auto give_out = [&] {
      if (filled != 0) payload.write(opened.span().first(filled));
      total += filled;
    };
    try {
      for_each_chunk(batch, kSealedBytes, reader.at_end(), [&](auto chunk, Position position) {
        opener.open(chunk, position, opened.span(), filled);
      });
    } catch (const Error&) {
      give_out();  // chunks before a wrong one are authentic
      throw;
    }
    give_out();
    work.report(total);
  } while (!reader.at_end());
  return total;
}

}  // namespace lath::io::age
