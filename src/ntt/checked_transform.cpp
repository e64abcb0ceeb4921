// SPDX-License-Identifier: Apache-2.0
#ifndef LATH_CHECKING
#define LATH_CHECKING  // for tools that look at this file without compiling it
#endif
#include "ntt/checked_transform.hpp"

#include <utility>

#include "arith/range_checks.hpp"

namespace lath::detail {
namespace {

// A transform that checks operands and results.
template <ResidueWord Word>
class CheckedTransform final : public Transform<Word> {
 public:
  explicit CheckedTransform(TransformPointer<Word> transform)
      : Transform<Word>(transform->slots(), transform->root(), transform->arithmetic()),
        transform_(std::move(transform)) {}

  [[nodiscard]] Kernel kernel() const noexcept override { return transform_->kernel(); }
  void forward(Word* a) const noexcept override {
    canonical("the operand of forward", a);
    transform_->forward(a);
    canonical("the result of forward", a);
  }
  void inverse(Word* a) const noexcept override {
    canonical("the operand of inverse", a);
    transform_->inverse(a);
    canonical("the result of inverse", a);
  }
  void inverse_from(Word* out, const Word* in) const noexcept override {
    canonical("the operand of inverse", in);
    transform_->inverse_from(out, in);
    canonical("the result of inverse", out);
  }
  void forward_lazy(Word* a) const noexcept override {
    canonical("the operand of forward_lazy", a);
    transform_->forward_lazy(a);
    below(4, "the result of forward_lazy", a);
  }
  void forward_from(Word* out, const Word* in) const noexcept override {
    canonical("the operand of forward", in);
    transform_->forward_from(out, in);
    canonical("the result of forward", out);
  }
  void forward_centered(Word* out, const Word* in, Word q) const noexcept override {
    check_words("the modulus of forward_centered", &q, 1,
                2 * std::uint64_t{this->arithmetic().modulus()} + 1);
    check_words("the operand of forward_centered", in, this->degree(), q);
    transform_->forward_centered(out, in, q);
    canonical("the result of forward_centered", out);
  }
  void forward_small(Word* out, const std::int8_t* in) const noexcept override {
    transform_->forward_small(out, in);
    canonical("the result of forward", out);
  }
  void convolve(Word* a, Word* b) const noexcept override {
    canonical("the first operand of convolve", a);
    canonical("the second operand of convolve", b);
    transform_->convolve(a, b);
    canonical("the result of convolve", a);
  }
  void convolve_transformed(Word* a, const Word* b) const noexcept override {
    canonical("the first operand of convolve_transformed", a);
    canonical("the second operand of convolve_transformed", b);
    transform_->convolve_transformed(a, b);
    canonical("the result of convolve_transformed", a);
  }
  void forward_factor(Word* out, const Word* in) const noexcept override {
    canonical("the operand of forward_factor", in);
    transform_->forward_factor(out, in);
  }
  void inverse_products(Word* out, std::span<const FactorPair<Word>> pairs,
                        FactorForm first) const noexcept override {
    for (const FactorPair<Word>& pair : pairs) {
      if (first == FactorForm::values) canonical("the first factor of inverse_products", pair.x);
    }
    transform_->inverse_products(out, pairs, first);
    canonical("the result of inverse_products", out);
  }
  [[nodiscard]] NumberForm inverse_between(Word* out, const Word* in) const noexcept override {
    return transform_->inverse_between(out, in);
  }
  [[nodiscard]] bool takes_doubles() const noexcept override { return transform_->takes_doubles(); }
  void forward_between(Word* out, NumberForm out_form, const Word* in,
                       NumberForm in_form) const noexcept override {
    if (in_form == NumberForm::words) canonical("the operand of forward_between", in);
    transform_->forward_between(out, out_form, in, in_form);
    if (out_form == NumberForm::words) canonical("the result of forward_between", out);
  }
  void forward_centered_doubles(Word* out, const Word* in, Word q) const noexcept override {
    check_words("the operand of forward_centered_doubles", in, this->degree(), q);
    transform_->forward_centered_doubles(out, in, q);
  }

 private:
  void canonical(const char* which, const Word* words) const noexcept { below(1, which, words); }
  void below(unsigned multiple, const char* which, const Word* words) const noexcept {
    check_words(which, words, this->degree(),
                std::uint64_t{multiple} * this->arithmetic().modulus());
  }

  TransformPointer<Word> transform_;
};

}  // namespace

template <ResidueWord Word>
TransformPointer<Word> with_checked_ranges(TransformPointer<Word> transform) {
  return std::make_shared<CheckedTransform<Word>>(std::move(transform));
}

template TransformPointer<std::uint16_t> with_checked_ranges(TransformPointer<std::uint16_t>);
template TransformPointer<std::uint32_t> with_checked_ranges(TransformPointer<std::uint32_t>);
template TransformPointer<std::uint64_t> with_checked_ranges(TransformPointer<std::uint64_t>);

}  // namespace lath::detail
