// SPDX-License-Identifier: Apache-2.0
#include "residue_half.hpp"

#include <algorithm>
#include <limits>

#include "measured.hpp"
#include "residue_answer.hpp"
#include "residue_key.hpp"
#include "software_half.hpp"

namespace lath::hardware::bench {

ResidueHalf::ResidueHalf(std::size_t messages)
    : messages_(messages),
      key_(random_key(CoefficientModulus::residue_design())),
      results_(messages * kDegree * kChunks),
      kept_(results_.size()),
      u_(random_small(messages * kDegree, 1)),
      errors_(random_small(messages * kDegree, 8)),
      columns_(detail::kColumnWords),
      key_bursts_(detail::kKeyBursts),
      request_(detail::residue_request_bursts(messages, 1)),
      answer_(detail::residue_answer_bursts(messages, 1)) {
  answer_.push_back(
      detail::answer_status(detail::kResidueFrames, detail::FrameStatus::ok, request_.size() - 1));
}

void ResidueHalf::prepare_key() { detail::write_residue_key(key_bursts_.data(), key_); }

void ResidueHalf::write_request() {
  detail::write_residue_request(request_.data(), {u_.data(), errors_.data(), messages_, 1},
                                columns_.data(), kernels_);
}

ResidueTimes ResidueHalf::least_times(int calls) {
  const std::span<const Burst> answer(answer_);
  const auto others = answer.first(detail::residue_answer_bursts(messages_, 1) - 1);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  ResidueTimes times{least_us(calls, [&] { write_request(); }), kNever, kNever, kNever};
  for (int i = 0; i < calls; ++i) {
    detail::ResidueAnswer reader(results_.data(), kept_.data(), messages_, kernels_);
    const auto step = [](double& least, const auto& action) {
      least = std::min(least, least_us(1, action));
    };
    step(times.keep, [&] { reader.arrived(answer.first(1)); });
    step(times.others, [&] { reader.arrived(others); });
    step(times.last, [&] { reader.accept(answer, request_.size() - 1); });
  }
  return times;
}

}  // namespace lath::hardware::bench
