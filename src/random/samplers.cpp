// SPDX-License-Identifier: Apache-2.0
#include "lath/random/samplers.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "arith/pointwise/small_residues.hpp"
#include "base/little_endian.hpp"
#include "base/number_text.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "random/rejection.hpp"
#include "random/small_noise.hpp"
#include "random/sorting.hpp"

namespace lath {
namespace {

// The number of samples in a batch. Random bytes are turned into samples batch by batch, while they
// are still in the first-level cache.
constexpr std::size_t kBatch = 1024, kBatchInPlace = 2048;

// Calls convert(part of out, bytes) with `draw_bytes` random bytes for each value.
template <class Convert>
void draw_each(std::span<std::int8_t> out, std::size_t draw_bytes, Generator& generator,
               const Convert& convert) {
  auto random = Buffer<std::byte, Secret>::for_overwrite(std::min(out.size(), kBatch) * draw_bytes);
  while (!out.empty()) {
    const auto part = out.first(std::min(out.size(), kBatch));
    const auto bytes = random.span().first(part.size() * draw_bytes);
    generator.fill(bytes);
    convert(part, bytes);
    out = out.subspan(part.size());
  }
}

// An entry of a vector of fixed weight while it is sorted into random order: a random key above two
// bits, which hold the value plus one. Below 2^63, as the sorting network requires.
constexpr std::uint64_t kValueBits = 3;
constexpr std::uint64_t kKeyBits = (~std::uint64_t{0} >> 1) & ~kValueBits;

// Turns random words into entries, as sample_fixed_weight() documents, and sorts them. Returns
// whether all keys are different.
bool arrange(Isa isa, std::span<std::uint64_t> entries, std::size_t weight) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::uint64_t value = i < weight ? entries[i] >> 63 << 1 : 1;
    entries[i] = ((entries[i] << 2) & kKeyBits) | value;
  }
  detail::sort_words(isa, entries);
  std::uint64_t equal = 0;
  for (std::size_t i = 1; i < entries.size(); ++i) {
    equal |= ct::mask_less((entries[i] ^ entries[i - 1]) & kKeyBits, std::uint64_t{1});
  }
  // Public: keys are independent and uniform. If they are different, every order of them is equally
  // likely; if they are not, they are discarded.
  ct::declassify(&equal, sizeof equal);
  return equal == 0;
}

}  // namespace

template <class Word>
void detail::sample_uniform(std::span<Word> out, std::uint64_t p, Generator& generator) {
  if (p < 2 || bit_length(p) > kMaxModulusBits || p - 1 > std::numeric_limits<Word>::max()) {
    throw Error(ErrorCode::invalid_argument, "uniform residues modulo " + std::to_string(p),
                "need a modulus from 2 to 2^62 - 1 whose residues fit in a word of " +
                    std::to_string(kWordBits<Word>) + " bits",
                "use a wider word or a smaller modulus");
  }
  const Isa isa = active_isa();
  const std::size_t draw_bytes = detail::uniform_draw_bytes(p);
  // If a draw fills a word, rejection sampling works in place in `out`.
  const bool in_place = draw_bytes == sizeof(Word);
  auto elsewhere = Buffer<std::byte, Secret>::for_overwrite(
      in_place ? 0 : std::min(out.size(), kBatch) * draw_bytes);
  while (!out.empty()) {
    // At most as many draws as values are missing, so that every draw in range is used.
    const std::size_t draws = std::min(out.size(), in_place ? kBatchInPlace : kBatch);
    const auto bytes = in_place ? std::as_writable_bytes(out).first(draws * draw_bytes)
                                : elsewhere.span().first(draws * draw_bytes);
    generator.fill(bytes);
    out = out.subspan(detail::reject_uniform(isa, out.data(), bytes, p));
  }
}

template void detail::sample_uniform(std::span<std::uint16_t>, std::uint64_t, Generator&);
template void detail::sample_uniform(std::span<std::uint32_t>, std::uint64_t, Generator&);
template void detail::sample_uniform(std::span<std::uint64_t>, std::uint64_t, Generator&);

void sample_centered_binomial(std::span<std::int8_t> out, unsigned eta, Generator& generator) {
  if (eta < 1 || eta > 32) {
    throw Error(
        ErrorCode::invalid_argument, "centered binomial noise with eta = " + std::to_string(eta),
        "need 1 to 32",
        "choose eta by the standard deviation, sqrt(eta / 2); discrete_gaussian goes further");
  }
  const Isa isa = active_isa();
  draw_each(out, detail::binomial_draw_bytes(eta), generator,
            [=](std::span<std::int8_t> part, std::span<const std::byte> bytes) {
              detail::centered_binomial(isa, part, bytes, eta);
            });
}

void sample_ternary(std::span<std::int8_t> out, Generator& generator) {
  const Isa isa = active_isa();
  auto random = Buffer<std::byte, Secret>::for_overwrite(std::min((out.size() + 4) / 5, kBatch));
  while (!out.empty()) {
    // A byte gives at most five values.
    const auto bytes = random.span().first(std::min((out.size() + 4) / 5, kBatch));
    generator.fill(bytes);
    out = out.subspan(detail::reject_ternary(isa, out, bytes));
  }
}

void sample_bounded(std::span<std::int64_t> out, std::int64_t least, std::int64_t greatest,
                    Generator& generator) {
  // One less than the number of integers. The difference is computed modulo 2^64.
  const std::uint64_t width =
      static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(least);
  if (greatest < least || width >= (std::uint64_t{1} << kMaxModulusBits) - 1) {
    throw Error(
        ErrorCode::invalid_argument,
        "uniform integers from " + std::to_string(least) + " to " + std::to_string(greatest),
        "need an interval of 1 to 2^62 - 1 integers",
        "give the least integer first and choose a narrower interval");
  }
  // C++ allows access to a signed word as an unsigned one.
  const std::span<std::uint64_t> words(reinterpret_cast<std::uint64_t*>(out.data()), out.size());
  if (width == 0) {
    std::fill(out.begin(), out.end(), least);
    return;
  }
  sample_uniform(words, width + 1, generator);
  for (std::uint64_t& x : words) x += static_cast<std::uint64_t>(least);
}

void sample_nearly_uniform(std::span<std::int8_t> out, unsigned bound, Generator& generator) {
  if (bound < 1 || bound > 127) {
    throw Error(ErrorCode::invalid_argument, "noise up to " + std::to_string(bound),
                "need 1 to 127", "use sample_bounded for wider intervals");
  }
  const std::uint64_t width = 2 * std::uint64_t{bound} + 1;
  draw_each(out, 8, generator, [=](std::span<std::int8_t> part, std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      const auto scaled = uint128{load_little_endian(&bytes[8 * i])} * width;
      part[i] = static_cast<std::int8_t>(static_cast<int>(scaled >> 64) - static_cast<int>(bound));
    }
  });
}

void sample_fixed_weight(std::span<std::int8_t> out, std::size_t weight, Generator& generator) {
  if (weight > out.size()) {
    throw Error(ErrorCode::invalid_argument,
                "a weight of " + std::to_string(weight) + " for " + std::to_string(out.size()) +
                    " coefficients",
                "need a weight of at most the number of coefficients",
                "choose a smaller weight or a larger degree");
  }
  const Isa isa = active_isa();
  auto entries = Buffer<std::uint64_t, Secret>::for_overwrite(out.size());
  do {
    generator.fill(std::as_writable_bytes(entries.span()));
  } while (!arrange(isa, entries.span(), weight));
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<std::int8_t>(static_cast<int>(entries[i] & kValueBits) - 1);
  }
}

Density Density::of(double probability) {
  // Written so that NaN fails.
  if (!(probability >= 0 && probability <= 1)) {
    throw Error(ErrorCode::invalid_argument, "a density of " + number_text(probability),
                "need a probability from 0 to 1",
                "give the share of coefficients that are not zero");
  }
  return Density(static_cast<std::uint64_t>(std::round(std::ldexp(probability, 63))));
}

Density Density::of_ratio(std::uint64_t numerator, std::uint64_t denominator) {
  if (denominator == 0 || numerator > denominator) {
    throw Error(ErrorCode::invalid_argument,
                "a density of " + std::to_string(numerator) + " / " + std::to_string(denominator),
                "need a probability from 0 to 1",
                "give the share of coefficients that are not zero");
  }
  const uint128 twice = (uint128{numerator} << 64) + denominator;
  return Density(static_cast<std::uint64_t>(twice / (uint128{denominator} * 2)));
}

void sample_ternary(std::span<std::int8_t> out, Density density, Generator& generator) {
  const Isa isa = active_isa();
  // The share of the draws of 64 bits that give 1 is density / 2.
  const std::uint64_t share = density.scaled();
  draw_each(out, detail::sparse_draw_bytes(share), generator,
            [=](std::span<std::int8_t> part, std::span<const std::byte> bytes) {
              detail::sparse_ternary(isa, part, bytes, share);
            });
}

namespace {

void require_integers(std::size_t count, std::size_t residues) {
  if (count == residues) return;
  throw Error(ErrorCode::mismatch,
              std::to_string(count) + " integers for " + std::to_string(residues) + " residues",
              "need as many integers as residues, one for each coefficient",
              "fill up with zeros, or use a ring of that degree");
}

// Writes as many residues modulo p as there are integers.
template <ResidueWord Word, class Integer>
void reduce(Isa isa, Word* out, std::span<const Integer> integers, std::uint64_t bound,
            std::uint64_t p) noexcept {
  if (bound < p) return detail::small_residues(isa, out, integers, p);
  const Modulus modulus(p);
  for (std::size_t i = 0; i < integers.size(); ++i) {
    out[i] = static_cast<Word>(modulus.reduce_signed(integers[i]));
  }
}

}  // namespace

template <class Word, class Integer>
void detail::residues_of(std::span<Word> out, std::span<const Integer> integers,
                         std::uint64_t bound, const Modulus& modulus) {
  require_integers(integers.size(), out.size());
  reduce(active_isa(), out.data(), integers, bound, modulus.value());
}

namespace detail {

template <class Word, class Integer>
void residues_of(const Limbs<Word>& out, std::span<const Integer> integers, std::uint64_t bound) {
  require_integers(integers.size(), out.degree());
  const Isa isa = active_isa();
  for_each_row(out.size(), out.degree(), 1, [&](std::size_t limb) noexcept {
    reduce(isa, out.row(limb), integers, bound, out.plans[limb].modulus());
  });
}

template <class Word>
void sample_uniform(const Limbs<Word>& out, Generator& generator) {
  for (std::size_t limb = 0; limb < out.size(); ++limb) {
    lath::sample_uniform(std::span(out.row(limb), out.degree()), out.plans[limb].modulus(),
                         generator);
  }
}

template void sample_uniform(const Limbs<std::uint16_t>&, Generator&);
template void sample_uniform(const Limbs<std::uint32_t>&, Generator&);
template void sample_uniform(const Limbs<std::uint64_t>&, Generator&);

}  // namespace detail

#define LATH_INSTANTIATE(Word, Integer)                                                       \
  template void detail::residues_of(std::span<Word>, std::span<const Integer>, std::uint64_t, \
                                    const Modulus&);                                          \
  template void detail::residues_of(const detail::Limbs<Word>&, std::span<const Integer>,     \
                                    std::uint64_t);
LATH_INSTANTIATE(std::uint16_t, std::int8_t)
LATH_INSTANTIATE(std::uint32_t, std::int8_t)
LATH_INSTANTIATE(std::uint64_t, std::int8_t)
LATH_INSTANTIATE(std::uint16_t, std::int64_t)
LATH_INSTANTIATE(std::uint32_t, std::int64_t)
LATH_INSTANTIATE(std::uint64_t, std::int64_t)
#undef LATH_INSTANTIATE

}  // namespace lath
