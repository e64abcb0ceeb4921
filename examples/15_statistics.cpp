// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a table that whoever computes them cannot read: means, covariances and a regression
// line of 150 irises, measured by E. Anderson, published by R. A. Fisher in 1936.
//
//     15_statistics examples/data/iris.csv

#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/slot_encoder.hpp"

using namespace lath;

namespace {

constexpr std::size_t kColumns = 4;
constexpr std::size_t kBlock = 256;  // slots for a column of the table, the unused ones zero
constexpr std::array kNames{"sepal length", "sepal width", "petal length", "petal width"};

using Table = std::array<std::vector<std::int64_t>, kColumns>;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::milli>(Clock::now() - since).count();
}

// The columns of a file with a line of names and lines of integers; none if it is not one.
Table read_table(const char* path) {
  Table table;
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    char comma = 0;
    for (std::size_t c = 0; c < kColumns; ++c) {
      std::int64_t cell = 0;
      if (c > 0) cells >> comma;
      if (!(cells >> cell)) return {};
      table[c].push_back(cell);
    }
  }
  return table;
}

// The whole table in one plaintext: block b of a row of slots is column b mod 4, so that a rotation
// by d blocks puts column c + d below column c.
std::vector<std::int64_t> slots_of(const Table& table, std::size_t row_slots) {
  std::vector<std::int64_t> slots(row_slots);
  for (std::size_t block = 0; block < row_slots / kBlock; ++block) {
    const auto& column = table[block % kColumns];
    for (std::size_t i = 0; i < column.size(); ++i) slots[block * kBlock + i] = column[i];
  }
  return slots;
}

// Rotations by 1, 2, ..., 128 columns add up a block, those by one and two blocks pair columns.
std::vector<std::uint64_t> rotations(const he::SlotEncoder& encoder) {
  std::vector<std::uint64_t> elements;
  for (std::size_t step = 1; step <= 2 * kBlock; step *= 2) {
    elements.push_back(encoder.row_rotation(static_cast<std::int64_t>(step)));
  }
  return elements;
}

// What the server sends back. At the first slot of block c: the sum of column c, and for d = 0, 1,
// 2 the scatter of columns c and c + d, n sum(x y) - sum(x) sum(y).
struct Answer {
  he::Ciphertext sums;
  std::vector<he::Ciphertext> scatters;
};

// The server. It has the keys for everybody, one ciphertext and the number of rows, nothing else.
// Means and covariances are fractions of integers: it computes the integers.
Answer compute(const he::bfv::Parameters& parameters, const he::RelinKey& relin,
               const he::GaloisKeys& galois, const he::Ciphertext& table, std::int64_t rows) {
  const he::bfv::Evaluator evaluator(parameters);
  he::bfv::EvaluatorWorkspace workspace(parameters);
  const auto pair = [&](const he::Ciphertext& a, std::int64_t d) {  // column c with column c + d
    const auto block = static_cast<std::int64_t>(kBlock);
    const auto b = d == 0 ? a : evaluator.rotate_rows(a, d * block, galois, workspace);
    return evaluator.relinearize(evaluator.multiply(a, b, workspace), relin, workspace);
  };
  const auto sums = evaluator.sum_columns(table, kBlock, galois, workspace);
  // A result that is only decrypted needs one prime of the modulus: less to send.
  Answer answer{evaluator.mod_switch(sums, 1, workspace), {}};
  for (std::int64_t d = 0; d < 3; ++d) {
    const auto products = evaluator.sum_columns(pair(table, d), kBlock, galois, workspace);
    const auto scatter = evaluator.sub(evaluator.multiply_integer(products, rows), pair(sums, d));
    std::cout << "  columns c and c + " << d << ": the noise may grow by "
              << static_cast<int>(scatter.noise().budget_bits()) << " bits more\n";
    answer.scatters.push_back(evaluator.mod_switch(scatter, 1, workspace));
  }
  return answer;
}

// Sums and scatters of all pairs of columns.
struct Statistics {
  std::array<std::int64_t, kColumns> sums{};
  std::array<std::array<std::int64_t, kColumns>, kColumns> scatters{};
  friend bool operator==(const Statistics&, const Statistics&) = default;
};

Statistics decrypt(const he::bfv::Decryptor& decryptor, const he::SlotEncoder& encoder,
                   const Answer& answer) {
  Statistics result;
  const auto sums = encoder.decode_signed(decryptor.decrypt(answer.sums));
  for (std::size_t c = 0; c < kColumns; ++c) result.sums[c] = sums[c * kBlock];
  for (std::size_t d = 0; d < answer.scatters.size(); ++d) {
    const auto slots = encoder.decode_signed(decryptor.decrypt(answer.scatters[d]));
    for (std::size_t c = 0; c < kColumns; ++c) {
      const std::size_t other = (c + d) % kColumns;
      result.scatters[c][other] = result.scatters[other][c] = slots[c * kBlock];
    }
  }
  return result;
}

Statistics in_the_clear(const Table& table) {
  Statistics result;
  const std::size_t rows = table[0].size();
  for (std::size_t c = 0; c < kColumns; ++c) {
    for (const std::int64_t cell : table[c]) result.sums[c] += cell;
  }
  for (std::size_t c = 0; c < kColumns; ++c) {
    for (std::size_t k = 0; k < kColumns; ++k) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < rows; ++i) sum += table[c][i] * table[k][i];
      result.scatters[c][k] =
          static_cast<std::int64_t>(rows) * sum - result.sums[c] * result.sums[k];
    }
  }
  return result;
}

void print(const Statistics& s, std::size_t rows) {
  const auto n = static_cast<double>(rows);
  // From tenths of centimetres.
  const auto covariance = [&](std::size_t c, std::size_t k) {
    return static_cast<double>(s.scatters[c][k]) / (n * (n - 1) * 100);
  };
  const auto mean = [&](std::size_t c) { return static_cast<double>(s.sums[c]) / (n * 10); };
  std::cout << std::fixed << std::setprecision(4)
            << "\n                mean cm   covariances cm^2\n";
  for (std::size_t c = 0; c < kColumns; ++c) {
    std::cout << std::left << std::setw(14) << kNames[c] << std::right << std::setw(9) << mean(c);
    for (std::size_t k = 0; k < kColumns; ++k) std::cout << std::setw(10) << covariance(c, k);
    std::cout << '\n';
  }
  const double slope = covariance(2, 3) / covariance(2, 2);
  std::cout << "petal width = " << slope << " petal length + (" << mean(3) - slope * mean(2)
            << "), correlation "
            << covariance(2, 3) / std::sqrt(covariance(2, 2) * covariance(3, 3)) << "\n\n";
}

std::size_t kilobytes(std::size_t polynomials, std::size_t primes, std::size_t degree) {
  return polynomials * primes * degree * sizeof(std::uint64_t) / 1024;
}

}  // namespace

int main(int argc, char** argv) {
  const Table table = argc == 2 ? read_table(argv[1]) : Table{};
  const std::size_t rows = table[0].size();
  if (rows == 0 || rows > kBlock) {
    std::cerr << "usage: 15_statistics <a table of 4 columns and at most 256 rows>\n";
    return 2;
  }

  // Everything is computed modulo t, a prime of 31 bits: the scatters of 150 measurements below
  // 8 cm are less than 150^2 80^2 < 2^28, so that nothing wraps around.
  const auto parameters = he::bfv::Parameters::recommended(8192, ntt_primes(31, 8192, 1)[0]);
  const auto encoder = he::SlotEncoder::create(parameters);
  const std::size_t n = parameters.degree(), levels = parameters.levels();

  // The owner of the table makes the keys. The secret key stays with the owner; the server gets
  // the others, which do not help to decrypt.
  auto start = Clock::now();
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const auto relin = keys.relin_key(secret);
  const auto galois = keys.galois_keys(secret, rotations(encoder));
  std::cout << "The owner makes keys: the secret key, and for the server one for products and "
            << rotations(encoder).size() << " for\nrotations, "
            << kilobytes(2 * parameters.digits(),
                         levels + parameters.literal().special_prime_bits.size(), n)
            << " KiB each (" << milliseconds(start) << " ms).\n";

  start = Clock::now();
  const he::bfv::Encryptor encryptor(parameters, keys.public_key(secret));
  const auto plaintext = encoder.encode_signed(slots_of(table, encoder.slots() / 2));
  const auto encrypted = encryptor.encrypt(plaintext, generator);
  std::cout << "The owner encrypts " << rows << " rows of " << kColumns
            << " integers, all in one ciphertext: " << kilobytes(2, levels, n) << " KiB ("
            << milliseconds(start)
            << " ms).\nThe server sees that, the keys and the number of rows; "
            << "no measurement, no sum, no result.\n\nThe server computes sums and scatters:\n";

  start = Clock::now();
  const Answer answer =
      compute(parameters, relin, galois, encrypted, static_cast<std::int64_t>(rows));
  std::cout << "It took " << milliseconds(start) << " ms, and sends " << 1 + answer.scatters.size()
            << " ciphertexts of " << kilobytes(2, 1, n)
            << " KiB back.\nThe owner decrypts them and divides:\n";

  const Statistics result = decrypt(he::bfv::Decryptor(parameters, secret), encoder, answer);
  print(result, rows);
  const bool right = result == in_the_clear(table);
  std::cout << (right ? "equal to the computation in the clear\n"
                      : "DIFFERENT from the computation in the clear\n");
  return right ? 0 : 1;
}
