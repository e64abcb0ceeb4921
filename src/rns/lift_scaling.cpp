// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference of a lift's scaling; and the choice between it and vectors.
#include "rns/lift_scaling.hpp"

#include <array>
#include <vector>

#include "lath/base/secret.hpp"

namespace lath::detail {
namespace {

class WordLiftScaling final : public LiftScaling {
 public:
  explicit WordLiftScaling(std::span<const Source> sources)
      : limbs_(sources.begin(), sources.end()) {}

  void scale(std::uint64_t* y, std::uint64_t* quotients) const noexcept override {
    std::array<uint128, kColumns> fractions{};
    for (std::size_t i = 0; i < limbs_.size(); ++i) {
      limbs_[i].scale(y + i * kColumns, fractions.data());
    }
    for (std::size_t c = 0; c < kColumns; ++c) {
      quotients[c] = static_cast<std::uint64_t>(fractions[c] >> 64);
    }
    wipe(fractions.data(), sizeof fractions);
  }

 private:
  std::vector<LiftLimb> limbs_;
};

}  // namespace

std::unique_ptr<const LiftScaling> LiftScaling::create(Isa isa, std::span<const Source> sources) {
  if (auto scaling = make_lift_scaling_f64(isa, sources)) return scaling;
  return std::make_unique<WordLiftScaling>(sources);
}

}  // namespace lath::detail
