// SPDX-License-Identifier: Apache-2.0
//
// seal_peer_program half|end FOLDER...: Lath's part of peer_test.py. A folder is one case, in which
// both libraries leave files of SEAL. `half` computes the second half of a circuit that SEAL began,
// and begins one with keys of its own; `end` decrypts what SEAL made of that.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include "lath/he/rotations.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/io/seal/keys.hpp"
#include "lath/io/seal/objects.hpp"
#include "lath/io/seal/parameters.hpp"

namespace {

using namespace lath;
using namespace lath::io;
using Path = std::filesystem::path;

std::vector<std::byte> read(const Path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  const auto view = std::as_bytes(std::span(bytes));
  return {view.begin(), view.end()};
}
template <class Range>
void write(const Path& path, const Range& values) {
  const std::span<const typename Range::value_type> span(values);
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(span.data()),
             static_cast<std::streamsize>(span.size_bytes()));
}
template <class T, class Storage>
void write(const Path& path, const Buffer<T, Storage>& values) {
  write(path, std::vector<T>(values.span().begin(), values.span().end()));
}

// plan.txt: a name and its words in each line.
std::map<std::string, std::vector<std::string>> plan_of(const Path& folder) {
  std::map<std::string, std::vector<std::string>> plan;
  std::ifstream file(folder / "plan.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    while (words >> word) plan[name].push_back(word);
  }
  return plan;
}
io::NoiseClaim budget(const std::string& bits) {
  return io::NoiseClaim::budget(static_cast<unsigned>(std::stoul(bits)));
}

template <class Scheme>
struct Case {
  using Parameters = typename Scheme::Parameters;

  Path folder;
  Parameters parameters;
  he::SlotEncoder encoder = he::SlotEncoder::create(parameters);
  he::Plaintext p = io::seal::plaintext_from_bytes(parameters, read(folder / "p"));

  // The circuit on x and y that the words of a plan are.
  void run(typename Scheme::Session& session, he::Ciphertext& x, he::Ciphertext& y,
           const std::vector<std::string>& steps) const {
    for (const std::string& step : steps) {
      if (step == "add") x = session.add(x, y);
      if (step == "sub") x = session.sub(x, y);
      if (step == "mul") x = session.relinearize(session.multiply(x, y));
      if (step == "square") x = session.relinearize(session.multiply(x, x));
      if (step == "addp") x = session.add_plain(x, p);
      if (step == "mulp") x = session.multiply_plain(x, p);
      if (step == "exchange") x = session.exchange_rows(x);
      if (step.starts_with("rotate")) x = session.rotate_rows(x, std::stol(step.substr(6)));
      if (step == "down") {
        x = session.mod_switch(x, x.level() - 1);
        y = session.mod_switch(y, y.level() - 1);
      }
    }
  }

  std::vector<std::uint64_t> elements() const { return he::all_rotations(parameters.degree()); }

  he::EvaluationKeys keys_of_seal() const {
    return {io::seal::relin_key_from_bytes(parameters, read(folder / "rk")),
            io::seal::galois_keys_from_bytes(parameters, read(folder / "gk"))};
  }

  void continue_circuit_of_seal(const std::map<std::string, std::vector<std::string>>& plan,
                                Generator& generator) const {
    const auto secret = io::seal::secret_key_from_bytes(parameters, read(folder / "sk"));
    const he::Decryptor decryptor(parameters, secret);
    auto x = io::seal::ciphertext_from_bytes(parameters, read(folder / "x"),
                                             budget(plan.at("budget_x").at(0)));
    auto y = io::seal::ciphertext_from_bytes(parameters, read(folder / "y"),
                                             budget(plan.at("budget_y").at(0)));
    write(folder / "lath.x_values", encoder.decode(decryptor.decrypt(x)));
    auto session = typename Scheme::Evaluator(parameters).session(keys_of_seal());
    const auto product = io::seal::product_from_bytes(parameters, read(folder / "m"),
                                                      budget(plan.at("budget_m").at(0)));
    write(folder / "lath.m_values", encoder.decode(decryptor.decrypt(product)));
    write(folder / "lath.m", io::seal::to_bytes(parameters, product));
    write(folder / "lath.m2", io::seal::to_bytes(parameters, session.relinearize(product)));
    run(session, x, y, plan.at("second"));
    write(folder / "lath.x", io::seal::to_bytes(parameters, x));
    write(folder / "lath.p", io::seal::to_bytes(parameters, p));
    write(folder / "lath.sk_again", io::seal::to_bytes(parameters, secret));
    const he::Encryptor encryptor(parameters,
                                  io::seal::public_key_from_bytes(parameters, read(folder / "pk")));
    write(folder / "lath.z", io::seal::to_bytes(parameters, encryptor.encrypt(p, generator)));
  }

  void begin_circuit(const std::map<std::string, std::vector<std::string>>& plan,
                     Generator& generator) const {
    he::KeyGenerator keys(parameters, generator);
    const he::SecretKey secret = keys.secret_key();
    const he::RelinKey relin = keys.relin_key(secret);
    const he::GaloisKeys galois = keys.galois_keys(secret, elements());
    write(folder / "own.sk", io::seal::to_bytes(parameters, secret));
    write(folder / "own.pk", io::seal::make_public_key(parameters, secret, generator));
    if constexpr (std::is_same_v<Scheme, he::Bfv>) {
      write(folder / "own.rk", io::seal::to_bytes(parameters, relin));
      write(folder / "own.gk", io::seal::to_bytes(parameters, galois));
    } else {
      write(folder / "own.rk", io::seal::make_relin_keys(parameters, secret, generator));
      write(folder / "own.gk",
            io::seal::make_galois_keys(parameters, secret, elements(), generator));
    }
    const he::SymmetricEncryptor encryptor(parameters, secret);
    const auto encrypted = [&](const char* name) {
      const auto bytes = read(folder / name);
      const auto* words = reinterpret_cast<const std::uint64_t*>(bytes.data());
      return encryptor.encrypt(encoder.encode(std::span(words, bytes.size() / 8)), generator);
    };
    he::Ciphertext x = encrypted("own.x_values"), y = encrypted("own.y_values");
    auto session = typename Scheme::Evaluator(parameters).session({relin, galois});
    run(session, x, y, plan.at("first"));
    write(folder / "own.x", io::seal::to_bytes(parameters, x));
    write(folder / "own.y", io::seal::to_bytes(parameters, y));
  }

  void decrypt_end(const std::map<std::string, std::vector<std::string>>& plan) const {
    const auto secret = io::seal::secret_key_from_bytes(parameters, read(folder / "own.sk"));
    const auto x = io::seal::ciphertext_from_bytes(parameters, read(folder / "end.x"),
                                                   budget(plan.at("budget_end").at(0)));
    write(folder / "lath.end_values", encoder.decode(he::Decryptor(parameters, secret).decrypt(x)));
  }
};

template <class Scheme>
void run_case(const std::string& part, const Path& folder, const he::Literal& literal) {
  const Case<Scheme> one{folder, Scheme::Parameters::create_insecure(literal)};
  const auto plan = plan_of(folder);
  if (part == "end") return one.decrypt_end(plan);
  Seed seed;
  for (std::byte& byte : seed) byte = static_cast<std::byte>(std::stoul(plan.at("seed").at(0)));
  auto generator = Generator::from_seed(seed, "seal peer");
  one.continue_circuit_of_seal(plan, generator);
  one.begin_circuit(plan, generator);
}

}  // namespace

int main(int count, char** words) {
  for (int i = 2; i < count; ++i) {
    try {
      const Path folder(words[i]);
      const auto file = io::seal::parameters_from_bytes(read(folder / "parms"));
      if (file.scheme == he::Scheme::bfv) {
        run_case<he::Bfv>(words[1], folder, file.literal);
      } else {
        run_case<he::Bgv>(words[1], folder, file.literal);
      }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", words[i], error.what());
      return 1;
    }
  }
}
