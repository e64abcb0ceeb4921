// SPDX-License-Identifier: Apache-2.0
#include "hash/blake2.hpp"

#include <algorithm>
#include <bit>

#include "base/little_endian.hpp"
#include "lath/base/secret.hpp"

namespace lath::detail {
namespace {

// The fractions of the square roots of the first eight primes, as in SHA-512.
constexpr std::array<std::uint64_t, 8> kInitial = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

// The order of the words of a block in each round; the last two rounds repeat the first two.
constexpr std::array<std::array<std::uint8_t, 16>, 12> kOrder = {{
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
}};

using Working = std::array<std::uint64_t, 16>;

// The function G of RFC 7693, section 3.1.
void mix(Working& v, unsigned a, unsigned b, unsigned c, unsigned d, std::uint64_t x,
         std::uint64_t y) noexcept {
  v[a] += v[b] + x;
  v[d] = std::rotr(v[d] ^ v[a], 32);
  v[c] += v[d];
  v[b] = std::rotr(v[b] ^ v[c], 24);
  v[a] += v[b] + y;
  v[d] = std::rotr(v[d] ^ v[a], 16);
  v[c] += v[d];
  v[b] = std::rotr(v[b] ^ v[c], 63);
}

}  // namespace

Blake2b::Blake2b(const Shape& shape, std::span<const std::byte> key) noexcept : state_(kInitial) {
  state_[0] ^= shape.digest_bytes | std::uint64_t{shape.key_bytes} << 8 |
               std::uint64_t{shape.fanout} << 16 | std::uint64_t{shape.depth} << 24 |
               std::uint64_t{shape.leaf_length} << 32;
  state_[1] ^= shape.node_offset | std::uint64_t{shape.output_bytes} << 32;
  state_[2] ^= shape.node_depth | std::uint64_t{shape.inner_length} << 8;
  if (key.empty()) return;
  // The key is a block of its own.
  std::ranges::copy(key, block_.begin());
  at_ = kBlock;
}

Blake2b::~Blake2b() {
  wipe(state_.data(), sizeof state_);
  wipe(block_.data(), sizeof block_);
}

// The function F: `last` is ones for the last block.
void Blake2b::compress(std::uint64_t last) noexcept {
  std::array<std::uint64_t, 16> m;
  for (std::size_t i = 0; i < m.size(); ++i) m[i] = load_little_endian(&block_[8 * i]);
  Working v;
  std::ranges::copy(state_, v.begin());
  std::ranges::copy(kInitial, v.begin() + 8);
  count_ += at_;
  v[12] ^= count_;
  v[14] ^= last;
  for (const auto& s : kOrder) {
    mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
    mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
    mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
    mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
    mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
    mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
    mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
    mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
  }
  for (std::size_t i = 0; i < state_.size(); ++i) state_[i] ^= v[i] ^ v[i + 8];
  wipe(m.data(), sizeof m);
  wipe(v.data(), sizeof v);
}

Blake2b& Blake2b::absorb(std::span<const std::byte> part) noexcept {
  while (!part.empty()) {
    // A full block waits until it is known not to be the last one.
    if (at_ == kBlock) {
      compress(0);
      at_ = 0;
    }
    const std::size_t taken = std::min(kBlock - at_, part.size());
    std::copy_n(part.begin(), taken, block_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ += taken;
    part = part.subspan(taken);
  }
  return *this;
}

void Blake2b::finish(std::span<std::byte> out) noexcept {
  std::fill(block_.begin() + static_cast<std::ptrdiff_t>(at_), block_.end(), std::byte{});
  compress(~std::uint64_t{0});
  std::array<std::byte, kBlake2bDigest> digest;
  for (std::size_t i = 0; i < state_.size(); ++i) store_little_endian(&digest[8 * i], state_[i]);
  std::copy_n(digest.begin(), out.size(), out.begin());
  wipe(digest.data(), sizeof digest);
}

void blake2b(std::span<std::byte> out, std::span<const std::byte> message,
             std::span<const std::byte> key) noexcept {
  const Blake2b::Shape shape{.digest_bytes = static_cast<std::uint8_t>(out.size()),
                             .key_bytes = static_cast<std::uint8_t>(key.size())};
  Blake2b(shape, key).absorb(message).finish(out);
}

void blake2xb(std::span<std::byte> out, std::span<const std::byte> message,
              std::span<const std::byte> key) noexcept {
  const auto output_bytes = static_cast<std::uint32_t>(out.size());
  std::array<std::byte, kBlake2bDigest> root;
  const Blake2b::Shape of_root{.key_bytes = static_cast<std::uint8_t>(key.size()),
                               .output_bytes = output_bytes};
  Blake2b(of_root, key).absorb(message).finish(root);
  for (std::uint32_t i = 0; !out.empty(); ++i) {
    const std::size_t size = std::min(out.size(), kBlake2bDigest);
    const Blake2b::Shape of_node{.digest_bytes = static_cast<std::uint8_t>(size),
                                 .fanout = 0,
                                 .depth = 0,
                                 .leaf_length = kBlake2bDigest,
                                 .node_offset = i,
                                 .output_bytes = output_bytes,
                                 .inner_length = kBlake2bDigest};
    Blake2b(of_node).absorb(root).finish(out.first(size));
    out = out.subspan(size);
  }
  wipe(root.data(), sizeof root);
}

}  // namespace lath::detail
