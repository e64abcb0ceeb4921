// SPDX-License-Identifier: Apache-2.0
//
// Drives any module that bench_*.sv wraps: every input channel plays its file in0.hex, in1.hex, ...
// (one word of at most 160 bits a line), every output channel is compared with out0.hex, ...
// Channels stall at random, with probabilities that change during the run; every seed is another
// pattern.
//
// stream_bench FOLDER SEED PACE [RESET]: PACE 0 runs at full rate, 1 stalls every
// channel, 2 the inputs only (for units that nobody can hold up), 3 every channel with a slow
// output; 4 takes a word in every second cycle on every channel (2,000 MB/s at 250 MHz); 5 keeps
// outputs shut until no word went in for a while, and again when one does, so that what is inside
// is as full as it gets. RESET > 0 resets after that many cycles and starts again from the first
// word.
#include <verilated.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "Vbench.h"

namespace {

constexpr std::size_t kWords = 5;
constexpr int kBus = 4, kToTheEdge = 5;
constexpr std::uint64_t kLongestWay = 3000;  // from a word in to all that it makes
using Word = std::array<std::uint32_t, kWords>;

std::vector<Word> read_words(const std::string& path, bool& found) {
  std::ifstream file(path);
  found = file.is_open();
  std::vector<Word> words;
  for (std::string line; std::getline(file, line);) {
    Word word{};
    for (std::size_t end = line.size(), i = 0; end > 0 && i < kWords; ++i) {
      const std::size_t start = end > 8 ? end - 8 : 0;
      word[i] =
          static_cast<std::uint32_t>(std::stoul(line.substr(start, end - start), nullptr, 16));
      end = start;
    }
    words.push_back(word);
  }
  return words;
}

std::vector<std::vector<Word>> read_channels(const std::string& stem) {
  std::vector<std::vector<Word>> channels;
  for (bool found = true; found;) {
    auto words = read_words(stem + std::to_string(channels.size()) + ".hex", found);
    if (found) channels.push_back(std::move(words));
  }
  return channels;
}

class Bench {
 public:
  Bench(const std::string& folder, std::uint64_t seed, int pace)
      : inputs_(read_channels(folder + "/in")),
        outputs_(read_channels(folder + "/out")),
        random_(seed),
        pace_(pace) {}

  void reset() {
    sent_.assign(inputs_.size(), 0);
    seen_.assign(outputs_.size(), 0);
    offered_ = 0;
    model_.rst = 1;
    model_.in_valid = 0;
    model_.out_ready = 0;
    for (int i = 0; i < 3; ++i) tick();
    model_.rst = 0;
  }

  // Until everything came, and a while longer for words that nobody expects; not where nothing
  // moves.
  bool run(std::uint64_t limit) {
    std::uint64_t quiet = 0;
    for (std::uint64_t begin = cycle_; cycle_ < begin + limit && quiet < 3000; ++cycle_) {
      if (!step() || cycle_ > last_move_ + 200'000) return false;
      quiet = complete() ? quiet + 1 : 0;
    }
    return true;
  }

  [[nodiscard]] bool complete() const {
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      if (seen_[i] != outputs_[i].size()) return false;
    for (std::size_t i = 0; i < inputs_.size(); ++i)
      if (sent_[i] != inputs_[i].size()) return false;
    return true;
  }

  void finish() { model_.final(); }
  [[nodiscard]] std::size_t words() const {
    std::size_t total = 0;
    for (const auto& channel : outputs_) total += channel.size();
    return total;
  }

 private:
  void tick() {
    model_.clk = 0;
    model_.eval();
    model_.clk = 1;
    model_.eval();
  }

  [[nodiscard]] bool rested(std::size_t channel) const {
    return pace_ != kBus || cycle_ >= moves_[channel] + 2;
  }
  [[nodiscard]] bool may_leave() const {
    return pace_ != kToTheEdge || cycle_ >= last_sent_ + kLongestWay;
  }
  void moved(std::size_t channel) { moves_[channel] = last_move_ = cycle_; }
  bool chance(std::uint32_t of_256) { return (random_() & 255U) < of_256; }

  // An offer stands until it is taken.
  bool step() {
    if (pace_ != 0 && pace_ < kBus && (random_() & 63U) == 0) {
      const std::size_t count = pace_ != 2 ? odds_.size() : odds_.size() / 2;
      for (std::size_t i = 0; i < count; ++i)
        odds_[i] = static_cast<std::uint32_t>(random_() % 4 == 0 ? 256 : 16 + random_() % 240);
    }
    // A slow output fills what is inside.
    const std::uint32_t slower = pace_ == 3 ? 8 : 1;
    std::uint32_t ready = 0;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      const bool more = sent_[i] < inputs_[i].size();
      if (!(offered_ >> i & 1U) && more && rested(i) && chance(odds_[i])) {
        offered_ |= 1U << i;
        for (std::size_t w = 0; w < kWords; ++w)
          model_.in_data[kWords * i + w] = inputs_[i][sent_[i]][w];
      }
    }
    for (std::size_t i = 0; i < outputs_.size(); ++i)
      if (may_leave() && rested(8 + i) && chance(odds_[8 + i] / slower)) ready |= 1U << i;
    model_.in_valid = static_cast<std::uint8_t>(offered_);
    model_.out_ready = static_cast<std::uint8_t>(ready);
    model_.clk = 0;
    model_.eval();
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      if ((offered_ & model_.in_ready) >> i & 1U) {
        ++sent_[i];
        last_sent_ = cycle_;
        offered_ &= ~(1U << i);
        moved(i);
      }
    }
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (!((ready & model_.out_valid) >> i & 1U)) continue;
      moved(8 + i);
      if (!compare(i)) return false;
    }
    model_.clk = 1;
    model_.eval();
    return true;
  }

  bool compare(std::size_t channel) {
    const std::size_t at = seen_[channel]++;
    if (at >= outputs_[channel].size()) {
      std::printf("channel %zu: a word too many\n", channel);
      return false;
    }
    for (std::size_t w = 0; w < kWords; ++w) {
      if (model_.out_data[kWords * channel + w] != outputs_[channel][at][w]) {
        std::printf("channel %zu, word %zu differs\n", channel, at);
        return false;
      }
    }
    return true;
  }

  Vbench model_;
  std::vector<std::vector<Word>> inputs_;
  std::vector<std::vector<Word>> outputs_;
  std::vector<std::size_t> sent_;
  std::vector<std::size_t> seen_;
  std::array<std::uint32_t, 16> odds_ = {256, 256, 256, 256, 256, 256, 256, 256,
                                         256, 256, 256, 256, 256, 256, 256, 256};
  // Inputs, then outputs: when a word passed last.
  std::array<std::uint64_t, 16> moves_{};
  std::uint64_t last_move_ = 0;
  std::uint64_t last_sent_ = 0;
  std::uint64_t cycle_ = 2;
  std::uint32_t offered_ = 0;
  std::mt19937_64 random_;
  int pace_;
};

}  // namespace

int main(int argc, char** argv) {
  Verilated::commandArgs(argc, argv);
  if (argc < 4) return 2;
  Verilated::randReset(2);
  Verilated::randSeed(std::atoi(argv[2]) + 1);
  const std::uint64_t reset_after =
      argc > 4 && argv[4][0] != '+' ? std::strtoull(argv[4], nullptr, 10) : 0;
  Bench bench(argv[1], std::strtoull(argv[2], nullptr, 10), std::atoi(argv[3]));
  bench.reset();
  if (reset_after > 0) {
    if (!bench.run(reset_after)) return 1;
    bench.reset();
  }
  const bool good = bench.run(400'000'000);
  bench.finish();
  if (!good || !bench.complete()) {
    std::printf("FAILED: %s\n",
                good ? "words are missing" : "a word is wrong, or nothing moves any more");
    return 1;
  }
  std::printf("ok: %zu words\n", bench.words());
  return 0;
}
