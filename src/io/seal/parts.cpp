// SPDX-License-Identifier: Apache-2.0
#include "io/seal/parts.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "lath/base/error.hpp"

namespace lath::io::seal {
namespace {

UniformSeed take_uniform_seed(MemberReader& reader) {
  MemberReader object = reader.take_object("a seed");
  const unsigned function = object.take_byte();
  if (function != 1 && function != 2) {
    reader.refuse(" with a seed for the unknown generator " + std::to_string(function),
                  "1 for BLAKE2Xb or 2 for SHAKE256");
  }
  UniformSeed seed{static_cast<StreamFunction>(function), {}};
  std::ranges::copy(object.take(seed.bytes.size()), seed.bytes.begin());
  object.require_end();
  return seed;
}

std::vector<Modulus> moduli_of(const DynamicRing& ring) {
  std::vector<Modulus> moduli;
  moduli.reserve(ring.limbs());
  for (std::size_t i = 0; i < ring.limbs(); ++i) moduli.push_back(ring.modulus(i));
  return moduli;
}

// The polynomial of a seed, whose words are of the stored form.
template <class Form>
Poly<DynamicRing, Form> seeded_polynomial(const DynamicRing& ring, StoredForm form,
                                          const UniformSeed& seed) {
  const std::vector<std::uint64_t> words = uniform_words(seed, moduli_of(ring), ring.degree());
  if (form == StoredForm::values) {
    return in_form<Form>(Poly<DynamicRing, Eval>::from_words(ring, words));
  }
  return in_form<Form>(Poly<DynamicRing, Coeff>::from_words(ring, words));
}

}  // namespace

PartsHead take_head(MemberReader& reader) {
  PartsHead head{};
  std::ranges::copy(reader.take(head.id.size()), head.id.begin());
  const unsigned form = reader.take_byte();
  head.parts = reader.take_number();
  head.degree = reader.take_number();
  head.primes = reader.take_number();
  const double scale = std::bit_cast<double>(reader.take_number());
  head.factor = reader.take_number();
  if (form > 1) reader.refuse(" in the unknown form " + std::to_string(form), "0 or 1");
  if (scale != 1) reader.refuse(" with a scale, as ciphertexts of CKKS have", "the scale 1");
  head.form = static_cast<StoredForm>(form);
  return head;
}

void put_head(MemberWriter& writer, const PartsHead& head) {
  writer.put(head.id);
  writer.put_byte(static_cast<unsigned>(head.form));
  writer.put_number(head.parts);
  writer.put_number(head.degree);
  writer.put_number(head.primes);
  writer.put_number(std::bit_cast<std::uint64_t>(1.0));
  writer.put_number(head.factor);
  writer.put_array_start(static_cast<std::size_t>(head.parts * head.primes * head.degree));
}

template <class Form>
std::vector<Poly<DynamicRing, Form>> take_parts(MemberReader& reader, const DynamicRing& ring,
                                                const PartsHead& head) {
  const std::size_t words = ring.limbs() * ring.degree();
  const bool seeded = head.parts == 2 && reader.words_ahead() == words;
  const auto stored = reader.take_words(seeded ? words : head.parts * words);
  std::vector<Poly<DynamicRing, Form>> parts;
  for (std::size_t at = 0; at < stored.size(); at += 8 * words) {
    parts.push_back(polynomial_of<Form>(reader, ring, head.form, stored.subspan(at, 8 * words)));
  }
  if (seeded) {
    parts.push_back(seeded_polynomial<Form>(ring, head.form, take_uniform_seed(reader)));
  }
  reader.require_end();
  return parts;
}

template std::vector<Poly<DynamicRing, Eval>> take_parts<Eval>(MemberReader&, const DynamicRing&,
                                                               const PartsHead&);
template std::vector<Poly<DynamicRing, Coeff>> take_parts<Coeff>(MemberReader&, const DynamicRing&,
                                                                 const PartsHead&);

}  // namespace lath::io::seal
