// SPDX-License-Identifier: Apache-2.0
#include "pem_keys.hpp"

#include <fmt/format.h>

#include <array>

#include "failure.hpp"
#include "key_pair_files.hpp"
#include "lath/io/key_description.hpp"
#include "option_values.hpp"
#include "passphrase.hpp"

namespace lath::tool {
namespace {

void require_pem(const PemOptions& pem) {
  const bool named = pem.forms != 0 || pem.asks_for_passphrase || pem.passphrase_descriptor;
  if (!named) return;
  throw UsageError("an option of --pem without --pem",
                   "need --pem with --seed, --expanded, --both and passphrases",
                   "add --pem, or leave the option out");
}

std::string scheme_of(const KeygenOptions& options) {
  return options.scheme.value_or("ml-kem-768");
}

unsigned set_of(const KeygenOptions& options) {
  constexpr std::array<std::pair<const char*, unsigned>, 3> kSets{
      {{"ml-kem-512", 512}, {"ml-kem-768", 768}, {"ml-kem-1024", 1024}}};
  for (const auto& [name, set] : kSets) {
    if (scheme_of(options) == name) return set;
  }
  throw UsageError("--scheme " + value_in_quotes(scheme_of(options)) + " with --pem",
                   "need ml-kem-512, ml-kem-768 or ml-kem-1024",
                   "name one of these, or leave --pem out");
}

void check_choices(const PemOptions& pem) {
  if (pem.forms > 1) {
    throw UsageError("more than one form of the secret key", "need --seed, --expanded or --both",
                     "leave all but one out; --seed is the usual one");
  }
  if (pem.asks_for_passphrase && pem.passphrase_descriptor) {
    throw UsageError("two passphrases", "need --passphrase or --passphrase-fd",
                     "leave one of them out");
  }
}

std::optional<Buffer<std::byte, Secret>> passphrase_of(const PemOptions& pem) {
  if (pem.asks_for_passphrase) return ask_for_new_passphrase();
  if (!pem.passphrase_descriptor) return std::nullopt;
  const Option option{"--passphrase-fd", *pem.passphrase_descriptor,
                      "give the number of an open descriptor, as in --passphrase-fd 3 3<file"};
  const auto descriptor = number<int>(option.text);
  if (!descriptor || *descriptor < 0) refuse(option, "need the number of a descriptor");
  return passphrase_from(*descriptor);
}

}  // namespace

std::shared_ptr<PemOptions> add_pem_options(CLI::App& keygen) {
  auto pem = std::make_shared<PemOptions>();
  const auto add = [&](const char* name, const char* what, auto set) {
    keygen.add_flag_callback(name, [pem, set] { set(*pem); }, what);
  };
  const auto add_form = [&](const char* name, const char* what, io::PrivateKeyForm form) {
    add(name, what, [form](PemOptions& options) {
      options.form = form;
      ++options.forms;
    });
  };
  add("--pem", "Keys of ML-KEM as others write them: PKCS#8 and SubjectPublicKeyInfo, PEM",
      [](PemOptions& options) { options.pem = true; });
  add_form("--seed", "With --pem: the secret key is its seed of 64 bytes (the usual form)",
           io::PrivateKeyForm::seed);
  add_form("--expanded", "With --pem: the secret key is what the standard calls one",
           io::PrivateKeyForm::expanded);
  add_form("--both", "With --pem: the secret key is both", io::PrivateKeyForm::both);
  add("--passphrase", "With --pem: encrypt the secret key; asks for a passphrase",
      [](PemOptions& options) { options.asks_for_passphrase = true; });
  keygen
      .add_option("--passphrase-fd", pem->passphrase_descriptor,
                  "With --pem: encrypt the secret key under the passphrase that descriptor N gives")
      ->type_name("N");
  return pem;
}

bool pem_keygen(const KeygenOptions& options, const PemOptions& pem) {
  if (!pem.pem) {
    require_pem(pem);
    return false;
  }
  const unsigned set = set_of(options);
  check_choices(pem);
  if (!options.name) {
    throw UsageError("--pem without --output", "need the name that both files begin with",
                     "name them, for example with -o alice");
  }
  check_pair_name(*options.name);
  KeyPairFiles files(*options.name, options.existing);
  const auto passphrase = passphrase_of(pem);
  const auto form = pem.form.value_or(io::PrivateKeyForm::seed);
  Generator generator = Generator::from_system();
  const io::MlKemPrivateKey key = io::generate_ml_kem_key(set, generator);
  const std::string public_text = io::to_pem(io::public_key_of(key));
  const auto public_bytes = std::as_bytes(std::span(public_text));
  if (passphrase) {
    const std::string text = io::to_encrypted_pem(key, *passphrase, generator, form);
    files.write(public_bytes, std::as_bytes(std::span(text)));
  } else {
    const auto text = io::to_pem(key, form);
    files.write(public_bytes, text.span());
  }
  const auto described = io::describe_key(public_bytes);
  files.place(fmt::format("{} key {}\n", scheme_of(options),
                          io::short_name(described.fingerprint.value_or(io::Fingerprint()))));
  return true;
}

}  // namespace lath::tool
