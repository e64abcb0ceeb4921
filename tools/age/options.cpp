// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>

#include "age/verbs.hpp"
#include "pem_keys.hpp"

namespace lath::tool {
namespace {

CLI::Option* add_list(CLI::App* sub, const char* name, std::vector<std::string>& values,
                      const char* description, const char* type) {
  return sub->add_option(name, values, description)->type_name(type)->allow_extra_args(false);
}

void add_common_options(CLI::App* sub, FileOptions& options, const char* output) {
  sub->add_option("input", options.inputs, "What to read; - is standard input, as without")
      ->type_name("IN");
  sub->add_option("-o,--output", options.output, output)->type_name("OUT");
  sub->add_flag_callback(
      "--force", [&options] { options.existing = Existing::replace; },
      "Replace OUT where it exists");
  sub->add_option("--passphrase-file", options.passphrase.file,
                  "A file whose first line is the passphrase; - is standard input")
      ->type_name("FILE");
}

void add_encrypt(CLI::App& app) {
  auto options = std::make_shared<EncryptOptions>();
  CLI::App* sub =
      app.add_subcommand("encrypt", "Encrypt files for recipients or with a passphrase");
  add_list(sub, "-r,--recipient", options->recipients,
           "Somebody who can decrypt: age1pq1...; may be repeated", "RECIPIENT");
  add_list(sub, "-R,--recipients-file", options->recipient_files,
           "A file of recipients, one a line (NAME.pub); may be repeated", "FILE");
  add_list(sub, "-i,--identity", options->identities,
           "A file of identities whose owner can decrypt (NAME.key); may be repeated", "FILE");
  sub->add_flag("-p,--passphrase", options->passphrase.ask,
                "Encrypt with a passphrase that is asked for, in place of recipients");
  sub->add_option("--work-factor", options->passphrase.work_factor,
                  "How much work a passphrase takes: 2^N steps of scrypt")
      ->type_name("N")
      ->check(CLI::Range(1U, io::age::Passphrase::kMaxWorkFactor))
      ->capture_default_str();
  sub->add_flag_callback(
      "-a,--armor", [options] { options->form = io::age::Form::armored; },
      "Write text (ASCII armour) in place of binary bytes");
  add_common_options(sub, *options,
                     "What to write; - is standard output, as without. Each of several files IN "
                     "becomes IN.age");
  sub->footer(
      "Writes age files (age-encryption.org/v1), which age 1.3 and others open, too. All "
      "recipients\n"
      "can decrypt every file. OUT is never the same file as one that is read.");
  sub->callback([options] { encrypt(*options); });
}

void add_decrypt(CLI::App& app) {
  auto options = std::make_shared<DecryptOptions>();
  CLI::App* sub = app.add_subcommand("decrypt", "Decrypt files with an identity or a passphrase");
  add_list(sub, "-i,--identity", options->identities,
           "A file of identities (NAME.key), or AGE-SECRET-KEY-PQ-1...; may be repeated", "FILE");
  sub->add_flag("-p,--passphrase", options->passphrase.ask,
                "Ask for the passphrase, as without identities");
  sub->add_flag("--verify", options->verify, "Check that all is authentic, and write nothing");
  add_common_options(sub, *options,
                     "What to write; - is standard output, as without. Each of several files "
                     "NAME.age becomes NAME");
  sub->footer(
      "A file OUT appears only when all of IN is authentic. A pipe gets bytes that are authentic "
      "as\n"
      "they come; that they are all shows in the exit status 0. OUT is never the same file as one\n"
      "that is read.");
  sub->callback([options] { decrypt(*options); });
}

void add_keygen(CLI::App& app) {
  auto options = std::make_shared<KeygenOptions>();
  CLI::App* sub = app.add_subcommand("keygen", "Make a key pair: NAME.pub and NAME.key");
  sub->add_option("-o,--output", options->name,
                  "Where the keys go, without the endings; without, the identity is printed")
      ->type_name("NAME");
  sub->add_flag_callback(
      "--force", [options] { options->existing = Existing::replace; }, "Replace keys that exist");
  sub->add_flag("-y,--show", options->show, "Show the recipients of identities that exist");
  sub->add_option("input", options->input, "With -y, a file of identities; - is standard input")
      ->type_name("FILE");
  sub->footer(
      "NAME.pub has the recipient (age1pq1...), for lath encrypt -R, and may be given to "
      "everybody.\n"
      "NAME.key has the identity, for lath decrypt -i, and stays with its owner.");
  sub->add_option("--scheme", options->scheme,
                  "With --pem: ml-kem-512, ml-kem-768 (the usual one) or ml-kem-1024")
      ->type_name("SCHEME");
  const auto pem = add_pem_options(*sub);
  sub->callback([options, pem] {
    if (!pem_keygen(*options, *pem)) keygen(*options);
  });
}

}  // namespace

void add_age_verbs(CLI::App& app) {
  add_keygen(app);
  add_encrypt(app);
  add_decrypt(app);
}

}  // namespace lath::tool
