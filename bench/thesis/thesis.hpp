// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

#include "lath/pke/mlwe.hpp"

/// Table 5.2 of the thesis named in mlwe.hpp: key generation, encryption and decryption of a
/// message of one polynomial, with a matrix of m n uniform polynomials, in seconds by degree.
namespace lath::bench {

/// The runs of each benchmark. It reports their mean.
inline constexpr int kThesisRuns = 10;

/// Seconds of processor time of the three operations, summed over the runs.
using ThesisSeconds = std::array<double, 3>;

/// The seconds that `operation` takes.
template <class Operation>
double seconds_of(const Operation& operation) {
  const std::clock_t start = std::clock();
  operation();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Registers thesis/<degree>/<modulus>/<way>, whose iterations add to the seconds: the counters
/// generate_keys, encrypt, decrypt and total are means.
template <class Iteration>
void register_thesis(const mlwe::Parameters& row, const std::string& way, int runs,
                     const Iteration& iteration) {
  const std::string name =
      "thesis/" + std::to_string(row.degree) + "/" + std::to_string(row.modulus) + "/" + way;
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) {
                                 ThesisSeconds sums{};
                                 for (auto _ : state) {
                                   const char* failure = iteration(sums);
                                   if (failure != nullptr) return state.SkipWithError(failure);
                                 }
                                 for (double& sum : sums) sum /= runs;
                                 state.counters["generate_keys"] = sums[0];
                                 state.counters["encrypt"] = sums[1];
                                 state.counters["decrypt"] = sums[2];
                                 state.counters["total"] = sums[0] + sums[1] + sums[2];
                               })
      ->Iterations(runs)
      ->Unit(benchmark::kMillisecond);
}

/// Whether a message came back. In the row of degree 4096 and modulus 12289 the noise is above q/2
/// in one coefficient of twenty; whatever computes something else agrees in one of three.
template <class Message>
const char* failure_of(const Message& sent, const Message& found) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < sent.size(); ++i) same += sent[i] == found[i] ? 1 : 0;
  return same * 10 >= sent.size() * 9 ? nullptr : "the message did not come back";
}

/// The scheme as the thesis writes it, on polynomials of a Ring with the type Poly and
///   uniform(), noise(), zero()       a polynomial modulo q; of [beta]
///   add_product(sum, a, b), add_multiple(sum, a, factor), subtract(a, b)
///   from_words(words), words(a)      coefficients in [0, q)
template <class Ring>
class ThesisScheme {
  using Poly = typename Ring::Poly;
  using Vector = std::vector<Poly>;

 public:
  using Message = std::vector<std::uint64_t>;

  ThesisScheme(const mlwe::Parameters& row, Ring& ring) : row_(row), ring_(ring) {}

  const char* run(const Message& message, ThesisSeconds& sums) {
    Message found;
    sums[0] += seconds_of([&] { generate_keys(); });
    sums[1] += seconds_of([&] { encrypt(message); });
    sums[2] += seconds_of([&] { found = decrypt(); });
    return failure_of(message, found);
  }

 private:
  long p() const { return static_cast<long>(row_.plaintext_modulus); }
  Vector noise_vector(std::size_t size) {
    Vector vector;
    for (std::size_t i = 0; i < size; ++i) vector.push_back(ring_.noise());
    return vector;
  }
  Poly scaled_noise() {
    Poly sum = ring_.zero();
    ring_.add_multiple(sum, ring_.noise(), p());
    return sum;
  }

  void generate_keys() {
    a_.clear();
    b_.clear();
    for (std::size_t i = 0; i < row_.rows * row_.columns; ++i) a_.push_back(ring_.uniform());
    s_ = noise_vector(row_.columns);
    for (std::size_t i = 0; i < row_.rows; ++i) {
      b_.push_back(scaled_noise());
      for (std::size_t j = 0; j < row_.columns; ++j) {
        ring_.add_product(b_[i], a_[i * row_.columns + j], s_[j]);
      }
    }
  }
  void encrypt(const Message& message) {
    const Vector r = noise_vector(row_.rows);
    u_.clear();
    for (std::size_t j = 0; j < row_.columns; ++j) {
      u_.push_back(scaled_noise());
      for (std::size_t i = 0; i < row_.rows; ++i) {
        ring_.add_product(u_[j], a_[i * row_.columns + j], r[i]);
      }
    }
    v_ = scaled_noise();
    ring_.add_multiple(v_, ring_.from_words(message), 1);
    for (std::size_t i = 0; i < row_.rows; ++i) ring_.add_product(v_, b_[i], r[i]);
  }
  Message decrypt() {
    Poly sum = ring_.zero();
    for (std::size_t j = 0; j < row_.columns; ++j) ring_.add_product(sum, u_[j], s_[j]);
    Message words = ring_.words(ring_.subtract(v_, sum));
    for (std::uint64_t& word : words) {  // centered, modulo p
      const std::uint64_t negative = row_.modulus - word;
      word = word <= row_.modulus / 2
                 ? word % row_.plaintext_modulus
                 : (row_.plaintext_modulus - negative % row_.plaintext_modulus) %
                       row_.plaintext_modulus;
    }
    return words;
  }

  mlwe::Parameters row_;
  Ring& ring_;
  Vector a_, s_, b_, u_;
  Poly v_;
};

/// Products by the definition; where that would take minutes, as many times the time of one
/// product as there are products, as thesis/.../schoolbook_extrapolated.
void register_schoolbook(const mlwe::Parameters& row);

/// NTL with polynomials modulo x^N + 1 prepared as its interface offers, over its integers of any
/// size (ntl_ZZ_p), as the thesis has it, and over those of a word (ntl_zz_p).
void register_ntl(const mlwe::Parameters& row);

}  // namespace lath::bench
