// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>

#include "he/access.hpp"
#include "he/context.hpp"
#include "he/core/require.hpp"
#include "he/keys/key_parts.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "io/claimed_noise.hpp"
#include "io/openfhe/json_objects.hpp"
#include "io/ternary_key.hpp"
#include "lath/base/error.hpp"
#include "lath/io/openfhe.hpp"
#include "lath/ring/limbs.hpp"

namespace lath::io::openfhe {
namespace {

using he::Access, he::Context, he::KeyTables;

// A file has less than this for each word, and for everything else.
constexpr std::size_t kTextOfWord = 128, kTextOfParameters = std::size_t{1} << 20;

void require_length(std::string_view text, const he::SchemeParameters& parameters) {
  const std::size_t words = 3 * parameters.levels() * parameters.degree();
  if (text.size() <= kTextOfParameters + kTextOfWord * words) return;
  throw Error(ErrorCode::malformed,
              "JSON of OpenFHE with " + std::to_string(text.size()) + " bytes",
              "need at most 128 for each word of an object of these parameters",
              "give one object that OpenFHE wrote");
}

void require_parameters(const he::SchemeParameters& parameters, std::string_view text) {
  require_length(text, parameters);
  const FileParameters found = file_parameters(text);
  const Context& context = *parameters.context();
  std::vector<std::uint64_t> primes;
  for (const Modulus& q : context.keys->moduli(context.keys->q)) primes.push_back(q.value());
  if (found.scheme == context.scheme && found.degree == parameters.degree() &&
      Natural(found.t) == parameters.plaintext_modulus() && found.primes == primes) {
    return;
  }
  throw Error(ErrorCode::mismatch, "an object of OpenFHE of other parameters",
              "need one of the parameters in use: " + describe(context),
              "make the parameters from the same file");
}

[[noreturn]] void refuse_object(const std::string& found, const std::string& needed) {
  throw Error(ErrorCode::malformed, "an object of OpenFHE " + found, "need " + needed,
              "the text was damaged: get it again");
}

// The level of a polynomial, by its primes.
std::size_t level_of(const Context& context, const FilePolynomial& polynomial) {
  const std::size_t level = polynomial.primes.size();
  bool fits = level >= 1 && level <= context.levels();
  for (std::size_t i = 0; fits && i < level; ++i) {
    fits = context.level(level).ring.modulus(i).value() == polynomial.primes[i];
  }
  if (!fits) refuse_object("modulo other primes", "the first primes of Q");
  return level;
}

// The words of a polynomial as they stand. `refused` gets ones where a word is too large.
template <class Form, class Storage>
Poly<DynamicRing, Form, Storage> with_words(const DynamicRing& ring, const FilePolynomial& p,
                                            std::uint64_t& refused) {
  Poly<DynamicRing, Form, Storage> poly(ring);
  const std::size_t n = ring.degree();
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    const std::uint64_t q = ring.modulus(i).value();
    for (std::size_t j = 0; j < n; ++j) {
      poly.limb(i)[j] = p.words[i * n + j];
      refused |= ~ct::mask_less(p.words[i * n + j], q);
    }
  }
  return poly;
}

// A polynomial by its values, in its stored form or transformed; `Storage` says who may see it.
template <class Storage>
Poly<DynamicRing, Eval, Storage> values_of(const DynamicRing& ring, const FilePolynomial& p) {
  std::uint64_t refused = 0;
  auto values = with_words<Eval, Storage>(ring, p, refused);
  // Which words are too large is known to whoever sent them.
  ct::declassify(&refused, sizeof refused);
  if (refused != 0) refuse_object("with a word that is too large", "words below their moduli");
  return p.values ? std::move(values) : ntt(with_words<Coeff, Storage>(ring, p, refused));
}

template <class Storage>
FilePolynomial polynomial_of(const Poly<DynamicRing, Eval, Storage>& values) {
  const DynamicRing& ring = values.ring();
  const std::size_t n = ring.degree();
  FilePolynomial result;
  result.words = Buffer<std::uint64_t, Secret>(ring.limbs() * n);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    result.primes.push_back(ring.modulus(i).value());
    std::ranges::copy(values.limb(i), result.words.data() + i * n);
  }
  return result;
}

// A copy of rows in an engine's memory, over the primes of Q.
Poly<DynamicRing, Eval> copy_of_rows(const KeyTables& tables, const ConstRows& rows) {
  Poly<DynamicRing, Eval> copy(tables.levels.back().ring);
  tables.engine->copy_out(rows_of(copy), rows);
  return copy;
}

FileObject object_in(const he::SchemeParameters& parameters, std::string_view text, FileKind kind,
                     std::size_t parts) {
  require_parameters(parameters, text);
  FileObject object = file_object(text, kind, parameters.degree());
  if (object.parts.size() == parts) return object;
  throw Error(ErrorCode::unsupported,
              "an object of OpenFHE with " + std::to_string(object.parts.size()) + " parts",
              "need " + std::to_string(parts), "relinearise it with OpenFHE");
}

// t in BGV, where errors of public keys are multiples of it, and 1 in BFV; or its inverse.
RnsScalar<DynamicRing> factor_of_keys(const Context& context, const DynamicRing& ring,
                                      bool inverse) {
  return he::scalar_of(ring, [&](const Modulus& q) -> std::uint64_t {
    if (context.scheme == he::Scheme::bfv) return 1;
    const std::uint64_t t = context.plaintexts->residue(q);
    return inverse ? q.inverse_vartime(t) : t;
  });
}

}  // namespace

he::Ciphertext ciphertext_from_json(const he::SchemeParameters& parameters, std::string_view text,
                                    const NoiseClaim& claim) {
  const Context& context = *parameters.context();
  const FileObject object = object_in(parameters, text, FileKind::ciphertext, 2);
  const std::size_t level = level_of(context, object.parts[0]);
  if (level_of(context, object.parts[1]) != level) {
    refuse_object("with parts modulo different primes", "one level");
  }
  const bool bfv = context.scheme == he::Scheme::bfv;
  const Natural factor(bfv ? 1 : object.scale_factor);
  if (!bfv && !context.plaintexts->is_unit(factor)) {
    refuse_object("with the scale factor " + std::to_string(object.scale_factor),
                  "one below t and prime to it");
  }
  const he::NoiseBound noise = claimed_noise(context, level, 2, claim);
  auto out = he::new_result<he::Ciphertext>(parameters.context(), level);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto values = values_of<Public>(context.level(level).ring, object.parts[i]);
    context.keys->engine->copy_in(Access::part(out, i).rows(), rows_of(values));
  }
  Access::set(out, factor, noise, he::KeyId());
  return out;
}

he::PublicKey public_key_from_json(const he::SchemeParameters& parameters, std::string_view text) {
  const Context& context = *parameters.context();
  const FileObject object = object_in(parameters, text, FileKind::public_key, 2);
  const DynamicRing& ring = parameters.ring(parameters.levels());
  const auto part = [&](std::size_t i) {
    if (level_of(context, object.parts[i]) != parameters.levels()) {
      refuse_object("that is a key modulo fewer primes", "all primes of Q");
    }
    auto values = values_of<Public>(ring, object.parts[i]);
    values *= factor_of_keys(context, ring, true);
    return he::rows_in_engine(*context.keys, values);
  };
  return {context.keys, he::KeyId(), std::nullopt, part(0), part(1), he::BoundOrigin::claimed};
}

he::SecretKey secret_key_from_json(const he::SchemeParameters& parameters, std::string_view text) {
  const Context& context = *parameters.context();
  const FileObject object = object_in(parameters, text, FileKind::secret_key, 1);
  if (level_of(context, object.parts[0]) != parameters.levels()) {
    refuse_object("that is a key modulo fewer primes", "all primes of Q");
  }
  const DynamicRing& ring = parameters.ring(parameters.levels());
  return ternary_key(context.keys, values_of<Secret>(ring, object.parts[0]), "OpenFHE");
}

std::string to_json(const he::SchemeParameters& parameters, const he::Ciphertext& ciphertext,
                    std::string_view example) {
  he::require_context(Access::context(ciphertext), parameters.context(), "a ciphertext");
  require_parameters(parameters, example);
  FileObject object;
  for (std::size_t i = 0; i < 2; ++i) {
    object.parts.push_back(polynomial_of(he::copy_of_part(ciphertext, i)));
  }
  object.scale_factor = ciphertext.scale_factor().word();
  return file_like(example, FileKind::ciphertext, object, parameters.degree());
}

std::string to_json(const he::SchemeParameters& parameters, const he::PublicKey& key,
                    std::string_view example) {
  const Context& context = *parameters.context();
  he::require_keys(key.tables(), context.keys, "a public key");
  require_parameters(parameters, example);
  FileObject object;
  for (const ConstRows& rows : {key.b(), key.a()}) {
    auto values = copy_of_rows(*context.keys, rows);
    values *= factor_of_keys(context, values.ring(), false);
    object.parts.push_back(polynomial_of(values));
  }
  return file_like(example, FileKind::public_key, object, parameters.degree());
}

std::string to_json(const he::SchemeParameters& parameters, const he::SecretKey& key,
                    std::string_view example) {
  he::require_keys(key.tables(), parameters.context()->keys, "a secret key");
  require_parameters(parameters, example);
  FileObject object;
  object.parts.push_back(
      polynomial_of(drop_limbs(key.value(), parameters.ring(parameters.levels()))));
  return file_like(example, FileKind::secret_key, object, parameters.degree());
}

}  // namespace lath::io::openfhe
