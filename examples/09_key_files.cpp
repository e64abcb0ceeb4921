// SPDX-License-Identifier: Apache-2.0
//
// Keys and encrypted files: what `lath keygen`, `lath encrypt` and `lath decrypt` do, in a program.

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ios>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/io/envelope.hpp"
#include "lath/io/keys.hpp"

using namespace lath;
namespace fs = std::filesystem;

namespace {

void write_file(const fs::path& path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

// A buffer that is wiped when it is released, since it may hold a secret key.
Buffer<std::byte, Secret> read_file(const fs::path& path) {
  Buffer<std::byte, Secret> bytes(fs::file_size(path));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

// A new folder that only this user can read.
fs::path private_folder() {
  std::string name = (fs::temp_directory_path() / "lath-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

}  // namespace

int main() {
  const fs::path folder = private_folder();
  Generator generator = Generator::from_system();

  // Alice makes a key pair and writes two files. The secret key is not encrypted: whoever reads
  // that file reads her mail. `lath keygen` creates it readable by its owner only.
  {
    const auto pair = io::generate_keys(io::FileScheme::of_name("ml-kem-768"), generator);
    write_file(folder / "alice.pub", pair.public_key.bytes());
    write_file(folder / "alice.key", pair.secret_key.bytes());
    std::cout << pair.public_key.scheme().name() << " key "
              << io::short_name(pair.public_key.fingerprint()) << '\n';
  }

  // Bob encrypts a letter for her. Source and Sink are interfaces: files, pipes and memory of any
  // size; nothing is read into memory as a whole.
  const std::string letter = "Dear Alice, the meeting is at noon.";
  io::MemorySink envelope;
  {
    const auto key_file = read_file(folder / "alice.pub");
    const auto key = io::PublicKey::from_bytes(key_file.span());
    io::MemorySource source(std::as_bytes(std::span(letter)));
    io::encrypt(key, source, envelope, generator);
    write_file(folder / "letter.lath", envelope.bytes());
  }

  // Alice decrypts it. Key files and envelopes are checked before they are used: a damaged or
  // foreign one throws an Error that says what is wrong with it.
  const auto key_file = read_file(folder / "alice.key");
  const auto key = io::SecretKey::from_bytes(key_file.span());
  auto received = read_file(folder / "letter.lath");
  io::MemorySource source(received.span());
  io::MemorySink opened;
  io::decrypt(key, source, opened);
  const auto* text = reinterpret_cast<const char*>(opened.bytes().data());
  const bool same = std::string_view(text, opened.bytes().size()) == letter;
  std::cout << (same ? "the letter arrived\n" : "another letter arrived\n");

  // One changed bit anywhere, and no byte of the letter comes out.
  received[received.size() - 1] ^= std::byte{1};
  io::MemorySource changed(received.span());
  io::MemorySink nothing;
  bool refused = false;
  try {
    io::decrypt(key, changed, nothing);
  } catch (const Error& error) {
    refused = error.code() == ErrorCode::authentication && nothing.bytes().empty();
    std::cout << "changed: " << error.what() << '\n';
  }
  fs::remove_all(folder);
  return same && refused ? 0 : 1;
}
