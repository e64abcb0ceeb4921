// SPDX-License-Identifier: Apache-2.0
//
// lath.versions().
#include <cbor.h>
#include <nanobind/stl/string.h>
#include <openssl/crypto.h>
#include <zstd.h>

#include <string>
#include <string_view>

#include "bindings.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/version.hpp"

namespace lath::python {
namespace {

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

nb::dict versions() {
  nb::dict result;
  const std::string_view isa = isa_name(active_isa());
  result["lath"] = LATH_VERSION_STRING;
  result["openssl"] = OpenSSL_version(OPENSSL_VERSION_STRING);
  result["libcbor"] = dotted(CBOR_MAJOR_VERSION, CBOR_MINOR_VERSION, CBOR_PATCH_VERSION);
  result["zstd"] = ZSTD_versionString();
  result["nanobind"] = dotted(NB_VERSION_MAJOR, NB_VERSION_MINOR, NB_VERSION_PATCH);
  result["isa"] = nb::str(isa.data(), isa.size());
  return result;
}

}  // namespace

void bind_versions(nb::module_& m) {
  m.def(
      "versions", &versions, nb::sig("def versions() -> dict[str, str]"),
      R"(The versions of Lath, of OpenSSL and zstd as they run, of libcbor and nanobind as they were built
with, and the instruction set in use.

    >>> lath.versions()["lath"]
    '0.1.0')");
}

}  // namespace lath::python
