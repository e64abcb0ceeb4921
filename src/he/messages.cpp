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

namespace {

// An object of an unsigned type may be used as one of the signed type.
std::span<std::int64_t> integers_in(std::span<std::uint64_t> words) noexcept {
  return {reinterpret_cast<std::int64_t*>(words.data()), words.size()};
}

}  // namespace

MessageResidues::MessageResidues(const Context& context, std::span<const std::uint64_t> residues,
                                 std::span<std::uint64_t> scratch)
    : context_(context), residues_(residues), scratch_(scratch.first(scratch_words(context))) {
  if (context.messages_are_small) {
    centered(integers_in(scratch_), residues, context.t.value());
  } else {
    const std::array<const std::uint64_t*, 1> in{residues.data()};
    context.message_map.scale(scratch_, in, residues.size());
  }
}

std::size_t MessageResidues::scratch_words(const Context& context) noexcept {
  const std::size_t n = context.degree();
  return context.messages_are_small ? n : context.message_map.scaled_words(n);
}

void MessageResidues::write(std::uint64_t* row, std::size_t limb) const noexcept {
  const std::size_t n = context_.degree();
  if (context_.messages_are_small) {
    residues_of(std::span(row, n), std::span<const std::int64_t>(integers_in(scratch_)),
                context_.t.value() / 2, context_.chain.modulus(limb));
  } else {
    context_.message_map.target(limb, row, scratch_, nullptr, n);
    const std::uint64_t t = context_.t.value(), half = t / 2;
    const Modulus& q = context_.chain.modulus(limb);
    const std::uint64_t t_of_q = q.reduce(t);
    for (std::size_t i = 0; i < n; ++i) {
      row[i] = q.subtract(row[i], t_of_q & ct::mask_less(half, residues_[i]));
    }
  }
}

void MessageResidues::write(const Rows& out) const noexcept {
  for_each_row(out.limbs.size(), context_.degree(), 2, [&](std::size_t i) noexcept {
    const std::size_t limb = out.limbs.place(i);
    write(out.row(limb), limb);
  });
}

FreshMessage::FreshMessage(const Context& context, const Plaintext& m, ErrorCoefficients& errors)
    : context_(context),
      memory_(Buffer<std::uint64_t, Secret>::for_overwrite(
          context.degree() +
          (context.messages_are_small ? 0 : context.fresh_map.scaled_words(context.degree())))) {
  const auto residues = memory_.span().first(context.degree());
  multiple_of(residues, context, context.levels.back().message_factor, m);
  const std::uint64_t half = context.t.value() / 2;
  const std::int8_t sign = context.scheme == Scheme::bfv ? 1 : -1;
  errors.add([&](std::size_t i) {
    const auto above = static_cast<std::int8_t>(ct::mask_less(half, residues[i]));  // 0 or -1
    return static_cast<std::int8_t>(-sign * above);
  });
  if (context.messages_are_small) return;
  const std::array<const std::uint64_t*, 1> in{residues.data()};
  context.fresh_map.scale(memory_.span().subspan(residues.size()), in, residues.size());
}

void FreshMessage::add_to(std::uint64_t* row, std::size_t limb) const noexcept {
  const std::size_t n = context_.degree();
  if (context_.messages_are_small) {
    const Level& level = context_.levels.back();
    const auto& w =
        context_.scheme == Scheme::bfv ? level.message_scalar : context_.inverse_error_factor;
    level.ring.plan(limb).arithmetic().scale_add(row, memory_.data(), row, w.scalars()[limb], n);
  } else {
    context_.fresh_map.target(limb, row, memory_.span().subspan(n), row, n);
  }
}

}  // namespace lath::he
