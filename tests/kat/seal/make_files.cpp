// SPDX-License-Identifier: Apache-2.0
//
// make_files FOLDER bfv|bgv none|zstd [rejections]: writes the files of this folder, with Microsoft
// SEAL 4 itself:
//
//     g++ -std=c++17 -I SEAL/include make_files.cpp libseal.a -lzstd -pthread
//
// The folders are named by the version of SEAL, the scheme, the generator that SEAL was built with
// (SEAL_DEFAULT_PRNG), which makes the seeds, and the compression. The slots of x are 7 i + 1, of y
// 13 i + 5, and of p i modulo 7; m is the product of x and y; z is x one level below. The primes of
// the folder "rejections" are such that three of a hundred random words are drawn again.
#include <seal/seal.h>

#include <fstream>
#include <string>

int main(int count, char** words) {
  using namespace seal;
  const std::string folder = words[1], scheme = words[2], compression = words[3];
  const std::size_t n = 32;
  EncryptionParameters parameters(scheme == "bfv" ? scheme_type::bfv : scheme_type::bgv);
  parameters.set_poly_modulus_degree(n);
  parameters.set_coeff_modulus(CoeffModulus::Create(n, {45, 45, 46}));
  if (count > 4) {
    parameters.set_coeff_modulus(
        {Modulus(1054099661354832769), Modulus(997121301281597633), Modulus(1152921504606844417)});
  }
  parameters.set_plain_modulus(193);
  const SEALContext context(parameters, true, sec_level_type::none);
  const auto mode = static_cast<compr_mode_type>(compression == "zstd" ? 2 : 0);
  const auto save = [&](const char* name, const auto& thing) {
    std::ofstream file(folder + "/" + name, std::ios::binary);
    thing.save(file, mode);
  };
  KeyGenerator keys(context);
  PublicKey public_key;
  RelinKeys relin;
  GaloisKeys galois;
  keys.create_public_key(public_key);
  keys.create_relin_keys(relin);
  keys.create_galois_keys(std::vector<int>{1, 0}, galois);
  save("parms", parameters);
  save("sk", keys.secret_key());
  save("pk", public_key);
  save("rk", relin);
  save("gk", galois);
  save("pk_seeded", keys.create_public_key());
  save("rk_seeded", keys.create_relin_keys());
  save("gk_seeded", keys.create_galois_keys(std::vector<int>{1, 0}));
  const BatchEncoder encoder(context);
  std::vector<std::uint64_t> x(n), y(n), p(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = (7 * i + 1) % 193;
    y[i] = (13 * i + 5) % 193;
    p[i] = i % 7;
  }
  Plaintext encoded_x, encoded_y, encoded_p;
  encoder.encode(x, encoded_x);
  encoder.encode(y, encoded_y);
  encoder.encode(p, encoded_p);
  save("p", encoded_p);
  const Encryptor encryptor(context, public_key, keys.secret_key());
  Ciphertext cx, cy, m, z;
  encryptor.encrypt(encoded_x, cx);
  encryptor.encrypt_symmetric(encoded_y, cy);
  save("x", cx);
  save("y", cy);
  save("y_seeded", encryptor.encrypt_symmetric(encoded_y));
  Evaluator evaluator(context);
  evaluator.multiply(cx, cy, m);
  save("m", m);
  evaluator.mod_switch_to_next(cx, z);
  save("z", z);
}
