// SPDX-License-Identifier: Apache-2.0
//
// A matrix that everybody knows times a vector that nobody sees. Slots are multiplied each with its
// own partner only; sums over a row of the matrix need rotations. By diagonals (S. Halevi, V.
// Shoup, CRYPTO 2014) n of them do:
//
//     y_i = sum_d A[i][i + d] x[i + d],    indices modulo n.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/rotations.hpp"
#include "lath/he/slot_encoder.hpp"

using namespace lath;

constexpr std::size_t kSize = 16;

int main() {
  std::array<std::array<std::int64_t, kSize>, kSize> matrix{};
  std::array<std::int64_t, kSize> vector{};
  for (std::size_t i = 0; i < kSize; ++i) {
    vector[i] = static_cast<std::int64_t>(i) - 5;
    for (std::size_t j = 0; j < kSize; ++j) {
      matrix[i][j] = static_cast<std::int64_t>((7 * i + 3 * j) % 11) - 5;
    }
  }

  const auto parameters = he::bfv::Parameters::recommended(8192, 65537);
  const auto encoder = he::SlotEncoder::create(parameters);
  const std::size_t columns = encoder.slots() / 2;  // of a row of slots, which is what rotates
  const auto rotations = he::matrix_rotations(encoder.slots(), kSize);  // by 1 to 15 columns
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const auto galois = keys.galois_keys(secret, rotations);
  const he::bfv::Encryptor encryptor(parameters, keys.public_key(secret));

  // The vector fills the row again and again, so that rotations of the row are rotations of it.
  std::vector<std::int64_t> slots(columns);
  for (std::size_t j = 0; j < columns; ++j) slots[j] = vector[j % kSize];
  const auto x = encryptor.encrypt(encoder.encode_signed(slots), generator);

  // The diagonals, prepared once for many vectors.
  std::vector<he::PlainFactor> diagonals;
  for (std::size_t d = 0; d < kSize; ++d) {
    for (std::size_t j = 0; j < columns; ++j) slots[j] = matrix[j % kSize][(j + d) % kSize];
    diagonals.emplace_back(encoder.encode_signed(slots), parameters.levels());
  }

  // Most of a rotation does not depend on how far: hoisting does that once for all.
  auto session = he::bfv::Evaluator(parameters).session(galois);
  const auto hoisted = session.hoist(x);
  std::vector<he::Ciphertext> rotated{x};
  for (const std::uint64_t g : rotations) {
    rotated.push_back(session.apply_galois(hoisted, g));
  }
  const auto y = session.dot_plain(rotated, diagonals);

  const auto result = encoder.decode_signed(he::bfv::Decryptor(parameters, secret).decrypt(y));
  bool right = true;
  for (std::size_t i = 0; i < kSize; ++i) {
    std::int64_t expected = 0;
    for (std::size_t j = 0; j < kSize; ++j) expected += matrix[i][j] * vector[j];
    std::cout << result[i] << ' ';
    right = right && result[i] == expected;
  }
  std::cout << (right ? "\nequal to the product in the clear\n" : "\nwrong\n");
  return right ? 0 : 1;
}
