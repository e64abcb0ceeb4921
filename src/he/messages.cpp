// SPDX-License-Identifier: Apache-2.0
#include "he/messages.hpp"

#include <algorithm>
#include <array>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/parallel.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he {

void multiple_of(std::span<std::uint64_t> out, const Context& context, std::uint64_t k,
                 const Plaintext& m) {
  if (k == 1) {
    std::ranges::copy(m.coefficients(), out.begin());
  } else {
    context.modulo_t.scale(out.data(), m.coefficients().data(), context.modulo_t.scalar(k),
                           out.size());
  }
}

void centered(std::span<std::int64_t> out, std::span<const std::uint64_t> residues,
              std::uint64_t t) {
  std::ranges::transform(residues, out.begin(), [t](std::uint64_t x) {
    return static_cast<std::int64_t>(x - (t & ct::mask_less(t / 2, x)));
  });
}

std::size_t message_scratch_words(const Context& context) noexcept {
  const std::size_t n = context.degree();
  return context.messages_are_small ? n : context.message_map.scaled_words(n);
}

void message_residues(const Rows& out, const Context& context,
                      std::span<const std::uint64_t> residues, std::span<std::uint64_t> scratch) {
  const std::size_t n = residues.size(), limbs = out.limbs.size();
  if (!context.messages_are_small) {
    const std::array<const std::uint64_t*, 1> in{residues.data()};
    context.message_map.scale(scratch, in, n);
    for_each_row(limbs, n, [&](std::size_t i) noexcept {
      const std::size_t place = out.limbs.place(i);
      context.message_map.target(place, out.row(place), scratch, nullptr, n);
    });
    return;
  }
  // An object of an unsigned type may be used as one of the signed type.
  const std::span integers(reinterpret_cast<std::int64_t*>(scratch.data()), n);
  const std::uint64_t t = context.t.value();
  centered(integers, residues, t);
  for_each_row(limbs, n, [&](std::size_t i) noexcept {
    const std::size_t place = out.limbs.place(i);
    residues_of(std::span(out.row(place), n), std::span<const std::int64_t>(integers), t / 2,
                context.chain.modulus(place));
  });
}

void fresh_message(const Rows& out, const Context& context, const Plaintext& m) {
  Buffer<std::uint64_t, Secret> words(context.degree());
  Buffer<std::uint64_t, Secret> scratch(message_scratch_words(context));
  multiple_of(words.span(), context, context.levels.back().message_factor, m);
  message_residues(out, context, words.span(), scratch.span());
}

}  // namespace lath::he
