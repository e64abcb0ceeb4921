// SPDX-License-Identifier: Apache-2.0
//
// How many products the bounds of recommended parameters allow: the table of docs/parameters.md,
// counted through the public interface. With LATH_TEST_WRITE=1 it writes the table into the page;
// with LATH_TEST_FULL=1 it counts all rows, else those of small degrees.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"

namespace lath {
namespace {

constexpr std::string_view kBegin = "<!-- products of recommended parameters -->\n";
constexpr std::string_view kEnd = "<!-- end -->\n";

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "1";
}

struct Bfv : he::Bfv {
  static constexpr std::size_t kLevelsTried = 1;  // a lower level never has less noise
};
struct Bgv : he::Bgv {
  static constexpr std::size_t kLevelsTried = 3;
};

// A chain of squares, each relinearised, of which the bound promises that it decrypts.
template <class Scheme>
class Chain {
 public:
  explicit Chain(const typename Scheme::Parameters& parameters) : parameters_(parameters) {}

  std::size_t length() {
    auto generator = Generator::from_seed(Seed{}, "recommended products");
    he::KeyGenerator keys(parameters_, generator);
    const auto secret = keys.secret_key();
    auto session = typename Scheme::Evaluator(parameters_).session(keys.relin_key(secret));
    const he::Encryptor encryptor(parameters_, keys.public_key(secret));
    const std::vector<std::uint64_t> ones(parameters_.degree(), 1);
    he::Ciphertext x = encryptor.encrypt(he::Plaintext(parameters_, ones), generator);
    for (std::size_t count = 0;; ++count) {
      std::vector<he::Ciphertext> squares;
      for (std::size_t down = 0; down < Scheme::kLevelsTried && down < x.level(); ++down) {
        add_square(squares, x, x.level() - down, session);
      }
      if (squares.empty()) return count;
      x = squares[0];
      for (const he::Ciphertext& square : squares) {
        if (square.noise().budget_bits() > x.noise().budget_bits()) x = square;
      }
    }
  }

 private:
  // The square at a level, if there is room for its noise.
  void add_square(std::vector<he::Ciphertext>& squares, const he::Ciphertext& x, std::size_t level,
                  typename Scheme::Session& session) {
    try {
      const he::Ciphertext there = level == x.level() ? x : session.mod_switch(x, level);
      squares.push_back(session.relinearize(session.multiply(there, there)));
    } catch (const Error& error) {
      if (error.code() != ErrorCode::invalid_argument) throw;
    }
  }

  const typename Scheme::Parameters& parameters_;
};

// "4", or "none" where there are no such parameters.
template <class Scheme>
std::string products(std::size_t degree, std::uint64_t t) {
  try {
    const auto parameters = Scheme::Parameters::recommended(degree, t);
    return std::to_string(Chain<Scheme>(parameters).length());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::invalid_argument) throw;
    return "none";
  }
}

std::string row(std::size_t degree, std::uint64_t t, const char* name) {
  return "| " + std::to_string(degree) + " | " + name + " | " + products<Bfv>(degree, t) + " | " +
         products<Bgv>(degree, t) + " |\n";
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(RecommendedParameters, AllowTheProductsOfThePage) {
  const std::string path = LATH_PARAMETERS_PAGE;
  const std::string page = contents(path);
  const std::size_t begin = page.find(kBegin), end = page.find(kEnd);
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos) << path;

  const std::pair<std::uint64_t, const char*> moduli[] = {
      {2, "2"},
      {65537, "65537"},
      {786433, "786433, of 20 bits"},
      {ntt_primes(40, 32768, 1)[0], "a prime of 40 bits"},
      {ntt_primes(60, 32768, 1)[0], "a prime of 60 bits"}};
  const bool full = is_set("LATH_TEST_FULL") || is_set("LATH_TEST_WRITE");
  std::string table = "| n | t | BFV | BGV |\n|---|---|---|---|\n";
  std::vector<std::string> rows;
  for (std::size_t degree = 4096; degree <= (full ? 32768 : 8192); degree *= 2) {
    for (const auto& [t, name] : moduli) rows.push_back(row(degree, t, name));
  }
  for (const std::string& each : rows) table += each;
  std::cout << table;

  if (is_set("LATH_TEST_WRITE")) {
    std::ofstream(path) << page.substr(0, begin + kBegin.size()) << table << page.substr(end);
    return;
  }
  const std::string found = page.substr(begin + kBegin.size(), end - begin - kBegin.size());
  for (const std::string& each : rows) {
    EXPECT_NE(found.find(each), std::string::npos)
        << "the page has not the row " << each
        << "LATH_TEST_WRITE=1 with this program writes the table into " << path;
  }
  if (full) {
    EXPECT_EQ(found, table);
  }
}

}  // namespace
}  // namespace lath
