// SPDX-License-Identifier: Apache-2.0
#include "lattice/ml_kem_sampling.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "kernels/sampling.hpp"
#include "lath/base/secret.hpp"
#include "random/sponge.hpp"

namespace lath::ml_kem {
namespace {

using fips202::FourSponges;
using fips202::kShake128;
using fips202::kShake256;

// Samplers take draws as bytes, the least significant first; here words are handed on as such.
static_assert(std::endian::native == std::endian::little);

constexpr std::size_t kStreams = FourSponges::kCount;

// A seed with the bytes that tell its streams apart, for each stream.
template <std::size_t kSize>
using Messages = std::array<std::array<std::byte, kSize>, kStreams>;

template <std::size_t kSize>
FourSponges::Messages views_of(const Messages<kSize>& messages) noexcept {
  FourSponges::Messages views;
  std::copy(messages.begin(), messages.end(), views.begin());
  return views;
}

// What of a polynomial has been sampled.
struct Progress {
  Word* words;
  std::size_t count = 0;
};

// Three bytes are two draws of 12 bits, kept where they are below q.
void keep(Isa isa, Progress& poly, std::span<const std::byte> bytes) noexcept {
  std::array<Word, 2 * kShake128.rate> draws;
  const auto words = std::span(draws).first(bytes.size() / 3 * 2);
  decode(words, bytes, 12);
  const std::size_t kept = kernels::keep_uniform(isa, words.data(), std::as_bytes(words), kModulus);
  const std::size_t taken = std::min(kept, kDegree - poly.count);
  std::copy_n(words.begin(), taken, poly.words + poly.count);
  poly.count += taken;
}

// Three blocks have 336 draws, of which 273 are kept on average; in one polynomial of about 125
// they are too few.
void sample_uniform(Isa isa, const Messages<34>& seeds, std::span<Progress> polys) noexcept {
  FourSponges sponges(isa, kShake128, views_of(seeds));
  std::array<std::byte, kStreams * 3 * kShake128.rate> bytes;
  std::span<std::byte> out(bytes);
  const auto missing = [](const Progress& poly) { return poly.count < kDegree; };
  while (std::any_of(polys.begin(), polys.end(), missing)) {
    sponges.squeeze(out);
    const std::size_t each = out.size() / kStreams;
    for (std::size_t k = 0; k < polys.size(); ++k) {
      keep(isa, polys[k], out.subspan(k * each, each));
    }
    out = std::span(bytes).first(kStreams * kShake128.rate);
  }
}

// SamplePolyCBD: each value from 2 eta bits, the ones among the lower eta less those among the
// upper.
void sample_binomial(Isa isa, Word* out, std::span<const std::byte> bytes, unsigned eta) noexcept {
  std::array<Word, kDegree> draws;
  std::array<std::int8_t, kDegree> values;
  decode(draws, bytes.first(kDegree / 4 * eta), static_cast<int>(2 * eta));
  kernels::centered_binomial(isa, values, std::as_bytes(std::span(draws)), eta);
  kernels::small_residues(isa, out, std::span<const std::int8_t>(values), kModulus);
  wipe(draws.data(), sizeof draws);
  wipe(values.data(), sizeof values);
}

}  // namespace

PolyVector<Public> sample_matrix(Isa isa, std::span<const std::byte, 32> rho, std::size_t rank) {
  PolyVector<Public> matrix(rank * rank);
  for (std::size_t first = 0; first < matrix.size(); first += kStreams) {
    const std::size_t count = std::min(kStreams, matrix.size() - first);
    Messages<34> seeds;
    std::array<Progress, kStreams> polys;
    for (std::size_t k = 0; k < kStreams; ++k) {
      const std::size_t at = std::min(first + k, matrix.size() - 1);
      std::copy(rho.begin(), rho.end(), seeds[k].begin());
      seeds[k][32] = static_cast<std::byte>(at % rank);
      seeds[k][33] = static_cast<std::byte>(at / rank);
      polys[k] = {matrix[at]};
    }
    sample_uniform(isa, seeds, std::span(polys).first(count));
  }
  return matrix;
}

PolyVector<Secret> sample_noise(Isa isa, std::span<const std::byte, 32> seed, std::size_t count,
                                std::size_t wide, unsigned eta) {
  PolyVector<Secret> noise(count);
  Buffer<std::byte, Secret> bytes(kStreams * 2 * kShake256.rate);
  Messages<33> seeds;
  for (std::size_t first = 0; first < count; first += kStreams) {
    const bool two_blocks = eta > 2 && first < wide;
    const std::size_t each = (two_blocks ? 2 : 1) * kShake256.rate;
    for (std::size_t k = 0; k < kStreams; ++k) {
      std::copy(seed.begin(), seed.end(), seeds[k].begin());
      seeds[k][32] = static_cast<std::byte>(first + k);
    }
    FourSponges(isa, kShake256, views_of(seeds)).squeeze(bytes.span().first(kStreams * each));
    for (std::size_t k = 0; k < std::min(kStreams, count - first); ++k) {
      const std::size_t number = first + k;
      sample_binomial(isa, noise[number], bytes.span().subspan(k * each, each),
                      number < wide ? eta : 2);
    }
  }
  wipe(seeds.data(), sizeof seeds);
  return noise;
}

}  // namespace lath::ml_kem
