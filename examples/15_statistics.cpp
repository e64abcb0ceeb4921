// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a table that whoever computes them cannot read: means, covariances and a regression
// line of 150 irises, measured by E. Anderson, published by R. A. Fisher in 1936.
//
//     15_statistics examples/data/iris.csv [FILE]
//
// The encrypted table is an envelope, which says what it holds. With a name of a file it is kept
// there, and `lath inspect` explains it.

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
#include "lath/he/bytes.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/io/files.hpp"
#include "lath/io/objects.hpp"

using namespace lath;

namespace {

constexpr std::size_t kColumns = 4;
constexpr std::size_t kBlock = 256;  // slots for a column of the table, the unused ones zero
constexpr std::array kNames{"sepal length", "sepal width", "petal length", "petal width"};

using Table = std::array<std::vector<std::int64_t>, kColumns>;
using Bytes = Buffer<std::byte>;
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

// The owner sends keys for everybody, a ciphertext in an envelope, and the number of rows.
struct Request {
  Bytes parameters, relin, galois, table;
  std::int64_t rows;
};

// What the server sends back. At the first slot of block c: the sum of column c, and for d = 0, 1,
// 2 the scatter of columns c and c + d, n sum(x y) - sum(x) sum(y).
struct Answer {
  Bytes sums;
  std::vector<Bytes> scatters;
};

// The server. It has the bytes of a request, nothing else. Means and covariances are fractions of
// integers: it computes the integers.
Answer compute(const Request& request) {
  const auto parameters =
      he::bfv::Parameters::create(he::bfv::literal_from_bytes(request.parameters.span()));
  const auto relin = he::relin_key_from_bytes(parameters, request.relin.span());
  const auto galois = he::galois_keys_from_bytes(parameters, request.galois.span());
  const auto table = io::load_seeded_ciphertext(parameters, request.table.span()).expand();
  auto session = he::bfv::Evaluator(parameters).session({relin, galois});
  const auto pair = [&](const he::Ciphertext& a, std::int64_t d) {  // column c with column c + d
    const auto block = static_cast<std::int64_t>(kBlock);
    const auto b = d == 0 ? a : session.rotate_rows(a, d * block);
    return session.relinearize(session.multiply(a, b));
  };
  const auto sums = session.sum_columns(table, kBlock);
  // A result that is only decrypted needs one prime of the modulus: less to send.
  Answer answer{to_bytes(session.mod_switch(sums, 1)), {}};
  for (std::int64_t d = 0; d < 3; ++d) {
    const auto products = session.sum_columns(pair(table, d), kBlock);
    const auto scatter = session.sub(session.multiply_plain(products, request.rows), pair(sums, d));
    std::cout << "  columns c and c + " << d << ": the noise may grow by "
              << static_cast<int>(scatter.noise().budget_bits()) << " bits more\n";
    answer.scatters.push_back(to_bytes(session.mod_switch(scatter, 1)));
  }
  return answer;
}

// Sums and scatters of all pairs of columns.
struct Statistics {
  std::array<std::int64_t, kColumns> sums{};
  std::array<std::array<std::int64_t, kColumns>, kColumns> scatters{};
  friend bool operator==(const Statistics&, const Statistics&) = default;
};

Statistics decrypt(const he::bfv::Parameters& parameters, const he::SecretKey& secret,
                   const he::SlotEncoder& encoder, const Answer& answer) {
  const he::bfv::Decryptor decryptor(parameters, secret);
  const auto slots_in = [&](const Bytes& bytes) {
    const auto ciphertext = he::ciphertext_from_bytes(parameters, bytes.span());
    return encoder.decode_signed(decryptor.decrypt(ciphertext));
  };
  Statistics result;
  const auto sums = slots_in(answer.sums);
  for (std::size_t c = 0; c < kColumns; ++c) result.sums[c] = sums[c * kBlock];
  for (std::size_t d = 0; d < answer.scatters.size(); ++d) {
    const auto slots = slots_in(answer.scatters[d]);
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

std::string size_of(const Bytes& bytes) { return std::to_string(bytes.size() / 1024) + " KiB"; }

}  // namespace

int main(int argc, char** argv) {
  const Table table = argc == 2 || argc == 3 ? read_table(argv[1]) : Table{};
  const std::size_t rows = table[0].size();
  if (rows == 0 || rows > kBlock) {
    std::cerr << "usage: 15_statistics <a table of 4 columns and at most 256 rows> [<file for the "
                 "encrypted table>]\n";
    return 2;
  }

  // Everything is computed modulo t, a prime of 31 bits: the scatters of 150 measurements below
  // 8 cm are less than 150^2 80^2 < 2^28, so that nothing wraps around.
  const auto parameters = he::bfv::Parameters::recommended(8192, ntt_primes(31, 8192, 1)[0]);
  const auto encoder = he::SlotEncoder::create(parameters);

  // The owner of the table makes the keys. The secret key stays with the owner; the server gets
  // the others, which do not help to decrypt.
  auto start = Clock::now();
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const auto relin = keys.relin_key(secret);
  const auto galois = keys.galois_keys(secret, rotations(encoder));
  Request request{
      to_bytes(parameters), to_bytes(relin), to_bytes(galois), {}, static_cast<std::int64_t>(rows)};
  std::cout << "The owner makes keys: the secret key, and for the server one for products, "
            << size_of(request.relin) << ",\nand " << rotations(encoder).size()
            << " for rotations, " << size_of(request.galois) << " (" << milliseconds(start)
            << " ms).\n";

  start = Clock::now();
  const he::SymmetricEncryptor encryptor(parameters, secret);
  const auto plaintext = encoder.encode_signed(slots_of(table, encoder.slots() / 2));
  request.table =
      io::to_envelope(encryptor.encrypt_seeded(plaintext, generator), {.parameters = &parameters});
  if (argc == 3) {
    io::write_file(argv[2], [&](io::Sink& file) { file.write(request.table.span()); });
  }
  std::cout
      << "The owner encrypts " << rows << " rows of " << kColumns
      << " integers, all in one ciphertext: " << size_of(request.table) << " ("
      << milliseconds(start) << " ms).\nThe server gets that, the keys and the number of rows; "
      << "it sees no measurement, no sum, no result.\n\nThe server computes sums and scatters:\n";

  start = Clock::now();
  const Answer answer = compute(request);
  std::cout << "It took " << milliseconds(start) << " ms, and sends " << 1 + answer.scatters.size()
            << " ciphertexts of " << size_of(answer.sums)
            << " back.\nThe owner decrypts them and divides:\n";

  const Statistics result = decrypt(parameters, secret, encoder, answer);
  print(result, rows);
  const bool right = result == in_the_clear(table);
  std::cout << (right ? "equal to the computation in the clear\n"
                      : "DIFFERENT from the computation in the clear\n");
  return right ? 0 : 1;
}
