// SPDX-License-Identifier: Apache-2.0
#include "ml_kem/sampling.hpp"

#include <algorithm>
#include <bit>

#include "ml_kem/packed_samples.hpp"

namespace lath::ml_kem {

using detail::fips202::kShake128;
using detail::fips202::kShake256;

Sampling::~Sampling() { wipe(jobs_.data(), sponges_.count() * sizeof(Job)); }

std::size_t Sampling::take_sponge() noexcept {
  for (;; step()) {
    const auto k = static_cast<std::size_t>(std::countr_one(running_));
    if (k == sponges_.count()) continue;
    running_ |= 1U << k;
    return k;
  }
}

void Sampling::add_seeded(Kind kind, std::span<const std::byte, 32> seed,
                          std::span<const std::byte> index, Word* words, unsigned eta) noexcept {
  const std::size_t k = take_sponge();
  Job& job = jobs_[k];
  job.kind = kind;
  job.eta = eta;
  job.words = words;
  job.done = 0;
  std::copy(seed.begin(), seed.end(), job.seed.begin());
  std::copy(index.begin(), index.end(), job.seed.begin() + seed.size());
  sponges_.start(k, kind == Kind::uniform ? kShake128 : kShake256,
                 std::span(job.seed).first(seed.size() + index.size()));
}

Sampling& Sampling::digest(detail::fips202::Function function, std::span<const std::byte> message,
                           std::span<std::byte> out) noexcept {
  const std::size_t k = take_sponge();
  jobs_[k].kind = Kind::digest;
  jobs_[k].digest = out;
  sponges_.start(k, function, message);
  return *this;
}

Sampling& Sampling::matrix(std::span<const std::byte, 32> rho, std::size_t rank,
                           Matrix& out) noexcept {
  for (std::size_t at = 0; at < rank * rank; ++at) {
    const std::array index = {static_cast<std::byte>(at % rank), static_cast<std::byte>(at / rank)};
    add_seeded(Kind::uniform, rho, index, out[at], 0);
  }
  return *this;
}

Sampling& Sampling::noise(std::span<const std::byte, 32> seed, std::size_t wide, unsigned eta,
                          Noise& out) noexcept {
  for (std::size_t number = 0; number < out.size(); ++number) {
    const std::array index = {static_cast<std::byte>(number)};
    add_seeded(Kind::binomial, seed, index, out[number], number < wide ? eta : 2);
  }
  return *this;
}

void Sampling::run() noexcept {
  while (running_ != 0) step();
}

void Sampling::step() noexcept {
  sponges_.step();
  for (unsigned left = running_; left != 0; left &= left - 1) {
    const auto k = static_cast<std::size_t>(std::countr_zero(left));
    if (!sponges_.has_output(k) || !finish(k)) continue;
    sponges_.stop(k);
    running_ &= ~(1U << k);
  }
}

bool Sampling::finish(std::size_t k) noexcept {
  Job& job = jobs_[k];
  switch (job.kind) {
    case Kind::uniform:
      return finish_uniform(k, job);
    case Kind::binomial:
      return finish_binomial(k, job);
    case Kind::digest:
      std::copy_n(sponges_.output(k).begin(), job.digest.size(), job.digest.begin());
      return true;
  }
  return true;
}

// Three bytes are two draws of 12 bits, kept where they are below q. Three blocks have 336 draws,
// of which 273 are kept on average; in one polynomial of about 125 they are too few.
bool Sampling::finish_uniform(std::size_t k, Job& job) noexcept {
  const auto rest = std::span(job.words, kDegree).subspan(job.done);
  job.done += detail::keep_packed_vartime(isa_, rest, sponges_.output(k), kModulus);
  return job.done == kDegree;
}

// SamplePolyCBD: each value from 2 eta bits, the ones among the lower eta bits less the ones among
// the upper.
bool Sampling::finish_binomial(std::size_t k, Job& job) noexcept {
  const std::size_t needed = kDegree / 4 * job.eta;
  auto draws = sponges_.output(k);
  if (needed > draws.size()) {  // two blocks
    const auto part = std::span(job.draws).first(needed).subspan(job.done);
    const std::size_t size = std::min(part.size(), draws.size());
    std::copy_n(draws.begin(), size, part.begin());
    job.done += size;
    if (job.done < needed) return false;
    draws = job.draws;
  }
  detail::unpack_binomial(isa_, std::span(job.words, kDegree), draws.first(needed), job.eta,
                          kModulus);
  return true;
}

}  // namespace lath::ml_kem
