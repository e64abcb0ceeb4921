// SPDX-License-Identifier: Apache-2.0
//
// Parameters, plaintext spaces and moduli of integers as bytes and as JSON. Parameters that are
// read are made, where they are small.
#include "fuzz/harness.hpp"
#include "fuzz/he_keys.hpp"
#include "lath/he/crt/integers.hpp"

namespace lath::fuzz {
namespace {

using he::Bfv;
using he::Bgv;
using he::Literal;
using he::PlaintextSpace;

constexpr RingLimits kLimits{.degree = 64, .limbs = 8};

const he::KeySpace& key_space() {
  static const auto parameters = Bfv::Parameters::create_insecure(
      {.degree = 16, .plaintext_modulus = 257, .prime_bits = {45}, .special_prime_bits = {46}});
  static const he::KeySpace space = parameters.key_space();
  return space;
}

// The literal may be impossible: only creating it tells.
template <class Scheme>
void create(const Literal& literal, View bytes) {
  require(literal.degree <= kLimits.degree &&
              literal.prime_bits.size() + literal.special_prime_bits.size() +
                      literal.primes.size() + literal.special_primes.size() <=
                  kLimits.limbs,
          "parameters beyond the limits");
  if (literal.plaintext_modulus.words().size() > 4) return;  // they take long to search
  try {
    const auto written = he::to_bytes(Scheme::Parameters::create_insecure(literal));
    if (!bytes.empty()) require_same(written.span(), bytes, "parameters that change");
  } catch (const Error& error) {
    require(error.code() == ErrorCode::invalid_argument || error.code() == ErrorCode::unsupported,
            "parameters that are refused for another reason");
  }
}

void read_json(View bytes) {
  const Literal literal = he::literal_from_json(text_of(bytes), kLimits);
  require(he::literal_from_json(he::to_json(literal), kLimits) == literal,
          "a literal that changes");
  create<Bgv>(literal, {});
}

void read_space(View bytes) {
  const auto space = he::plaintext_space_from_bytes(bytes);
  const auto written = he::to_bytes(space);
  require_same(written.span(), bytes, "a plaintext space that changes");
}

void read_space_json(View bytes) {
  const auto space = PlaintextSpace::from_json(text_of(bytes));
  require(PlaintextSpace::from_json(he::to_json(space)) == space, "a plaintext space that changes");
}

void read_moduli(View bytes) {
  const auto moduli = he::crt::Moduli::from_bytes(key_space(), bytes, 16);
  const auto written = he::crt::to_bytes(moduli);
  require_same(written.span(), bytes, "moduli that change");
}

std::vector<Literal> literals() {
  const Literal small{
      .degree = 16, .plaintext_modulus = 257, .prime_bits = {45, 45}, .special_prime_bits = {46}};
  Literal index = small, gaussian = small;
  index.degree = 0;
  index.index = 21;
  gaussian.errors = he::ErrorDistribution::discrete_gaussian;
  return {small, gaussian, index};
}

template <class Scheme>
std::vector<Bytes> parameter_bytes() {
  std::vector<Bytes> result;
  for (const Literal& literal : literals()) {
    const auto bytes = he::to_bytes(Scheme::Parameters::create_insecure(literal));
    result.push_back(bytes_of(bytes.span()));
  }
  return result;
}

// Lengths of primes of one byte each stand at the end, behind their two numbers and a third one.
std::function<void(Bytes&)> mending_lengths(std::size_t size_of_three_primes) {
  return [at = size_of_three_primes - 9](Bytes& file) {
    if (file.size() < at + 6) return;
    const auto byte = [&](std::size_t i) { return std::to_integer<std::size_t>(file[at + i]); };
    const std::size_t primes = byte(0) + byte(2) + ((byte(1) + byte(3)) << 8);
    if (primes <= 400) file.resize(at + 6 + primes, std::byte{45});
  };
}

std::vector<Loader> make_loaders() {
  std::vector<Bytes> texts, spaces, space_texts;
  for (const Literal& literal : literals()) texts.push_back(bytes_of(he::to_json(literal)));
  for (const auto& space : {PlaintextSpace::integer(257), PlaintextSpace::root(16, 8, 70)}) {
    const auto bytes = he::to_bytes(space);
    spaces.push_back(bytes_of(bytes.span()));
    space_texts.push_back(bytes_of(he::to_json(space)));
  }
  const auto moduli = he::crt::to_bytes(he::crt::Moduli::create(key_space(), 50, 30));
  const std::vector<Part> start{{0, 8}};
  const auto bfv = parameter_bytes<Bfv>(), bgv = parameter_bytes<Bgv>();
  return {{"BFV parameters", bfv,
           [](View b) { create<Bfv>(he::bfv::literal_from_bytes(b, kLimits), b); }, start,
           mending_lengths(bfv.front().size())},
          {"BGV parameters", bgv,
           [](View b) { create<Bgv>(he::bgv::literal_from_bytes(b, kLimits), b); }, start,
           mending_lengths(bgv.front().size())},
          {"literal as JSON", texts, read_json},
          {"plaintext space", spaces, read_space, start},
          {"plaintext space as JSON", space_texts, read_space_json},
          {"moduli", {bytes_of(moduli)}, read_moduli, start}};
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = make_loaders();
  return all;
}

}  // namespace lath::fuzz
