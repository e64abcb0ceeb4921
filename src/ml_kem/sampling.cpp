// SPDX-License-Identifier: Apache-2.0
#include "ml_kem/sampling.hpp"

#include <algorithm>

#include "ml_kem/packed_samples.hpp"

namespace lath::ml_kem {

using detail::fips202::kShake128;
using detail::fips202::kShake256;

Sampling::~Sampling() {
  wipe(jobs_.data(), count_ * sizeof(Job));
  wipe(draws_.data(), sponges_.count() * sizeof draws_[0]);
}

Sampling::Job& Sampling::add(Kind kind, detail::fips202::Function function) noexcept {
  Job& job = jobs_[count_++];
  job.kind = kind;
  job.function = function;
  job.done = 0;
  return job;
}

void Sampling::add_seeded(Kind kind, std::span<const std::byte, 32> seed,
                          std::span<const std::byte> index, Word* words, unsigned eta) noexcept {
  Job& job = add(kind, kind == Kind::uniform ? kShake128 : kShake256);
  std::copy(seed.begin(), seed.end(), job.seed.begin());
  std::copy(index.begin(), index.end(), job.seed.begin() + seed.size());
  job.message = std::span(job.seed).first(seed.size() + index.size());
  job.words = words;
  job.eta = eta;
}

Sampling& Sampling::digest(detail::fips202::Function function, std::span<const std::byte> message,
                           std::span<std::byte> out) noexcept {
  Job& job = add(Kind::digest, function);
  job.message = message;
  job.digest = out;
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
  constexpr std::size_t kNone = ~std::size_t{0};
  std::array<std::size_t, detail::kMaxKeccakStates> running;
  running.fill(kNone);
  for (std::size_t next = 0, left = count_; left != 0;) {
    for (std::size_t k = 0; k < sponges_.count() && next < count_; ++k) {
      if (running[k] != kNone) continue;
      sponges_.start(k, jobs_[next].function, jobs_[next].message);
      running[k] = next++;
    }
    sponges_.step();
    for (std::size_t k = 0; k < sponges_.count(); ++k) {
      if (running[k] == kNone || !sponges_.has_output(k)) continue;
      if (!finish(k, jobs_[running[k]])) continue;
      sponges_.stop(k);
      running[k] = kNone;
      --left;
    }
  }
}

bool Sampling::finish(std::size_t k, Job& job) noexcept {
  switch (job.kind) {
    case Kind::uniform:
      return finish_uniform(k, job);
    case Kind::binomial:
      return finish_binomial(k, job);
    case Kind::digest:
      sponges_.read(k, job.digest);
      return true;
  }
  return true;
}

// Three bytes are two draws of 12 bits, kept where they are below q. Three blocks have 336 draws,
// of which 273 are kept on average; in one polynomial of about 125 they are too few.
bool Sampling::finish_uniform(std::size_t k, Job& job) noexcept {
  std::array<std::byte, kShake128.rate> block;
  sponges_.read(k, block);
  const auto rest = std::span(job.words, kDegree).subspan(job.done);
  job.done += detail::keep_packed_vartime(isa_, rest, block, kModulus);
  return job.done == kDegree;
}

// SamplePolyCBD: each value from 2 eta bits, the ones among the lower eta less those among the
// upper.
bool Sampling::finish_binomial(std::size_t k, Job& job) noexcept {
  const auto draws = std::span(draws_[k]).first(kDegree / 4 * job.eta);
  const auto part = draws.subspan(job.done);
  const std::size_t size = std::min(part.size(), kShake256.rate);
  sponges_.read(k, part.first(size));
  job.done += size;
  if (job.done < draws.size()) return false;
  detail::unpack_binomial(isa_, std::span(job.words, kDegree), draws, job.eta, kModulus);
  return true;
}

}  // namespace lath::ml_kem
