// SPDX-License-Identifier: Apache-2.0
//
// Errors of homomorphic encryption.
#include <cstdint>
#include <stop_token>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/work.hpp"
#include "lath/circuits/routes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/he/seeded_keys.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/random/generator.hpp"
#include "pages/errors_page.hpp"

namespace lath::pages {
namespace {

void add_parameters(ErrorsPage& page) {
  LATH_EXAMPLE(invalid_argument, "Primes that are too long for the security",
               he::bfv::Parameters::create({.degree = 4096,
                                            .plaintext_modulus = 65537,
                                            .prime_bits = {50, 50},
                                            .special_prime_bits = {50}}));
  LATH_EXAMPLE(invalid_argument, "A plaintext modulus that is too long for the degree",
               he::bfv::Parameters::recommended(4096, ntt_primes(60, 4096, 1)[0]));
  LATH_EXAMPLE(unsupported, "A literal beyond the limits for what comes from outside",
               he::literal_from_json("{\"degree\": 131072}"));
  LATH_EXAMPLE(
      invalid_argument, "A plaintext space without the index of its short modulus",
      he::PlaintextSpace::from_json("{\"plaintext_modulus\": 17, \"short_modulus\": [-2, 1]}"));
  LATH_NAME(const auto residues = circuits::Numbers::modulo(340282366920938461ULL));
  LATH_EXAMPLE(unsupported, "More products than any secure ring has room for",
               circuits::choose({.numbers = residues, .depth = 30, .scheme = he::Scheme::bgv}));
  LATH_EXAMPLE(malformed, "A literal with the field of another library",
               he::literal_from_json("{\"degree\": 4096, \"plain_modulus\": 65537}"));
}

void add_plaintexts(ErrorsPage& page, const he::bfv::Parameters& parameters,
                    const he::SlotEncoder& encoder) {
  LATH_NAME(const auto modulo_256 = parameters.with_plaintexts(he::PlaintextSpace::integer(256)));

  LATH_EXAMPLE(invalid_argument, "A value that is not reduced", encoder.encode({1, 65537}));
  LATH_EXAMPLE(mismatch, "More values than there are slots",
               encoder.encode(std::vector<int>(5000, 1)));
  LATH_EXAMPLE(unsupported, "Slots for a plaintext modulus that has none",
               he::SlotEncoder::create(modulo_256));
}

void add_keys(ErrorsPage& page, const he::bfv::Parameters& parameters,
              const he::SeededKeys& alice) {
  LATH_NAME(const auto public_key_bytes = to_bytes(alice.public_key()));
  LATH_NAME(std::stop_source stop);
  LATH_NAME(stop.request_stop());
  LATH_NAME(const Work stopped{.progress = {}, .cancellation = stop.get_token()});

  LATH_EXAMPLE(malformed, "A key that was cut off",
               he::public_key_from_bytes(parameters, public_key_bytes.span().first(1000)));
  LATH_EXAMPLE(malformed, "A key of another kind",
               he::relin_key_from_bytes(parameters, public_key_bytes));
  LATH_EXAMPLE(cancelled, "Keys that are not needed any more", alice.relin_key(stopped));
}

}  // namespace

void add_homomorphic_encryption(ErrorsPage& page) {
  page.begin_names("Homomorphic encryption");
  LATH_NAME(const auto parameters = he::bfv::Parameters::recommended(4096, 65537));
  LATH_NAME(const auto encoder = he::SlotEncoder::create(parameters));
  LATH_NAME(auto generator = Generator::from_seed(Seed{}, "homomorphic encryption"));
  LATH_NAME(const he::SeededKeys alice(parameters, generator.seed()));
  LATH_NAME(const he::SeededKeys bob(parameters, generator.seed()));
  LATH_NAME(
      const he::SeededKeys larger(he::bfv::Parameters::recommended(8192, 65537), generator.seed()));
  LATH_NAME(const he::bfv::Encryptor encryptor(parameters, alice.public_key()));
  LATH_NAME(const he::bfv::Encryptor encryptor_for_bob(parameters, bob.public_key()));
  LATH_NAME(const he::bfv::Decryptor decryptor(parameters, alice.secret_key()));
  LATH_NAME(const auto x = encryptor.encrypt(encoder.encode({1, 2, 3}), generator));
  LATH_NAME(const auto for_bob = encryptor_for_bob.encrypt(encoder.encode({4, 5, 6}), generator));
  LATH_NAME(const auto received = he::ciphertext_from_bytes(parameters, to_bytes(x)));
  LATH_NAME(const auto relin = alice.relin_key());
  LATH_NAME(const auto galois = alice.galois_keys({encoder.row_rotation(1)}));
  LATH_NAME(const he::bfv::Evaluator evaluator(parameters));
  LATH_NAME(auto session = evaluator.session({relin, galois}));
  LATH_NAME(const auto square = session.relinearize(session.multiply(x, x)));
  LATH_NAME(const auto lower = session.mod_switch(x, 1));

  add_parameters(page);
  add_plaintexts(page, parameters, encoder);
  add_keys(page, parameters, alice);
  LATH_EXAMPLE(invalid_argument, "A session without a relinearisation key",
               evaluator.session().relinearize(session.multiply(x, x)));
  LATH_EXAMPLE(invalid_argument, "A rotation without its key", session.rotate_rows(x, 100));
  LATH_EXAMPLE(invalid_argument, "More products than the parameters have room for",
               session.relinearize(session.multiply(square, square)));
  LATH_EXAMPLE(invalid_argument, "A result with too little budget to be published",
               decryptor.decrypt_for_release(x, generator));
  LATH_EXAMPLE(invalid_argument, "A result from outside that is to be published",
               decryptor.decrypt_for_release(received, generator));
  LATH_EXAMPLE(mismatch, "Ciphertexts of two levels", session.add(x, lower));
  LATH_EXAMPLE(mismatch, "Ciphertexts of two owners", session.add(x, for_bob));
  LATH_EXAMPLE(mismatch, "A key of other parameters",
               he::bfv::Decryptor(parameters, larger.secret_key()));
}

}  // namespace lath::pages
