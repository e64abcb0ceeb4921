// SPDX-License-Identifier: Apache-2.0
//
// Secret keys and plaintexts as files of SEAL have them.
#include <cstddef>
#include <span>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/keys.hpp"
#include "lath/io/seal/keys.hpp"
#include "lath/io/seal/objects.hpp"
#include "results.hpp"
#include "secrets.hpp"

namespace lath::testing {
namespace {

// The members before the words of a key or a plaintext, which are public.
constexpr std::size_t kPublicBytes = 16 + 32 + 8 + 8 + 16 + 8;

template <class Parameters>
void check_files(const Parameters& parameters, const std::string& check) {
  auto generator = secret_generator("seal");
  he::KeyGenerator keys(parameters, generator);
  const he::SecretKey secret = keys.secret_key();
  auto bytes = io::seal::to_bytes(parameters, secret);
  const std::span<std::byte> words = bytes.span().subspan(kPublicBytes);
  ct::declassify(bytes.data(), kPublicBytes);
  ct::poison(words.data(), words.size());
  const he::SecretKey read = io::seal::secret_key_from_bytes(parameters, bytes.span());
  record(check, he::to_bytes(read));
  record(check, bytes);
  auto damaged = bytes;
  damaged[kPublicBytes + 1] ^= std::byte{1};
  bool refused = false;
  try {
    (void)io::seal::secret_key_from_bytes(parameters, damaged.span());
  } catch (const Error&) {
    refused = true;
  }
  expect(refused, "a damaged secret key of SEAL");

  const he::Plaintext plaintext(parameters, {1, 2, 3});
  auto plain = io::seal::to_bytes(parameters, plaintext);
  ct::poison(plain.data() + kPublicBytes, plain.size() - kPublicBytes);
  const he::Plaintext back = io::seal::plaintext_from_bytes(parameters, plain.span());
  record(check, he::to_bytes(back));

  record(check, io::seal::make_public_key(parameters, secret, generator));
  record(check, io::seal::make_relin_keys(parameters, secret, generator));
  const std::uint64_t elements[] = {3};
  record(check, io::seal::make_galois_keys(parameters, secret, elements, generator));
}

}  // namespace

void check_seal() {
  const he::Literal literal{.degree = 64,
                            .plaintext_modulus = 65537,
                            .prime_bits = {45, 45},
                            .special_prime_bits = {46},
                            .digit_primes = 1};
  check_files(he::bfv::Parameters::create_insecure(literal), "seal bfv");
  check_files(he::bgv::Parameters::create_insecure(literal), "seal bgv");
}

}  // namespace lath::testing
