// SPDX-License-Identifier: Apache-2.0
#include "lath/lattice/lwe.hpp"

#include <string>
#include <utility>

#include "lath/arith/modulus.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "lattice/messages.hpp"
#include "lattice/parameter_checks.hpp"

namespace lath::lwe {
namespace {

using PublicMatrix = Matrix<std::uint32_t>;
using SmallMatrix = Matrix<std::int32_t, Secret>;
// Sums before they are reduced: below 2^30 p and 4096 products below 2^36.
using SumMatrix = Matrix<std::int64_t, Secret>;

// sums[j] += factor row[j]. One of factor and row is public and below 2^30, the other one small.
template <class Factor, class Entry>
void add_multiple(std::span<std::int64_t> sums, Factor factor, std::span<const Entry> row) {
  const auto multiple = static_cast<std::int64_t>(factor);
  for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += multiple * std::int64_t{row[j]};
}

void sample_noise(std::span<std::int64_t> out, unsigned beta, Generator& generator) {
  const auto greatest = static_cast<std::int64_t>(beta);
  sample_bounded(out, -greatest, greatest, generator);
}

void require_matrix(std::size_t rows, std::size_t columns, std::size_t needed_rows,
                    std::size_t needed_columns, const char* what) {
  if (rows == needed_rows && columns == needed_columns) return;
  const auto text = [](std::size_t r, std::size_t c) {
    return std::to_string(r) + " x " + std::to_string(c);
  };
  throw Error(ErrorCode::mismatch, std::string(what) + " of " + text(rows, columns) + " entries",
              "need " + text(needed_rows, needed_columns),
              "use keys and ciphertexts with a scheme of the parameters that they were made with");
}

}  // namespace

struct Scheme::State {
  Parameters parameters;
  Modulus modulus;
  lattice::Decoder decoder;

  [[nodiscard]] SmallMatrix small_matrix(std::size_t rows, std::size_t columns,
                                         Generator& generator) const {
    SumMatrix draws(rows, columns);
    sample_noise(draws.words(), parameters.noise, generator);
    SmallMatrix matrix(rows, columns);
    for (std::size_t i = 0; i < draws.words().size(); ++i) {
      matrix.words()[i] = static_cast<std::int32_t>(draws.words()[i]);
    }
    return matrix;
  }

  // p times a matrix of [beta].
  [[nodiscard]] SumMatrix scaled_noise(std::size_t rows, std::size_t columns,
                                       Generator& generator) const {
    SumMatrix matrix(rows, columns);
    sample_noise(matrix.words(), parameters.noise, generator);
    const auto p = static_cast<std::int64_t>(parameters.plaintext_modulus);
    for (std::int64_t& x : matrix.words()) x *= p;
    return matrix;
  }

  // Calls use(i, row) for the rows of A. They are drawn one by one, so that each is used while it
  // is in the caches.
  template <class Use>
  void expand(const PublicSeed& seed, const Use& use) const {
    Generator generator = Generator::from_seed(Seed(seed), "lath lwe a");
    Buffer<std::uint32_t> row(parameters.columns);
    for (std::size_t i = 0; i < parameters.rows; ++i) {
      sample_uniform(row.span(), modulus.value(), generator);
      use(i, std::span<const std::uint32_t>(row.span()));
    }
  }

  // The residues of sums, which everybody may know.
  [[nodiscard]] PublicMatrix published(const SumMatrix& sums) const {
    PublicMatrix result(sums.rows(), sums.columns());
    for (std::size_t i = 0; i < sums.words().size(); ++i) {
      result.words()[i] = static_cast<std::uint32_t>(modulus.reduce_signed(sums.words()[i]));
    }
    ct::declassify(result.words().data(), result.words().size_bytes());
    return result;
  }
};

Parameters recommended_parameters() {
  return {.rows = 1024,
          .columns = 1024,
          .message_rows = 16,
          .message_columns = 16,
          .modulus = 40961,
          .plaintext_modulus = 2,
          .noise = 6};
}

DecryptionNoise decryption_noise(const Parameters& parameters) {
  return {.products = parameters.rows + parameters.columns,
          .noise = parameters.noise,
          .modulus = parameters.modulus,
          .plaintext_modulus = parameters.plaintext_modulus,
          .coefficients = parameters.message_rows * parameters.message_columns};
}
std::uint64_t worst_case_noise(const Parameters& parameters) {
  return lath::worst_case_noise(decryption_noise(parameters));
}
double failure_probability(const Parameters& parameters) {
  return lath::failure_probability(decryption_noise(parameters));
}
double failure_bound(const Parameters& parameters) {
  return lath::failure_bound(decryption_noise(parameters));
}

Scheme::Scheme(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

Scheme Scheme::create(const Parameters& parameters) {
  Scheme scheme = create_insecure(parameters);
  lattice::require_secure(std::min(parameters.rows, parameters.columns),
                          decryption_noise(parameters));
  return scheme;
}

Scheme Scheme::create_insecure(const Parameters& parameters) {
  const Parameters& p = parameters;
  lattice::require_computable({p.rows, p.columns, p.message_rows, p.message_columns},
                              decryption_noise(p));
  return Scheme(std::make_shared<const State>(
      State{p, Modulus(p.modulus), lattice::Decoder(p.modulus, p.plaintext_modulus)}));
}

const Parameters& Scheme::parameters() const noexcept { return state_->parameters; }
std::size_t Scheme::message_size() const noexcept {
  return parameters().message_rows * parameters().message_columns;
}

KeyPair Scheme::generate_keys(Generator& generator) const {
  const auto [l, m, n] =
      std::array{parameters().message_columns, parameters().rows, parameters().columns};
  PublicSeed seed;
  generator.fill(seed);
  ct::declassify(seed.data(), seed.size());  // it is published as a part of the key
  SmallMatrix s = state_->small_matrix(n, l, generator);
  SumMatrix b = state_->scaled_noise(m, l, generator);
  state_->expand(seed, [&](std::size_t i, std::span<const std::uint32_t> a) {
    for (std::size_t j = 0; j < a.size(); ++j) {
      add_multiple(b.row(i), a[j], std::as_const(s).row(j));
    }
  });
  // B is published: hiding S and E in it is what the LWE assumption says.
  return {{seed, state_->published(b)}, {std::move(s)}};
}

Ciphertext Scheme::encrypt(const PublicKey& key, const Message& message,
                           Generator& generator) const {
  const auto [k, l, m, n] = std::array{parameters().message_rows, parameters().message_columns,
                                       parameters().rows, parameters().columns};
  require_matrix(key.b.rows(), key.b.columns(), m, l, "a public key");
  lattice::require_message(message.span(), message_size(), parameters().plaintext_modulus);
  const SmallMatrix r = state_->small_matrix(k, m, generator);
  SumMatrix u = state_->scaled_noise(k, n, generator);
  SumMatrix v = state_->scaled_noise(k, l, generator);
  for (std::size_t i = 0; i < message.size(); ++i) v.words()[i] += std::int64_t{message[i]};
  state_->expand(key.seed, [&](std::size_t i, std::span<const std::uint32_t> a) {
    for (std::size_t row = 0; row < k; ++row) {
      add_multiple(u.row(row), r.row(row)[i], a);
      add_multiple(v.row(row), r.row(row)[i], key.b.row(i));
    }
  });
  // Both are sent: hiding the message in them is what the LWE assumption says.
  return {state_->published(u), state_->published(v)};
}

Message Scheme::decrypt(const SecretKey& key, const Ciphertext& ciphertext) const {
  const auto [k, l, n] =
      std::array{parameters().message_rows, parameters().message_columns, parameters().columns};
  require_matrix(key.s.rows(), key.s.columns(), n, l, "a secret key");
  require_matrix(ciphertext.u.rows(), ciphertext.u.columns(), k, n,
                 "the first part of a ciphertext");
  require_matrix(ciphertext.v.rows(), ciphertext.v.columns(), k, l,
                 "the second part of a ciphertext");
  SumMatrix differences(k, l);
  Message message(message_size());
  for (std::size_t row = 0; row < k; ++row) {
    const auto sums = differences.row(row);
    const auto u = ciphertext.u.row(row), v = ciphertext.v.row(row);
    std::copy(v.begin(), v.end(), sums.begin());
    for (std::size_t j = 0; j < n; ++j) {
      add_multiple(sums, -std::int64_t{u[j]}, key.s.row(j));
    }
  }
  for (std::size_t i = 0; i < message.size(); ++i) {
    message[i] = static_cast<std::uint32_t>(state_->modulus.reduce_signed(differences.words()[i]));
  }
  state_->decoder.decode(message.span(), message.span());
  return message;
}

}  // namespace lath::lwe
