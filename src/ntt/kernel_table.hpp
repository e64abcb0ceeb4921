// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/word.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::detail {

/// The constants of the transforms of one degree, modulus and shape, the same for every family.
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

// The operations of NttPlan on vectors of words: X(name, (operands), (their names)). All of them
// have one form, and are declared, checked and handed on from these lists.
#define LATH_PRODUCTS(X)                                                                      \
  X(multiply, (const Word* a, const Word* b), (a, b))                                         \
  X(multiply_add, (const Word* a, const Word* b, const Word* c), (a, b, c))                   \
  X(multiply_subtract, (const Word* a, const Word* b, const Word* c), (a, b, c))              \
  X(subtract_product, (const Word* a, const Word* b, const Word* c), (a, b, c))               \
  X(add_products, (const Word* a, const Word* b, const Word* c, const Word* d), (a, b, c, d)) \
  X(multiply_sum, (const Word* a, const Word* b, const Word* c), (a, b, c))                   \
  X(multiply_difference, (const Word* a, const Word* b, const Word* c), (a, b, c))
#define LATH_SUMS(X)                                  \
  X(add, (const Word* a, const Word* b), (a, b))      \
  X(subtract, (const Word* a, const Word* b), (a, b)) \
  X(negate, (const Word* a), (a))
// Takes the parentheses off.
#define LATH_ALL(...) __VA_ARGS__

/// The operations of one kernel for one degree and modulus, as virtual functions. NttPlan documents
/// them.
template <ResidueWord Word>
class KernelTable {
 public:
  struct Ring {
    std::size_t degree;
    Word modulus;
    Word root;
    Kernel kernel;
    NttShape shape;
  };

  explicit KernelTable(const Ring& ring) : ring_(ring) {}
  KernelTable(const KernelTable&) = delete;
  KernelTable& operator=(const KernelTable&) = delete;
  virtual ~KernelTable() = default;

  [[nodiscard]] const Ring& ring() const noexcept { return ring_; }

  virtual void forward(Word* a) const noexcept = 0;
  virtual void inverse(Word* a) const noexcept = 0;
  virtual void forward_lazy(Word* a) const noexcept = 0;
  virtual void convolve(Word* a, Word* b) const noexcept = 0;
  virtual void convolve_transformed(Word* a, const Word* b) const noexcept = 0;
  virtual void reduce(Word* out, const Word* a, std::size_t count) const noexcept = 0;
#define LATH_OPERATION(name, operands, words) \
  virtual void name(Word* out, LATH_ALL operands, Part part) const noexcept = 0;
  LATH_PRODUCTS(LATH_OPERATION)
  LATH_SUMS(LATH_OPERATION)
#undef LATH_OPERATION
  virtual void prepare(Word* quotients, const Word* b, std::size_t count) const noexcept = 0;
  virtual void multiply_prepared(Word* out, const Word* a, const Word* b, const Word* quotients,
                                 Part part) const noexcept = 0;

 private:
  Ring ring_;
};

template <ResidueWord Word>
using KernelTablePointer = std::shared_ptr<const KernelTable<Word>>;

/// The integer family of each word size.
template <ResidueWord Word>
inline constexpr Family integer_family = sizeof(Word) == 2   ? Family::i16
                                         : sizeof(Word) == 4 ? Family::u32
                                                             : Family::u64;

/// The kernels of each family for an instruction set that NttPlan::available() lists; i52 on AVX2
/// emulates its multiply-add. Null if this build lacks the instruction set.
template <ResidueWord Word>
KernelTablePointer<Word> make_reference(const Roots& roots);
KernelTablePointer<std::uint16_t> make_i16(const Roots& roots, Isa isa);
KernelTablePointer<std::uint32_t> make_u32(const Roots& roots, Isa isa);
KernelTablePointer<std::uint64_t> make_u64(const Roots& roots, Isa isa);
KernelTablePointer<std::uint64_t> make_f64(const Roots& roots, Isa isa);
KernelTablePointer<std::uint64_t> make_i52(const Roots& roots, Isa isa);

}  // namespace lath::detail
