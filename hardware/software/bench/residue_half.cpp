// SPDX-License-Identifier: Apache-2.0
#include "residue_half.hpp"

#include <array>

#include "residue_key.hpp"
#include "software_half.hpp"

namespace lath::hardware::bench {

ResidueHalf::ResidueHalf(std::size_t messages, std::size_t keys)
    : messages_(messages),
      keys_(keys),
      key_(random_key(CoefficientModulus::residue_design())),
      results_(messages * keys * kDegree * kChunks),
      scratch_(results_.size()),
      u_(random_small(messages * kDegree, 1)),
      errors_(random_small(messages * kDegree, 8)),
      columns_(detail::kColumnWords),
      key_bursts_(detail::kKeyBursts),
      request_(detail::residue_request_bursts(messages, keys)),
      answer_(detail::residue_answer_bursts(messages, keys)) {
  answer_.push_back(
      detail::answer_status(detail::kResidueFrames, detail::FrameStatus::ok, request_.size() - 1));
}

void ResidueHalf::prepare_key() { detail::write_residue_key(key_bursts_.data(), key_); }

void ResidueHalf::before() {
  const std::array<const std::int8_t*, detail::kMaxResidentKeys> errors = {errors_.data(),
                                                                           errors_.data()};
  detail::write_residue_request(request_.data(),
                                {u_.data(), std::span(errors).first(keys_), messages_},
                                columns_.data(), kernels_);
}

void ResidueHalf::after() {
  const std::size_t products = messages_ * keys_, bursts = detail::residue_answer_bursts(1, 1);
  detail::require_answer(detail::kResidueFrames, answer_, request_.size() - 1, products * bursts);
  detail::read_residue_answer(results_.data(), answer_.data(), products, scratch_.data(), kernels_);
}

}  // namespace lath::hardware::bench
