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
  ResidueBackend(std::span<const Word> key, Device& device)
      : device_(&device), kernels_(residue_kernels(active_isa())) {
    // Whatever becomes of the transfer, the key before this one is gone.
    number_ = device_->count_key();
    std::vector<Burst> request(1 + kKeyBursts);
    request[0] = residue_header(ResidueCommand::key_upload, 0, 0);
    write_residue_key(request.data() + 1, key);
    const Transfer answer = device_->transfer(request);
    require_answer(kResidueFrames, answer.output, kKeyBursts, 0);
  }

  [[nodiscard]] std::size_t scratch_bytes() const override {
    Scratch scratch(nullptr);
    static_cast<void>(Parts(scratch));
    return scratch.used();
  }

  Traffic multiply_add(const Messages& messages, std::byte* memory) const override {
    if (device_->keys_sent() != number_) {
      throw Error(ErrorCode::mismatch, "a device that another key was sent to",
                  "need the key of this product", "make the product again, which sends its key");
    }
    Scratch scratch(memory);
    const Parts parts(scratch);
    const std::size_t bursts = residue_request_bursts(messages.count, 1);
    write_residue_request(parts.request, {messages.u, {&messages.errors, 1}, messages.count},
                          parts.columns, kernels_);
    ResidueAnswer answer(messages.results, parts.kept, messages.count, kernels_);
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

    explicit Parts(Scratch& scratch)
        : request(scratch.take<Burst>(residue_request_bursts(kMaxMessages, 1))),
          columns(scratch.take<Column>(kColumnWords)),
          kept(scratch.take<Word>(kMaxMessages * kResultWords)) {}
  };

  Device* device_;
  ResidueKernels kernels_;
  std::uint64_t number_;  // of the key
};

}  // namespace

BackendPointer residue_backend(const CoefficientModulus& q, std::span<const Word> key,
                               Device& device) {
  for (std::size_t k = 0; k < kChunks; ++k) {
    if (q.bound(k) == residue_prime(k)) continue;
    throw Error(ErrorCode::unsupported, "the prime " + std::to_string(q.bound(k)) + " of a modulus",
                "need " + std::to_string(residue_prime(k)) + " in this place",
                "take CoefficientModulus::residue_design()");
  }
  return std::make_shared<const ResidueBackend>(key, device);
}

}  // namespace lath::hardware::detail
