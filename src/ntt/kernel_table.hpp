// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/word.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::kernels {

/// What a transform of one degree, modulus and shape computes with, whatever the family.
struct Roots {
  std::size_t degree;
  Modulus modulus;
  NttShape shape;
  std::uint64_t root;             // psi
  std::uint64_t factors_inverse;  // 1 / (number of factors) mod p
  std::vector<std::uint64_t>
      forward;  // forward[k]: node k's twiddle, k below the number of factors
  std::vector<std::uint64_t> inverse;  // inverse[k] = 1 / forward[k]
};

/// The entries of one kernel for one degree and modulus. See NttPlan for their meaning.
template <ResidueWord Word>
class Entries {
 public:
  struct Ring {
    std::size_t degree;
    Word modulus;
    Word root;
    Kernel kernel;
    NttShape shape;
  };

  explicit Entries(const Ring& ring) : ring_(ring) {}
  Entries(const Entries&) = delete;
  Entries& operator=(const Entries&) = delete;
  virtual ~Entries() = default;

  [[nodiscard]] const Ring& ring() const noexcept { return ring_; }

  virtual void forward(Word* a) const noexcept = 0;
  virtual void inverse(Word* a) const noexcept = 0;
  virtual void forward_lazy(Word* a) const noexcept = 0;
  virtual void convolve(Word* a, Word* b) const noexcept = 0;
  virtual void convolve_transformed(Word* a, const Word* b) const noexcept = 0;
  virtual void reduce(Word* out, const Word* a, std::size_t count) const noexcept = 0;
  virtual void multiply(Word* out, const Word* a, const Word* b, Part part) const noexcept = 0;
  virtual void multiply_add(Word* out, const Word* a, const Word* b, const Word* c,
                            Part part) const noexcept = 0;
  virtual void multiply_subtract(Word* out, const Word* a, const Word* b, const Word* c,
                                 Part part) const noexcept = 0;
  virtual void subtract_product(Word* out, const Word* a, const Word* b, const Word* c,
                                Part part) const noexcept = 0;
  virtual void add_products(Word* out, const Word* a, const Word* b, const Word* c, const Word* d,
                            Part part) const noexcept = 0;
  virtual void multiply_sum(Word* out, const Word* a, const Word* b, const Word* c,
                            Part part) const noexcept = 0;
  virtual void multiply_difference(Word* out, const Word* a, const Word* b, const Word* c,
                                   Part part) const noexcept = 0;
  virtual void prepare(Word* quotients, const Word* b, std::size_t count) const noexcept = 0;
  virtual void multiply_prepared(Word* out, const Word* a, const Word* b, const Word* quotients,
                                 Part part) const noexcept = 0;
  virtual void add(Word* out, const Word* a, const Word* b, std::size_t count) const noexcept = 0;
  virtual void subtract(Word* out, const Word* a, const Word* b,
                        std::size_t count) const noexcept = 0;
  virtual void negate(Word* out, const Word* a, std::size_t count) const noexcept = 0;

 private:
  Ring ring_;
};

template <ResidueWord Word>
using EntriesPointer = std::shared_ptr<const Entries<Word>>;

/// The family of integers of each word size.
template <ResidueWord Word>
inline constexpr Family integer_family = sizeof(Word) == 2   ? Family::i16
                                         : sizeof(Word) == 4 ? Family::u32
                                                             : Family::u64;

/// The families, one maker per instruction set. A maker returns null where this build lacks the
/// instruction set.
template <ResidueWord Word>
EntriesPointer<Word> make_reference(const Roots& roots);
EntriesPointer<std::uint16_t> make_montgomery16_avx2(const Roots& roots);
EntriesPointer<std::uint32_t> make_shoup_avx2(const Roots& roots);
EntriesPointer<std::uint64_t> make_montgomery_avx2(const Roots& roots);
EntriesPointer<std::uint64_t> make_f64_avx2(const Roots& roots);
EntriesPointer<std::uint64_t> make_f64_avx512(const Roots& roots);
/// i52 with its multiply-add in hardware, and with an emulation of it on AVX2.
EntriesPointer<std::uint64_t> make_i52_avx512(const Roots& roots);
EntriesPointer<std::uint64_t> make_i52_emulated(const Roots& roots);

}  // namespace lath::kernels
