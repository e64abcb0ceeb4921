// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/limbwise.hpp"

#include <algorithm>
#include <vector>

#include "arith/pointwise/pointwise_table.hpp"
#include "lath/base/parallel.hpp"
#include "lath/base/secret.hpp"

namespace lath::detail {
namespace {

constexpr std::size_t kConvolutionPasses = 3 * kTransformPasses + 1;

// Calls f(plan, place of the row) for every limb, which takes so many passes over its words.
template <class Word, class F>
void for_each_plan(const Plans<Word>& plans, std::size_t stride, std::size_t passes,
                   const F& f) noexcept {
  for_each_row(plans.limbs, stride, passes,
               [&](std::size_t limb) noexcept { f(plans[limb], limb * stride); });
}

// The pointers of one step, and by how much each moves from block to block: not at all for scalars
// and scratch memory.
template <ResidueWord Word>
struct Pointers {
  Word* out;
  std::array<const Word*, 5> operands;
  std::size_t out_step;
  std::array<std::size_t, 5> steps;
};

// A program on one limb.
template <ResidueWord Word>
class LimbRun {
 public:
  LimbRun(const Program& program, const VectorArithmetic<Word>& arithmetic, std::size_t limb,
          const ProgramOperand<Word>* operands) noexcept
      : program_(program), table_(arithmetic.table()) {
    for (std::size_t i = 0; i < program.operands; ++i) {
      const ProgramOperand<Word>& operand = operands[i];
      rows_[i] = operand.words != nullptr ? operand.words + limb * operand.stride
                                          : scalar(arithmetic, operand, i);
    }
  }

  void blocks(Word* out, std::size_t degree) const noexcept {
    alignas(64) std::array<Word, kMaxBlocks * kBlockWords> scratch;
    std::array<Pointers<Word>, kMaxSteps> pointers;
    for (std::size_t at = 0; at < degree; at += kBlockWords) {
      const std::size_t words = std::min(kBlockWords, degree - at);
      for (std::size_t first = 0; first < program_.count; first += kMaxSteps) {
        const std::size_t steps = std::min(kMaxSteps, program_.count - first);
        if (at == 0 || program_.count > kMaxSteps) {
          for (std::size_t i = 0; i < steps; ++i) {
            pointers[i] = pointers_of(program_.steps[first + i], out, at, scratch.data());
          }
        }
        for (std::size_t i = 0; i < steps; ++i) {
          Pointers<Word>& p = pointers[i];
          table_.apply(program_.steps[first + i].operation, p.out, p.operands.data(), at, words);
          p.out += p.out_step;
          for (std::size_t k = 0; k < p.operands.size(); ++k) p.operands[k] += p.steps[k];
        }
      }
    }
    if (program_.wipes) wipe(scratch.data(), program_.blocks * kBlockWords * sizeof(Word));
  }

 private:
  // A block of every operand of an operation fits in the first-level cache.
  static constexpr std::size_t kBlockWords = 4096 / sizeof(Word), kMaxSteps = 16;

  const Word* scalar(const VectorArithmetic<Word>& arithmetic, const ProgramOperand<Word>& operand,
                     std::size_t i) noexcept {
    const Word p = table_.modulus();
    const auto residue = static_cast<Word>(operand.magnitude % p);
    const Scalar<Word> w = arithmetic.scalar(
        operand.negative && residue != 0 ? static_cast<Word>(p - residue) : residue);
    scalars_[i] = {w.value, w.quotient};
    return scalars_[i].data();
  }
  Pointers<Word> pointers_of(const Step& step, Word* out, std::size_t at,
                             Word* scratch) const noexcept {
    const auto block = [&](int place) {
      return scratch + static_cast<std::size_t>(-1 - place) * kBlockWords;
    };
    Pointers<Word> p{};
    p.out = step.out == kResult ? out + at : block(step.out);
    p.out_step = step.out == kResult ? kBlockWords : 0;
    for (std::size_t i = 0; i < p.operands.size(); ++i) {
      const int place = i < step.count ? step.operands[i] : step.operands[0];
      const bool is_scalar = has_scalar(step.operation) && i + 1 == step.count;
      p.steps[i] = place < 0 || is_scalar ? 0 : kBlockWords;
      p.operands[i] =
          place < 0 ? block(place) : rows_[static_cast<std::size_t>(place)] + (is_scalar ? 0 : at);
    }
    return p;
  }

  const Program& program_;
  const PointwiseTable<Word>& table_;
  std::array<const Word*, kMaxOperands> rows_;
  // Not initialised: most programs have none.
  std::array<std::array<Word, 2>, kMaxOperands> scalars_;
};

// A limb of a polynomial of a batch.
struct BatchItem {
  std::size_t polynomial, limb;
};

// Calls f(polynomial, limb) for every limb of every polynomial, each thread for as many words.
template <class Word, class F>
void for_each_limb_of(std::span<const Limbs<Word>> batch, std::size_t passes, const F& f) {
  std::vector<BatchItem> items;
  std::size_t limbs = 0, words = 0;
  for (const Limbs<Word>& a : batch) {
    limbs += a.size();
    words += a.size() * a.stride;
  }
  items.reserve(limbs);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    for (std::size_t limb = 0; limb < batch[i].size(); ++limb) items.push_back({i, limb});
  }
  for_each_row(limbs, words / std::max<std::size_t>(limbs, 1), passes,
               [&](std::size_t i) noexcept { f(items[i].polynomial, items[i].limb); });
}

// A program of one operation without integers: it needs neither blocks nor the memory of a LimbRun,
// which short rows would feel.
template <class Word>
void run_operation(const Step& step, const PointwiseTable<Word>& table, std::size_t limb,
                   std::size_t degree, Word* out, const ProgramOperand<Word>* operands) noexcept {
  std::array<const Word*, 5> words;
  for (std::size_t i = 0; i < step.count; ++i) {
    const auto& operand = operands[static_cast<std::size_t>(step.operands[i])];
    words[i] = operand.words + limb * operand.stride;
  }
  table.apply(step.operation, out, words.data(), 0, degree);
}

}  // namespace

template <class Word>
void run(const Program& program, const Limbs<Word>& out,
         const ProgramOperand<Word>* operands) noexcept {
  const bool one_operation = program.count == 1 && !program.has_integer;
  const auto run_one = [&](std::size_t limb) noexcept {
    const VectorArithmetic<Word>& arithmetic = out.plans[limb].arithmetic();
    if (one_operation) {
      run_operation(program.steps[0], arithmetic.table(), limb, out.degree(), out.row(limb),
                    operands);
    } else {
      LimbRun<Word>(program, arithmetic, limb, operands).blocks(out.row(limb), out.degree());
    }
  };
  for_each_row(out.size(), out.degree(), program.count, run_one);
}

template <class Word>
void forward(const Plans<Word>& plans, Word* a, std::size_t stride) noexcept {
  for_each_plan(plans, stride, kTransformPasses,
                [&](const auto& plan, std::size_t at) { plan.forward(a + at); });
}
template <class Word>
void inverse(const Plans<Word>& plans, Word* a, std::size_t stride) noexcept {
  for_each_plan(plans, stride, kTransformPasses,
                [&](const auto& plan, std::size_t at) { plan.inverse(a + at); });
}
template <class Word>
void convolve(const Plans<Word>& plans, Word* a, Word* b, std::size_t stride) noexcept {
  for_each_plan(plans, stride, kConvolutionPasses,
                [&](const auto& plan, std::size_t at) { plan.convolve(a + at, b + at); });
}
template <class Word>
void convolve_transformed(const Plans<Word>& plans, Word* a, const Word* b,
                          std::size_t stride) noexcept {
  for_each_plan(plans, stride, kConvolutionPasses, [&](const auto& plan, std::size_t at) {
    plan.convolve_transformed(a + at, b + at);
  });
}
template <class Word>
void prepare(const Plans<Word>& plans, Word* quotients, const Word* b,
             std::size_t stride) noexcept {
  for_each_plan(plans, stride, 1, [&](const auto& plan, std::size_t at) {
    plan.arithmetic().prepare(quotients + at, b + at, plan.degree());
  });
}

template <class Word>
void forward(std::span<const Limbs<Word>> batch) {
  for_each_limb_of(batch, kTransformPasses, [&](std::size_t i, std::size_t limb) noexcept {
    batch[i].plans[limb].forward(batch[i].row(limb));
  });
}
template <class Word>
void inverse(std::span<const Limbs<Word>> batch) {
  for_each_limb_of(batch, kTransformPasses, [&](std::size_t i, std::size_t limb) noexcept {
    batch[i].plans[limb].inverse(batch[i].row(limb));
  });
}
template <class Word>
void convolve(std::span<const Limbs<Word>> a, std::span<const Limbs<Word>> b) {
  for_each_limb_of(a, kConvolutionPasses, [&](std::size_t i, std::size_t limb) noexcept {
    a[i].plans[limb].convolve(a[i].row(limb), b[i].row(limb));
  });
}

template <class Word>
void clear_gaps(Word* words, std::size_t limbs, std::size_t degree, std::size_t stride) noexcept {
  for (std::size_t i = 0; i < limbs; ++i) {
    std::fill_n(words + i * stride + degree, stride - degree, Word{0});
  }
}
template <class Word>
void copy_limbs(const Limbs<Word>& out, const Limbs<const Word>& a,
                std::span<const std::size_t> sources) noexcept {
  for_each_row(out.size(), out.degree(), 1, [&](std::size_t limb) noexcept {
    std::copy_n(a.row(sources[limb]), out.degree(), out.row(limb));
  });
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type
#define LATH_INSTANTIATE(Word)                                                                 \
  template void run(const Program&, const Limbs<Word>&, const ProgramOperand<Word>*) noexcept; \
  template void forward(std::span<const Limbs<Word>>);                                         \
  template void inverse(std::span<const Limbs<Word>>);                                         \
  template void convolve(std::span<const Limbs<Word>>, std::span<const Limbs<Word>>);          \
  template void clear_gaps(Word*, std::size_t, std::size_t, std::size_t) noexcept;             \
  template void copy_limbs(const Limbs<Word>&, const Limbs<const Word>&,                       \
                           std::span<const std::size_t>) noexcept;                             \
  template void forward(const Plans<Word>&, Word*, std::size_t) noexcept;                      \
  template void inverse(const Plans<Word>&, Word*, std::size_t) noexcept;                      \
  template void convolve(const Plans<Word>&, Word*, Word*, std::size_t) noexcept;              \
  template void convolve_transformed(const Plans<Word>&, Word*, const Word*,                   \
                                     std::size_t) noexcept;                                    \
  template void prepare(const Plans<Word>&, Word*, const Word*, std::size_t) noexcept;
LATH_INSTANTIATE(std::uint16_t)
LATH_INSTANTIATE(std::uint32_t)
LATH_INSTANTIATE(std::uint64_t)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace lath::detail
