// SPDX-License-Identifier: Apache-2.0
#include "io/age/payload.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "io/age/aead.hpp"
#include "io/batch_line.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/io/age/files.hpp"

namespace lath::io::age {
namespace {

constexpr std::size_t kSealedBytes = kChunkBytes + kTagBytes;
// The chunks of a batch, which is read and written at once: few system calls, and all batches in
// the caches.
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

// Calls f(chunk, its number, its position) for each chunk of a batch; the empty batch of an empty
// source is one empty chunk.
template <class F>
void for_each_chunk(const Batch& batch, std::size_t chunk_bytes, F f) {
  std::span<const std::byte> rest = batch.input();
  std::uint64_t number = batch.number * kBatchChunks;
  do {
    const auto chunk = rest.first(std::min(rest.size(), chunk_bytes));
    rest = rest.subspan(chunk.size());
    f(chunk, number++, batch.is_last && rest.empty() ? Position::last : Position::inner);
  } while (!rest.empty());
}

// Opens chunks and, where one is not authentic, finds out why.
class Opener {
 public:
  explicit Opener(const Key& key) : cipher_(key, Aead::Direction::open) {}

  // Adds the payload of a chunk to the first `filled` bytes of `out`. Where a whole chunk is
  // authentic but should not be the last one, or should, it is added before that is an error.
  void open(Bytes sealed, std::uint64_t number, Position position, std::span<std::byte> out,
            std::size_t& filled) {
    const std::string name = "chunk " + std::to_string(number);
    check_size(sealed.size(), number, name);
    const auto text = out.subspan(filled, sealed.size() - kTagBytes);
    if (cipher_.open(nonce_of(number, position), sealed, text)) {
      filled += text.size();
      return;
    }
    const Position other = position == Position::last ? Position::inner : Position::last;
    if (!cipher_.open(nonce_of(number, other), sealed, text)) {
      throw_not_authentic(name + " of the file was changed, moved or cut off",
                          "copy the file again from where it was made");
    }
    if (sealed.size() == kSealedBytes) filled += text.size();
    if (position == Position::last) {
      throw_not_authentic("the file was cut off after " + name,
                          "copy the whole file again from where it was made");
    }
    throw_not_authentic("the file goes on after its last chunk, " + name,
                        "remove what was appended, or copy the file again");
  }

 private:
  // A chunk has more than its tag, unless the payload is empty.
  static void check_size(std::size_t size, std::uint64_t number, const std::string& name) {
    if (size < kTagBytes) {
      throw_not_authentic("the file was cut off in " + name + ", of which " + std::to_string(size) +
                              " bytes are left",
                          "copy the whole file again from where it was made");
    }
    if (size == kTagBytes && number != 0) {
      throw_not_authentic("the last chunk, " + name + ", is empty",
                          "copy the file again: no honest program writes it so");
    }
  }

  Aead cipher_;
};

}  // namespace

std::uint64_t write_payload(const FileKey& key, Source& payload, Sink& file, Generator& generator,
                            const Work& work) {
  std::array<std::byte, kPayloadNonceBytes> nonce;
  generator.fill(nonce);
  ct::declassify(nonce.data(), nonce.size());  // it is written to the file
  file.write(nonce);
  const Key chunk_key = payload_key(key, nonce);
  std::array<Aead, 2> ciphers{Aead(chunk_key, Aead::Direction::seal),
                              Aead(chunk_key, Aead::Direction::seal)};
  const auto seal = [&](Batch& batch, unsigned worker) {
    for_each_chunk(batch, kChunkBytes, [&](auto chunk, std::uint64_t number, Position position) {
      const auto out = batch.out.span().subspan(batch.filled, chunk.size() + kTagBytes);
      ciphers[worker].seal(nonce_of(number, position), chunk, out);
      batch.filled += out.size();
    });
  };
  std::uint64_t done = 0;
  const auto write = [&](const Batch& batch) {
    work.require_wanted();
    if (!batch.error) file.write(batch.output());
    done += batch.size;
    work.report(done);
  };
  BatchLine(payload, {kBatchChunks * kChunkBytes, kBatchChunks * kSealedBytes}, seal, write).run();
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
  const Key chunk_key = payload_key(key, nonce);
  std::array<Opener, 2> openers{Opener(chunk_key), Opener(chunk_key)};
  const auto open = [&](Batch& batch, unsigned worker) {
    for_each_chunk(batch, kSealedBytes, [&](auto chunk, std::uint64_t number, Position position) {
      openers[worker].open(chunk, number, position, batch.out.span(), batch.filled);
    });
  };
  std::uint64_t total = 0;
  const auto write = [&](const Batch& batch) {
    work.require_wanted();
    if (batch.filled != 0)
      payload.write(batch.output());  // chunks before a wrong one are authentic
    total += batch.filled;
    if (!batch.error) work.report(total);
  };
  BatchLine(file, {kBatchChunks * kSealedBytes, kBatchChunks * kChunkBytes}, open, write).run();
  return total;
}

}  // namespace lath::io::age
