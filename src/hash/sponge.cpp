// SPDX-License-Identifier: Apache-2.0
#include "hash/sponge.hpp"

#include <algorithm>

#include "base/little_endian.hpp"
#include "lath/base/secret.hpp"

namespace lath::detail::fips202 {
namespace {

std::uint64_t byte_of_word(std::byte byte, std::size_t at) noexcept {
  return std::to_integer<std::uint64_t>(byte) << (8 * (at % 8));
}

// Adds the bits that follow a message and the last bit of its block: pad10*1.
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
      detail::keccak(isa_, state_.data());
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
      detail::keccak(isa_, state_.data());
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

ParallelSponges::~ParallelSponges() {
  wipe(states_.data(), sizeof states_);
  wipe(outputs_.data(), count_ * sizeof outputs_[0]);
}

void ParallelSponges::start(std::size_t k, Function function,
                            std::span<const std::byte> message) noexcept {
  sponges_[k] = {Stage::absorbing, true, function, message};
}

void ParallelSponges::absorb_block(std::size_t k) noexcept {
  One& one = sponges_[k];
  const std::size_t size = std::min(one.message.size(), one.function.rate), whole = size / 8;
  const auto load = [&](std::size_t i) { return load_little_endian(&one.message[8 * i]); };
  if (one.begins) {
    for (std::size_t i = 0; i < whole; ++i) word(k, i) = load(i);
    for (std::size_t i = whole; i < 25; ++i) word(k, i) = 0;
    one.begins = false;
  } else {
    for (std::size_t i = 0; i < whole; ++i) word(k, i) ^= load(i);
  }
  for (std::size_t at = 8 * whole; at < size; ++at) {
    word(k, at / 8) ^= byte_of_word(one.message[at], at);
  }
  one.message = one.message.subspan(size);
  if (size == one.function.rate) return;
  pad(one.function, size,
      [&](std::size_t place, std::byte byte) { word(k, place / 8) ^= byte_of_word(byte, place); });
  one.stage = Stage::squeezing;
}

void ParallelSponges::permute() noexcept {
  const auto running = [](const One& one) { return one.stage != Stage::idle; };
  const auto found = std::find_if(sponges_.begin(), sponges_.end(), running);
  if (found == sponges_.end()) return;
  if (count_ > 1 && std::none_of(found + 1, sponges_.end(), running)) {
    return permute_alone(static_cast<std::size_t>(found - sponges_.begin()));
  }
  detail::keccak_side_by_side(isa_, states_.data());
  const auto squeezing = [](const One& one) { return one.stage == Stage::squeezing; };
  if (std::none_of(found, sponges_.end(), squeezing)) return;
  detail::keccak_outputs(isa_, outputs_[0].data(), states_.data());
}

void ParallelSponges::permute_alone(std::size_t k) noexcept {
  std::array<std::uint64_t, 25> state;
  for (std::size_t i = 0; i < state.size(); ++i) state[i] = word(k, i);
  detail::keccak(isa_, state.data());
  for (std::size_t i = 0; i < state.size(); ++i) word(k, i) = state[i];
  std::copy_n(state.begin(), outputs_[k].size(), outputs_[k].begin());
  wipe(state.data(), sizeof state);
}

void ParallelSponges::step() noexcept {
  for (std::size_t k = 0; k < count_; ++k) {
    if (sponges_[k].stage == Stage::absorbing) absorb_block(k);
  }
  permute();
}

}  // namespace lath::detail::fips202
