// SPDX-License-Identifier: Apache-2.0
//
// A device for tests. Its memory lies in pages that are closed to the program: whoever reads them
// or writes to them outside of the device is stopped by the system. It computes by the engine of
// the CPU.
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

#include "engine/engines.hpp"

namespace lath::testing {
namespace {

// All memory of a device.
class DeviceMemory {
 public:
  EngineMemory allocate(const std::shared_ptr<DeviceMemory>& self, std::size_t words) {
    const std::size_t bytes = (std::max<std::size_t>(words, 1) * 8 + 4095) / 4096 * 4096;
    void* pages = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    pages_.push_back({pages, bytes});
    return {static_cast<std::uint64_t*>(pages), [self](std::uint64_t* p) { self->free(p); }};
  }
  void protect(int access) noexcept {
    for (const Pages& pages : pages_) {
      if (mprotect(pages.begin, pages.bytes, access) != 0) std::abort();
    }
  }

 private:
  struct Pages {
    void* begin;
    std::size_t bytes;
  };
  void free(std::uint64_t* words) noexcept {
    const auto found = std::find_if(pages_.begin(), pages_.end(),
                                    [&](const Pages& pages) { return pages.begin == words; });
    munmap(found->begin, found->bytes);
    pages_.erase(found);
  }
  std::vector<Pages> pages_;
};

class FakeDevice final : public Engine {
 public:
  explicit FakeDevice(const DynamicRing& chain)
      : Engine(chain, make_cpu_engine(chain)->threads()), cpu_(make_cpu_engine(chain)) {}

  EngineMemory allocate(std::size_t words) override { return memory_->allocate(memory_, words); }
  EngineMemory allocate_public(std::size_t words) override { return allocate(words); }
  bool is_program_memory() const noexcept override { return false; }

 private:
  // The memory is open as long as one of these lives.
  class Open {
   public:
    explicit Open(DeviceMemory& memory) : memory_(memory) {
      memory_.protect(PROT_READ | PROT_WRITE);
    }
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;
    ~Open() { memory_.protect(PROT_NONE); }

   private:
    DeviceMemory& memory_;
  };
  // The scratch memory that this device was given, for the CPU's engine.
  static Workspace workspace(std::uint64_t* scratch, std::size_t words) {
    return {EngineMemory(scratch, [](std::uint64_t*) {}), words};
  }

  void do_copy_in(const Rows& out, const ConstRows& in) override {
    const Open open(*memory_);
    cpu_->copy_in(out, in);
  }
  void do_copy_out(const Rows& out, const ConstRows& in) override {
    const Open open(*memory_);
    cpu_->copy_out(out, in);
  }
  void do_copy(const Rows& out, const ConstRows& in) override {
    const Open open(*memory_);
    cpu_->copy(out, in);
  }
  void do_add_constants(const Rows& out, const ConstRows& in,
                        std::span<const std::uint64_t> summands) override {
    const Open open(*memory_);
    cpu_->add_constants(out, in, summands);
  }
  void do_forward(const Rows& out, const ConstRows& in) override {
    const Open open(*memory_);
    cpu_->forward(out, in);
  }
  void do_inverse(const Rows& out, const ConstRows& in) override {
    const Open open(*memory_);
    cpu_->inverse(out, in);
  }
  void do_apply(Operation operation, const Rows& out, std::span<const ConstRows> in,
                std::span<const Scalar<std::uint64_t>> scalars) override {
    const Open open(*memory_);
    cpu_->apply(operation, out, in, scalars);
  }
  void do_tensor(const std::array<Rows, 3>& out, RowForm out_form, const TensorFactor& a,
                 const TensorFactor& b, std::uint64_t* scratch) override {
    const Open open(*memory_);
    cpu_->tensor(out, out_form, a, b, workspace(scratch, tensor_words()));
  }
  void do_tensor(std::span<const Rows> out, std::span<const ConstRows> a,
                 std::span<const ConstRows> b) override {
    const Open open(*memory_);
    cpu_->tensor(out, a, b);
  }
  void do_make_ready(const LimbSet& limbs) override { cpu_->make_ready(limbs); }
  void do_convert(const Rows& out, const ConstRows& in, const ConstRows& own, const RowMap& map,
                  const LimbSet& targets, std::uint64_t* scratch) override {
    const Open open(*memory_);
    cpu_->convert(out, in, own, map, workspace(scratch, convert_words(map)), targets);
  }
  void do_permute(const Rows& out, const ConstRows& in, const Automorphism& by) override {
    const Open open(*memory_);
    cpu_->permute(out, in, by);
  }
  PreparedKey do_begin_key(const LimbSet& limbs, std::size_t digits) override {
    const Open open(*memory_);
    return begun_.emplace_back(cpu_->begin_key(limbs, digits)).key();
  }
  void do_prepare(const PreparedKey& key, std::size_t first,
                  std::span<const ConstRows> parts) override {
    const Open open(*memory_);
    UnfinishedKey& begun = *std::ranges::find_if(begun_, [&](const UnfinishedKey& of) {
      return of.key().words().data() == key.words().data();
    });
    for (std::size_t k = 0; k < parts.size(); ++k) {
      cpu_->prepare(begun, (first + k) / 2, (first + k) % 2, parts[k]);
    }
  }
  std::size_t do_prepared_row_words(const LimbSet& limbs, std::size_t digits) override {
    return cpu_->prepared_words(limbs, digits) / limbs.size();
  }
  std::string do_key_layout(const LimbSet& limbs) override { return cpu_->key_layout(limbs); }
  void do_unprepare(const Rows& out, const PreparedKey& key, std::size_t digit,
                    std::size_t part) override {
    const Open open(*memory_);
    cpu_->unprepare(out, key, digit, part);
  }
  void do_inner_products(const std::array<Rows, 2>& out, std::span<const Digit> digits,
                         const PreparedKey& key, std::uint64_t* scratch) override {
    const Open open(*memory_);
    cpu_->inner_products(out, digits, key, workspace(scratch, inner_products_words(digits)));
  }
  void do_divide(const Rows& out, const Division& division, std::uint64_t* scratch) override {
    const Open open(*memory_);
    cpu_->divide(out, division, workspace(scratch, divide_words(*division.map)));
  }

  std::shared_ptr<Engine> cpu_;
  std::shared_ptr<DeviceMemory> memory_ = std::make_shared<DeviceMemory>();
  std::vector<UnfinishedKey> begun_;
};

}  // namespace

std::shared_ptr<Engine> make_fake_device(const DynamicRing& chain) {
  return std::make_shared<FakeDevice>(chain);
}

}  // namespace lath::testing
