// SPDX-License-Identifier: Apache-2.0
//
// A device of plain integers, which stands in for the circuit of hardware/residue where the
// software around it is tested. It takes keys back to their coefficients, and knows nothing of
// cycles.
#pragma once

#include <array>
#include <cstdlib>
#include <vector>

#include "frames.hpp"
#include "gmp_polynomials.hpp"
#include "lath/hardware/device.hpp"
#include "residue_design.hpp"

namespace lath::hardware::testing {

/// The coefficients modulo p of a polynomial below x^4096 whose values the pipes have. Inverse
/// transforms as plain recursions, with a root found anew.
class PlainPipes {
 public:
  explicit PlainPipes(std::uint64_t p) : p_(p) {
    for (std::uint64_t g = 2; power(root_, detail::kRootOrder / 2) != p_ - 1; ++g) {
      root_ = power(g, (p_ - 1) / detail::kRootOrder);
    }
  }

  using Values = std::vector<std::uint64_t>;
  /// Values modulo x^n - root^exponent, in the order of the design, become coefficients.
  void join(std::span<std::uint64_t> x, std::size_t exponent) const {
    if (x.size() == 1) return;
    const std::size_t half = x.size() / 2;
    join(x.first(half), exponent / 2);
    join(x.last(half), exponent / 2 + detail::kRootOrder / 2);
    const std::uint64_t by_two = (p_ + 1) / 2, by_2w = inverse(2 * power(root_, exponent / 2) % p_);
    for (std::size_t i = 0; i < half; ++i) {
      const std::uint64_t a = x[i], b = x[i + half];
      x[i] = (a + b) * by_two % p_;
      x[i + half] = (a + p_ - b) * by_2w % p_;
    }
  }
  /// The polynomial, from remainders modulo x^n - 1, x^n + 1, x^n - i; empty if they contradict.
  [[nodiscard]] Values polynomial(const std::array<Values, 3>& r) const {
    const std::size_t n = r[0].size();
    const std::uint64_t by_two = (p_ + 1) / 2, i_root = power(root_, detail::kRootOrder / 4);
    Values whole(2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      whole[i] = (r[0][i] + r[1][i]) * by_two % p_;
      whole[i + n] = (r[0][i] + p_ - r[1][i]) * by_two % p_;
      if ((whole[i] + whole[i + n] * i_root) % p_ != r[2][i]) return {};
    }
    return whole;
  }
  [[nodiscard]] std::uint64_t power(std::uint64_t x, std::uint64_t exponent) const {
    std::uint64_t result = 1;
    for (x %= p_; exponent != 0; exponent /= 2, x = x * x % p_) {
      if (exponent % 2 == 1) result = result * x % p_;
    }
    return result;
  }
  [[nodiscard]] std::uint64_t inverse(std::uint64_t x) const { return power(x, p_ - 2); }

 private:
  std::uint64_t p_, root_ = 1;
};

/// Answers to transfers as hardware/residue does.
class PlainResidueDevice final : public Device {
 public:
  Transfer transfer(std::span<const Burst> input) override {
    const std::size_t data = input.empty() ? 0 : input.size() - 1;
    Transfer answer;
    const auto status = take(input, answer.output);
    if (status != FrameStatus::ok) answer.output.clear();
    answer.output.push_back(detail::answer_status(detail::kResidueFrames, status, data));
    answer.cycles = input.size() + 1000;
    answer.first_output_cycle = 1000;
    return answer;
  }
  void forget_keys() { keys_ = {}; }
  /// Whether all keys were balanced values of polynomials below x^2420.
  [[nodiscard]] bool saw_polynomials() const { return saw_polynomials_; }

 private:
  using FrameStatus = detail::FrameStatus;

  FrameStatus take(std::span<const Burst> input, std::vector<Burst>& out) {
    if (input.empty()) return FrameStatus::wrong_header;
    const auto& words = input[0].words;
    const std::uint32_t command = words[0] >> 16 & 0xff, messages = words[0] >> 24, keys = words[1];
    const bool is_upload = command == 1 && messages == 0 && keys < 2;
    const bool is_product = command == 2 && messages >= 1 && messages <= 4 && keys >= 1 && keys < 4;
    if ((words[0] & 0xffff) != 0x4c52 || words[2] != 0 || words[3] != 0 ||
        !(is_upload || is_product)) {
      return FrameStatus::wrong_header;
    }
    const auto rest = input.subspan(1);
    return is_upload ? take_key(rest, keys) : multiply(rest, messages, keys, out);
  }

  static FrameStatus size_status(std::size_t found, std::size_t needed) {
    if (found == needed) return FrameStatus::ok;
    return found < needed ? FrameStatus::too_short : FrameStatus::too_long;
  }

  FrameStatus take_key(std::span<const Burst> bursts, std::size_t place) {
    keys_[place].clear();
    const auto status = size_status(bursts.size(), 10240);
    if (status != FrameStatus::ok) return status;
    Words key(kDegree * kChunks);
    for (std::size_t k = 0; k < kChunks; ++k) {
      take_residues(key.data() + k, bursts.subspan(k * 2048, 2048), q_.bound(k));
    }
    keys_[place] = std::move(key);
    return FrameStatus::ok;
  }

  // The two's complement of 27 bits.
  static std::int64_t signed_word(std::uint32_t word) {
    return std::int64_t{word & 0x3ffffff} - std::int64_t{word & 0x4000000};
  }

  void take_residues(std::uint32_t* key, std::span<const Burst> bursts, std::uint32_t p) {
    const PlainPipes pipes(p);
    // What undoes the division by 2^27 with its sign, and the factor that each pipe has.
    const std::uint64_t by_power = p - pipes.inverse(pipes.power(2, 27));
    const std::array<std::uint64_t, 3> scales = {8192 * by_power % p, 8192 * by_power % p,
                                                 4096 * by_power % p};
    std::array<PlainPipes::Values, 3> values;
    for (std::size_t b = 0; b < bursts.size(); ++b) {
      for (std::size_t w = 0; w < 3; ++w) {
        const std::size_t pipe = (b % 2 * 3 + w) / 2;
        const std::int64_t r = signed_word(bursts[b].words[w]);
        saw_polynomials_ = saw_polynomials_ && 2 * std::abs(r) < p && bursts[b].words[w] >> 27 == 0;
        values[pipe].push_back(static_cast<std::uint64_t>(r + p) * scales[pipe] % p);
      }
    }
    const std::array<std::size_t, 3> exponents = {0, 4096, 2048};
    for (std::size_t i = 0; i < 3; ++i) pipes.join(values[i], exponents[i]);
    const auto whole = pipes.polynomial(values);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      if (i < kDegree) key[i * kChunks] = static_cast<std::uint32_t>(whole[i]);
      saw_polynomials_ = saw_polynomials_ && (i < kDegree || whole[i] == 0);
    }
    saw_polynomials_ = saw_polynomials_ && !whole.empty();
  }

  FrameStatus multiply(std::span<const Burst> bursts, std::size_t messages, std::uint32_t mask,
                       std::vector<Burst>& out) const {
    std::vector<const Words*> keys;
    for (std::size_t place = 0; place < 2; ++place) {
      if ((mask >> place & 1) == 0) continue;
      if (keys_[place].empty()) return FrameStatus::no_key;
      keys.push_back(&keys_[place]);
    }
    const auto status = size_status(bursts.size(), messages * (22 + 220 * keys.size()));
    if (status != FrameStatus::ok) return status;
    for (std::size_t j = 0; j < messages; ++j) {
      if (reaches_beyond(bursts.subspan(j * (22 + 220 * keys.size()), 22))) {
        return FrameStatus::beyond_degree;
      }
    }
    for (std::size_t j = 0; j < messages; ++j) {
      const auto u = binary_of(bursts.first(22));
      bursts = bursts.subspan(22);
      for (const Words* key : keys) {
        send(out, judge(q_, *key, u, errors_of(bursts.first(220))));
        bursts = bursts.subspan(220);
      }
    }
    return FrameStatus::ok;
  }

  static std::vector<std::int8_t> binary_of(std::span<const Burst> bursts) {
    std::vector<std::int8_t> u(kDegree);
    for (std::size_t i = 0; i < kDegree; ++i) {
      const std::size_t column = i % 128, bit = 20 * (column % 6) + i / 128;
      u[i] = static_cast<std::int8_t>(bursts[column / 6].words[bit / 32] >> bit % 32 & 1);
    }
    return u;
  }
  // Whether one of the 22 x 6 columns of twenty bits has a bit that is no coefficient.
  static bool reaches_beyond(std::span<const Burst> bursts) {
    std::size_t ones = 0;
    for (std::size_t bit = 0; bit < 120; ++bit) {
      for (const Burst& burst : bursts) ones += burst.words[bit / 32] >> bit % 32 & 1;
    }
    for (const std::int8_t coefficient : binary_of(bursts)) {
      ones -= static_cast<std::size_t>(coefficient);
    }
    return ones != 0;
  }
  static std::vector<std::int8_t> errors_of(std::span<const Burst> bursts) {
    std::vector<std::int8_t> errors(kDegree);
    for (std::size_t i = 0; i < kDegree; ++i) {
      errors[i] = static_cast<std::int8_t>(bursts[i / 11].words[i % 11 / 4] >> 8 * (i % 11 % 4));
    }
    return errors;
  }

  // Prime after prime: 27 bits a coefficient, 511 bursts.
  static void send(std::vector<Burst>& out, const Words& residues) {
    for (std::size_t k = 0; k < kChunks; ++k) {
      std::array<std::uint32_t, 4 * 511> bits{};
      for (std::size_t i = 0; i < kDegree; ++i) {
        const std::uint64_t shifted = std::uint64_t{residues[i * kChunks + k]} << 27 * i % 32;
        bits[27 * i / 32] |= static_cast<std::uint32_t>(shifted);
        bits[27 * i / 32 + 1] |= static_cast<std::uint32_t>(shifted >> 32);
      }
      for (std::size_t w = 0; w < bits.size(); w += 4) {
        out.push_back({{bits[w], bits[w + 1], bits[w + 2], bits[w + 3]}});
      }
    }
  }

  const CoefficientModulus q_ = CoefficientModulus::residue_design();
  std::array<Words, 2> keys_;
  bool saw_polynomials_ = true;
};

}  // namespace lath::hardware::testing
