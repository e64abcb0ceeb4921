// SPDX-License-Identifier: Apache-2.0
#include "files/envelopes.hpp"

#include <algorithm>
#include <array>

namespace lath::python {
namespace {

// The tag of CBOR with which envelopes begin.
constexpr std::array kTag{std::byte{0xd9}, std::byte{0xd9}, std::byte{0xf7}};

// Says in Python's words that parameters are too large.
io::ObjectSummary start_of(Replay& in) {
  try {
    return io::summarize_start(in);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    throw Error(error.code(), error.found(), error.needed(),
                "take smaller parameters, or read the file in C++ with larger RingLimits");
  }
}

}  // namespace

bool is_envelope(Replay& in) { return std::ranges::equal(in.ahead(kTag.size()), kTag); }

Envelope next_envelope(Replay& in, const io::LoadOptions& options) {
  in.keep();
  if (!is_envelope(in)) {
    throw Error(ErrorCode::malformed, "bytes that are no envelope",
                "a file that lath.save() wrote, or a program in C++",
                "ask lath.inspect(file) what it is");
  }
  io::ObjectSummary start = start_of(in);
  if (options.mac == nullptr && options.verifying_key == nullptr) {
    in.rewind(false);
    return {std::move(start), in};
  }
  in.rewind(true);
  static_cast<void>(io::summarize(in));  // reads to the end of the envelope
  return {io::summarize(in.kept(), options), in.kept()};
}

std::string ring_facts(const he::Literal& p) {
  return (p.index != 0 ? "m=" + std::to_string(p.index) : "n=" + std::to_string(p.degree)) +
         " t=" + decimal_vartime(p.plaintext_modulus);
}

void require_like(const io::ObjectSummary& summary, const he::SchemeParameters& parameters) {
  if (!summary.parameters) return;
  const he::Literal& found = *summary.parameters;
  const he::Literal needed = parameters.literal();
  if (found.degree == needed.degree && found.index == needed.index &&
      found.plaintext_modulus == needed.plaintext_modulus) {
    return;
  }
  throw Error(ErrorCode::mismatch, "a file of parameters " + ring_facts(found),
              "the parameters " + ring_facts(needed),
              "load it by lath.load(file), which takes the parameters of the file");
}

AnyParameters parameters_of(const io::ObjectSummary& summary,
                            const std::optional<AnyParameters>& given) {
  if (given) {
    std::visit([&](const auto& parameters) { require_like(summary, parameters); }, *given);
    return *given;
  }
  if (!summary.parameters || !summary.scheme) {
    throw Error(ErrorCode::mismatch, "a file that does not describe its parameters", "parameters",
                "give them: lath.load(file, parameters=...)");
  }
  if (*summary.scheme == he::Scheme::bfv) {
    return he::Parameters<he::Bfv>::create(*summary.parameters);
  }
  return he::Parameters<he::Bgv>::create(*summary.parameters);
}

void require_end(Replay& in, const File& file) {
  if (!file.is_path() || in.ahead(1).empty()) return;
  throw Error(ErrorCode::malformed, "a file with more bytes behind its object", "the object alone",
              "read several objects from one file object: with open(path, \"rb\") as file");
}

}  // namespace lath::python
