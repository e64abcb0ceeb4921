// SPDX-License-Identifier: Apache-2.0
//
// A device of plain integers, which stands in for a circuit where the software around it is tested.
// It knows the streams, and nothing of cycles.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"
#include "frames.hpp"
#include "gmp_polynomials.hpp"
#include "lath/hardware/device.hpp"

namespace lath::hardware::testing {

/// Answers to transfers as hardware/karatsuba does.
class PlainDevice final : public Device {
 public:
  Transfer transfer(std::span<const Burst> input) override {
    const std::size_t data = input.empty() ? 0 : input.size() - 1;
    Transfer answer;
    const auto status = header_status(input);
    if (status == detail::FrameStatus::ok) {
      for (std::size_t first = 1; first < input.size(); first += 9 * kLeafBursts) {
        multiply_nine(answer.output, input.subspan(first, 9 * kLeafBursts));
      }
    }
    answer.output.push_back(detail::answer_status(detail::kKaratsubaFrames, status, data));
    answer.cycles = input.size() + 1000;
    answer.first_output_cycle = 1000;
    return answer;
  }

  /// Whether all sums were those of the sub-polynomials before them.
  [[nodiscard]] bool saw_sums() const { return saw_sums_; }

 private:
  static constexpr std::size_t kLeaf = 40, kLeafBursts = kLeaf * kChunks;

  static detail::FrameStatus header_status(std::span<const Burst> input) {
    using detail::FrameStatus;
    if (input.empty()) return FrameStatus::wrong_header;
    const auto& words = input[0].words;
    const std::uint32_t messages = words[0] >> 16, count = words[1];
    if ((words[0] & 0xffff) != detail::kKaratsubaFrames.magic || messages == 0 ||
        messages > kMaxMessages || count == 0 || count % 9 != 0 || words[2] != 0 || words[3] != 0) {
      return FrameStatus::wrong_header;
    }
    const std::size_t needed = count * kLeafBursts;
    if (input.size() - 1 == needed) return FrameStatus::ok;
    return input.size() - 1 < needed ? FrameStatus::too_short : FrameStatus::too_long;
  }

  // The key's coefficients, and those of the binary polynomials, of one sub-polynomial.
  struct Leaf {
    Integers key, binary[kMaxMessages];
  };
  static Leaf leaf_of(std::span<const Burst> bursts) {
    Leaf leaf;
    for (std::size_t i = 0; i < kLeaf; ++i) {
      leaf.key.push_back(from_chunks(bursts[i * kChunks].words.data(), 4));
      for (std::size_t j = 0; j < kMaxMessages; ++j) {
        leaf.binary[j].emplace_back(bursts[i * kChunks + j].words[1]);
      }
    }
    return leaf;
  }

  void multiply_nine(std::vector<Burst>& out, std::span<const Burst> bursts) {
    std::vector<Leaf> leaves;
    for (std::size_t t = 0; t < 9; ++t)
      leaves.push_back(leaf_of(bursts.subspan(t * kLeafBursts, kLeafBursts)));
    // Those that are no sums are the four quarters.
    const auto whole = [&](const auto& part) {
      Integers all;
      for (const std::size_t t : std::initializer_list<std::size_t>{0, 1, 3, 4}) {
        const Integers& x = part(leaves[t]);
        all.insert(all.end(), x.begin(), x.end());
      }
      return all;
    };
    const auto check = [&](const auto& part, int bits) {
      for (const auto& [sum, a, b] :
           {std::array{2, 0, 1}, {5, 3, 4}, {6, 0, 3}, {7, 1, 4}, {8, 6, 7}}) {
        for (std::size_t i = 0; i < kLeaf; ++i) {
          const auto at = [&](int t) -> const mpz_class& {
            return part(leaves[static_cast<std::size_t>(t)])[i];
          };
          mpz_class difference = at(a) + at(b) - at(sum);
          mpz_fdiv_r_2exp(difference.get_mpz_t(), difference.get_mpz_t(),
                          static_cast<mp_bitcnt_t>(bits));
          saw_sums_ = saw_sums_ && difference == 0;
        }
      }
    };
    const auto key = [](const Leaf& leaf) -> const Integers& { return leaf.key; };
    check(key, 135);
    const Integers of_key = whole(key);
    const std::size_t begin = out.size();
    out.resize(begin + (8 * kLeaf - 1) * kChunks);
    for (std::size_t j = 0; j < kMaxMessages; ++j) {
      const auto binary = [j](const Leaf& leaf) -> const Integers& { return leaf.binary[j]; };
      check(binary, 32);
      const Integers product = multiply(of_key, whole(binary));
      for (std::size_t i = 0; i < product.size(); ++i) {
        std::uint32_t chunks[kChunks];
        to_chunks(chunks, product[i], 135);
        for (std::size_t k = 0; k < kChunks; ++k) out[begin + i * kChunks + k].words[j] = chunks[k];
      }
    }
  }

  bool saw_sums_ = true;
};

/// A device that tells what came of another one's answer: nothing, one burst more, or many.
class TellingDevice final : public Device {
 public:
  explicit TellingDevice(Device& device, std::uint64_t seed = 1)
      : device_(&device), random_(seed) {}
  Transfer transfer(std::span<const Burst> input) override { return device_->transfer(input); }
  Transfer transfer_to(std::span<const Burst> input, Listener& listener) override {
    Transfer answer = transfer(input);
    for (std::size_t told = 0; told < answer.output.size();) {
      const std::size_t more = random_.below(3) == 0 ? random_.below(1000) : random_.below(2);
      told = std::min(told + more, answer.output.size());
      // Nobody may look at these later.
      const std::vector<Burst> so_far(answer.output.begin(),
                                      answer.output.begin() + static_cast<std::ptrdiff_t>(told));
      listener.arrived(so_far);
    }
    return answer;
  }

 private:
  Device* device_;
  lath::testing::SeededValues random_;
};

/// A device that computes each answer once.
class RememberingDevice final : public Device {
 public:
  explicit RememberingDevice(Device& device) : device_(&device) {}
  Transfer transfer(std::span<const Burst> input) override {
    for (const auto& [asked, answer] : answers_) {
      if (std::equal(asked.begin(), asked.end(), input.begin(), input.end())) return answer;
    }
    return answers_.emplace_back(std::vector(input.begin(), input.end()), device_->transfer(input))
        .second;
  }

 private:
  Device* device_;
  std::vector<std::pair<std::vector<Burst>, Transfer>> answers_;
};

/// A device whose answers another one changes.
class ChangedDevice final : public Device {
 public:
  ChangedDevice(Device& device, std::function<void(Transfer&)> change)
      : device_(&device), change_(std::move(change)) {}
  Transfer transfer(std::span<const Burst> input) override {
    Transfer answer = device_->transfer(input);
    change_(answer);
    return answer;
  }

 private:
  Device* device_;
  std::function<void(Transfer&)> change_;
};

}  // namespace lath::hardware::testing
