// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/core/errors.hpp"
#include "he/core/require.hpp"
#include "he/keys/galois_elements.hpp"
#include "he/keys/key_parts.hpp"
#include "io/seal/key_parts.hpp"
#include "lath/base/error.hpp"
#include "lath/io/seal/keys.hpp"
#include "lath/ring/automorphism.hpp"

namespace lath::io::seal {
namespace {

using he::Access, he::KeyTables;
using Values = Poly<DynamicRing, Eval>;
using SecretValues = Poly<DynamicRing, Eval, Secret>;

// Writes lists of keys: the beginning, then list after list.
class ListWriter {
 public:
  ListWriter(const he::SchemeParameters& parameters, std::size_t lists, std::size_t full)
      : chain_(parameters), digits_(parameters.digits()) {
    const std::size_t words = chain_.primes().size() * parameters.degree();
    const std::uint64_t size =
        kHeaderBytes + 32 + 8 + 8 * std::uint64_t{lists} + full * digits_ * key_bytes(words);
    bytes_ = Buffer<std::byte>(static_cast<std::size_t>(size));
    writer_ = MemberWriter(bytes_.span());
    writer_.put_header(size);
    writer_.put(chain_.of_keys());
    writer_.put_number(lists);
  }

  void put_empty_list() noexcept { writer_.put_number(0); }
  /// A list of the keys that key_of(d) returns.
  template <class F>
  void put_list(const F& key_of) {
    writer_.put_number(digits_);
    for (std::size_t d = 0; d < digits_; ++d) put_key(writer_, chain_, key_of(d));
  }
  [[nodiscard]] Buffer<std::byte> take() noexcept { return std::move(bytes_); }

 private:
  ChainIds chain_;
  std::size_t digits_;
  Buffer<std::byte> bytes_;
  MemberWriter writer_{{}};
};

// Digit d of a key of Lath, substituted by x -> x^g unless g is null.
KeyPair pair_of(const KeyTables& tables, const he::SwitchingKey& key, std::size_t d,
                const Automorphism* g) {
  if (key.log2_error_factor() != 0) {
    throw Error(ErrorCode::unsupported, "a key of SEAL for BGV", "need a key for BFV",
                "keep the file that it was read from");
  }
  const DynamicRing ring = tables.key_ring();
  const RowBuffer rows = tables.engine->make_rows(key.prepared().limbs());
  const auto part = [&](std::size_t i) {
    Values copy(ring);
    tables.engine->unprepare(rows.rows(), key.prepared(), d, i);
    tables.engine->copy_out(rows_of(copy), rows.rows());
    return g == nullptr ? copy : apply_automorphism(copy, *g);
  };
  return {part(0), part(1)};
}

// A new encryption of zero with the secret key, modulo all primes, plus w times a secret for the
// places of one digit, unless there is none: (e - a s + w x, a), where BGV has t e for e.
KeyPair new_pair(const he::SchemeParameters& parameters, const he::SecretKey& secret,
                 const SecretValues* from, std::size_t digit, Generator& generator) {
  const KeyTables& tables = *Access::tables(parameters.key_space());
  const DynamicRing ring = parameters.key_ring();
  Values a = std::move(he::uniform_parts(ring, he::draw_public_seed(generator), 1).front());
  SecretValues e = he::error_values(ring, tables.errors, generator);
  if (parameters.context()->scheme == he::Scheme::bgv) {
    e *= he::scalar_of(ring, [&](const Modulus& q) { return parameters.plaintexts()->residue(q); });
  }
  SecretValues b = e - a * secret.value();
  if (from != nullptr) {
    std::vector<std::uint64_t> w(ring.limbs());
    w[digit] = tables.product(tables.p, ring.modulus(digit));
    b += RnsScalar<DynamicRing>::from_residues(ring, w) * *from;
  }
  // A sample of Ring-LWE hides the secret key and the error.
  return {declassify(b), std::move(a)};
}

void require_secret(const he::SchemeParameters& parameters, const he::SecretKey& secret) {
  he::require_keys(secret.tables(), Access::tables(parameters.key_space()), "a secret key");
}

// Lists at (g - 1)/2 for some ascending g, of which put_list() writes each.
template <class F>
Buffer<std::byte> galois_lists(const he::SchemeParameters& parameters,
                               std::span<const std::uint64_t> elements, const F& put_list) {
  ListWriter writer(parameters, parameters.degree(), elements.size());
  auto next = elements.begin();
  for (std::uint64_t g = 1; g < 2 * parameters.degree(); g += 2) {
    if (next == elements.end() || *next != g) {
      writer.put_empty_list();
    } else {
      put_list(writer, g);
      ++next;
    }
  }
  return writer.take();
}

}  // namespace

void put_key(MemberWriter& writer, const ChainIds& chain, const KeyPair& key) {
  const std::size_t degree = key.b.ring().degree(), primes = key.b.ring().limbs();
  writer.put_header(key_bytes(primes * degree));
  put_head(writer, {chain.of_keys(), StoredForm::values, 2, degree, primes, 1});
  put_polynomial(writer, key.b);
  put_polynomial(writer, key.a);
}

Buffer<std::byte> to_bytes(const he::bfv::Parameters& parameters, const he::RelinKey& key) {
  const std::shared_ptr<const KeyTables> tables = Access::tables(parameters.key_space());
  he::require_keys(key.key.tables(), tables, "a relinearisation key");
  ListWriter writer(parameters, 1, 1);
  writer.put_list([&](std::size_t d) { return pair_of(*tables, key.key, d, nullptr); });
  return writer.take();
}

Buffer<std::byte> to_bytes(const he::bfv::Parameters& parameters, const he::GaloisKeys& keys) {
  const std::shared_ptr<const KeyTables> tables = Access::tables(parameters.key_space());
  he::require_keys(keys.tables(), tables, "a set of Galois keys");
  return galois_lists(parameters, keys.elements(), [&](ListWriter& writer, std::uint64_t g) {
    const he::GaloisKeys::Entry& entry = keys.entry(g);
    writer.put_list(
        [&](std::size_t d) { return pair_of(*tables, entry.key, d, &entry.automorphism); });
  });
}

Buffer<std::byte> make_public_key(const he::SchemeParameters& parameters,
                                  const he::SecretKey& secret, Generator& generator) {
  require_secret(parameters, secret);
  const ChainIds chain(parameters);
  const std::size_t words = chain.primes().size() * parameters.degree();
  Buffer<std::byte> bytes(static_cast<std::size_t>(key_bytes(words)));
  MemberWriter writer(bytes.span());
  put_key(writer, chain, new_pair(parameters, secret, nullptr, 0, generator));
  return bytes;
}

Buffer<std::byte> make_relin_keys(const he::SchemeParameters& parameters,
                                  const he::SecretKey& secret, Generator& generator) {
  require_secret(parameters, secret);
  const SecretValues square = secret.value() * secret.value();
  ListWriter writer(parameters, 1, 1);
  writer.put_list(
      [&](std::size_t d) { return new_pair(parameters, secret, &square, d, generator); });
  return writer.take();
}

Buffer<std::byte> make_galois_keys(const he::SchemeParameters& parameters,
                                   const he::SecretKey& secret,
                                   std::span<const std::uint64_t> elements, Generator& generator) {
  require_secret(parameters, secret);
  he::require_elements(*Access::tables(parameters.key_space()), elements);
  std::vector<std::uint64_t> ascending(elements.begin(), elements.end());
  std::ranges::sort(ascending);
  ascending.erase(std::ranges::unique(ascending).begin(), ascending.end());
  return galois_lists(parameters, ascending, [&](ListWriter& writer, std::uint64_t g) {
    const SecretValues from = apply_automorphism(secret.value(), g);
    writer.put_list(
        [&](std::size_t d) { return new_pair(parameters, secret, &from, d, generator); });
  });
}

}  // namespace lath::io::seal
