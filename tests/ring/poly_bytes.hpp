// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ring/poly.hpp"

namespace lath::testing {

using Bytes = std::vector<std::byte>;

template <class Storage>
Bytes copy(const Buffer<std::byte, Storage>& buffer) {
  return {buffer.span().begin(), buffer.span().end()};
}

/// Random words, with zeros and the largest ones among them.
template <class Form, class Storage = Public, Ring R>
Poly<R, Form, Storage> random_poly(const R& ring, SeededValues& random) {
  Poly<R, Form, Storage> a(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    const std::uint64_t p = ring.modulus(i).value();
    for (auto& word : a.limb(i)) {
      const std::uint64_t kind = random.below(8), value = random.below(p);
      word = static_cast<typename R::Word>(kind == 0 ? 0 : kind == 1 ? p - 1 : value);
    }
  }
  return a;
}

}  // namespace lath::testing
