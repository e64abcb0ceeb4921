// SPDX-License-Identifier: Apache-2.0
#include "key_pair_files.hpp"

#include "failure.hpp"
#include "folder_lock.hpp"
#include "pending_files.hpp"

namespace lath::tool {

KeyPairFiles::KeyPairFiles(const std::string& name, Existing existing)
    : folder_(folder_of(name)),
      public_(name + ".pub", existing, Readers::umask),
      secret_(name + ".key", existing, Readers::owner) {}

void KeyPairFiles::write(const io::KeyPair& keys) {
  public_.write(keys.public_key.bytes());
  secret_.write(keys.secret_key.bytes());
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
