// SPDX-License-Identifier: Apache-2.0
#include "multiprecision/measure.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <utility>

#include "lath/he/bfv.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/slot_encoder.hpp"

namespace lath::bench {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::size_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) << 10;
}

namespace {

// The child's work, and its exit status.
int run(const char* name, std::size_t most_bytes, const std::function<void()>& row) {
  // Addresses, of which some are never used.
  const rlim_t addresses = most_bytes + most_bytes / 4;
  const rlimit limit{addresses, addresses};
  setrlimit(RLIMIT_AS, &limit);
  try {
    row();
    return 0;
  } catch (const std::bad_alloc&) {
    std::printf("| %s: more memory than the limit of %zu MB |\n", name, most_bytes >> 20);
  } catch (const std::exception& error) {
    std::printf("| %s: %s |\n", name, error.what());
  }
  return 1;
}

}  // namespace

void in_process(const char* name, std::size_t most_bytes, const std::function<void()>& row) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const int status = run(name, most_bytes, row);
    std::fflush(stdout);
    _exit(status);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
    std::printf("| %s: the process of this row ended early |\n", name);
  }
}

he::Literal literal_of(std::size_t degree, std::size_t primes, unsigned bits,
                       std::vector<unsigned> special_bits, unsigned digit_primes) {
  return {.degree = degree,
          .plaintext_modulus = 65537,
          .prime_bits = std::vector<unsigned>(primes, bits),
          .special_prime_bits = std::move(special_bits),
          .digit_primes = digit_primes};
}

double product_w() {
  const auto parameters = he::bfv::Parameters::create(literal_of(8192, 3, 50, {50}, 1));
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const he::Encryptor encryptor(parameters, keys.public_key(keys.secret_key()));
  const auto encoder = he::SlotEncoder::create(parameters);
  const auto a = encryptor.encrypt(encoder.encode({1, 2, 3}), generator),
             b = encryptor.encrypt(encoder.encode({4, 5, 6}), generator);
  auto session = he::bfv::Evaluator(parameters).session();
  auto product = session.multiply(a, b);
  return milliseconds([&] { session.multiply(product, a, b); });
}

}  // namespace lath::bench
