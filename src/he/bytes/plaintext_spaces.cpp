// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "he/bytes/modulus_bytes.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bytes.hpp"

namespace lath::he {
namespace {

// After the start that all objects have: t, and whether a short modulus follows.
constexpr std::size_t kFormBytes = 1, kLeastBytes = kStartBytes + kCountBytes + kFormBytes;
constexpr std::uint64_t kIntegerForm = 0, kShortForm = 1;

}  // namespace

std::size_t plaintext_space_bytes(const PlaintextSpace& space) noexcept {
  return kStartBytes + bytes_of_modulus(space.modulus()) + kFormBytes +
         bytes_of_short(space.short_modulus());
}

Buffer<std::byte> to_bytes(const PlaintextSpace& space) {
  Buffer<std::byte> bytes(plaintext_space_bytes(space));
  ObjectWriter writer(bytes.span(), ObjectKind::plaintext_space, 0);
  put_modulus(writer, space.modulus());
  writer.put_number(space.short_modulus().index == 0 ? kIntegerForm : kShortForm, kFormBytes);
  put_short(writer, space.short_modulus());
  return bytes;
}

PlaintextSpace plaintext_space_from_bytes(ByteView bytes) {
  const std::size_t size = bytes.span().size();
  ObjectReader reader(bytes.span(), ObjectKind::plaintext_space);
  reader.require_no_number();
  if (size < kLeastBytes) reader.require_size(kLeastBytes);
  const Natural t = take_modulus(reader, size, kLeastBytes);
  const std::uint64_t form = reader.take_number(kFormBytes);
  const std::size_t before = kStartBytes + bytes_of_modulus(t) + kFormBytes;
  if (form == kIntegerForm) reader.require_size(before);
  if (form > kShortForm) {
    reader.refuse(" of the unknown form " + std::to_string(form),
                  "0 for an integer or 1 for a short modulus");
  }
  const ShortModulus short_modulus =
      form == kShortForm ? take_short(reader, size, before) : ShortModulus{};
  try {
    return form == kShortForm ? PlaintextSpace::short_modulus(t, short_modulus)
                              : PlaintextSpace::integer(t);
  } catch (const Error& error) {
    throw Error(ErrorCode::malformed, "a plaintext space with " + error.found(), error.needed(),
                "the bytes were damaged: get them again");
  }
}

}  // namespace lath::he
