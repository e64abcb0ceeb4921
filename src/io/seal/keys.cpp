// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/keys/key_parts.hpp"
#include "io/seal/key_parts.hpp"
#include "lath/base/error.hpp"
#include "lath/io/seal/keys.hpp"
#include "lath/ring/limbs.hpp"

namespace lath::io::seal {
namespace {

using he::Access, he::KeyTables;
using Values = Poly<DynamicRing, Eval>;

[[noreturn]] void refuse_keys_of_other_parameters(const he::SchemeParameters& parameters) {
  throw Error(ErrorCode::mismatch, "keys of SEAL of other parameters",
              "need keys of the parameters in use: " + describe(*parameters.context()),
              "make the parameters from the file that came with them");
}

std::size_t words_of_part(const he::SchemeParameters& parameters, const ChainIds& chain) {
  return chain.primes().size() * parameters.degree();
}

// The most bytes of members of so many lists with a key for each digit.
std::uint64_t most_members_of_lists(const he::SchemeParameters& parameters, const ChainIds& chain,
                                    std::uint64_t full, std::uint64_t all) {
  const std::uint64_t key = kHeaderBytes + most_members_of_key(words_of_part(parameters, chain));
  return 32 + 8 + all * 8 + full * parameters.digits() * key;
}

std::uint64_t take_lists(MemberReader& reader, const he::SchemeParameters& parameters,
                         const ChainIds& chain) {
  ParmsId id;
  std::ranges::copy(reader.take(id.size()), id.begin());
  if (id != chain.of_keys()) refuse_keys_of_other_parameters(parameters);
  const std::uint64_t lists = reader.take_number();
  if (lists > parameters.degree()) {
    reader.refuse(" with " + std::to_string(lists) + " lists of keys",
                  "at most " + std::to_string(parameters.degree()));
  }
  return lists;
}

// The keys of a list, from x -> x^h of each; `h` is null where they stay as they are.
he::SwitchingKey take_switching_key(MemberReader& reader, const he::SchemeParameters& parameters,
                                    const ChainIds& chain, const Automorphism* h) {
  std::vector<Values> b, a;
  for (std::size_t d = 0; d < parameters.digits(); ++d) {
    MemberReader object = reader.take_object("a key");
    KeyPair key = take_key(object, parameters, chain);
    b.push_back(h == nullptr ? std::move(key.b) : apply_automorphism(key.b, *h));
    a.push_back(h == nullptr ? std::move(key.a) : apply_automorphism(key.a, *h));
  }
  const bool bgv = parameters.context()->scheme == he::Scheme::bgv;
  return he::make_switching_key(Access::tables(parameters.key_space()), he::KeyId(), std::nullopt,
                                b, a, bgv ? std::log2(static_cast<double>(chain.t())) : 0);
}

// Reads how many keys the next list has: none, or one for each digit.
bool take_list(MemberReader& reader, const he::SchemeParameters& parameters) {
  const std::uint64_t length = reader.take_number();
  if (length != 0 && length != parameters.digits()) {
    reader.refuse(" with a list of " + std::to_string(length) + " keys",
                  std::to_string(parameters.digits()) + " keys, one for each prime of Q");
  }
  return length != 0;
}

}  // namespace

KeyPair take_key(MemberReader& reader, const he::SchemeParameters& parameters,
                 const ChainIds& chain) {
  const PartsHead head = take_head(reader);
  if (head.id != chain.of_keys()) refuse_keys_of_other_parameters(parameters);
  if (head.degree != parameters.degree() || head.primes != chain.primes().size() ||
      head.parts != 2 || head.form != StoredForm::values || head.factor != 1) {
    reader.refuse(" in another form", "two parts by their values modulo all primes");
  }
  const DynamicRing ring = parameters.key_ring();
  std::vector<Values> parts = take_parts<Eval>(reader, ring, head);
  return {std::move(parts[0]), std::move(parts[1])};
}

he::PublicKey public_key_from_bytes(const he::SchemeParameters& parameters, ByteView bytes) {
  const ChainIds chain(parameters);
  const Members members(bytes.span(), "a public key",
                        most_members_of_key(words_of_part(parameters, chain)));
  MemberReader reader = members.reader();
  const KeyPair key = take_key(reader, parameters, chain);
  const std::shared_ptr<const KeyTables> tables = Access::tables(parameters.key_space());
  const DynamicRing& ring = parameters.ring(parameters.levels());
  Values b = drop_limbs(key.b, ring), a = drop_limbs(key.a, ring);
  if (parameters.context()->scheme == he::Scheme::bgv) {
    // The error is t times an error: over t, the key is one of Lath.
    const auto inverse = he::scalar_of(
        ring, [&](const Modulus& q) { return q.inverse_vartime(q.reduce(chain.t())); });
    b *= inverse;
    a *= inverse;
  }
  return {tables,
          he::KeyId(),
          std::nullopt,
          he::rows_in_engine(*tables, b),
          he::rows_in_engine(*tables, a),
          he::BoundOrigin::claimed};
}

he::RelinKey relin_key_from_bytes(const he::SchemeParameters& parameters, ByteView bytes) {
  const ChainIds chain(parameters);
  const Members members(bytes.span(), "relinearisation keys",
                        most_members_of_lists(parameters, chain, 1, 1));
  MemberReader reader = members.reader();
  const std::uint64_t lists = take_lists(reader, parameters, chain);
  if (lists != 1) {
    throw Error(ErrorCode::unsupported,
                "relinearisation keys of SEAL for " + std::to_string(lists) + " powers of s",
                "need those for s^2 alone", "save keys of create_relin_keys(), not Galois keys");
  }
  if (!take_list(reader, parameters)) reader.refuse(" without keys", "keys for s^2");
  const he::SwitchingKey key = take_switching_key(reader, parameters, chain, nullptr);
  reader.require_end();
  return {key};
}

he::GaloisKeys galois_keys_from_bytes(const he::SchemeParameters& parameters, ByteView bytes) {
  const ChainIds chain(parameters);
  const std::size_t n = parameters.degree();
  const Members members(bytes.span(), "Galois keys",
                        most_members_of_lists(parameters, chain, n, n));
  MemberReader reader = members.reader();
  const std::uint64_t lists = take_lists(reader, parameters, chain);
  const std::shared_ptr<const KeyTables> tables = Access::tables(parameters.key_space());
  const SlotMap& slots = tables->chain.slots();
  const Modulus index(slots.index());
  std::map<std::uint64_t, he::GaloisKeys::Entry> keys;
  for (std::uint64_t i = 0; i < lists; ++i) {
    if (!take_list(reader, parameters)) continue;
    // SEAL substitutes first and switches from s(x^g) to s; Lath does both in the other order.
    const std::uint64_t g = 2 * i + 1;
    const Automorphism back = Automorphism::create(slots, index.inverse_vartime(g));
    const he::SwitchingKey key = take_switching_key(reader, parameters, chain, &back);
    keys.insert_or_assign(g, he::GaloisKeys::Entry{key, Automorphism::create(slots, g)});
  }
  reader.require_end();
  return {tables, he::KeyId(), std::move(keys)};
}

}  // namespace lath::io::seal
