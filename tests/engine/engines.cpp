// SPDX-License-Identifier: Apache-2.0
#include "engine/engines.hpp"

#include <algorithm>

#include "lath/base/cpu.hpp"

namespace lath::testing {

DynamicRing EngineCase::chain(std::size_t degree, const std::vector<std::uint64_t>& moduli) const {
  std::vector<NttPlan<std::uint64_t>> plans;
  for (const std::uint64_t p : moduli) {
    const auto kernels = available_kernels<std::uint64_t>(p);
    const bool serves = std::find(kernels.begin(), kernels.end(), kernel) != kernels.end();
    plans.push_back(serves ? NttPlan<std::uint64_t>::create(degree, p, kernel)
                           : NttPlan<std::uint64_t>::create(degree, p));
  }
  return DynamicRing::create(plans);
}

std::vector<EngineCase> engine_cases() {
  std::vector<EngineCase> cases;
  for (const Kernel& kernel : available_kernels<std::uint64_t>(12289)) {
    cases.push_back(
        {"cpu_" + std::string(family_name(kernel.family)) + "_" + std::string(isa_name(kernel.isa)),
         make_cpu_engine, kernel});
  }
  cases.push_back({"fake_device", make_fake_device, cases.back().kernel});
  return cases;
}

HostRows::HostRows(const DynamicRing& chain, const LimbSet& limbs, std::size_t stride)
    : degree_(chain.degree()),
      stride_(stride),
      first_(limbs.size() == 0 ? 0 : limbs.place(0)),
      limbs_(limbs),
      words_((limbs.end() - first_) * stride + 1, kMark) {}

HostRows::HostRows(const DynamicRing& chain, const LimbSet& limbs, std::size_t stride,
                   SeededValues& random)
    : HostRows(chain, limbs, stride) {
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    const std::size_t place = limbs.place(i);
    const std::uint64_t p = chain.modulus(place).value();
    for (std::size_t k = 0; k < degree_; ++k) {
      // Boundary values among others.
      const std::uint64_t draw = random.below(8);
      rows().row(place)[k] = draw == 0 ? 0 : draw == 1 ? p - 1 : random.below(p);
    }
  }
}

std::vector<std::uint64_t> HostRows::row(std::size_t place) const {
  const std::uint64_t* words = rows().row(place);
  return {words, words + degree_};
}

bool HostRows::marks_are_whole() const {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const bool inside = limbs_.contains(first_ + i / stride_) && i % stride_ < degree_;
    if (!inside && words_[i] != kMark) return false;
  }
  return true;
}

MarkedWorkspace::MarkedWorkspace(Engine& engine, std::size_t words)
    : engine_(engine), workspace_(engine.allocate(words + engine.chain().degree()), words) {
  const HostRows marks(engine.chain(), LimbSet::range(0, 1), engine.chain().degree());
  engine.copy_in(mark(), marks.rows());
}

Rows MarkedWorkspace::mark() const {
  return {workspace_.data() + workspace_.size(), engine_.chain().degree(), 0, LimbSet::range(0, 1)};
}

bool MarkedWorkspace::mark_is_whole() const {
  const auto row = downloaded(engine_, mark()).row(0);
  return std::ranges::all_of(row, [](std::uint64_t word) { return word == HostRows::kMark; });
}

RowBuffer uploaded(Engine& engine, const HostRows& rows) {
  RowBuffer buffer = engine.make_rows(rows.rows().limbs);
  engine.copy_in(buffer.rows(), rows.rows());
  return buffer;
}

HostRows downloaded(Engine& engine, const ConstRows& rows) {
  HostRows host(engine.chain(), rows.limbs, engine.chain().degree() + 3);
  engine.copy_out(host.rows(), rows);
  return host;
}

}  // namespace lath::testing
