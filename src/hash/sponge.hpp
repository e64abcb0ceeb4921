// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hash/keccak.hpp"
#include "lath/base/cpu.hpp"

/// The hash and extendable-output functions of FIPS 202. Constant time in the message; states are
/// wiped. OpenSSL has the same functions, but before version 3.3 it returns an output only once,
/// and it cannot run several side by side.
namespace lath::detail::fips202 {

/// A sponge function over Keccak-f[1600]: `rate` is the size of a block in bytes, `suffix` the bits
/// that follow the message, with the first bit of the padding.
struct Function {
  std::size_t rate;
  std::uint8_t suffix;
};
inline constexpr Function kSha3_256{136, 0x06}, kSha3_512{72, 0x06}, kShake128{168, 0x1f},
    kShake256{136, 0x1f};

/// One message, absorbed in parts, and its output, squeezed in parts. The output does not depend on
/// how they are divided.
class Sponge {
 public:
  Sponge(Isa isa, Function function) noexcept : isa_(isa), function_(function) {}
  Sponge(const Sponge&) = delete;
  Sponge& operator=(const Sponge&) = delete;
  ~Sponge();

  /// Adds to the message. Not after squeeze().
  Sponge& absorb(std::span<const std::byte> part) noexcept;
  /// The next bytes of the output; the first call ends the message.
  void squeeze(std::span<std::byte> out) noexcept;

 private:
  void end_message() noexcept;

  Isa isa_;
  Function function_;
  std::array<std::uint64_t, 25> state_{};
  std::size_t at_ = 0;  // position in the block
  bool squeezing_ = false;
};

/// The output of a function for the parts of a message, one behind the other.
template <class... Parts>
void digest(Isa isa, Function function, std::span<std::byte> out, const Parts&... parts) noexcept {
  Sponge sponge(isa, function);
  (sponge.absorb(parts), ...);
  sponge.squeeze(out);
}

/// Sponges side by side, as many as the instruction set permutes at a time. Each has its own
/// function and message, and can be started again when its output is no longer needed.
class ParallelSponges {
 public:
  explicit ParallelSponges(Isa isa) noexcept : isa_(isa), count_(detail::keccak_states(isa)) {}
  ParallelSponges(const ParallelSponges&) = delete;
  ParallelSponges& operator=(const ParallelSponges&) = delete;
  ~ParallelSponges();

  [[nodiscard]] std::size_t count() const noexcept { return count_; }

  /// Starts sponge k with a message, which must stay valid until it is absorbed.
  void start(std::size_t k, Function function, std::span<const std::byte> message) noexcept;
  /// Stops sponge k: further steps ignore it.
  void stop(std::size_t k) noexcept { sponges_[k].stage = Stage::idle; }

  /// Every running sponge absorbs its next block or produces its next block of output. Takes less
  /// time if only one is running.
  void step() noexcept;

  /// Whether sponge k has output.
  [[nodiscard]] bool has_output(std::size_t k) const noexcept {
    return sponges_[k].stage == Stage::squeezing;
  }
  /// The current block of output of sponge k, until the next step.
  [[nodiscard]] std::span<const std::byte> output(std::size_t k) const noexcept {
    return std::as_bytes(std::span(outputs_))
        .subspan(k * sizeof outputs_[0], sponges_[k].function.rate);
  }

 private:
  enum class Stage : std::uint8_t { idle, absorbing, squeezing };
  struct One {
    Stage stage = Stage::idle;
    bool begins = true;  // with a state of zeros
    Function function{};
    std::span<const std::byte> message;  // the part that is not absorbed yet
  };

  std::uint64_t& word(std::size_t k, std::size_t i) noexcept { return states_[count_ * i + k]; }
  void absorb_block(std::size_t k) noexcept;
  void permute() noexcept;
  void permute_alone(std::size_t k) noexcept;

  Isa isa_;
  std::size_t count_;
  std::array<One, detail::kMaxKeccakStates> sponges_;
  alignas(64) std::array<std::uint64_t, 25 * detail::kMaxKeccakStates> states_{};
  // The first words of each state.
  alignas(64) std::array<std::array<std::uint64_t, detail::kKeccakOutputWords>,
                         detail::kMaxKeccakStates> outputs_;
};

}  // namespace lath::detail::fips202
