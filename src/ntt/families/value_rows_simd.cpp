// SPDX-License-Identifier: Apache-2.0
//
// The schedule of transforms with an arithmetic of the f64 family that reads or leaves values where
// the family has canonical words.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/value_rows_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "ntt/families/value_rows.hpp"
#include "ntt/schedule/scheduled_transform.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON))

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/scheduled_transform.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/integer_doubles.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/f64_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/families/f64.inl"  // NOLINT(bugprone-suspicious-include)

template <bool kSmall>
class FromValues : public F64<kSmall> {
 public:
  using F64<kSmall>::F64;
  auto import_words(const std::uint64_t* x) const noexcept { return this->load(x); }
};
template <bool kSmall>
class ToValues : public F64<kSmall> {
 public:
  using F64<kSmall>::F64;
  void export_product(typename F64<kSmall>::Vector v, std::uint64_t* x) const noexcept {
    this->store(v, x);
  }
};

template <bool kSmall>
class Rows final : public ValueRows {
  using Word = std::uint64_t;
  using From = FromValues<kSmall>;
  using To = ToValues<kSmall>;

 public:
  explicit Rows(const Roots& roots)
      : degree_(roots.degree),
        twiddles_(roots, std::integral_constant<std::size_t, 1>()),
        from_(roots, twiddles_),
        to_(roots, twiddles_) {}

  void forward(Word* x) const noexcept override {
    Schedule<From, 1>::forward(from_, x, CanonicalWords<From>{x}, degree_, Exit::canonical);
  }
  void inverse(Word* out, const Word* in) const noexcept override {
    Schedule<To, 1>::inverse(to_, out, in, degree_);
  }

 private:
  std::size_t degree_;
  Twiddles<F64<kSmall>> twiddles_;
  From from_;
  To to_;
};

template <bool kSmall>
std::shared_ptr<const ValueRows> make_rows(const Roots& roots) {
  return std::make_shared<Rows<kSmall>>(roots);
}

#endif  // HWY_NATIVE_FMA && ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {
namespace {

template <bool kSmall>
std::shared_ptr<const ValueRows> make_rows_of([[maybe_unused]] const Roots& roots, Isa isa) {
  LATH_RETURN_ON_AVX512(isa, make_rows<kSmall>(roots));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, make_rows<kSmall>(roots));
  return nullptr;
}

}  // namespace

std::shared_ptr<const ValueRows> make_value_rows(const Roots& roots, Isa isa) {
  const bool small = roots.modulus.value() >> 49 == 0;
  return small ? make_rows_of<true>(roots, isa) : make_rows_of<false>(roots, isa);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
