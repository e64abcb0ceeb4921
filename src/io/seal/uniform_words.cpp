// SPDX-License-Identifier: Apache-2.0
#include "io/seal/uniform_words.hpp"

#include "base/little_endian.hpp"
#include "hash/blake2.hpp"
#include "hash/sponge.hpp"
#include "lath/base/cpu.hpp"

namespace lath::io::seal {
namespace {

// The words of a stream.
class WordStream {
 public:
  explicit WordStream(const UniformSeed& seed) : seed_(seed) {}

  std::uint64_t next() {
    if (at_ == block_.size()) refill();
    const std::uint64_t word = load_little_endian(&block_[at_]);
    at_ += 8;
    return word;
  }

 private:
  void refill() {
    std::array<std::byte, 8> counter;
    store_little_endian(counter.data(), blocks_++);
    if (seed_.function == StreamFunction::blake2xb) {
      detail::blake2xb(block_, counter, seed_.bytes);
    } else {
      detail::fips202::digest(active_isa(), detail::fips202::kShake256, block_, seed_.bytes,
                              counter);
    }
    at_ = 0;
  }

  UniformSeed seed_;
  std::uint64_t blocks_ = 0;
  std::array<std::byte, 4096> block_{};
  std::size_t at_ = block_.size();
};

}  // namespace

std::vector<std::uint64_t> uniform_words(const UniformSeed& seed, std::span<const Modulus> moduli,
                                         std::size_t n) {
  WordStream stream(seed);
  std::vector<std::uint64_t> words(moduli.size() * n);
  for (std::uint64_t& word : words) word = stream.next();
  constexpr std::uint64_t kLargest = ~std::uint64_t{0};
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    const std::uint64_t limit = kLargest - moduli[i].reduce(kLargest) - 1;
    for (std::uint64_t& word : std::span(words).subspan(i * n, n)) {
      while (word >= limit) word = stream.next();
      word = moduli[i].reduce(word);
    }
  }
  return words;
}

}  // namespace lath::io::seal
