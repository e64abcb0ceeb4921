// SPDX-License-Identifier: Apache-2.0
#include "lath/random/samplers.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "kernels/sampling.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace {

// Random bytes are drawn and turned into samples this many samples at a time.
constexpr std::size_t kBatch = 1024;

}  // namespace

template <ResidueWord Word>
void sample_uniform(std::span<Word> out, std::uint64_t p, Generator& generator) {
  if (p < 2 || bit_length(p) > kMaxModulusBits || p - 1 > std::numeric_limits<Word>::max()) {
    throw Error(ErrorCode::invalid_argument, "uniform residues modulo " + std::to_string(p),
                "need a modulus from 2 to 2^62 - 1 whose residues fit in a word of " +
                    std::to_string(kWordBits<Word>) + " bits",
                "use a wider word or a smaller modulus");
  }
  const std::size_t draw_bytes = kernels::uniform_draw_bytes(p);
  Buffer<std::byte, Secret> random(kBatch * draw_bytes);
  while (!out.empty()) {
    // Never more draws than values are missing, so that no kept draw is lost.
    const std::size_t draws = std::min(out.size(), kBatch);
    const auto bytes = random.span().first(draws * draw_bytes);
    generator.fill(bytes);
    out = out.subspan(kernels::keep_uniform(out.data(), bytes, p));
  }
}

template void sample_uniform(std::span<std::uint16_t>, std::uint64_t, Generator&);
template void sample_uniform(std::span<std::uint32_t>, std::uint64_t, Generator&);
template void sample_uniform(std::span<std::uint64_t>, std::uint64_t, Generator&);

void sample_centered_binomial(std::span<std::int8_t> out, unsigned eta, Generator& generator) {
  if (eta < 1 || eta > 32) {
    throw Error(ErrorCode::invalid_argument,
                "centered binomial noise with eta = " + std::to_string(eta), "need 1 to 32",
                "the standard deviation is sqrt(eta / 2)");
  }
  const std::size_t draw_bytes = kernels::binomial_draw_bytes(eta);
  Buffer<std::byte, Secret> random(kBatch * draw_bytes);
  while (!out.empty()) {
    const auto part = out.first(std::min(out.size(), kBatch));
    const auto bytes = random.span().first(part.size() * draw_bytes);
    generator.fill(bytes);
    kernels::centered_binomial(part, bytes, eta);
    out = out.subspan(part.size());
  }
}

void sample_ternary(std::span<std::int8_t> out, Generator& generator) {
  Buffer<std::byte, Secret> random(kBatch);
  while (!out.empty()) {
    // A byte gives at most five values.
    const auto bytes = random.span().first(std::min((out.size() + 4) / 5, kBatch));
    generator.fill(bytes);
    out = out.subspan(kernels::keep_ternary(out, bytes));
  }
}

}  // namespace lath
