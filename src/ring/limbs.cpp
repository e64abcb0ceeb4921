// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/limbs.hpp"

#include <algorithm>
#include <string>

#include "lath/base/error.hpp"

namespace lath::detail {
namespace {

// For each limb of `to` the limb of `from` with its modulus, or from.limbs where there is none.
template <ResidueWord Word>
std::vector<std::size_t> find_limbs(const Plans<Word>& to, const Plans<Word>& from) {
  require_one_degree(from.degree, to.degree);
  std::vector<std::size_t> result(to.limbs);
  for (std::size_t i = 0; i < to.limbs; ++i) {
    const Word p = to[i].modulus();
    // Most often a limb keeps its place.
    std::size_t j = i < from.limbs && from[i].modulus() == p ? i : 0;
    while (j < from.limbs && from[j].modulus() != p) ++j;
    result[i] = j;
  }
  return result;
}

}  // namespace

template <class Word>
std::vector<std::size_t> sources_of_limbs(const Plans<Word>& to, const Plans<Word>& from) {
  std::vector<std::size_t> sources = find_limbs(to, from);
  const auto missing = std::ranges::find(sources, from.limbs);
  if (missing == sources.end()) return sources;
  const auto limb = static_cast<std::size_t>(missing - sources.begin());
  throw Error(
      ErrorCode::mismatch,
      "modulus " + std::to_string(to[limb].modulus()) + ", which the polynomial does not have",
      "need a ring whose moduli are among those of the polynomial",
      "use ring.prefix(limbs), or append_limbs to get more limbs");
}

template <ResidueWord Word>
AppendedLimbs<Word>::AppendedLimbs(const Plans<Word>& to, const Plans<Word>& from,
                                   const RnsBasis& basis)
    : sources_(find_limbs(to, from)) {
  for (std::size_t j = 0; j < from.limbs; ++j) {
    if (std::ranges::find(sources_, j) != sources_.end()) continue;
    throw Error(
        ErrorCode::mismatch,
        "modulus " + std::to_string(from[j].modulus()) + ", which the larger ring does not have",
        "need a ring with every modulus of the polynomial",
        "use ring.extended(moduli), or drop_limbs to get fewer limbs");
  }
  std::vector<Modulus> moduli;
  for (std::size_t i = 0; i < to.limbs; ++i) {
    if (sources_[i] == from.limbs) moduli.emplace_back(to[i].modulus());
  }
  if (!moduli.empty()) added_ = BaseConversion::create(basis, RnsBasis::create(moduli));
}

template <ResidueWord Word>
void AppendedLimbs<Word>::convert(const Limbs<Word>& out, const Limbs<const Word>& a) const {
  std::vector<Word*> rows;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (sources_[i] == a.size()) {
      rows.push_back(out.row(i));
    } else {
      std::copy_n(a.row(sources_[i]), out.degree(), out.row(i));
    }
  }
  if (!added_.has_value()) return;
  added_->convert(std::span<Word* const>(rows), a.words, a.stride, out.degree(),
                  Conversion::centered);
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type
#define LATH_INSTANTIATE(Word)                                                                \
  template std::vector<std::size_t> sources_of_limbs(const Plans<Word>&, const Plans<Word>&); \
  template class AppendedLimbs<Word>;
LATH_INSTANTIATE(std::uint16_t)
LATH_INSTANTIATE(std::uint32_t)
LATH_INSTANTIATE(std::uint64_t)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace lath::detail
