// SPDX-License-Identifier: Apache-2.0
#include "io/objects/envelope_bytes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "io/batch_line.hpp"
#include "io/objects/envelope_header.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

class BytesInMemory final : public EnvelopeBytes {
 public:
  explicit BytesInMemory(std::span<const std::byte> bytes) : all_(bytes), rest_(bytes) {}
  std::span<const std::byte> take(std::size_t count) override {
    if (count > rest_.size()) refuse_short_envelope();
    const auto result = rest_.first(count);
    rest_ = rest_.subspan(count);
    return result;
  }
  std::span<const std::byte> take_some() override {
    return take(std::min(rest_.size(), kMostChunkBytes));
  }
  [[nodiscard]] bool stays() const noexcept override { return true; }
  [[nodiscard]] bool has_places() const noexcept override { return true; }
  void go_to(std::uint64_t place) override {
    if (place > all_.size()) refuse_short_envelope();
    rest_ = all_.subspan(static_cast<std::size_t>(place));
  }
  void require_end() override {
    if (!rest_.empty()) {
      refuse_envelope("an envelope with " + std::to_string(rest_.size()) + " bytes behind it",
                      "the bytes of one envelope only");
    }
  }

 private:
  std::span<const std::byte> all_, rest_;
};

// Memory for what was taken last. It grows to the largest part, a run of chunks.
class TakenBytes {
 public:
  std::span<std::byte> of(std::size_t count) {
    if (bytes_.size() < count) bytes_ = Buffer<std::byte>::for_overwrite(count);
    return bytes_.span().first(count);
  }
  // Without the bytes that were taken before.
  std::span<std::byte> anew(std::size_t count) {
    bytes_ = Buffer<std::byte>();
    return of(count);
  }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

 private:
  Buffer<std::byte> bytes_;
};

// Bytes of a stream, of which nobody knows whether they come: each piece is as long as all before,
// so that no more than twice the memory is taken of what came.
class Pieces {
 public:
  void read(Source& source, std::size_t count) {
    constexpr std::size_t kFirst = 512;
    for (std::size_t filled = 0; filled < count; filled += pieces_.back().size()) {
      const std::size_t size = std::min(count - filled, std::max(filled, kFirst));
      pieces_.push_back(Buffer<std::byte>::for_overwrite(size));
      if (read_up_to(source, pieces_.back().span()) != size) refuse_short_envelope();
    }
  }
  void move_to(std::span<std::byte> out) {
    for (Buffer<std::byte>& piece : pieces_) {
      std::ranges::copy(piece.span(), out.begin());
      out = out.subspan(piece.size());
      piece = Buffer<std::byte>();
    }
  }

 private:
  std::vector<Buffer<std::byte>> pieces_;
};

class BytesOfStream final : public EnvelopeBytes {
 public:
  explicit BytesOfStream(Source& source) : source_(source) {}
  std::span<const std::byte> take(std::size_t count) override {
    if (count > taken_.size()) {
      Pieces pieces;
      pieces.read(source_, count);
      const std::span<std::byte> out = taken_.anew(count);
      pieces.move_to(out);
      return out;
    }
    const std::span<std::byte> out = taken_.of(count);
    if (read_up_to(source_, out) != count) refuse_short_envelope();
    return out;
  }
  std::span<const std::byte> take_some() override {
    const std::span<std::byte> out = taken_.of(kMostChunkBytes);
    return out.first(read_up_to(source_, out));
  }
  [[nodiscard]] bool has_places() const noexcept override { return false; }
  void go_to(std::uint64_t /*place*/) override {}
  void require_end() override {}

 private:
  Source& source_;
  TakenBytes taken_;
};

class BytesOfFile final : public EnvelopeBytes {
 public:
  BytesOfFile(int file, std::uint64_t size) : file_(file), size_(size) {}
  ~BytesOfFile() override { ::close(file_); }
  BytesOfFile(const BytesOfFile&) = delete;
  BytesOfFile& operator=(const BytesOfFile&) = delete;

  std::span<const std::byte> take(std::size_t count) override {
    if (count > size_ - place_) refuse_short_envelope();
    const std::span<std::byte> out = taken_.of(count);
    for (std::size_t filled = 0; filled < count;) {
      const ::ssize_t got = ::pread(file_, out.data() + filled, count - filled,
                                    static_cast<::off_t>(place_ + filled));
      if (got == 0) refuse_short_envelope();  // somebody made the file shorter
      if (got < 0 && errno != EINTR) {
        throw Error(ErrorCode::input_output,
                    std::string("a file that cannot be read: ") + std::strerror(errno),
                    "need a file on a disk that works", "check the disk, or copy the file again");
      }
      if (got > 0) filled += static_cast<std::size_t>(got);
    }
    place_ += count;
    return out;
  }
  std::span<const std::byte> take_some() override {
    return take(static_cast<std::size_t>(std::min<std::uint64_t>(size_ - place_, kMostChunkBytes)));
  }
  [[nodiscard]] bool has_places() const noexcept override { return true; }
  void go_to(std::uint64_t place) override {
    if (place > size_) refuse_short_envelope();
    place_ = place;
  }
  void require_end() override {
    if (place_ != size_) {
      refuse_envelope("an envelope with " + std::to_string(size_ - place_) + " bytes behind it",
                      "the bytes of one envelope only");
    }
  }

 private:
  int file_;
  std::uint64_t size_, place_ = 0;
  TakenBytes taken_;
};

}  // namespace

std::unique_ptr<EnvelopeBytes> bytes_in_memory(std::span<const std::byte> bytes) {
  return std::make_unique<BytesInMemory>(bytes);
}
std::unique_ptr<EnvelopeBytes> bytes_of_stream(Source& source) {
  return std::make_unique<BytesOfStream>(source);
}
std::unique_ptr<EnvelopeBytes> bytes_of_file(int file, std::uint64_t size) {
  return std::make_unique<BytesOfFile>(file, size);
}

void refuse_envelope(const std::string& found, const std::string& needed) {
  throw Error(ErrorCode::malformed, found, "need " + needed,
              "the bytes were damaged: get them again");
}
void refuse_short_envelope() {
  throw Error(ErrorCode::malformed, "an envelope that ends too early", "need all of its bytes",
              "bytes are missing at the end: get all of them");
}

}  // namespace lath::io
