// SPDX-License-Identifier: Apache-2.0
#include "he/messages.hpp"

#include <algorithm>
#include <array>

#include "lath/base/constant_time.hpp"
#include "lath/base/parallel.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he {

void centered_multiple(std::span<std::int64_t> out, const Context& context, std::uint64_t k,
                       const Plaintext& m) {
  // An object of a signed type may be used as one of the unsigned type.
  auto* words = reinterpret_cast<std::uint64_t*>(out.data());
  if (k == 1) {
    std::ranges::copy(m.coefficients(), words);
  } else {
    context.modulo_t.scale(words, m.coefficients().data(), context.modulo_t.scalar(k), out.size());
  }
  const std::uint64_t t = context.t.value();
  for (std::size_t i = 0; i < out.size(); ++i) words[i] -= t & ct::mask_less(t / 2, words[i]);
}

void values_of(const Rows& out, const Context& context, std::span<const std::int64_t> integers) {
  const std::size_t n = integers.size();
  for_each_row(out.limbs.size(), n, [&](std::size_t i) noexcept {
    const std::size_t place = out.limbs.place(i);
    residues_of(std::span(out.row(place), n), integers, context.t.value() / 2,
                context.chain.modulus(place));
  });
  context.engine->forward(out, out);
}

void message_values(const Rows& out, const Context& context, const Level& level,
                    std::uint64_t scale_factor, const Plaintext& m,
                    std::span<std::int64_t> scratch) {
  centered_multiple(scratch, context, context.t.multiply(level.message_factor, scale_factor), m);
  values_of(out, context, scratch);
  if (context.scheme == Scheme::bgv) return;  // w is 1
  const std::array<ConstRows, 1> in{out};
  context.engine->apply(Operation::scale, out, in, level.message_scalar.scalars());
}

}  // namespace lath::he
