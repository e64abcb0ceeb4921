// SPDX-License-Identifier: Apache-2.0
#include "lath/rns/row_map.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "lath/base/checked_size.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "rns/row_sums.hpp"

namespace lath {

struct RowMap::State {
  std::size_t sources, targets;
  bool takes_own, passes_on_source;
  std::unique_ptr<const detail::RowSums> sums;
};

namespace {

using Fraction = RowMap::Fraction;
using detail::RowStarts;
using Rounding = detail::RowSums::Rounding;

void require_sources(std::size_t count, Fraction fraction) {
  const std::size_t most = fraction == Fraction::bits44 ? 512 : std::size_t{1} << 16;
  if (count >= 1 && count <= most) return;
  throw Error(ErrorCode::invalid_argument,
              "a map of " + std::to_string(count) + " rows to their sums",
              "need 1 to " + std::to_string(most) + " rows",
              fraction == Fraction::bits44 && count > most ? "take fractions of 64 bits"
                                                           : "give the moduli of a basis");
}

void require_reduced(std::uint64_t factor, const Modulus& modulus) {
  if (factor < modulus.value()) return;
  throw Error(ErrorCode::invalid_argument, "factor " + std::to_string(factor),
              "need less than the modulus " + std::to_string(modulus.value()), "reduce it");
}

void require_quotient_factor(const RowMap::Target& t, std::span<const RowMap::Source> sources,
                             Fraction fraction) {
  const Modulus& p = t.modulus;
  const bool none = fraction == Fraction::none;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::uint64_t product = p.multiply(p.reduce(sources[i].modulus.value()), t.factors[i]);
    const std::uint64_t wanted = none ? 0 : p.negate(product);
    if (t.quotient_factor == wanted) continue;
    throw Error(ErrorCode::invalid_argument,
                "quotient factor " + std::to_string(t.quotient_factor) + " modulo " +
                    std::to_string(p.value()),
                "need " + std::to_string(wanted) + " for source " + std::to_string(i),
                none ? "take fractions, or no quotient" : "give every source the same -q M");
  }
}

void require_target(const RowMap::Target& t, std::span<const RowMap::Source> sources,
                    Fraction fraction) {
  if (t.factors.size() != sources.size()) {
    throw Error(ErrorCode::invalid_argument,
                std::to_string(t.factors.size()) + " factors of a target",
                "need " + std::to_string(sources.size()) + ", the number of sources",
                "give one for each source");
  }
  for (const std::uint64_t m : t.factors) require_reduced(m, t.modulus);
  require_reduced(t.quotient_factor, t.modulus);
  require_reduced(t.own_factor, t.modulus);
  require_quotient_factor(t, sources, fraction);
}

bool reads_own(const RowMap::Target& t) noexcept { return t.own_factor != 0; }

}  // namespace

RowMap::RowMap(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

RowMap RowMap::create(std::span<const Source> sources, std::span<const Target> targets,
                      Fraction fraction) {
  require_sources(sources.size(), fraction);
  for (const Source& s : sources) require_reduced(s.factor, s.modulus);
  for (const Target& t : targets) require_target(t, sources, fraction);
  const auto copies = [](const Target& t) { return t.factors[0] == 1 && t.own_factor == 0; };
  // Every fraction of one source is rounded to the nearest integer exactly, if its modulus is odd.
  const bool passes_on = sources.size() == 1 && sources[0].factor == 1 &&
                         sources[0].modulus.value() % 2 == 1 && fraction == Fraction::bits44 &&
                         std::ranges::all_of(targets, copies);
  return RowMap(std::make_shared<const State>(
      State{sources.size(), targets.size(), std::ranges::any_of(targets, reads_own), passes_on,
            detail::RowSums::create(active_isa(), sources, targets, fraction)}));
}

RowMap RowMap::prefix(std::span<const Source> sources, std::span<const Target> targets) const {
  return RowMap(std::make_shared<const State>(State{sources.size(), targets.size(),
                                                    std::ranges::any_of(targets, reads_own), false,
                                                    state_->sums->prefix(sources, targets)}));
}

std::size_t RowMap::sources() const noexcept { return state_->sources; }
std::size_t RowMap::targets() const noexcept { return state_->targets; }
bool RowMap::takes_own() const noexcept { return state_->takes_own; }
bool RowMap::passes_on_source() const noexcept { return state_->passes_on_source; }

std::size_t RowMap::scratch_words() const noexcept { return state_->sums->block_words(); }

void RowMap::convert(std::span<std::uint64_t* const> out, std::span<const std::uint64_t* const> in,
                     std::span<const std::uint64_t* const> own, std::size_t count,
                     std::span<std::uint64_t> scratch) const noexcept {
  const TargetRange all{0, targets()};
  convert(out, {&all, 1}, in, own, count, scratch);
}

void RowMap::convert(std::span<std::uint64_t* const> out, std::span<const TargetRange> targets,
                     std::span<const std::uint64_t* const> in,
                     std::span<const std::uint64_t* const> own, std::size_t count,
                     std::span<std::uint64_t> scratch) const noexcept {
  const detail::RowSums& sums = *state_->sums;
  const std::size_t block = sums.block();
  const RowStarts sources(in.data());
  for (std::size_t first = 0; first < count; first += block) {
    const std::size_t size = std::min(block, count - first);
    sums.scale(scratch.data(), sources, first, size, Rounding::nearest);
    std::size_t row = 0;
    for (const TargetRange& range : targets) {
      const auto* const own_rows = own.empty() ? nullptr : own.data() + row;
      sums.write(RowStarts(out.data() + row), range.first, range.count, scratch.data(),
                 RowStarts(own_rows), first, size);
      row += range.count;
    }
  }
}

std::size_t RowMap::scaled_words(std::size_t count) const {
  const std::size_t block = state_->sums->block();
  return checked_product("words of scaled rows", count / block + (count % block != 0 ? 1 : 0),
                         state_->sums->block_words());
}

void RowMap::scale(std::span<std::uint64_t> y, std::span<const std::uint64_t* const> in,
                   std::size_t count) const noexcept {
  const detail::RowSums& sums = *state_->sums;
  const RowStarts sources(in.data());
  std::uint64_t* block = y.data();
  for (std::size_t first = 0; first < count; first += sums.block()) {
    sums.scale(block, sources, first, std::min(sums.block(), count - first), Rounding::nearest);
    block += sums.block_words();
  }
}

void RowMap::target(std::size_t j, std::uint64_t* out, std::span<const std::uint64_t> y,
                    const std::uint64_t* own, std::size_t count) const noexcept {
  const detail::RowSums& sums = *state_->sums;
  const RowStarts<std::uint64_t> target(&out);
  const RowStarts<const std::uint64_t> own_row(&own);
  const std::uint64_t* block = y.data();
  for (std::size_t first = 0; first < count; first += sums.block()) {
    sums.write(target, j, 1, block, own_row, first, std::min(sums.block(), count - first));
    block += sums.block_words();
  }
}

bool RowMap::writes_doubles(std::size_t j, std::size_t count) const noexcept {
  const std::size_t unit = state_->sums->doubles_unit(j);
  return unit != 0 && count % unit == 0;
}

void RowMap::target_doubles(std::size_t j, std::uint64_t* out, std::span<const std::uint64_t> y,
                            const std::uint64_t* own, std::size_t count) const noexcept {
  const detail::RowSums& sums = *state_->sums;
  const std::uint64_t* block = y.data();
  for (std::size_t first = 0; first < count; first += sums.block()) {
    sums.write_doubles(out + first, j, block, own == nullptr ? nullptr : own + first,
                       std::min(sums.block(), count - first));
    block += sums.block_words();
  }
}

}  // namespace lath
