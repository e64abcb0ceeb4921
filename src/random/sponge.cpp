// SPDX-License-Identifier: Apache-2.0
#include "random/sponge.hpp"

#include <algorithm>

#include "base/little_endian.hpp"
#include "kernels/keccak.hpp"
#include "lath/base/secret.hpp"

namespace lath::fips202 {
namespace {

static_assert(FourSponges::kCount == kernels::kKeccakStates);

std::uint64_t byte_of_word(std::byte byte, std::size_t at) noexcept {
  return std::to_integer<std::uint64_t>(byte) << (8 * (at % 8));
}

// The bits behind a message and the last bit of its block: pad10*1.
template <class Add>
void pad(Function function, std::size_t size, const Add& add) noexcept {
  add(size, static_cast<std::byte>(function.suffix));
  add(function.rate - 1, std::byte{0x80});
}

}  // namespace

Sponge::~Sponge() { wipe(state_.data(), sizeof state_); }

Sponge& Sponge::absorb(std::span<const std::byte> part) noexcept {
  while (!part.empty()) {
    std::size_t taken = 1;
    if (at_ % 8 == 0 && part.size() >= 8) {
      taken = 8;
      state_[at_ / 8] ^= load_little_endian(part.data());
    } else {
      state_[at_ / 8] ^= byte_of_word(part[0], at_);
    }
    part = part.subspan(taken);
    at_ += taken;
    if (at_ == function_.rate) {
      kernels::keccak(state_.data());
      at_ = 0;
    }
  }
  return *this;
}

void Sponge::end_message() noexcept {
  pad(function_, at_,
      [this](std::size_t at, std::byte byte) { state_[at / 8] ^= byte_of_word(byte, at); });
  at_ = function_.rate;
  squeezing_ = true;
}

void Sponge::squeeze(std::span<std::byte> out) noexcept {
  if (!squeezing_) end_message();
  while (!out.empty()) {
    if (at_ == function_.rate) {
      kernels::keccak(state_.data());
      at_ = 0;
    }
    std::size_t given = 1;
    if (at_ % 8 == 0 && out.size() >= 8) {
      given = 8;
      store_little_endian(out.data(), state_[at_ / 8]);
    } else {
      out[0] = static_cast<std::byte>(state_[at_ / 8] >> (8 * (at_ % 8)));
    }
    out = out.subspan(given);
    at_ += given;
  }
}

FourSponges::FourSponges(Isa isa, Function function, const Messages& messages) noexcept
    : isa_(isa), function_(function) {
  for (std::size_t k = 0; k < kCount; ++k) {
    const auto add = [&](std::size_t at, std::byte byte) {
      states_[kCount * (at / 8) + k] ^= byte_of_word(byte, at);
    };
    std::size_t at = 0;
    for (; at + 8 <= messages[k].size(); at += 8) {
      states_[kCount * (at / 8) + k] = load_little_endian(&messages[k][at]);
    }
    for (; at < messages[k].size(); ++at) add(at, messages[k][at]);
    pad(function, messages[k].size(), add);
  }
}

FourSponges::~FourSponges() { wipe(states_.data(), sizeof states_); }

void FourSponges::squeeze(std::span<std::byte> out) noexcept {
  const std::size_t each = out.size() / kCount;
  for (std::size_t at = 0; at < each; at += function_.rate) {
    kernels::keccak_four(isa_, states_.data());
    for (std::size_t i = 0; i < function_.rate / 8; ++i) {
      for (std::size_t k = 0; k < kCount; ++k) {
        store_little_endian(&out[k * each + at + 8 * i], states_[kCount * i + k]);
      }
    }
  }
}

}  // namespace lath::fips202
