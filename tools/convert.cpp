// SPDX-License-Identifier: Apache-2.0
#include "convert.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <utility>

#include "failure.hpp"
#include "input_file.hpp"
#include "lath/he/bytes.hpp"
#include "lath/io/seal/description.hpp"
#include "lath/io/seal/keys.hpp"
#include "lath/io/seal/objects.hpp"
#include "lath/io/seal/parameters.hpp"
#include "lath/wire/object_kind.hpp"
#include "progress_line.hpp"
#include "terminal_text.hpp"

namespace lath::tool {
namespace {

namespace seal = io::seal;
using Bytes = Buffer<std::byte, Secret>;

// Bytes of Lath begin with a name, and have kind and scheme at these places.
constexpr std::size_t kKindAt = 4, kSchemeAt = 6, kStartBytes = 16;

// The first bytes of a pipe that are read at once.
constexpr std::size_t kFirstBytes = std::size_t{1} << 20;

bool is_of_lath(const Bytes& bytes) {
  constexpr std::string_view kName = "lath";
  return bytes.size() >= kStartBytes &&
         std::equal(kName.begin(), kName.end(), bytes.data(),
                    [](char c, std::byte b) { return std::byte(c) == b; });
}

Bytes read_all(const std::string& path) {
  InputFile file(path);
  if (const auto size = file.size()) return read_at_most(file, static_cast<std::size_t>(*size));
  // A pipe: the memory grows with what comes.
  Bytes bytes = read_at_most(file, kFirstBytes);
  while (bytes.size() > 0) {
    const Bytes more = read_at_most(file, bytes.size());
    if (more.size() == 0) break;
    auto longer = Bytes::for_overwrite(bytes.size() + more.size());
    std::ranges::copy(more, std::ranges::copy(bytes, longer.begin()).out);
    bytes = std::move(longer);
  }
  return bytes;
}

Bytes copied(const Buffer<std::byte>& bytes) { return Bytes(bytes.span()); }

// The parameters in a file of either library.
seal::EncryptionParameters read_parameters(const Bytes& bytes) {
  if (seal::is_seal(bytes)) return seal::parameters_from_bytes(bytes);
  if (!is_of_lath(bytes)) {
    throw Error(ErrorCode::malformed, "parameters of neither SEAL nor Lath",
                "need EncryptionParameters of SEAL 4, or parameters of Lath",
                "save them with EncryptionParameters::save(), or he::to_bytes(parameters)");
  }
  const auto scheme = static_cast<he::Scheme>(bytes[kSchemeAt]);
  if (scheme == he::Scheme::bgv) return {scheme, he::bgv::literal_from_bytes(bytes)};
  return {he::Scheme::bfv, he::bfv::literal_from_bytes(bytes)};
}

seal::SecurityTable table_of(const ConvertOptions& options) {
  if (!options.legacy_security) return seal::SecurityTable::guidelines_2024;
  if (*options.legacy_security == "2018") return seal::SecurityTable::standard_2018;
  throw UsageError("--legacy-security " + value_in_quotes(*options.legacy_security),
                   "need 2018, the only older table", "give 2018, or leave the option out");
}

io::NoiseClaim claim_of(const ConvertOptions& options) {
  if (!options.noise_budget) return io::NoiseClaim::fresh();
  const std::string& text = *options.noise_budget;
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
  if (error == std::errc() && end == text.data() + text.size()) {
    return io::NoiseClaim::budget(bits);
  }
  throw UsageError("--noise-budget " + value_in_quotes(text), "need a whole number of bits",
                   "give what invariant_noise_budget() says");
}

[[noreturn]] void refuse_kind(const char* what, const char* needed, const char* remedy) {
  throw Error(ErrorCode::unsupported, what, needed, remedy);
}

template <class Scheme>
Bytes to_lath(const he::Parameters<Scheme>& p, const Bytes& in, const io::NoiseClaim& claim) {
  constexpr bool kBfv = Scheme::kScheme == he::Scheme::bfv;
  switch (seal::kind_of(p, in)) {
    case seal::ObjectKind::parameters:
      return copied(he::to_bytes(p));
    case seal::ObjectKind::plaintext:
      return he::to_bytes(seal::plaintext_from_bytes(p, in));
    case seal::ObjectKind::secret_key:
      return he::to_bytes(seal::secret_key_from_bytes(p, in));
    case seal::ObjectKind::ciphertext:
      return copied(he::to_bytes(seal::ciphertext_from_bytes(p, in, claim)));
    case seal::ObjectKind::product:
      return copied(he::to_bytes(seal::product_from_bytes(p, in, claim)));
    case seal::ObjectKind::public_key:
      return copied(he::to_bytes(seal::public_key_from_bytes(p, in)));
    case seal::ObjectKind::relin_keys:
      if constexpr (kBfv) return copied(he::to_bytes(seal::relin_key_from_bytes(p, in)));
      break;
    case seal::ObjectKind::galois_keys:
      if constexpr (kBfv) return copied(he::to_bytes(seal::galois_keys_from_bytes(p, in)));
      break;
  }
  refuse_kind("evaluation keys of SEAL for BGV", "need keys whose errors are no multiples of t",
              "convert the secret key, and make them with he::KeyGenerator");
}

template <class Scheme>
auto product_of(const he::Parameters<Scheme>& p, const Bytes& in) {
  if constexpr (Scheme::kScheme == he::Scheme::bfv) {
    return he::bfv::product_from_bytes(p, in);
  } else {
    return he::bgv::product_from_bytes(p, in);
  }
}

template <class Scheme>
Bytes to_seal(const he::Parameters<Scheme>& p, const Bytes& in) {
  constexpr bool kBfv = Scheme::kScheme == he::Scheme::bfv;
  switch (static_cast<ObjectKind>(in[kKindAt])) {
    case ObjectKind::parameters:
      return copied(seal::to_bytes(p));
    case ObjectKind::plaintext:
      return seal::to_bytes(p, he::plaintext_from_bytes(p, in));
    case ObjectKind::secret_key:
      return seal::to_bytes(p, he::secret_key_from_bytes(p, in));
    case ObjectKind::ciphertext:
      return copied(seal::to_bytes(p, he::ciphertext_from_bytes(p, in)));
    case ObjectKind::seeded_ciphertext:
      return copied(seal::to_bytes(p, he::seeded_ciphertext_from_bytes(p, in).expand()));
    case ObjectKind::product:
      return copied(seal::to_bytes(p, product_of(p, in)));
    case ObjectKind::public_key:
      refuse_kind("a public key of Lath, which is modulo Q",
                  "need a key modulo the special prime as well, for SEAL",
                  "make one of the secret key with io::seal::make_public_key(), or with SEAL");
    case ObjectKind::relin_key:
      if constexpr (kBfv) return copied(seal::to_bytes(p, he::relin_key_from_bytes(p, in)));
      break;
    case ObjectKind::galois_keys:
      if constexpr (kBfv) return copied(seal::to_bytes(p, he::galois_keys_from_bytes(p, in)));
      break;
    default:
      refuse_kind("an object of Lath that SEAL does not have",
                  "need parameters, a plaintext, a ciphertext or a key",
                  "check that the right file was given");
  }
  refuse_kind("evaluation keys of Lath for BGV", "need keys whose errors are multiples of t",
              "make them of the secret key with io::seal::make_relin_keys() and "
              "make_galois_keys(), or with SEAL");
}

template <class Scheme>
Bytes converted(const he::Parameters<Scheme>& p, const Bytes& in, const io::NoiseClaim& claim) {
  return seal::is_seal(in) ? to_lath(p, in, claim) : to_seal(p, in);
}

bool is_parameters(const Bytes& in) {
  if (seal::is_seal(in)) return seal::kind_of(in) == seal::ObjectKind::parameters;
  return static_cast<ObjectKind>(in[kKindAt]) == ObjectKind::parameters;
}

bool is_secret(const Bytes& in) {
  if (seal::is_seal(in)) {
    const seal::ObjectKind kind = seal::kind_of(in);
    return kind == seal::ObjectKind::plaintext || kind == seal::ObjectKind::secret_key;
  }
  const auto kind = static_cast<ObjectKind>(in[kKindAt]);
  return kind == ObjectKind::plaintext || kind == ObjectKind::secret_key;
}

// The parameters of the input: itself, or the file that was named.
seal::EncryptionParameters parameters_for(const Bytes& in, const ConvertOptions& options) {
  if (is_parameters(in)) return read_parameters(in);
  if (options.parameters) return read_parameters(read_all(*options.parameters));
  const std::string what = seal::is_seal(in) ? seal::name_of(seal::kind_of(in)) : "an object";
  throw UsageError(what + " without --parameters", "need the file of its parameters",
                   "name it with -p: what EncryptionParameters::save() wrote, or parameters of "
                   "Lath");
}

}  // namespace

void convert(const ConvertOptions& options) {
  const seal::SecurityTable table = table_of(options);
  const io::NoiseClaim claim = claim_of(options);
  const Bytes in = read_all(options.input);
  if (!seal::is_seal(in) && !is_of_lath(in)) {
    throw Error(ErrorCode::malformed, in_quotes(options.input) + " is of neither SEAL nor Lath",
                "need an object that SEAL 4 saved, or bytes of Lath",
                "check that the right file was given, and that it was copied in binary");
  }
  const seal::EncryptionParameters found = parameters_for(in, options);
  const Bytes out = found.scheme == he::Scheme::bfv
                        ? converted(seal::create_bfv(found, table), in, claim)
                        : converted(seal::create_bgv(found, table), in, claim);
  OutputFile output(options.output, options.existing,
                    is_secret(in) ? Readers::owner : Readers::umask);
  output.write(out.span());
  output.finish();
  output.place();
}

}  // namespace lath::tool
