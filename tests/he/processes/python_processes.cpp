// SPDX-License-Identifier: Apache-2.0
//
// A function for other languages, in a shared library: see python_processes.py.
#include <cstdint>
#include <exception>
#include <vector>

#include "lath/base/threads.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/slot_encoder.hpp"

namespace {

using namespace lath;

// Keys and ciphertexts that the parent makes and its children find.
struct Owner {
  he::bfv::Parameters parameters = he::bfv::Parameters::recommended(8192, 65537);
  he::SlotEncoder encoder = he::SlotEncoder::create(parameters);
  Generator generator = Generator::from_system();
  he::KeyGenerator keys{parameters, generator};
  he::SecretKey secret_key = keys.secret_key();
  he::RelinKey relin_key = keys.relin_key(secret_key);
  he::bfv::Encryptor encryptor{parameters, keys.public_key(secret_key)};
  he::bfv::Decryptor decryptor{parameters, secret_key};
  he::bfv::Session session = he::bfv::Evaluator(parameters).session(relin_key);
};

}  // namespace

/// The square of a number below 256, encrypted and computed on `threads` threads; -1 on an error.
extern "C" std::int64_t encrypted_square(std::uint64_t number, std::uint64_t threads) {
  try {
    set_threads(threads);
    static Owner s;
    const std::vector<std::uint64_t> values{number};
    const auto x = s.encryptor.encrypt(s.encoder.encode(values), s.generator);
    const auto y = s.session.relinearize(s.session.multiply(x, x));
    const auto found = s.encoder.decode(s.decryptor.decrypt(y));
    return static_cast<std::int64_t>(found[0]);
  } catch (const std::exception&) {
    return -1;
  }
}
