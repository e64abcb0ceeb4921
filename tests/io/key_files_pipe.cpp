// SPDX-License-Identifier: Apache-2.0
//
// key_files_pipe: files of keys for other programs, see key_files_interoperation.py. A line of
// standard input is a command, all bytes in hexadecimal or "-" for none, and a line of standard
// output its answer, or "error <code>":
//
//   write <set> <form> <encoding> <seed> <passphrase> <derivation>   <private file> <public file>
//   read <file> <passphrase>                       <set> <public key> <secret key> <seed>
//   read-public <file>                             <set> <public key>
//
// The form is seed, expanded or both; the encoding der or pem; the derivation pbkdf2 or scrypt.
#include <cstddef>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/io/ml_kem_keys.hpp"

namespace lath::io {
namespace {

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4];
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15];
  }
  return text.empty() ? "-" : text;
}

std::vector<std::byte> bytes_of(const std::string& text) {
  std::vector<std::byte> bytes;
  if (text == "-") return bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string described(const MlKemPublicKey& key) {
  const auto bytes = std::visit([](const auto& each) { return hex(each.bytes()); }, key);
  return std::to_string(parameter_set(key)) + " " + bytes;
}

std::string described(const MlKemPrivateKey& key) {
  const auto secrets = std::visit(
      [](const auto& each) {
        return hex(each.secret_key().bytes()) + " " +
               (each.seed() ? hex(each.seed()->span()) : std::string("-"));
      },
      key);
  return described(public_key_of(key)) + " " + secrets;
}

MlKemPrivateKey key_of(const std::string& set, std::span<const std::byte> seed) {
  if (set == "512") return ml_kem::PrivateKey<512>::from_seed(seed);
  if (set == "768") return ml_kem::PrivateKey<768>::from_seed(seed);
  return ml_kem::PrivateKey<1024>::from_seed(seed);
}

std::string hex(const std::string& text) { return hex(std::as_bytes(std::span(text))); }
std::string hex(const Buffer<std::byte, Secret>& bytes) { return hex(bytes.span()); }

std::string written(std::istream& words, Generator& generator) {
  std::string set, form_name, encoding, seed, passphrase, derivation;
  words >> set >> form_name >> encoding >> seed >> passphrase >> derivation;
  const MlKemPrivateKey key = key_of(set, bytes_of(seed));
  const PrivateKeyForm form = form_name == "seed"       ? PrivateKeyForm::seed
                              : form_name == "expanded" ? PrivateKeyForm::expanded
                                                        : PrivateKeyForm::both;
  const bool pem = encoding == "pem";
  const MlKemPublicKey public_key = public_key_of(key);
  const std::string public_file = pem ? hex(to_pem(public_key)) : hex(to_der(public_key));
  const PassphraseDerivation by{derivation == "scrypt" ? PassphraseDerivation::Function::scrypt
                                                       : PassphraseDerivation::Function::pbkdf2,
                                1000};
  const auto secret = bytes_of(passphrase);
  if (secret.empty())
    return (pem ? hex(to_pem(key, form)) : hex(to_der(key, form))) + " " + public_file;
  return (pem ? hex(to_encrypted_pem(key, secret, generator, form, by))
              : hex(to_encrypted_der(key, secret, generator, form, by))) +
         " " + public_file;
}

std::string answer(const std::string& line, Generator& generator) try {
  std::istringstream words(line);
  std::string command, file, passphrase;
  words >> command;
  if (command == "write") return written(words, generator);
  words >> file >> passphrase;
  if (command == "read") {
    return described(ml_kem_private_key_from_file(bytes_of(file), bytes_of(passphrase)));
  }
  if (command == "read-public") return described(ml_kem_public_key_from_file(bytes_of(file)));
  return "error command";
} catch (const Error& error) {
  return "error " + std::string(error_code_name(error.code()));
}

}  // namespace
}  // namespace lath::io

int main() {
  auto generator = lath::Generator::from_system();
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << lath::io::answer(line, generator) << std::endl;
  }
}
