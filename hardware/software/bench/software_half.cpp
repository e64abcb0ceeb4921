// SPDX-License-Identifier: Apache-2.0
#include "software_half.hpp"

#include <algorithm>

#include "frames.hpp"
#include "lath/base/cpu.hpp"
#include "results.hpp"

namespace lath::hardware::bench {
namespace {

using detail::Word;

// A generator of no quality: G. Marsaglia, Xorshift RNGs, 2003.
struct Xorshift {
  std::uint64_t state = 0x9e3779b97f4a7c15;
  std::uint64_t next() {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }
};

std::size_t scratch_bytes(const detail::KaratsubaHost& host, detail::Lanes lanes) {
  detail::Scratch counted(nullptr);
  static_cast<void>(detail::KaratsubaHost::Memory(host, lanes, counted));
  static_cast<void>(detail::CyclotomicRows(host.row_kernels(), lanes, counted));
  return counted.used();
}

}  // namespace

std::vector<std::uint32_t> random_key(const CoefficientModulus& q) {
  Xorshift random;
  std::vector<Word> key(kDegree * kChunks);
  for (std::size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<Word>(random.next() % q.bound(i % kChunks));
  }
  return key;
}

std::vector<std::int8_t> random_small(std::size_t count, unsigned bits) {
  Xorshift random;
  std::vector<std::int8_t> small(count);
  for (auto& x : small) x = static_cast<std::int8_t>(random.next() >> 32 & ((1U << bits) - 1));
  return small;
}

SoftwareHalf::SoftwareHalf(std::size_t messages)
    : messages_(messages),
      lanes_(detail::lanes_of(messages)),
      host_(detail::kRecursions, active_isa()),
      bytes_(scratch_bytes(host_, lanes_)),
      scratch_(bytes_.data()),
      memory_(host_, lanes_, scratch_),
      modulo_(host_.row_kernels(), lanes_, scratch_),
      key_(random_key(CoefficientModulus::power_of_two(135))),
      planes_(kChunks * host_.degree()),
      key_leaves_(host_.key_words()),
      words_(host_.degree()),
      leaves_(host_.binary_words()),
      rows_(host_.product_rows() * detail::row_words(lanes_)),
      results_(messages * kDegree * kChunks),
      u_(random_small(messages * kDegree, 1)),
      errors_(random_small(messages * kDegree, 8)),
      request_(host_.request_bursts()),
      answer_(host_.answer_bursts()) {
  Xorshift random;
  for (Burst& burst : answer_) {
    for (Word& word : burst.words) word = static_cast<Word>(random.next()) & detail::kChunkMask;
  }
  answer_.push_back(detail::answer_status(detail::kKaratsubaFrames, detail::FrameStatus::ok,
                                          host_.request_bursts() - 1));
  recurse_key();
  recurse_binary();
}

void SoftwareHalf::recurse_key() {
  for (std::size_t i = 0; i < kDegree; ++i) {
    for (std::size_t k = 0; k < kChunks; ++k) {
      planes_[k * host_.degree() + i] = key_[i * kChunks + k];
    }
  }
  host_.recurse_key(key_leaves_.data(), planes_.data(), memory_);
}

void SoftwareHalf::recurse_binary() {
  detail::interleave_messages(words_.data(), u_.data(), messages_);
  host_.recurse_binary(leaves_.data(), words_.data(), memory_);
}

void SoftwareHalf::write_request() {
  host_.write_request(request_.data(), key_leaves_.data(), leaves_.data(), messages_);
}

void SoftwareHalf::check_answer() {
  detail::require_answer(detail::kKaratsubaFrames, answer_, host_.request_bursts() - 1,
                         host_.answer_bursts());
  detail::require_chunks(host_.row_kernels().bits(answer_.data(), host_.answer_bursts()));
}

void SoftwareHalf::join() { host_.join(rows_.data(), answer_.data(), lanes_, memory_); }

void SoftwareHalf::reduce() {
  modulo_.fold(rows_.data());
  modulo_.reduce(rows_.data());
}

void SoftwareHalf::finish() {
  detail::interleave_messages(words_.data(), errors_.data(), messages_);
  detail::finish_rows({messages_, u_.data(), errors_.data(), results_.data()}, rows_.data(),
                      words_.data(), detail::kChunkMask, lanes_, host_.row_kernels());
}

}  // namespace lath::hardware::bench
