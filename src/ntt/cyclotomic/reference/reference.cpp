// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "base/scratch_pool.hpp"
#include "lath/base/threads.hpp"
#include "ntt/cyclotomic/cyclotomic_transform.hpp"
#include "ntt/cyclotomic/reference/axis_reference.hpp"

namespace lath::detail {
namespace {

using Word = std::uint64_t;

// Axis by axis, line by line.
class CyclotomicReference final : public Transform<Word> {
  static constexpr Kernel kKernel{Family::u64, Isa::scalar};

 public:
  CyclotomicReference(const CyclotomicIndex& index, const CyclotomicRoots& roots)
      : Transform(index.slots(), roots.psi,
                  VectorArithmetic<Word>::create(roots.modulus.value(), kKernel)) {
    const auto axes = index.axes();
    std::size_t words = 1;
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].prime == 2) {
        power_of_two_ = NttPlan<Word>::create(axes[i].degree, roots.modulus.value(), kKernel);
      } else {
        odd_.emplace_back(roots.modulus, axes[i], roots.of_axes[i]);
        words = std::max(words, odd_.back().degree() + odd_.back().scratch_words());
      }
    }
    scratch_ = std::make_unique<ScratchPool>(words, threads());
  }

  void forward(Word* a) const noexcept override {
    for_each_line(
        [](const AxisReference& axis, Word* line, Word* scratch) { axis.forward(line, scratch); },
        a);
    for_each_row([](const NttPlan<Word>& plan, Word* row) { plan.forward(row); }, a);
  }
  void inverse(Word* a) const noexcept override {
    for_each_row([](const NttPlan<Word>& plan, Word* row) { plan.inverse(row); }, a);
    for_each_line(
        [](const AxisReference& axis, Word* line, Word* scratch) { axis.inverse(line, scratch); },
        a);
  }

 private:
  template <class F>
  void for_each_row(const F& f, Word* a) const noexcept {
    if (!power_of_two_.has_value()) return;
    for (std::size_t i = 0; i < degree(); i += power_of_two_->degree()) f(*power_of_two_, a + i);
  }
  template <class F>
  void for_each_line(const F& f, Word* a) const noexcept {
    const ScratchPool::Area area(*scratch_);
    std::size_t inner = degree();
    for (const AxisReference& axis : odd_) {
      const std::size_t outer = inner;
      inner /= axis.degree();
      Word* line = area.data();
      for (std::size_t first = 0; first < degree(); first += outer) {
        for (std::size_t i = first; i < first + inner; ++i) {
          for (std::size_t k = 0; k < axis.degree(); ++k) line[k] = a[i + k * inner];
          f(axis, line, line + axis.degree());
          for (std::size_t k = 0; k < axis.degree(); ++k) a[i + k * inner] = line[k];
        }
      }
    }
  }

  std::vector<AxisReference> odd_;
  std::optional<NttPlan<Word>> power_of_two_;
  std::unique_ptr<ScratchPool> scratch_;
};

}  // namespace

TransformPointer<std::uint64_t> make_cyclotomic_reference(const CyclotomicIndex& index,
                                                          const CyclotomicRoots& roots) {
  return std::make_shared<CyclotomicReference>(index, roots);
}

}  // namespace lath::detail
