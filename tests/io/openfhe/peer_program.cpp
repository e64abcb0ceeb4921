// SPDX-License-Identifier: Apache-2.0
//
// openfhe_peer_program FOLDER...: Lath's part of peer_check.py. A folder is one case, with files of
// OpenFHE: Lath decrypts OpenFHE's ciphertext, computes on it, encrypts with OpenFHE's public key,
// and writes a key, a public key and a ciphertext of its own.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/io/openfhe.hpp"
#include "lath/random/generator.hpp"

namespace {

using namespace lath;
namespace openfhe = io::openfhe;
using Path = std::filesystem::path;
using Slots = std::vector<std::uint64_t>;

std::string read(const Path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}
void write(const Path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}
Slots read_slots(const Path& path) {
  const std::string bytes = read(path);
  const auto* words = reinterpret_cast<const std::uint64_t*>(bytes.data());
  return {words, words + bytes.size() / 8};
}
void write_slots(const Path& path, const Slots& slots) {
  write(path, {reinterpret_cast<const char*>(slots.data()), 8 * slots.size()});
}

template <class Scheme>
void run(const Path& folder, const he::Literal& literal, Generator& generator) {
  const auto parameters = Scheme::Parameters::create_insecure(literal);
  const auto encoder = he::SlotEncoder::create(parameters);
  const auto order = openfhe::SlotOrder::create(parameters);
  const auto encode = [&](const Slots& slots) { return encoder.encode(order.to_lath(slots)); };
  const Slots x_slots = read_slots(folder / "x.values"), y_slots = read_slots(folder / "y.values");

  const auto secret = openfhe::secret_key_from_json(parameters, read(folder / "secret"));
  const auto x =
      openfhe::ciphertext_from_json(parameters, read(folder / "x"), io::NoiseClaim::fresh());
  const auto decoded = encoder.decode(he::Decryptor(parameters, secret).decrypt(x));
  write_slots(folder / "lath.x_values",
              order.to_openfhe(Slots(decoded.span().begin(), decoded.span().end())));

  if (std::filesystem::exists(folder / "low")) {
    const auto low =
        openfhe::ciphertext_from_json(parameters, read(folder / "low"), io::NoiseClaim::fresh());
    const auto slots = encoder.decode(he::Decryptor(parameters, secret).decrypt(low));
    write_slots(folder / "lath.low_values",
                order.to_openfhe(Slots(slots.span().begin(), slots.span().end())));
    auto session = typename Scheme::Evaluator(parameters).session({});
    write(folder / "lath.low",
          openfhe::to_json(parameters, session.mod_switch(x, low.level()), read(folder / "low")));
  }
  he::KeyGenerator keys(parameters, generator);
  auto session = typename Scheme::Evaluator(parameters).session(keys.relin_key(secret));
  auto square = session.relinearize(session.multiply(x, x));
  square = session.add_plain(square, encode(y_slots));
  write(folder / "lath.square", openfhe::to_json(parameters, square, read(folder / "x")));
  const he::Encryptor encryptor(parameters,
                                openfhe::public_key_from_json(parameters, read(folder / "public")));
  write(folder / "lath.y",
        openfhe::to_json(parameters, encryptor.encrypt(encode(y_slots), generator),
                         read(folder / "x")));

  const auto own = keys.secret_key();
  write(folder / "own.secret", openfhe::to_json(parameters, own, read(folder / "secret")));
  write(folder / "own.public",
        openfhe::to_json(parameters, keys.public_key(own), read(folder / "public")));
  const he::SymmetricEncryptor own_encryptor(parameters, own);
  write(folder / "own.y",
        openfhe::to_json(parameters, own_encryptor.encrypt(encode(y_slots), generator),
                         read(folder / "x")));
}

}  // namespace

int main(int count, char** words) {
  auto generator = Generator::from_seed(Seed(), "openfhe peer");
  for (int i = 1; i < count; ++i) {
    try {
      const Path folder(words[i]);
      const auto file = openfhe::parameters_from_json(read(folder / "context"));
      if (file.scheme == he::Scheme::bfv) {
        run<he::Bfv>(folder, file.literal, generator);
      } else {
        run<he::Bgv>(folder, file.literal, generator);
      }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", words[i], error.what());
      return 1;
    }
  }
}
