// SPDX-License-Identifier: Apache-2.0
#include "karatsuba_frames.hpp"

#include <string>

#include "chunks.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::hardware::detail {
namespace {

[[noreturn]] void throw_malformed(std::string found, std::string needed) {
  throw Error(ErrorCode::malformed, std::move(found), std::move(needed),
              "see whether the device has the design of hardware/karatsuba");
}

const char* meaning(std::uint32_t status) noexcept {
  switch (static_cast<FrameStatus>(status)) {
    case FrameStatus::ok:
      return "ok";
    case FrameStatus::too_short:
      return "transfer too short";
    case FrameStatus::too_long:
      return "transfer too long";
    case FrameStatus::wrong_header:
      return "header or count not served";
  }
  return "unknown status";
}

}  // namespace

void require_answer(std::span<const Burst> answer, std::size_t request, std::size_t products) {
  if (answer.empty()) throw_malformed("an answer without bursts", "need a status at its end");
  const auto& status = answer.back().words;
  const std::uint32_t code = status[0] >> 16;
  if ((status[0] & 0xffff) != kFrameMagic || status[2] != 0 || status[3] != 0 ||
      code > static_cast<std::uint32_t>(FrameStatus::wrong_header)) {
    throw_malformed("an answer that ends without a status", "need one in the last burst");
  }
  if (code != 0) {
    throw Error(ErrorCode::input_output,
                std::string("status of the device: ") + meaning(code) + " after " +
                    std::to_string(status[1]) + " bursts of data",
                "need ok after " + std::to_string(request), "try again, or reset the device");
  }
  if (status[1] != request) {
    throw_malformed("a status that counts " + std::to_string(status[1]) + " bursts of data",
                    "need the " + std::to_string(request) + " that were sent");
  }
  if (answer.size() != products + 1) {
    throw_malformed("an answer of " + std::to_string(answer.size()) + " bursts",
                    "need " + std::to_string(products + 1));
  }
}

void require_chunks(std::uint32_t bits) {
  // Reveals no more than whether a bit is set that no answer has.
  bits &= ~kChunkMask;
  ct::declassify(&bits, sizeof bits);
  if (bits != 0) throw_malformed("an answer with a word of more than 27 bits", "need chunks");
}

}  // namespace lath::hardware::detail
