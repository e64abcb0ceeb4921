// SPDX-License-Identifier: Apache-2.0
//
// Integers over Z by many plaintext moduli: the parts that lath._integers computes with.
#include "plaintexts/integer_parts.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <variant>

#include "bindings.hpp"
#include "lath/he/crt/integers.hpp"

namespace lath::python {
namespace {

namespace crt = he::crt;
template <class Scheme>
using PartsOf = std::vector<crt::Part<Scheme>>;

// The moduli over the keys of some parameters, and the parts of all.
struct Parts {
  template <class Scheme>
  Parts(const he::Parameters<Scheme>& keys, const crt::Moduli& of) : moduli(of) {
    PartsOf<Scheme> parts;
    crt::for_each_modulus(keys, moduli, [&](const auto& part) { parts.push_back(part); });
    all = std::move(parts);
  }
  [[nodiscard]] std::size_t checked(std::size_t i) const {
    if (i < moduli.size()) return i;
    throw nb::index_error("a modulus that there is not");
  }

  crt::Moduli moduli;
  std::variant<PartsOf<he::Bfv>, PartsOf<he::Bgv>> all;
};

// Calls use(part) for part i.
template <class Use>
auto with_part(const Parts& parts, std::size_t i, const Use& use) {
  return std::visit([&](const auto& all) { return use(all[parts.checked(i)]); }, parts.all);
}

std::vector<he::Plaintext> encoded(const Parts& parts, const nb::bytes& data, std::size_t words) {
  const std::size_t count = words == 0 ? 0 : data.size() / (8 * words);
  const Release release;
  he::WideValues values(count, words);
  if (count != 0) std::memcpy(values.span().data(), data.data(), count * 8 * words);
  std::vector<he::Plaintext> plaintexts;
  for (std::size_t i = 0; i < parts.moduli.size(); ++i) {
    plaintexts.push_back(with_part(
        parts, i, [&](const auto& part) { return part.encode(values, Representative::centered); }));
  }
  return plaintexts;
}

nb::bytes decoded(const Parts& parts, const std::vector<he::Plaintext>& plaintexts) {
  const std::size_t size = parts.moduli.slots() * parts.moduli.words() * 8;
  return bytes_of(size, [&](std::span<std::byte> out) {
    crt::Residues residues(parts.moduli);
    for (std::size_t i = 0; i < plaintexts.size(); ++i) {
      with_part(parts, i, [&](const auto& part) { residues.take(part, plaintexts[i]); });
    }
    const he::WideValues values = residues.integers(Representative::centered);
    std::memcpy(out.data(), values.span().data(), out.size());
  });
}

// An object with the keys of another part, for part i.
template <class Object>
Object moved(const Parts& parts, std::size_t i, const Object& object) {
  const Release release;
  const DeskKeys& keys = object.desk->keys();
  Ref desk =
      with_part(parts, i, [](const auto& part) { return desk_without_keys(part.parameters()); });
  if (keys.relin || keys.galois) desk = desk->with(keys, object.desk->options());
  if constexpr (requires { object.key; }) {
    return Object(std::move(desk), object.key);
  } else {
    return Object{std::move(desk)};
  }
}

template <class Scheme>
void bind_makers(nb::class_<Parts>& c) {
  using Parameters = he::Parameters<Scheme>;
  const nb::call_guard<Release> released;
  c.def(
       "__init__",
       [](Parts* self, const Parameters& keys, std::size_t bits, unsigned modulus_bits) {
         new (self) Parts(keys, crt::Moduli::create(keys.key_space(), bits, modulus_bits));
       },
       nb::arg("parameters"), nb::arg("bits"), nb::arg("modulus_bits"), released,
       "The parts for results of so many bits with their sign.")
      .def_static(
          "from_bytes",
          [](const Parameters& keys, const nb::bytes& data) {
            const std::span<const std::byte> bytes = span_of(data);
            const Release release;
            return Parts(keys, crt::Moduli::from_bytes(keys.key_space(), bytes));
          },
          nb::arg("parameters"), nb::arg("data"), "The parts of the moduli with these bytes.");
}

}  // namespace

void bind_integer_parts(nb::module_& m) {
  nb::class_<Parts> c(m, "IntegerParts", "The plaintext moduli of integers over Z.");
  bind_makers<he::Bfv>(c);
  bind_makers<he::Bgv>(c);
  c.def_prop_ro(
       "primes",
       [](const Parts& parts) {
         std::vector<std::uint64_t> primes;
         for (std::size_t i = 0; i < parts.moduli.size(); ++i) primes.push_back(parts.moduli[i]);
         return primes;
       },
       "The moduli.")
      .def_prop_ro(
          "slots", [](const Parts& parts) { return parts.moduli.slots(); },
          "The integers of a plaintext.")
      .def_prop_ro(
          "words", [](const Parts& parts) { return parts.moduli.words(); },
          "The words of an integer that is decoded.")
      .def("__bytes__",
           [](const Parts& parts) {
             const Buffer<std::byte> bytes = crt::to_bytes(parts.moduli);
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def(
          "parameters",
          [](const Parts& parts, std::size_t i) {
            return with_part(parts, i,
                             [](const auto& part) { return nb::cast(part.parameters()); });
          },
          nb::arg("i"), nb::sig("def parameters(self, i: int) -> BfvParameters | BgvParameters"),
          "The parameters of a modulus.")
      .def("encode", &encoded, nb::arg("data"), nb::arg("words"),
           "The plaintexts of two's complements of so many words, one for each modulus.")
      .def("decode", &decoded, nb::arg("plaintexts"),
           "The two's complements of `words` words whose residues these plaintexts have.")
      .def("moved", &moved<Client>, nb::arg("i"), nb::arg("object"),
           "The object with its keys, for a modulus.")
      .def("moved", &moved<Server>, nb::arg("i"), nb::arg("object"))
      .def("moved", &moved<PublicKey>, nb::arg("i"), nb::arg("object"));
}

}  // namespace lath::python
