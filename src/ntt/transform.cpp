// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/transform.hpp"

#include <span>

#include "arith/pointwise/small_residues.hpp"
#include "lath/arith/modulus.hpp"

namespace lath {

template <ResidueWord Word>
void Transform<Word>::forward_small(Word* out, const std::int8_t* in) const noexcept {
  const Word p = arithmetic_.modulus();
  if (p > 128) {
    detail::small_residues(arithmetic_.kernel().isa, out, std::span(in, degree_), p);
  } else {
    const Modulus modulus(p);
    for (std::size_t i = 0; i < degree_; ++i) {
      out[i] = static_cast<Word>(modulus.reduce_signed(in[i]));
    }
  }
  forward(out);
}

template void Transform<std::uint16_t>::forward_small(std::uint16_t*,
                                                      const std::int8_t*) const noexcept;
template void Transform<std::uint32_t>::forward_small(std::uint32_t*,
                                                      const std::int8_t*) const noexcept;
template void Transform<std::uint64_t>::forward_small(std::uint64_t*,
                                                      const std::int8_t*) const noexcept;

}  // namespace lath
