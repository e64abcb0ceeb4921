// SPDX-License-Identifier: Apache-2.0
#include "io/seal/decompression.hpp"

#include <zstd.h>

#include <algorithm>
#include <memory>
#include <new>

#include "lath/base/error.hpp"

namespace lath::io::seal {
namespace {

// How far a stream may look back: 2^23 bytes, as in SEAL.
constexpr int kWindowBits = 23;
constexpr std::size_t kFirstBytes = std::size_t{1} << 16;

struct FreeStream {
  void operator()(ZSTD_DCtx* stream) const noexcept { ZSTD_freeDCtx(stream); }
};

using Stream = std::unique_ptr<ZSTD_DCtx, FreeStream>;
Stream new_stream() {
  Stream state(ZSTD_createDCtx());
  if (state == nullptr) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(state.get(), ZSTD_d_windowLogMax, kWindowBits);
  return state;
}

[[noreturn]] void refuse_stream(const std::string& what, const std::string& found,
                                const std::string& needed) {
  throw Error(ErrorCode::malformed, what + " of SEAL " + found, "need " + needed,
              "the bytes were damaged: get them again");
}

// A buffer of another size with the same beginning.
Buffer<std::byte, Secret> resized(const Buffer<std::byte, Secret>& bytes, std::size_t size) {
  auto result = Buffer<std::byte, Secret>::for_overwrite(size);
  std::copy_n(bytes.data(), std::min(bytes.size(), size), result.data());
  return result;
}

}  // namespace

Contents decompress(std::span<const std::byte> stream, const std::string& what,
                    std::uint64_t most) {
  const Stream state = new_stream();
  // One byte more shows that there are too many.
  const auto limit = static_cast<std::size_t>(most) + 1;
  // Words of residues seldom shrink to less than half: then nothing is copied.
  Buffer<std::byte, Secret> out(std::min(limit, std::max(kFirstBytes, 2 * stream.size())));
  ZSTD_inBuffer in{stream.data(), stream.size(), 0};
  std::size_t filled = 0;
  while (true) {
    ZSTD_outBuffer room{out.data() + filled, out.size() - filled, 0};
    const std::size_t before = in.pos;
    const std::size_t left = ZSTD_decompressStream(state.get(), &room, &in);
    if (ZSTD_isError(left) != 0) {
      refuse_stream(what, "that zstd cannot read",
                    "a stream of zstd with a window of at most 8 MiB");
    }
    filled += room.pos;
    if (filled > most) {
      refuse_stream(what, "with more than " + std::to_string(most) + " bytes of members",
                    "at most so many for these parameters");
    }
    if (left == 0) break;
    if (filled == out.size()) {
      out = resized(out, out.size() > limit / 2 ? limit : 2 * out.size());
    } else if (in.pos == in.size && room.pos == 0 && in.pos == before) {
      refuse_stream(what, "that ends within its zstd stream", "the whole stream");
    }
  }
  if (in.pos != in.size) refuse_stream(what, "with bytes behind its zstd stream", "none");
  return {std::move(out), filled};
}

Contents decompress_first(std::span<const std::byte> stream, const std::string& what,
                          std::size_t count) {
  const Stream state = new_stream();
  Buffer<std::byte, Secret> out(count);
  ZSTD_inBuffer in{stream.data(), stream.size(), 0};
  ZSTD_outBuffer room{out.data(), out.size(), 0};
  std::size_t left = 1;
  while (left != 0 && room.pos < room.size) {
    const std::size_t before = in.pos + room.pos;
    left = ZSTD_decompressStream(state.get(), &room, &in);
    if (ZSTD_isError(left) != 0 || (left != 0 && in.pos + room.pos == before)) {
      refuse_stream(what, "that zstd cannot read",
                    "a stream of zstd with a window of at most 8 MiB");
    }
  }
  return {std::move(out), room.pos};
}

}  // namespace lath::io::seal
