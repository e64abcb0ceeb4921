// SPDX-License-Identifier: Apache-2.0
#include "apps/retrieval/messages.hpp"

#include "coding/packing.hpp"
#include "he/access.hpp"
#include "he/context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::apps {
namespace {

using he::Access;

// Calls f(part, limb, bytes) for each row of residues of a ciphertext of the inner level.
template <class Bytes, class F>
void for_each_row(const RetrievalPlan& plan, Bytes bytes, const F& f) {
  const DynamicRing& ring = plan.parameters().ring(plan.inner_level());
  for (std::size_t part = 0; part < 2; ++part) {
    for (std::size_t limb = 0; limb < plan.inner_level(); ++limb) {
      const std::size_t count =
          detail::packed_bytes(plan.parameters().degree(), ring.modulus(limb).bits());
      f(part, limb, bytes.first(count));
      bytes = bytes.subspan(count);
    }
  }
}

}  // namespace

std::size_t inner_bytes(const RetrievalPlan& plan) {
  const DynamicRing& ring = plan.parameters().ring(plan.inner_level());
  std::size_t sum = 0;
  for (std::size_t limb = 0; limb < plan.inner_level(); ++limb) {
    sum += 2 * detail::packed_bytes(plan.parameters().degree(), ring.modulus(limb).bits());
  }
  return sum;
}

void pack_inner(const RetrievalPlan& plan, std::span<std::byte> out,
                const he::Ciphertext& ciphertext) {
  const std::size_t n = plan.parameters().degree();
  const DynamicRing& ring = plan.parameters().ring(plan.inner_level());
  const std::vector<he::RowsToRead> parts = he::parts_to_read(ciphertext);
  for_each_row(plan, out, [&](std::size_t part, std::size_t limb, std::span<std::byte> bytes) {
    detail::pack<std::uint64_t>(active_isa(), bytes, {parts[part].row(limb), n},
                                ring.modulus(limb).bits());
  });
}

he::Ciphertext unpack_inner(const RetrievalPlan& plan, std::span<const std::byte> bytes,
                            he::KeyId key_id) {
  const std::size_t n = plan.parameters().degree();
  const DynamicRing& ring = plan.parameters().ring(plan.inner_level());
  auto result = he::new_result<he::Ciphertext>(plan.parameters().context(), plan.inner_level());
  const auto parts = he::parts_to_write(result);
  for_each_row(
      plan, bytes, [&](std::size_t part, std::size_t limb, std::span<const std::byte> packed) {
        const std::span<std::uint64_t> row(parts[part].row(limb), n);
        detail::unpack<std::uint64_t>(active_isa(), row, packed, ring.modulus(limb).bits());
        // A hostile answer may decrypt to anything: nothing tells that it did.
        const std::uint64_t p = ring.modulus(limb).value();
        for (std::uint64_t& x : row) x = ct::subtract_once(x, p);
      });
  for (const he::RowsToWrite& part : parts) part.store();
  Access::set(result, 1, plan.inner_noise(), key_id);
  return result;
}

}  // namespace lath::apps
