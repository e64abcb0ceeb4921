// SPDX-License-Identifier: Apache-2.0
#include "key_pair_files.hpp"

#include "failure.hpp"
#include "file_identity.hpp"
#include "folder_lock.hpp"
#include "pending_files.hpp"

namespace lath::tool {

// The names of the files are the name and an ending, so that the name has to be one of a file.
void check_pair_name(const std::string& name) {
  const std::string file = name.substr(name.rfind('/') + 1);  // all of it where there is no slash
  if (name == "-") {
    throw UsageError("--output '-': a key pair is two files", "need the name that both begin with",
                     "name them, for example with -o alice, or leave -o out to see the identity");
  }
  if (file.empty() || file == "." || file == "..") {
    throw UsageError("--output " + value_in_quotes(name) + " names no file",
                     "need the name that both files begin with",
                     "name them, for example with -o alice");
  }
  check_not_read("-", {{"the old public key", FileIdentity::of(name + ".pub")},
                       {"the old secret key", FileIdentity::of(name + ".key")}});
}

KeyPairFiles::KeyPairFiles(const std::string& name, Existing existing)
    : folder_(folder_of(name)),
      public_(name + ".pub", existing, Readers::umask),
      secret_(name + ".key", existing, Readers::owner) {}

void KeyPairFiles::write(std::span<const std::byte> public_key,
                         std::span<const std::byte> secret_key) {
  public_.write(public_key);
  secret_.write(secret_key);
  for (OutputFile* file : {&public_, &secret_}) {
    file->sync();
    file->finish();
  }
}

void KeyPairFiles::place(std::string_view announcement) {
  const FolderLock no_other_run(folder_);
  const SignalsHeldBack both_or_none;
  try {
    secret_.give_temporary_name();
    public_.place_for_now();
    secret_.place_for_now();
    no_other_run.sync();
    print(announcement);
  } catch (const Error& error) {
    take_back_after(error);
  }
  secret_.keep();
  public_.keep();
}

void KeyPairFiles::take_back_after(const Error& error) {
  // Where the new secret key has to stay, its public key stays too: a pair, if not the old one.
  if (!secret_.take_back()) {
    throw Error(error.code(), error.found() + ", and the old keys could not be put back",
                "need both keys of a pair", secret_.leave() + ", and " + public_.leave());
  }
  if (!public_.take_back()) {
    throw Error(error.code(), error.found() + ", and the old public key could not be put back",
                "need both keys of a pair", public_.leave());
  }
  throw Error(error.code(), error.found(), error.needed(),
              "no key file was changed; " + error.remedy());
}

}  // namespace lath::tool
