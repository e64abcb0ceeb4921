// SPDX-License-Identifier: Apache-2.0
//
// Errors of objects that SEAL and OpenFHE made.
#include <cstddef>
#include <string>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/io/openfhe.hpp"
#include "lath/io/seal/keys.hpp"
#include "lath/io/seal/objects.hpp"
#include "lath/io/seal/parameters.hpp"
#include "pages/errors_page.hpp"

namespace lath::pages {

void add_other_libraries(ErrorsPage& page) {
  page.begin_names("SEAL and OpenFHE");
  LATH_NAME(namespace seal = io::seal);
  LATH_NAME(const he::Literal defaults{.degree = 4096,
                                       .plaintext_modulus = 65537,
                                       .prime_bits = {},
                                       .special_prime_bits = {},
                                       .primes = {68719403009, 68719230977},
                                       .special_primes = {137438822401},
                                       .digit_primes = 1});
  LATH_NAME(const seal::EncryptionParameters found{he::Scheme::bfv, defaults});
  LATH_NAME(const auto accepted = seal::create_bfv(found, seal::SecurityTable::standard_2018));
  LATH_NAME(auto parameters_of_3_7 = seal::to_bytes(accepted));
  LATH_NAME(parameters_of_3_7[3] = std::byte{3});
  LATH_NAME(parameters_of_3_7[4] = std::byte{7});
  LATH_NAME(const auto two_special_primes =
                he::bfv::Parameters::create({.degree = 8192,
                                             .plaintext_modulus = 65537,
                                             .prime_bits = {42, 42, 42},
                                             .special_prime_bits = {42, 42}}));

  LATH_EXAMPLE(invalid_argument, "SEAL's parameters for degree 4096", seal::create_bfv(found));
  LATH_EXAMPLE(unsupported, "A file of an older SEAL",
               seal::parameters_from_bytes(parameters_of_3_7));
  LATH_EXAMPLE(unsupported, "Parameters that SEAL does not have",
               seal::to_bytes(two_special_primes));
  LATH_EXAMPLE(malformed, "A file of SEAL that is none",
               seal::plaintext_from_bytes(accepted, std::vector<std::byte>(100)));
  LATH_EXAMPLE(malformed, "A file of OpenFHE that is none",
               io::openfhe::parameters_from_json("secret key"));
}

}  // namespace lath::pages
