// SPDX-License-Identifier: Apache-2.0
#include "pke/pke.hpp"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <memory>
#include <string>

namespace lath::python {

std::size_t whole_parts(std::size_t bytes, std::size_t size, const char* parts) {
  if (bytes % size == 0) return bytes / size;
  throw Error(ErrorCode::mismatch, std::to_string(bytes) + " bytes of " + parts,
              std::to_string(size) + " bytes for each of them",
              std::string("join whole ") + parts + ": b\"\".join(" + parts + ")");
}

// Other integers than words of 32 bits become the largest word, which no modulus is above.
Buffer<std::uint32_t, Secret> message_of_residues(nb::handle residues) {
  using Array = nb::ndarray<nb::ro, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  const nb::object words = nb::module_::import_("lath._arrays").attr("words")(residues);
  const auto array = nb::cast<Array>(words, false);
  const auto* integers = static_cast<const std::uint64_t*>(array.data());
  Buffer<std::uint32_t, Secret> message(array.size());
  std::transform(integers, integers + array.size(), message.data(), [](std::uint64_t x) {
    const std::uint64_t low = x & 0xFFFFFFFF, high = x >> 32;
    return static_cast<std::uint32_t>(low | (0 - static_cast<std::uint64_t>(high != 0)));
  });
  return message;
}

nb::object array_of_residues(const Buffer<std::uint32_t, Secret>& message) {
  using Words = Buffer<std::int64_t, Secret>;
  auto held = std::make_unique<Words>(message.size());
  std::ranges::copy(message.span(), held->data());
  Words* words = held.get();
  const nb::capsule owner(words, [](void* p) noexcept { delete static_cast<Words*>(p); });
  (void)held.release();
  const std::size_t size = words->size();
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t>(words->data(), 1, &size, owner));
}

void bind_pke(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("pke", "Public-key encryption, for studies.");
  bind_lwe(m);
  bind_mlwe(m);
  bind_rlwe(m);
  bind_key_encapsulation(m);
  bind_parameter_sets(m);
}

}  // namespace lath::python
