// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/lwe.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "arith/matrix_products.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "pke/messages.hpp"
#include "pke/parameter_checks.hpp"

namespace lath::lwe {
namespace {

using PublicMatrix = Matrix<std::uint32_t>;
using SmallMatrix = Matrix<std::int32_t, Secret>;
// Integers in double precision, which every vector unit multiplies. Sums of a number below 2^37 and
// at most 4096 products below 2^36 are below 2^53: all are exact, in any order and however they are
// contracted. Why their time does not depend on them: docs/adr/0002.
using SumMatrix = Matrix<double, Secret>;

// Rows of A that are used together.
constexpr std::size_t kBlockRows = 32;

// Messages that are encrypted together, which share the entries of A.
constexpr std::size_t kTogether = 64;

template <class Integer>
void convert(std::span<double> out, std::span<const Integer> integers) noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(integers[i]);
}
template <class Integer, class Storage>
Matrix<double, Storage> converted(const Matrix<Integer, Storage>& matrix) {
  Matrix<double, Storage> result(matrix.rows(), matrix.columns());
  convert(result.words(), matrix.words());
  return result;
}

template <class Integer, class Storage>
void require_matrix(const Matrix<Integer, Storage>& matrix, std::size_t rows, std::size_t columns,
                    const char* what) {
  // One that was moved from has no words.
  if (matrix.rows() == rows && matrix.columns() == columns &&
      matrix.words().size() == rows * columns) {
    return;
  }
  const auto text = [](std::size_t r, std::size_t c) {
    return std::to_string(r) + " x " + std::to_string(c);
  };
  throw Error(ErrorCode::mismatch,
              std::string(what) + " of " + text(matrix.rows(), matrix.columns()) + " entries",
              "need " + text(rows, columns),
              "use keys and ciphertexts with a scheme of the parameters that they were made with");
}

}  // namespace

struct Scheme::State {
  Parameters parameters;
  Modulus modulus;
  detail::Decoder decoder;
  Isa isa;

  // sums += factors matrix, of the factors that belong to the rows of A from `first` on.
  void add_product(SumMatrix& sums, const SumMatrix& factors, std::size_t first,
                   const Matrix<double>& matrix) const noexcept {
    detail::add_matrix_product(
        isa, sums.words(),
        {factors.words().data() + first, factors.rows(), matrix.rows(), factors.columns()},
        matrix.words(), matrix.columns());
  }

  // A matrix of [beta].
  [[nodiscard]] SmallMatrix noise(std::size_t rows, std::size_t columns,
                                  Generator& generator) const {
    SmallMatrix matrix(rows, columns);
    Buffer<std::int64_t, Secret> draws(rows * columns);
    const auto greatest = static_cast<std::int64_t>(parameters.noise);
    sample_bounded(draws.span(), -greatest, greatest, generator);
    for (std::size_t i = 0; i < draws.size(); ++i) {
      matrix.words()[i] = static_cast<std::int32_t>(draws[i]);
    }
    return matrix;
  }

  // p times such a matrix.
  [[nodiscard]] SumMatrix scaled_noise(std::size_t rows, std::size_t columns,
                                       Generator& generator) const {
    SumMatrix matrix = converted(noise(rows, columns, generator));
    const auto p = static_cast<double>(parameters.plaintext_modulus);
    for (double& x : matrix.words()) x *= p;
    return matrix;
  }

  // Calls use(first, rows) for blocks of rows of A, from row `first` on. They are drawn one by one,
  // into the same memory, so that each is used while it is in the caches.
  template <class Use>
  void expand(const PublicSeed& seed, const Use& use) const {
    Generator generator = Generator::from_seed(Seed(seed), "lath lwe a");
    const std::size_t m = parameters.rows, n = parameters.columns;
    PublicMatrix words(std::min(kBlockRows, m), n);
    Matrix<double> numbers(words.rows(), n);
    for (std::size_t first = 0; first < m; first += kBlockRows) {
      if (first + words.rows() > m) {  // the last block
        words = PublicMatrix(m - first, n);
        numbers = Matrix<double>(m - first, n);
      }
      sample_uniform(words.words(), modulus.value(), generator);
      convert(numbers.words(), std::as_const(words).words());
      use(first, numbers);
    }
  }

  void reduce(std::span<std::uint32_t> out, std::span<const double> sums) const noexcept {
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto sum = static_cast<std::int64_t>(sums[i]);
      out[i] = static_cast<std::uint32_t>(modulus.reduce_signed(sum));
    }
  }
  // One message under way: U = R A + p E1 and V = R B + p E2 + M.
  struct Encryption {
    SumMatrix r, u, v;
  };
  [[nodiscard]] Encryption begin(const Message& message, Generator& generator) const {
    const Parameters& p = parameters;
    SumMatrix r = converted(noise(p.message_rows, p.rows, generator));
    SumMatrix u = scaled_noise(p.message_rows, p.columns, generator);
    SumMatrix v = scaled_noise(p.message_rows, p.message_columns, generator);
    for (std::size_t i = 0; i < message.size(); ++i) v.words()[i] += message[i];
    return {std::move(r), std::move(u), std::move(v)};
  }

  // Appends the ciphertexts of messages that share the entries of A.
  void encrypt(const PublicKey& key, std::span<const Message> messages, Generator& generator,
               std::vector<Ciphertext>& ciphertexts) const {
    std::vector<Encryption> all;
    all.reserve(messages.size());
    for (const Message& message : messages) all.push_back(begin(message, generator));
    expand(key.seed, [&](std::size_t first, const Matrix<double>& a) {
      for (Encryption& each : all) add_product(each.u, each.r, first, a);
    });
    const Matrix<double> b = converted(key.b);
    for (Encryption& each : all) {
      add_product(each.v, each.r, 0, b);
      // Both are sent: hiding the message in them is what the LWE assumption says.
      ciphertexts.push_back({published(each.u), published(each.v)});
    }
  }

  // The residues of sums, which everybody may know.
  [[nodiscard]] PublicMatrix published(const SumMatrix& sums) const {
    PublicMatrix result(sums.rows(), sums.columns());
    reduce(result.words(), sums.words());
    ct::declassify(result.words().data(), result.words().size_bytes());
    return result;
  }
};

Parameters recommended_parameters(SecurityLevel level) {
  const std::size_t dimension = level == SecurityLevel::bits128   ? 704
                                : level == SecurityLevel::bits192 ? 960
                                                                  : 1216;
  return {.rows = dimension,
          .columns = dimension,
          .message_rows = 16,
          .message_columns = 16,
          .modulus = 8191,
          .plaintext_modulus = 2,
          .noise = 2};
}

LweInstance lwe_instance(const Parameters& parameters) {
  const Parameters& p = parameters;
  return {.dimension = std::min(p.rows, p.columns),
          .log2_modulus = std::log2(static_cast<double>(p.modulus)),
          .secret = SmallDistribution::uniform(-std::int64_t{p.noise}, p.noise),
          .error = SmallDistribution::uniform(-std::int64_t{p.noise}, p.noise),
          .samples = std::max(p.rows, p.columns + p.message_columns)};
}

DecryptionNoise decryption_noise(const Parameters& parameters) {
  return {.products = parameters.rows + parameters.columns,
          .noise = parameters.noise,
          .modulus = parameters.modulus,
          .plaintext_modulus = parameters.plaintext_modulus,
          .coefficients = parameters.message_rows * parameters.message_columns};
}

Scheme::Scheme(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

Scheme Scheme::create(const Parameters& parameters) {
  Scheme scheme = create_insecure(parameters);
  detail::require_secure(lwe_instance(parameters), parameters.noise, failure_bound(parameters));
  return scheme;
}

Scheme Scheme::create_insecure(const Parameters& parameters) {
  const Parameters& p = parameters;
  detail::require_computable({p.rows, p.columns, p.message_rows, p.message_columns},
                             decryption_noise(p));
  return Scheme(std::make_shared<const State>(
      State{p, Modulus(p.modulus), detail::Decoder(p.modulus, p.plaintext_modulus), active_isa()}));
}

const Parameters& Scheme::parameters() const noexcept { return state_->parameters; }
std::size_t Scheme::message_size() const noexcept {
  return parameters().message_rows * parameters().message_columns;
}

KeyPair Scheme::generate_keys(Generator& generator) const {
  const Parameters& p = parameters();
  const std::size_t l = p.message_columns, m = p.rows, n = p.columns;
  PublicSeed seed;
  generator.fill(seed);
  ct::declassify(seed.data(), seed.size());  // it is published as a part of the key
  SmallMatrix s = state_->noise(n, l, generator);
  const SumMatrix factors = converted(s);
  SumMatrix b = state_->scaled_noise(m, l, generator);
  state_->expand(seed, [&](std::size_t first, const Matrix<double>& a) {
    detail::add_matrix_product(state_->isa, b.words().subspan(first * l, a.rows() * l),
                               {a.words().data(), a.rows(), n, n}, factors.words(), l);
  });
  // B is published: hiding S and E in it is what the LWE assumption says.
  return {{seed, state_->published(b)}, {std::move(s)}};
}

Ciphertext Scheme::encrypt(const PublicKey& key, const Message& message,
                           Generator& generator) const {
  return std::move(encrypt(key, std::span(&message, 1), generator).front());
}

std::vector<Ciphertext> Scheme::encrypt(const PublicKey& key, std::span<const Message> messages,
                                        Generator& generator) const {
  const Parameters& p = parameters();
  require_matrix(key.b, p.rows, p.message_columns, "a public key");
  for (const Message& message : messages) {
    detail::require_message(message.span(), message_size(), p.plaintext_modulus);
  }
  std::vector<Ciphertext> ciphertexts;
  ciphertexts.reserve(messages.size());
  while (!messages.empty()) {
    const std::size_t count = std::min(kTogether, messages.size());
    state_->encrypt(key, messages.first(count), generator, ciphertexts);
    messages = messages.subspan(count);
  }
  return ciphertexts;
}

Message Scheme::decrypt(const SecretKey& key, const Ciphertext& ciphertext) const {
  const Parameters& p = parameters();
  const std::size_t k = p.message_rows, l = p.message_columns, n = p.columns;
  require_matrix(key.s, n, l, "a secret key");
  require_matrix(ciphertext.u, k, n, "the first part of a ciphertext");
  require_matrix(ciphertext.v, k, l, "the second part of a ciphertext");
  SumMatrix minus_s = converted(key.s);
  for (double& x : minus_s.words()) x = -x;
  const Matrix<double> u = converted(ciphertext.u);
  SumMatrix differences(k, l);
  convert(differences.words(), ciphertext.v.words());
  detail::add_matrix_product(state_->isa, differences.words(), {u.words().data(), k, n, n},
                             std::as_const(minus_s).words(), l);
  Message message(message_size());
  state_->reduce(message.span(), differences.words());
  state_->decoder.decode(message.span(), message.span());
  return message;
}

}  // namespace lath::lwe
