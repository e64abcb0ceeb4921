// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <span>
#include <string_view>

#include "lath/he/bfv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/io/files.hpp"
#include "lath/io/objects.hpp"
#include "pages/errors_page.hpp"

namespace lath::pages {

void add_objects(ErrorsPage& page) {
  page.begin_names("Objects in envelopes");
  LATH_NAME(auto generator = Generator::from_seed(Seed{}, "objects"));
  LATH_NAME(const auto parameters =
                he::bfv::Parameters::create_insecure({.degree = 1024,
                                                      .plaintext_modulus = 12289,
                                                      .prime_bits = {50, 50},
                                                      .special_prime_bits = {55}}));
  LATH_NAME(he::KeyGenerator keys(parameters, generator));
  LATH_NAME(const auto secret = keys.secret_key());
  LATH_NAME(const auto key = keys.public_key(secret));
  LATH_NAME(const auto mac = io::MacKey::generate(generator));
  LATH_NAME(const auto other = io::MacKey::generate(generator));
  LATH_NAME(const auto plain = io::to_envelope(key));
  LATH_NAME(const auto proved = io::to_envelope(key, {.mac = &mac}));
  LATH_NAME(const auto typed = std::as_bytes(std::span(std::string_view("typed wrongly"))));
  LATH_NAME(io::MemorySink locked);
  LATH_NAME(io::save_secret_key(locked, secret, mac.bytes(), generator, {.log2_work = 10}));

  LATH_EXAMPLE(authentication, "An envelope that nobody authenticated",
               io::load_public_key(parameters, plain, {.mac = &mac}));
  LATH_EXAMPLE(authentication, "An envelope of somebody else",
               io::load_public_key(parameters, proved, {.mac = &other}));
  LATH_EXAMPLE(authentication, "A wrong passphrase, or a changed file",
               io::load_secret_key(parameters, locked.bytes(), typed));
  LATH_EXAMPLE(malformed, "An envelope with another object", io::load_relin_key(parameters, plain));
  LATH_EXAMPLE(malformed, "An envelope that was cut off",
               io::load_public_key(parameters, plain.span().first(1000)));
  LATH_EXAMPLE(malformed, "Packed bytes in place of an envelope",
               io::load_public_key(parameters, to_bytes(key)));
  LATH_EXAMPLE(input_output, "A file in a folder that there is not",
               io::save_file("/there/is/no/folder", key));
}

}  // namespace lath::pages
