// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/ntt_plan.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "arith/pointwise/pointwise_table.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/roots.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/base/error.hpp"
#include "ntt/checked_transform.hpp"
#include "ntt/cyclotomic/cyclotomic_transform.hpp"
#include "ntt/transform_makers.hpp"

namespace lath {
namespace {

// The order of the roots of unity that a transform needs.
std::uint64_t root_order(std::size_t degree, NttShape shape) {
  const std::uint64_t factors = degree >> shape.skipped_layers;
  return shape.convolution == Convolution::negacyclic ? 2 * factors : factors;
}

void check_degree(std::size_t degree, NttShape shape) {
  if (shape.skipped_layers > kMaxSkippedLayers) {
    throw Error(ErrorCode::invalid_argument,
                std::to_string(shape.skipped_layers) + " skipped layers", "need 0, 1 or 2",
                "choose a prime with roots of unity of a higher order");
  }
  const std::size_t least = shape.skipped_layers == 2 ? 16 : std::size_t{2} << shape.skipped_layers;
  if (!std::has_single_bit(degree) || degree < least || degree > kMaxDegree) {
    const std::size_t nearest =
        std::clamp(degree > kMaxDegree ? kMaxDegree : std::bit_ceil(degree), least, kMaxDegree);
    throw Error(ErrorCode::invalid_argument, "degree " + std::to_string(degree),
                "need a power of two from " + std::to_string(least) + " to 1048576",
                "use " + std::to_string(nearest));
  }
}

// Whether a transform that stops earlier serves the modulus.
bool has_earlier_shape(std::size_t degree, std::uint64_t p, NttShape shape) {
  while (++shape.skipped_layers <= kMaxSkippedLayers) {
    const std::size_t block = std::size_t{1} << shape.skipped_layers;
    if (degree <= block || degree < block * block) return false;
    if ((p - 1) % root_order(degree, shape) == 0) return is_prime(p);
  }
  return false;
}

void check_modulus(std::size_t degree, std::uint64_t p, int max_bits, NttShape shape) {
  if (p < 2 || bit_length(p) > max_bits) {
    throw Error(ErrorCode::invalid_argument, "modulus " + std::to_string(p),
                "need a prime below 2^" + std::to_string(max_bits) + " for words of " +
                    std::to_string(max_bits + 2) + " bits",
                "take primes from ntt_primes(bits, degree, count), or a wider word");
  }
  const std::uint64_t order = root_order(degree, shape);
  if ((p - 1) % order != 0 || !is_prime(p)) {
    throw Error(ErrorCode::invalid_argument,
                "modulus " + std::to_string(p) + " for degree " + std::to_string(degree),
                "need a prime that is 1 mod " + std::to_string(order),
                std::string("take primes from ntt_primes(bits, degree, count)") +
                    (has_earlier_shape(degree, p, shape) ? ", or skip layers" : ""));
  }
}

// table[i] = root^brv(i) for i < size, brv the reversal of log2(size) bits.
std::vector<std::uint64_t> powers_reversed(const Modulus& p, std::uint64_t root, std::size_t size) {
  std::vector<std::uint64_t> table(size, 1);
  // The highest bit stands for root itself, each lower one for the square of the one above.
  std::uint64_t square = root;
  for (std::size_t bit = size / 2; bit != 0; bit /= 2, square = p.multiply(square, square)) {
    table[bit] = square;
  }
  const auto arithmetic = VectorArithmetic<std::uint64_t>::create(p.value());
  for (std::size_t high = 2; high < size; high *= 2) {
    arithmetic.scale(&table[high + 1], &table[1], arithmetic.scalar(table[high]), high - 1);
  }
  return table;
}

// The inverses of the powers of a root with root^size = -1: root^-e = -root^(size - e), and size -
// brv(i) has the place of the same layer that brv(i) has from its other end.
std::vector<std::uint64_t> inverses(const Modulus& p, const std::vector<std::uint64_t>& powers) {
  std::vector<std::uint64_t> table(powers.size(), 1);
  for (std::size_t i = 1; i < table.size(); ++i) {
    table[i] = p.value() - powers[3 * std::bit_floor(i) - 1 - i];
  }
  return table;
}

// The twiddles of the nodes 1, ..., factors - 1, from powers. The tree of x^n + 1 is the right half
// of a tree of x^2n - 1, where the twiddle depends on a node's place in its layer only.
std::vector<std::uint64_t> twiddles(std::vector<std::uint64_t> powers, std::size_t factors,
                                    Convolution convolution) {
  if (convolution == Convolution::negacyclic) return powers;
  std::vector<std::uint64_t> table(factors, 1);
  for (std::size_t k = 1; k < factors; ++k) table[k] = powers[k - std::bit_floor(k)];
  return table;
}

}  // namespace

detail::Roots detail::roots_of(std::size_t degree, std::uint64_t modulus, NttShape shape) {
  const Modulus p(modulus);
  const std::size_t factors = degree >> shape.skipped_layers;
  const std::uint64_t root = least_primitive_root(p, root_order(degree, shape));
  const bool cyclic = shape.convolution == Convolution::cyclic;
  auto powers = powers_reversed(p, root, cyclic ? factors / 2 : factors);
  auto inverse = twiddles(inverses(p, powers), factors, shape.convolution);
  return {degree,
          p,
          shape,
          root,
          p.inverse_vartime(factors % modulus),
          twiddles(std::move(powers), factors, shape.convolution),
          std::move(inverse)};
}

namespace {

template <ResidueWord Word>
detail::TransformPointer<Word> make_transform(const detail::Roots& roots, Kernel kernel) {
  if (kernel.isa == Isa::scalar) return detail::make_reference<Word>(roots);
  if constexpr (sizeof(Word) == 2) {
    return detail::make_i16(roots, kernel.isa);
  } else if constexpr (sizeof(Word) == 4) {
    return detail::make_u32(roots, kernel.isa);
  } else {
    switch (kernel.family) {
      case Family::f64:
        return detail::make_f64(roots, kernel.isa);
      case Family::i52:
        return detail::make_i52(roots, kernel.isa);
      default:
        return detail::make_u64(roots, kernel.isa);
    }
  }
}

}  // namespace

template <ResidueWord Word>
NttPlan<Word>::NttPlan(std::shared_ptr<const Transform<Word>> transform) {
  if (transform == nullptr) {
    throw Error(ErrorCode::invalid_argument, "a plan of no transform", "need an object",
                "use NttPlan::create(), or give a transform of your own");
  }
  transform_ = detail::with_checked_ranges<Word>(std::move(transform));
}

template <ResidueWord Word>
NttPlan<Word> NttPlan<Word>::create(std::size_t degree, std::uint64_t modulus, NttShape shape) {
  return create(degree, modulus, available_kernels<Word>(modulus).back(), shape);
}

template <ResidueWord Word>
NttPlan<Word> NttPlan<Word>::create(std::size_t degree, std::uint64_t modulus, Kernel kernel,
                                    NttShape shape) {
  check_degree(degree, shape);
  check_modulus(degree, modulus, kModulusBits<Word>, shape);
  detail::require_kernel(available_kernels<Word>(modulus), kernel, modulus);
  return NttPlan(make_transform<Word>(detail::roots_of(degree, modulus, shape), kernel));
}

NttPlan<std::uint64_t> detail::plan_of_index(const CyclotomicIndex& index, std::uint64_t modulus) {
  return plan_of_index(index, modulus, available_kernels<std::uint64_t>(modulus).back());
}

NttPlan<std::uint64_t> detail::plan_of_index(const CyclotomicIndex& index, std::uint64_t modulus,
                                             Kernel kernel) {
  using Plan = NttPlan<std::uint64_t>;
  if (index.is_power_of_two()) return Plan::create(index.degree(), modulus, kernel);
  const auto roots = CyclotomicRoots::find(index, modulus);
  require_kernel(available_kernels<std::uint64_t>(modulus), kernel, modulus);
  return Plan(make_cyclotomic(index, roots, kernel));
}

template <ResidueWord Word>
NttShape NttPlan<Word>::shape() const noexcept {
  const bool cyclic = slots().index() == slots().slots();
  return {cyclic ? Convolution::cyclic : Convolution::negacyclic,
          static_cast<unsigned>(std::countr_zero(slots().block()))};
}

template class NttPlan<std::uint16_t>;
template class NttPlan<std::uint32_t>;
template class NttPlan<std::uint64_t>;

}  // namespace lath
