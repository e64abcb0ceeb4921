// SPDX-License-Identifier: Apache-2.0
#include "ntt/cyclotomic/staged_transform.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "base/scratch_pool.hpp"
#include "lath/base/threads.hpp"
#include "ntt/cyclotomic/cyclotomic_transform.hpp"

namespace lath::detail {

std::size_t stage_scratch(const StageConstants& c, std::size_t lanes) noexcept {
  switch (c.by) {
    case SumsBy::rows:
      return c.length;
    case SumsBy::units:
      // The block, and one for the last columns.
      return 2 * c.stage.rows() * kUnitColumns;
    case SumsBy::columns:
      return (c.length + 2) * lanes;
    default:
      // Two blocks of columns, with three halves and sums for each vector of the sums.
      return 2 * (4 * c.stage.prime + 2) * lanes;
  }
}

namespace {

using Word = std::uint64_t;

// Stage after stage, then rows of a power of two.
class StagedTransform final : public Transform<Word> {
 public:
  StagedTransform(const CyclotomicIndex& index, const CyclotomicRoots& roots, Kernel kernel)
      : Transform(index.slots(), roots.psi,
                  VectorArithmetic<Word>::create(roots.modulus.value(), kernel)),
        p_(roots.modulus),
        kernels_(stage_kernels(kernel.isa)) {
    const auto axes = index.axes();
    std::size_t words = 0;
    for (const Stage& stage : stages_of(index, 4 * kernels_.lanes)) {
      for (const bool backward : {false, true}) {
        (backward ? backward_ : forward_)
            .push_back(stage.is_of_units()
                           ? unit_constants(stage, axes, p_, roots.of_axes, kernel, backward)
                           : stage_constants(stage, axes[stage.axis], p_, roots.of_axes[stage.axis],
                                             kernel, backward));
      }
      words = std::max(words, stage_scratch(forward_.back(), kernels_.lanes));
      moves_ += stage.moves() ? 1 : 0;
    }
    std::ranges::reverse(backward_);
    pass_any_values(forward_);
    pass_any_values(backward_);
    if (has_short_power_of_two(index, 4 * kernels_.lanes)) {
      short_ = axes.back().degree;
    } else if (axes.back().prime == 2) {
      row_ = axes.back().degree;
      const Roots row_roots = roots_of(row_, p_.value(), {});
      rows_ = kernel.family == Family::i52 ? make_i52(row_roots, kernel.isa)
                                           : make_f64(row_roots, kernel.isa);
    }
    stage_words_ = (words + 7) / 8 * 8;
    const std::size_t copies = (moves_ == 0 ? 0 : 1) + (short_ == 1 ? 0 : 1);
    scratch_ = std::make_unique<ScratchPool>(stage_words_ + copies * degree(), threads());
  }

  void forward(Word* a) const noexcept override { forward_from(a, a); }
  void inverse(Word* a) const noexcept override { inverse_from(a, a); }
  void forward_from(Word* out, const Word* in) const noexcept override {
    if (short_ != 1) return run_transposed(forward_, kernels_.forward, out, in);
    run(forward_, kernels_.forward, {in, true, out, rows_ == nullptr, nullptr});
    for (std::size_t i = 0; i < degree() && rows_ != nullptr; i += row_) {
      rows_->forward_between(out + i, NumberForm::words, out + i, NumberForm::doubles);
    }
  }
  void inverse_from(Word* out, const Word* in) const noexcept override {
    if (short_ != 1) return run_transposed(backward_, kernels_.backward, out, in);
    NumberForm form = NumberForm::words;
    for (std::size_t i = 0; i < degree() && rows_ != nullptr; i += row_) {
      form = rows_->inverse_between(out + i, in + i);
    }
    run(backward_, kernels_.backward,
        {rows_ == nullptr ? in : out, form == NumberForm::words, out, true, nullptr});
  }

 private:
  // Stages of many products of halves reduce their words anyway.
  static void pass_any_values(std::vector<StageConstants>& stages) {
    for (std::size_t i = 1; i < stages.size(); ++i) {
      const bool takes = stages[i].by == SumsBy::halves && stages[i].stage.prime > 11;
      stages[i].takes_any = takes;
      stages[i - 1].leaves_any = takes && stages[i - 1].by == SumsBy::eleven;
    }
  }
  // Stages that move values change between `out` and the scratch memory, so that the last one ends
  // in `out`. If the first stage moves values, it must not overwrite the words that it reads; then
  // the second stage changes besides.
  void run(const std::vector<StageConstants>& stages, StageKernels::Run stage,
           const StageMemory& ends) const noexcept {
    const ScratchPool::Area area(*scratch_);
    run_in(area.data(), stages, stage, ends);
  }
  // A short power of two, which is the innermost axis of memory, as the outermost one.
  void run_transposed(const std::vector<StageConstants>& stages, StageKernels::Run stage, Word* out,
                      const Word* in) const noexcept {
    const ScratchPool::Area area(*scratch_);
    const std::size_t length = degree() / short_;
    Word* words = area.data() + stage_words_ + (moves_ == 0 ? 0 : degree());
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = 0; j < short_; ++j) words[j * length + i] = in[i * short_ + j];
    }
    run_in(area.data(), stages, stage, {words, true, words, true, nullptr});
    for (std::size_t i = 0; i < length; ++i) {
      for (std::size_t j = 0; j < short_; ++j) out[i * short_ + j] = words[j * length + i];
    }
  }
  void run_in(Word* area, const std::vector<StageConstants>& stages, StageKernels::Run stage,
              const StageMemory& ends) const noexcept {
    StageMemory memory = ends;
    memory.scratch = reinterpret_cast<double*>(area);
    Word* other = area + stage_words_;
    std::size_t moves_left = moves_;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      const bool moves = stages[i].stage.moves();
      if (moves) --moves_left;
      memory.out = moves_left % 2 == 0 && !(moves && i == 0) ? ends.out : other;
      memory.words_out = ends.words_out && i + 1 == stages.size();
      stage(p_, stages[i], memory);
      memory.in = memory.out;
      memory.words_in = false;
    }
  }

  Modulus p_;
  StageKernels kernels_;
  std::vector<StageConstants> forward_, backward_;
  TransformPointer<Word> rows_;
  std::size_t row_ = 0, short_ = 1;  // the places of a power of two
  std::size_t moves_ = 0, stage_words_ = 0;
  std::unique_ptr<ScratchPool> scratch_;
};

}  // namespace

TransformPointer<std::uint64_t> make_staged_transform(const CyclotomicIndex& index,
                                                      const CyclotomicRoots& roots, Kernel kernel) {
  return std::make_shared<StagedTransform>(index, roots, kernel);
}

}  // namespace lath::detail
