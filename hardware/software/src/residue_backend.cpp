// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "backend.hpp"
#include "frames.hpp"
#include "lath/base/error.hpp"
#include "residue_answer.hpp"
#include "residue_key.hpp"
#include "residue_streams.hpp"
#include "scratch.hpp"

namespace lath::hardware::detail {
namespace {

class ResidueBackend final : public Backend {
 public:
  ResidueBackend(std::span<const std::span<const Word>> keys, Device& device)
      : device_(&device), keys_(keys.size()), kernels_(residue_kernels(active_isa())) {
    std::vector<Burst> request(1 + kKeyBursts);
    for (std::size_t place = 0; place < keys_; ++place) {
      // Whatever becomes of the transfer, the key that was in this place is gone.
      number_ = device_->count_key();
      request[0] = residue_header(ResidueCommand::key_upload, 0, static_cast<std::uint32_t>(place));
      write_residue_key(request.data() + 1, keys[place]);
      const Transfer answer = device_->transfer(request);
      require_answer(kResidueFrames, answer.output, kKeyBursts, 0);
    }
  }

  [[nodiscard]] std::size_t scratch_bytes() const override {
    Scratch scratch(nullptr);
    static_cast<void>(Parts(scratch, keys_));
    return scratch.used();
  }

  Traffic multiply_add(const Messages& messages, std::byte* memory) const override {
    if (device_->keys_sent() != number_) {
      throw Error(ErrorCode::mismatch, "a device that another key was sent to",
                  keys_ == 1 ? "need the key of this product" : "need the keys of this product",
                  "make the product again, which sends its key");
    }
    Scratch scratch(memory);
    const Parts parts(scratch, keys_);
    const std::size_t bursts = residue_request_bursts(messages.count, keys_);
    write_residue_request(parts.request, {messages.u, messages.errors, messages.count, keys_},
                          parts.columns, kernels_);
    ResidueAnswer answer(messages.results, parts.kept, messages.count * keys_, kernels_);
    const Transfer transfer = device_->transfer_to({parts.request, bursts}, answer);
    answer.accept(transfer.output, bursts - 1);
    return {bursts * sizeof(Burst), transfer.output.size() * sizeof(Burst), transfer.cycles,
            transfer.first_output_cycle};
  }

 private:
  struct Parts {
    Burst* request;
    Column* columns;
    Word* kept;

    Parts(Scratch& scratch, std::size_t keys)
        : request(scratch.take<Burst>(residue_request_bursts(kMaxMessages, keys))),
          columns(scratch.take<Column>(kColumnWords)),
          kept(scratch.take<Word>(kMaxMessages * keys * kResultWords)) {}
  };

  Device* device_;
  std::size_t keys_;
  ResidueKernels kernels_;
  std::uint64_t number_ = 0;  // of the last key
};

}  // namespace

BackendPointer residue_backend(const CoefficientModulus& q,
                               std::span<const std::span<const Word>> keys, Device& device) {
  for (std::size_t k = 0; k < kChunks; ++k) {
    if (q.bound(k) == residue_prime(k)) continue;
    throw Error(ErrorCode::unsupported, "the prime " + std::to_string(q.bound(k)) + " of a modulus",
                "need " + std::to_string(residue_prime(k)) + " in this place",
                "take CoefficientModulus::residue_design()");
  }
  return std::make_shared<const ResidueBackend>(keys, device);
}

}  // namespace lath::hardware::detail
