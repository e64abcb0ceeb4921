// SPDX-License-Identifier: Apache-2.0
//
// Homomorphic encryption in files: parameters, keys and ciphertexts in envelopes, which say what
// they hold and who saved them. `lath inspect` explains each of these files.

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/he/encryptor.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/io/objects.hpp"

using namespace lath;
namespace fs = std::filesystem;

namespace {

// A new folder that only this user can read.
fs::path private_folder() {
  std::string name = (fs::temp_directory_path() / "lath-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

}  // namespace

int main() {
  const fs::path folder = private_folder();
  const auto path = [&](const char* name) { return (folder / name).string(); };
  auto generator = Generator::from_system();
  const auto mac = io::MacKey::generate(generator);  // the owner and the server share it
  const auto passphrase = std::as_bytes(std::span(std::string_view("a long passphrase")));

  {  // The owner saves parameters and keys. Only the secret key is a secret.
    const auto parameters = he::bfv::Parameters::recommended(4096, 65537);
    he::KeyGenerator keys(parameters, generator);
    const auto secret = keys.secret_key();
    io::save_file(path("parameters"), parameters);
    io::save_file(path("public-key"), keys.public_key(secret));
    io::save_secret_key_file(path("secret-key"), secret, passphrase, generator);
  }

  {  // The server encrypts, and proves that the ciphertext is its own.
    const auto parameters = he::bfv::Parameters::create(
        io::load_literal(he::Scheme::bfv, io::ObjectInput::file(path("parameters"))));
    const auto key = io::load_public_key(parameters, io::ObjectInput::file(path("public-key")));
    const auto encoder = he::SlotEncoder::create(parameters);
    const auto ciphertext =
        he::Encryptor(parameters, key)
            .encrypt(encoder.encode(std::vector<std::uint64_t>{20, 22}), generator);
    io::save_file(path("ciphertext"), ciphertext, {.parameters = &parameters, .mac = &mac});
  }

  // The owner reads what the server sent, and nothing that somebody else made.
  const auto parameters = he::bfv::Parameters::create(
      io::load_literal(he::Scheme::bfv, io::ObjectInput::file(path("parameters"))));
  const auto secret =
      io::load_secret_key(parameters, io::ObjectInput::file(path("secret-key")), passphrase);
  const he::Decryptor decryptor(parameters, secret);
  const auto ciphertext = io::load_authenticated_ciphertext(
      decryptor, parameters, io::ObjectInput::file(path("ciphertext")), {.mac = &mac});
  const auto slots = he::SlotEncoder::create(parameters).decode(decryptor.decrypt(ciphertext));
  std::cout << slots[0] << " and " << slots[1] << '\n';

  const auto other = io::MacKey::generate(generator);
  try {
    (void)io::load_ciphertext(parameters, io::ObjectInput::file(path("ciphertext")),
                              {.mac = &other});
    return EXIT_FAILURE;
  } catch (const Error& error) {
    std::cout << error_code_name(error.code()) << ": " << error.what() << '\n';
  }
  fs::remove_all(folder);
  return slots[0] == 20 && slots[1] == 22 ? EXIT_SUCCESS : EXIT_FAILURE;
}
