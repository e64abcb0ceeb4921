// SPDX-License-Identifier: Apache-2.0
//
// Sums of encrypted integers of GMP, by a program that links lath::he_gmp.
#include <iostream>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/gmp.hpp"
#include "lath/he/symmetric_encryptor.hpp"

int main() {
  const mpz_class t = (mpz_class(1) << 89) - 1;
  auto generator = lath::Generator::from_system();
  const auto parameters = lath::he::bfv::Parameters::recommended(8192, 65537)
                              .with_plaintexts(lath::he::integer_space(t));
  lath::he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const lath::he::WideCoefficientEncoder encoder(parameters);
  const std::vector<mpz_class> x{t - 3, 5};
  const auto c =
      lath::he::SymmetricEncryptor(parameters, secret).encrypt(encode(encoder, x), generator);
  const auto sum = lath::he::bfv::Evaluator(parameters).session().add(c, c);
  const auto y = decode_gmp(encoder, lath::he::Decryptor(parameters, secret).decrypt(sum),
                            lath::Representative::centered);
  std::cout << y[0] << " and " << y[1] << " modulo " << t << "\n";
  return y[0] == -6 && y[1] == 10 ? 0 : 1;
}
