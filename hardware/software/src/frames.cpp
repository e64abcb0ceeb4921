// SPDX-License-Identifier: Apache-2.0
#include "frames.hpp"

#include <string>

#include "chunks.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::hardware::detail {
namespace {

[[noreturn]] void throw_malformed(const Frames& frames, std::string found, std::string needed) {
  throw Error(ErrorCode::malformed, std::move(found), std::move(needed),
              std::string("see whether the device has the design of ") + frames.design);
}

const char* meaning(FrameStatus status) noexcept {
  switch (status) {
    case FrameStatus::ok:
      return "ok";
    case FrameStatus::too_short:
      return "transfer too short";
    case FrameStatus::too_long:
      return "transfer too long";
    case FrameStatus::wrong_header:
      return "header or count not served";
    case FrameStatus::no_key:
      return "key not loaded";
    case FrameStatus::beyond_degree:
      return "coefficient beyond the degree";
  }
  return "unknown status";
}

}  // namespace

void require_answer(const Frames& frames, std::span<const Burst> answer, std::size_t request,
                    std::size_t products) {
  if (answer.empty()) {
    throw_malformed(frames, "an answer without bursts", "need a status at its end");
  }
  const auto& status = answer.back().words;
  const std::uint32_t code = status[0] >> 16;
  if ((status[0] & 0xffff) != frames.magic || status[2] != 0 || status[3] != 0 ||
      code > static_cast<std::uint32_t>(frames.last_status)) {
    throw_malformed(frames, "an answer that ends without a status", "need one in the last burst");
  }
  const auto found = static_cast<FrameStatus>(code);
  if (found != FrameStatus::ok) {
    throw Error(ErrorCode::input_output,
                std::string("status of the device: ") + meaning(found) + " after " +
                    std::to_string(status[1]) + " bursts of data",
                "need ok after " + std::to_string(request),
                found == FrameStatus::no_key ? "make the product again, which sends its key"
                                             : "try again, or reset the device");
  }
  if (status[1] != request) {
    throw_malformed(frames, "a status that counts " + std::to_string(status[1]) + " bursts of data",
                    "need the " + std::to_string(request) + " that were sent");
  }
  if (answer.size() != products + 1) {
    throw_malformed(frames, "an answer of " + std::to_string(answer.size()) + " bursts",
                    "need " + std::to_string(products + 1));
  }
}

void require_chunks(std::uint32_t bits) {
  bits &= ~kChunkMask;
  // Reveals no more than whether a bit is set that no answer has.
  ct::declassify(&bits, sizeof bits);
  if (bits != 0) {
    throw_malformed(kKaratsubaFrames, "an answer with a word of more than 27 bits", "need chunks");
  }
}

void require_residues(std::uint32_t beyond) {
  // Reveals no more than whether there is a word that no answer has.
  ct::declassify(&beyond, sizeof beyond);
  if (beyond != 0) {
    throw_malformed(kResidueFrames, "an answer with a word that is not below its prime",
                    "need residues");
  }
}

}  // namespace lath::hardware::detail
