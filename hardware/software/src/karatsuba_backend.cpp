// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "backend.hpp"
#include "cyclotomic_rows.hpp"
#include "frames.hpp"
#include "karatsuba_host.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "results.hpp"

namespace lath::hardware::detail {
namespace {

class KaratsubaBackend final : public Backend {
 public:
  KaratsubaBackend(const CoefficientModulus& q, std::span<const Word> key, Device* device)
      : host_(kRecursions, active_isa()),
        top_(q.bound(kChunks - 1) - 1),
        device_(device),
        key_leaves_(host_.key_words()) {
    const std::size_t n = host_.degree();
    Buffer<Word> planes(kChunks * n);
    for (std::size_t i = 0; i < key.size(); ++i) planes[i % kChunks * n + i / kChunks] = key[i];
    Scratch counted(nullptr);
    static_cast<void>(KaratsubaHost::Memory(host_, Lanes::one, counted));
    Buffer<std::byte> memory(counted.used());
    Scratch scratch(memory.data());
    host_.recurse_key(key_leaves_.data(), planes.data(),
                      KaratsubaHost::Memory(host_, Lanes::one, scratch));
  }

  [[nodiscard]] std::size_t scratch_bytes() const override {
    Scratch scratch(nullptr);
    static_cast<void>(Parts(*this, Lanes::four, scratch));
    return scratch.used();
  }

  Traffic multiply_add(const Messages& messages, std::byte* memory) const override {
    const Lanes lanes = lanes_of(messages.count);
    Scratch scratch(memory);
    const Parts parts(*this, lanes, scratch);
    interleave_messages(parts.binary, messages.u, messages.count);
    std::fill(parts.binary + kDegree, parts.binary + host_.degree(), Word{0});
    host_.recurse_binary(parts.leaves, parts.binary, parts.memory);
    Traffic traffic;
    if (device_ == nullptr) {
      host_.multiply(parts.rows, key_leaves_.data(), parts.leaves, lanes, parts.memory);
    } else {
      traffic = exchange(parts, messages.count, lanes);
    }
    parts.modulo.fold(parts.rows);
    parts.modulo.reduce(parts.rows);
    interleave_messages(parts.binary, messages.errors, messages.count);
    finish_rows(messages, parts.rows, parts.binary, top_, lanes, host_.row_kernels());
    return traffic;
  }

 private:
  struct Parts {
    Word *binary, *leaves, *rows;
    Burst* request;
    KaratsubaHost::Memory memory;
    CyclotomicRows modulo;

    Parts(const KaratsubaBackend& of, Lanes lanes, Scratch& scratch)
        : binary(scratch.take<Word>(of.host_.degree())),
          leaves(scratch.take<Word>(of.host_.binary_words())),
          rows(scratch.take<Word>(of.host_.product_rows() * row_words(lanes))),
          request(scratch.take<Burst>(of.device_ == nullptr ? 0 : of.host_.request_bursts())),
          memory(of.host_, lanes, scratch),
          modulo(of.host_.row_kernels(), lanes, scratch) {}
  };

  Traffic exchange(const Parts& parts, std::size_t messages, Lanes lanes) const {
    const std::size_t bursts = host_.request_bursts();
    host_.write_request(parts.request, key_leaves_.data(), parts.leaves, messages);
    const Transfer answer = device_->transfer({parts.request, bursts});
    require_answer(kKaratsubaFrames, answer.output, bursts - 1, host_.answer_bursts());
    require_chunks(host_.row_kernels().bits(answer.output.data(), host_.answer_bursts()));
    host_.join(parts.rows, answer.output.data(), lanes, parts.memory);
    return {bursts * sizeof(Burst), answer.output.size() * sizeof(Burst), answer.cycles,
            answer.first_output_cycle};
  }

  KaratsubaHost host_;
  Word top_;  // the bits of the last chunk
  Device* device_;
  Buffer<Word> key_leaves_;
};

}  // namespace

BackendPointer karatsuba_backend(const CoefficientModulus& q, std::span<const Word> key,
                                 Device* device) {
  return std::make_shared<const KaratsubaBackend>(q, key, device);
}

}  // namespace lath::hardware::detail
