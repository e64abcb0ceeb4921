// SPDX-License-Identifier: Apache-2.0
//
// Rotations along the dimensions of slots: rows of words by their sessions, others by the
// automorphisms and masks that the encoder names.
#include <algorithm>

#include "plaintexts/encoders.hpp"

namespace lath::python {
namespace {

using Parts = std::vector<he::EncodedRotationPart>;

he::Ciphertext rotated(he::SchemeSession& session, const he::Ciphertext& a, const Parts& parts) {
  std::optional<he::Ciphertext> sum;
  for (const auto& part : parts) {
    he::Ciphertext term = part.exponent == 1 ? a : session.apply_galois(a, part.exponent);
    if (part.mask) term = session.multiply_plain(term, *part.mask);
    sum = sum ? session.add(*sum, term) : std::move(term);
  }
  return std::move(*sum);
}

bool has_keys(const Desk& desk, const Parts& parts) {
  return std::ranges::all_of(parts, [&](const auto& part) {
    return part.exponent == 1 || (desk.keys().galois && desk.keys().galois->has(part.exponent));
  });
}

std::string shown(const Rotation& rotation) {
  return "(" + std::to_string(rotation.dimension) + ", " + std::to_string(rotation.amount) + ")";
}

}  // namespace

std::vector<he::EncodedRotationPart> Encoder::rotation(const Rotation&) const {
  throw Error(ErrorCode::unsupported, std::string("a rotation of values of ") + name(),
              "values in slots", "multiply by a power of x: x * [0, 1]");
}

void require_row_dimension(std::size_t dimension) {
  if (dimension <= 1) return;
  throw Error(ErrorCode::invalid_argument, "dimension=" + std::to_string(dimension),
              "0 for columns, 1 for rows", "leave dimension out for columns");
}

void require_rows(Desk& desk, const char* call) {
  if (desk.encoder().has_rows()) return;
  throw Error(ErrorCode::unsupported, std::string(call) + " of values of " + desk.encoder().name(),
              "two rows of slots, as the ring x^n + 1 and an integer t have them",
              "rotate along dimensions, and add: x + x.rotate(1, dimension=0)");
}

Cipher rotate_along(const Cipher& a, const Rotation& rotation) {
  const Parts parts = a.desk->encoder().rotation(rotation);
  require_keys(*a.desk, "a rotation");
  if (!has_keys(*a.desk, parts)) {
    throw Error(ErrorCode::invalid_argument,
                "no key for a rotation by " + std::to_string(rotation.amount) +
                    " along dimension " + std::to_string(rotation.dimension),
                "the keys of this rotation",
                "make the client with rotations=[" + shown(rotation) + "]");
  }
  return {a.desk, lent(a.desk, [&](auto& session) { return rotated(session, a.value, parts); })};
}

std::vector<std::uint64_t> elements_along(Desk& desk, const Rotation& rotation) {
  const std::size_t n = desk.parameters().degree();
  const bool slots = desk.encoding() == Encoding::slots || desk.encoding() == Encoding::elements;
  if (!slots || desk.encoder().has_rows()) {
    require_row_dimension(rotation.dimension);
    if (rotation.dimension == 0) return {he::row_rotation(n, rotation.amount)};
    return {he::row_exchange(n)};
  }
  std::vector<std::uint64_t> exponents;
  for (const auto& part : desk.encoder().rotation(rotation)) {
    if (part.exponent != 1) exponents.push_back(part.exponent);
  }
  return exponents;
}

}  // namespace lath::python
