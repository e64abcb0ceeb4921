// SPDX-License-Identifier: Apache-2.0
//
// Files of Microsoft SEAL: Lath reads parameters, a key and a ciphertext that TenSEAL wrote with
// SEAL 4.1 inside, computes on the ciphertext, and writes files that SEAL reads.
//
//     30_objects_of_seal FOLDER
//
// The folder has the files parms, sk and x, as EncryptionParameters::save(), SecretKey::save() and
// Ciphertext::save() write them.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/io/noise_claim.hpp"
#include "lath/io/seal/description.hpp"
#include "lath/io/seal/objects.hpp"
#include "lath/io/seal/parameters.hpp"

using namespace lath;
namespace fs = std::filesystem;
namespace seal = io::seal;

namespace {

// A buffer that is wiped when it is released, since it may hold a secret key.
Buffer<std::byte, Secret> read_file(const fs::path& path) {
  Buffer<std::byte, Secret> bytes(fs::file_size(path));
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

void say_what_it_is(const fs::path& path) {
  std::cout << path.filename().string() << "\n";
  for (const auto& [name, value] : seal::describe(read_file(path))) {
    std::cout << "    " << name << ": " << value << "\n";
  }
}

void show(const fs::path& folder) {
  for (const char* name : {"parms", "x"}) say_what_it_is(folder / name);

  // SEAL's parameters keep to the limits of 2018: the program has to say that it accepts them.
  const auto found = seal::parameters_from_bytes(read_file(folder / "parms"));
  try {
    static_cast<void>(seal::create_bfv(found));
  } catch (const Error& error) {
    std::cout << "by the limits of 2024: " << error.found() << "; " << error.needed() << "\n";
  }
  const auto parameters = seal::create_bfv(found, seal::SecurityTable::standard_2018);

  // Nothing in the file says how much noise the ciphertext has: here it is claimed to be fresh.
  const auto secret = seal::secret_key_from_bytes(parameters, read_file(folder / "sk"));
  const auto x =
      seal::ciphertext_from_bytes(parameters, read_file(folder / "x"), io::NoiseClaim::fresh());
  auto session = he::bfv::Evaluator(parameters).session({});
  const auto sum = session.add_plain(x, std::int64_t{1});

  // SEAL reads these bytes with Ciphertext::load().
  const Buffer<std::byte> bytes = seal::to_bytes(parameters, sum);
  const auto again = seal::ciphertext_from_bytes(parameters, bytes, io::NoiseClaim::fresh());
  const auto encoder = he::SlotEncoder::create(parameters);
  const auto values = encoder.decode(he::bfv::Decryptor(parameters, secret).decrypt(again));
  std::cout << "x + 1, " << bytes.size() << " bytes for SEAL, has the slots";
  for (std::size_t i = 0; i < 5; ++i) std::cout << ' ' << values[i];
  std::cout << " ...\n";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != (7 * i + 2) % 12289) throw std::runtime_error("a wrong slot");
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: 30_objects_of_seal FOLDER, which has parms, sk and x\n";
    return EXIT_FAILURE;
  }
  try {
    show(words[1]);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return EXIT_FAILURE;
  }
}
