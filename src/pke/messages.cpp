// SPDX-License-Identifier: Apache-2.0
#include "pke/messages.hpp"

#include <string>

#include "coding/packing.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"

namespace lath::detail {

void require_message(std::span<const std::uint32_t> message, std::size_t size, std::uint64_t p) {
  if (message.size() != size) {
    throw Error(ErrorCode::mismatch,
                "a message of " + std::to_string(message.size()) + " coefficients",
                "need " + std::to_string(size) + ", the message_size() of the scheme",
                "fill up with zeros, or divide it into several messages");
  }
  for (std::size_t i = 0; i < message.size(); ++i) {
    // Only whether all coefficients are in range is revealed: the masks are public.
    const std::uint64_t in_range = ct::mask_less(std::uint64_t{message[i]}, p);
    ct::declassify(&in_range, sizeof in_range);
    if (in_range == 0) {
      throw Error(ErrorCode::invalid_argument,
                  "coefficient " + std::to_string(i) + " of a message is not reduced",
                  "need coefficients below the plaintext modulus " + std::to_string(p),
                  "write the message in digits to the base of the plaintext modulus");
    }
  }
}

void require_message_bytes(std::size_t size, std::size_t needed) {
  if (size == needed) return;
  throw Error(ErrorCode::mismatch, "a message of " + std::to_string(size) + " bytes",
              "need " + std::to_string(needed) + ", the message_bytes of the scheme",
              "fill up with zeros, or divide it into several messages");
}

std::size_t message_bytes(std::size_t size, std::uint64_t p) noexcept {
  return packed_bytes(size, bit_length(p - 1));
}
void pack_message(std::span<std::byte> out, std::span<const std::uint32_t> message,
                  std::uint64_t p) noexcept {
  pack(Isa::scalar, out, message, bit_length(p - 1));
}
Buffer<std::uint32_t, Secret> unpack_message(std::span<const std::byte> bytes, std::size_t size,
                                             std::uint64_t p) {
  Buffer<std::uint32_t, Secret> message(size);
  unpack(Isa::scalar, message.span(), bytes, bit_length(p - 1));
  return message;
}

Decoder::Decoder(std::uint64_t q, std::uint64_t p)
    : largest_((q - 1) / 2), shift_(p - q % p), p_(p) {}

void Decoder::decode(std::span<std::uint32_t> out,
                     std::span<const std::uint32_t> residues) const noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t negative = ct::mask_less(largest_, std::uint64_t{residues[i]});
    out[i] = static_cast<std::uint32_t>(p_.reduce(residues[i] + (shift_ & negative)));
  }
}

}  // namespace lath::detail
