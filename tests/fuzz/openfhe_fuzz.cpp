// SPDX-License-Identifier: Apache-2.0
//
// JSON of OpenFHE: parameters, ciphertexts and keys, beginning with files that OpenFHE wrote. What
// is read is written into the file that was its example, and read again.
#include "fuzz/harness.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/decryptor.hpp"
#include "lath/io/openfhe.hpp"

#include <fstream>
#include <iterator>

namespace lath::fuzz {
namespace {

using he::Bfv;
using he::Bgv;
namespace openfhe = io::openfhe;

template <class Scheme>
std::string file(const char* name) {
  const std::string scheme = Scheme::kScheme == he::Scheme::bfv ? "bfv." : "bgv.";
  std::ifstream stream(std::string(LATH_TEST_KAT_DIRECTORY) + "/openfhe/" + scheme + name +
                       ".json");
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  require(!text.empty(), "an example that is not there");
  return text;
}

// Parameters, objects and the files in which they stand, read once.
template <class Scheme>
struct Files {
  std::string ciphertext_text = file<Scheme>("ciphertext"), secret_text = file<Scheme>("secret"),
              public_text = file<Scheme>("public");
  typename Scheme::Parameters parameters = Scheme::Parameters::create_insecure(
      openfhe::parameters_from_json(file<Scheme>("context")).literal);
  he::SecretKey secret = openfhe::secret_key_from_json(parameters, secret_text);
  he::Decryptor decryptor{parameters, secret};
};
template <class Scheme>
Files<Scheme>& files() {
  static Files<Scheme> all;
  return all;
}

// An object that was read is not refused in another form.
void require_taken(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    require(false, error.what());
  }
}

void read_parameters(View bytes) {
  const auto found = openfhe::parameters_from_json(text_of(bytes));
  const std::string text = text_of(bytes);
  require(found.literal.degree >= 16 && !found.literal.primes.empty(), "parameters of no ring");
  require(found.literal.plaintext_modulus.bits() <= 60, "a plaintext modulus that is too long");
  const char* const name = found.scheme == he::Scheme::bfv ? "sBFVRNS\"" : "sBGVRNS\"";
  require(text.find(name) != text.npos || text.find('\\') != text.npos, "another scheme");
  if (found.literal.degree > 64 || found.literal.primes.size() > 8) return;
  try {
    if (found.scheme == he::Scheme::bfv) {
      (void)Bfv::Parameters::create_insecure(found.literal);
    } else {
      (void)Bgv::Parameters::create_insecure(found.literal);
    }
  } catch (const Error& error) {
    require(error.code() == ErrorCode::invalid_argument || error.code() == ErrorCode::unsupported,
            "parameters that are refused for another reason");
  }
}

template <class Scheme>
void read_ciphertext(View bytes) {
  const auto& f = files<Scheme>();
  const auto read =
      openfhe::ciphertext_from_json(f.parameters, text_of(bytes), io::NoiseClaim::fresh());
  const auto packed = he::to_bytes(read);
  require_taken([&] { (void)he::ciphertext_from_bytes(f.parameters, packed); });
  (void)f.decryptor.decrypt(read);
  if (read.level() != f.parameters.levels()) return;
  const std::string text = openfhe::to_json(f.parameters, read, f.ciphertext_text);
  const auto reread = openfhe::ciphertext_from_json(f.parameters, text, io::NoiseClaim::fresh());
  const auto rewritten = he::to_bytes(reread);
  require_same(rewritten.span(), packed.span(), "a ciphertext that changes");
}

// Written as JSON and read again, a key is the one that was read.
template <class Key>
void require_same_key(const Key& again, const Key& read) {
  const auto found = he::to_bytes(again), needed = he::to_bytes(read);
  require_same(found.span(), needed.span(), "a key that changes");
}

template <class Scheme>
void read_public_key(View bytes) {
  const auto& f = files<Scheme>();
  const auto read = openfhe::public_key_from_json(f.parameters, text_of(bytes));
  require_taken([&] { (void)he::public_key_from_bytes(f.parameters, he::to_bytes(read)); });
  require_same_key(openfhe::public_key_from_json(
                       f.parameters, openfhe::to_json(f.parameters, read, f.public_text)),
                   read);
}

template <class Scheme>
void read_secret_key(View bytes) {
  const auto& f = files<Scheme>();
  const auto read = openfhe::secret_key_from_json(f.parameters, text_of(bytes));
  require_same_key(openfhe::secret_key_from_json(
                       f.parameters, openfhe::to_json(f.parameters, read, f.secret_text)),
                   read);
}

template <class Scheme>
void add_objects(std::vector<Loader>& all) {
  const auto& f = files<Scheme>();
  all.push_back({"parameters",
                 {bytes_of(file<Scheme>("context")), bytes_of(f.secret_text)},
                 read_parameters});
  all.push_back({"ciphertext", {bytes_of(f.ciphertext_text)}, read_ciphertext<Scheme>});
  all.push_back({"public key", {bytes_of(f.public_text)}, read_public_key<Scheme>});
  all.push_back({"secret key", {bytes_of(f.secret_text)}, read_secret_key<Scheme>});
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = [] {
    std::vector<Loader> result;
    add_objects<Bfv>(result);
    add_objects<Bgv>(result);
    return result;
  }();
  return all;
}

}  // namespace lath::fuzz
