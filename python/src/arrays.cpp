// SPDX-License-Identifier: Apache-2.0
#include <nanobind/ndarray.h>

#include "bindings.hpp"

namespace lath::python {
namespace {

template <class T>
using Words = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

}  // namespace

he::Plaintext encode(Desk& desk, nb::handle values) {
  // NumPy checks and converts; the words are read where it has them.
  const nb::object words = nb::module_::import_("lath._arrays").attr("words")(values);
  if (Words<std::int64_t> array; nb::try_cast(words, array, false)) {
    const Release release;
    return desk.slots().encode_signed(std::span(array.data(), array.size()));
  }
  const auto array = nb::cast<Words<std::uint64_t>>(words, false);
  const Release release;
  return desk.slots().encode(std::span(array.data(), array.size()));
}

nb::object decode(Desk& desk, const he::Plaintext& plaintext) {
  using Values = Buffer<std::int64_t, Secret>;
  std::unique_ptr<Values> values;
  {
    const Release release;
    values = std::make_unique<Values>(desk.slots().decode_signed(plaintext));
  }
  Values* held = values.release();
  const nb::capsule owner(held, [](void* p) noexcept { delete static_cast<Values*>(p); });
  return nb::cast(
      nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>(held->data(), {held->size()}, owner));
}

}  // namespace lath::python
