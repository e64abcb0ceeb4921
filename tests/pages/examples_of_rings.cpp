// SPDX-License-Identifier: Apache-2.0
//
// Errors of random generators, rings and polynomials.
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/random/generator.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/text.hpp"
#include "pages/errors_page.hpp"

namespace lath::pages {
namespace {

// The code of an error and its three parts, a line each.
std::string lines_of(const Error& error) {
  return std::to_string(static_cast<int>(error.code())) + '\n' + error.found() + '\n' +
         error.needed() + '\n' + error.remedy() + '\n';
}

// The error with these lines.
Error error_of_lines(const std::string& text) {
  std::istringstream lines(text);
  std::array<std::string, 4> parts;
  for (std::string& part : parts) std::getline(lines, part);
  return {static_cast<ErrorCode>(std::stoi(parts[0])), parts[1], parts[2], parts[3]};
}

// All bytes up to the end of a pipe.
std::string read_to_the_end(int descriptor) {
  std::string text;
  std::array<char, 512> part{};
  while (true) {
    const ssize_t size = ::read(descriptor, part.data(), part.size());
    if (size <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(size));
  }
}

// Forks, runs the function in the child, and throws the error that it threw there.
void in_child_process(const std::function<void()>& function) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    std::string report;
    try {
      function();
    } catch (const Error& error) {
      report = lines_of(error);
    } catch (...) {
      report.clear();
    }
    const ssize_t written = ::write(ends[1], report.data(), report.size());
    // Never back into the test runner, which would report a second time.
    ::_exit(written == static_cast<ssize_t>(report.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  const std::string report = read_to_the_end(ends[0]);
  ::close(ends[0]);
  int status = 1;
  if (::waitpid(child, &status, 0) != child || status != 0) throw std::runtime_error("no report");
  if (!report.empty()) throw error_of_lines(report);
}

}  // namespace

void add_generators(ErrorsPage& page) {
  page.begin_names("Random generators");
  LATH_NAME(auto generator = Generator::from_seed(Seed{}, "examples"));
  LATH_NAME(std::array<std::byte, 32> bytes{});

  LATH_EXAMPLE(entropy, "A generator with a given seed in a forked process",
               in_child_process([&] { generator.fill(bytes); }));
  LATH_EXAMPLE(entropy, "A split after the fork in place of before it",
               in_child_process([&] { generator.split("worker"); }));
}

void add_rings(ErrorsPage& page) {
  page.begin_names("Rings and polynomials");
  LATH_NAME(const auto ring = DynamicRing::create(1024, ntt_primes(50, 1024, 2)));
  LATH_NAME(const auto smaller_ring = DynamicRing::create(512, ntt_primes(50, 512, 2)));
  LATH_NAME(const auto tiny_ring = DynamicRing::create(2, {97, 193}));
  LATH_NAME(const auto a = from_integers(ring, {1, 2}));
  LATH_NAME(const auto b = from_integers(smaller_ring, {3, 4}));
  LATH_NAME(const auto a_bytes = to_bytes(a));
  LATH_NAME(std::ifstream missing_file("/nowhere/at/all"));
  LATH_NAME(std::istringstream cut_off_text("coeff 2 [97: 1"));
  LATH_NAME(std::istringstream unreduced_text("coeff 2 [97: 1 99] [193: 1 2]"));

  LATH_EXAMPLE(invalid_argument, "A degree that is no power of two",
               DynamicRing::create(1000, ntt_primes(50, 1024, 1)));
  LATH_EXAMPLE(invalid_argument, "A modulus without roots of unity",
               DynamicRing::create(1024, {1000003}));
  LATH_EXAMPLE(mismatch, "Polynomials of two rings", convolve(a, b));
  LATH_EXAMPLE(mismatch, "More coefficients than the ring has",
               from_integers(ring, std::vector<int>(2000, 1)));
  LATH_EXAMPLE(unsupported, "A ring whose modulus is longer than the integers",
               to_integers<std::int64_t>(a));
  LATH_EXAMPLE(malformed, "A polynomial that was cut off",
               from_bytes<Coeff>(ring, a_bytes.span().first(1000)));
  LATH_EXAMPLE(malformed, "A polynomial in a text with a word that is too large",
               read_poly<Coeff>(unreduced_text, tiny_ring));
  LATH_EXAMPLE(input_output, "A file that is not there", read_poly<Coeff>(missing_file, tiny_ring));
  LATH_EXAMPLE(input_output, "A text that ends early", read_poly<Coeff>(cut_off_text, tiny_ring));
}

}  // namespace lath::pages
