// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "io/claimed_noise.hpp"
#include "io/seal/parts.hpp"
#include "lath/base/error.hpp"
#include "lath/io/seal/objects.hpp"

namespace lath::io::seal {
namespace {

using he::Access, he::Context, he::NoiseBound;

constexpr const char* kCiphertext = "a ciphertext";

// The level of a ciphertext with these numbers, all of which were checked.
std::size_t level_of(const MemberReader& reader, const Context& context, const ChainIds& chain,
                     const PartsHead& head) {
  const std::size_t level = chain.level_of(head.id);
  if (level == 0) {
    throw Error(ErrorCode::mismatch, "a ciphertext of SEAL of other parameters",
                "need one of the parameters in use: " + describe(context),
                "make the parameters from the file that came with it");
  }
  if (head.degree != context.degree() || head.primes != level) {
    reader.refuse(" with " + std::to_string(head.degree) + " coefficients and " +
                      std::to_string(head.primes) + " primes",
                  "as many as its parameters have");
  }
  const Natural factor(head.factor);
  if (context.scheme == he::Scheme::bfv ? head.factor != 1 : !context.plaintexts->is_unit(factor)) {
    reader.refuse(" with the scale factor " + std::to_string(head.factor),
                  context.scheme == he::Scheme::bfv ? "1" : "one below t and prime to it");
  }
  return level;
}

void require_parts(const PartsHead& head, std::uint64_t least, std::uint64_t most) {
  if (head.parts >= least && head.parts <= most) return;
  const std::string parts = std::to_string(head.parts);
  throw Error(ErrorCode::unsupported, "a ciphertext of SEAL with " + parts + " parts",
              least == most ? "need " + std::to_string(least)
                            : "need " + std::to_string(least) + " to " + std::to_string(most),
              head.parts == 2   ? "read it as a ciphertext"
              : head.parts == 3 ? "read it as a product, or relinearise it with SEAL"
                                : "relinearise it with SEAL");
}

// The most bytes of members: all parts of the highest level.
std::uint64_t most_members(const Context& context, std::uint64_t parts) {
  const std::size_t words = context.levels() * context.degree();
  return std::max(members_of_parts(static_cast<std::size_t>(parts) * words),
                  members_of_seeded_parts(words));
}

template <class Result, class Form>
Result read_parts(const he::SchemeParameters& parameters, std::span<const std::byte> bytes,
                  const NoiseClaim& claim, std::uint64_t least, std::uint64_t most) {
  const Context& context = *parameters.context();
  const ChainIds chain(parameters);
  const Members members(bytes, kCiphertext, most_members(context, he::kMostParts));
  MemberReader reader = members.reader();
  const PartsHead head = take_head(reader);
  const std::size_t level = level_of(reader, context, chain, head);
  require_parts(head, least, most);
  const NoiseBound noise =
      claimed_noise(context, level, static_cast<std::size_t>(head.parts), claim);
  const auto parts = take_parts<Form>(reader, context.level(level).ring, head);
  auto out = he::new_result<Result>(parameters.context(), level, parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    context.keys->engine->copy_in(Access::part(out, i).rows(), rows_of(parts[i]));
  }
  Access::set(out, Natural(head.factor), noise, he::KeyId());
  return out;
}

template <class Stored, class Form>
Buffer<std::byte> written_parts(const he::SchemeParameters& parameters,
                                const he::CiphertextParts<Form>& x) {
  he::require_context(Access::context(x), parameters.context(), kCiphertext);
  const ChainIds chain(parameters);
  const std::size_t words = x.parts() * x.level() * parameters.degree();
  Buffer<std::byte> bytes(kHeaderBytes + static_cast<std::size_t>(members_of_parts(words)));
  MemberWriter writer(bytes.span());
  writer.put_header(bytes.size());
  const Natural factor = x.scale_factor();
  put_head(writer, {chain.of_level(x.level()),
                    std::is_same_v<Stored, Eval> ? StoredForm::values : StoredForm::coefficients,
                    x.parts(), parameters.degree(), x.level(), factor.words()[0]});
  for (std::size_t i = 0; i < x.parts(); ++i) {
    put_polynomial(writer, in_form<Stored>(he::copy_of_part(x, i)));
  }
  return bytes;
}

}  // namespace

he::Ciphertext ciphertext_from_bytes(const he::SchemeParameters& parameters, ByteView bytes,
                                     const NoiseClaim& claim) {
  return read_parts<he::Ciphertext, Eval>(parameters, bytes.span(), claim, 2, 2);
}
he::bfv::Product product_from_bytes(const he::bfv::Parameters& parameters, ByteView bytes,
                                    const NoiseClaim& claim) {
  return read_parts<he::bfv::Product, Coeff>(parameters, bytes.span(), claim, 3, 3);
}
he::bgv::Product product_from_bytes(const he::bgv::Parameters& parameters, ByteView bytes,
                                    const NoiseClaim& claim) {
  return read_parts<he::bgv::Product, Eval>(parameters, bytes.span(), claim, 3, he::kMostParts);
}

Buffer<std::byte> to_bytes(const he::SchemeParameters& parameters,
                           const he::Ciphertext& ciphertext) {
  if (parameters.context()->scheme == he::Scheme::bfv) {
    return written_parts<Coeff>(parameters, ciphertext);
  }
  return written_parts<Eval>(parameters, ciphertext);
}
Buffer<std::byte> to_bytes(const he::bfv::Parameters& parameters, const he::bfv::Product& product) {
  return written_parts<Coeff>(parameters, product);
}
Buffer<std::byte> to_bytes(const he::bgv::Parameters& parameters, const he::bgv::Product& product) {
  return written_parts<Eval>(parameters, product);
}

}  // namespace lath::io::seal
