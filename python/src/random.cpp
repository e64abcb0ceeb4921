// SPDX-License-Identifier: Apache-2.0
#include "random.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include "bindings.hpp"

namespace lath::python {
namespace {

using Owned = std::unique_ptr<SharedGenerator>;

Owned from_seed(const nb::bytes& bytes, std::string_view name, std::string_view cipher) {
  if (bytes.size() != Seed::size()) {
    throw Error(ErrorCode::invalid_argument, "a seed of " + std::to_string(bytes.size()) + " bytes",
                "32 bytes are needed", "give 32 bytes in tests, or use Generator.from_system()");
  }
  const Seed seed(span_of(bytes).first<Seed::size()>());
  return std::make_unique<SharedGenerator>(
      Generator::from_seed(seed, name, cipher_of_name(cipher)));
}

nb::bytes take(SharedGenerator& generator, std::size_t size) {
  return bytes_of(size, [&](std::span<std::byte> out) {
    generator.lend([&](Generator& stream) { stream.fill(out); });
  });
}

}  // namespace

void bind_random(nb::module_& parent) {
  nb::module_ m = parent.def_submodule("random", "Random generators.");
  nb::class_<SharedGenerator>(
      m, "Generator",
      R"(A cryptographic random generator: the key stream of a cipher. All threads may use it.

    >>> lath.random.Generator.from_system()
    <lath Generator>)")
      .def_static(
          "from_system",
          [](std::string_view cipher) {
            return std::make_unique<SharedGenerator>(
                Generator::from_system(cipher_of_name(cipher)));
          },
          nb::arg("cipher") = "aes-256-ctr",
          nb::sig("def from_system(cipher: typing.Literal['aes-256-ctr', 'chacha20'] = "
                  "'aes-256-ctr') -> Generator"),
          R"(A generator seeded by the operating system, with "aes-256-ctr" or "chacha20".

Raises EntropyError if the system has no randomness.

    >>> len(lath.random.Generator.from_system("chacha20").bytes(16))
    16)")
      .def_static("from_seed", &from_seed, nb::arg("seed"), nb::arg("name"), nb::kw_only(),
                  nb::arg("cipher") = "aes-256-ctr",
                  nb::sig("def from_seed(seed: bytes, name: str, *, cipher: "
                          "typing.Literal['aes-256-ctr', 'chacha20'] = 'aes-256-ctr') -> "
                          "Generator"),
                  R"(For tests only: the generator that 32 bytes and a name determine.

Whoever has the seed has all secrets that are drawn. Raises InvalidArgumentError for another number
of bytes.

    >>> a, b = (lath.random.Generator.from_seed(bytes(32), "test") for _ in range(2))
    >>> a.bytes(16) == b.bytes(16)
    True)")
      .def("bytes", &take, nb::arg("size"), R"(The next `size` bytes of the stream.

    >>> len(lath.random.Generator.from_system().bytes(32))
    32)")
      .def(
          "split",
          [](SharedGenerator& generator, std::string_view name) {
            return std::make_unique<SharedGenerator>(
                generator.lend([&](Generator& stream) { return stream.split(name); }));
          },
          nb::arg("name"), R"(A generator that is independent of the rest of this stream.

    >>> generator = lath.random.Generator.from_system()
    >>> generator.split("noise").bytes(16) == generator.bytes(16)
    False)")
      .def("__repr__", [](const SharedGenerator&) { return "<lath Generator>"; });
}

}  // namespace lath::python
