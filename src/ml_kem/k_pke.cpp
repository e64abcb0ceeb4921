// SPDX-License-Identifier: Apache-2.0
#include "ml_kem/k_pke.hpp"

#include <algorithm>
#include <array>

#include "lath/base/constant_time.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "ml_kem/polynomial_bytes.hpp"
#include "ml_kem/quadratic_products.hpp"

namespace lath::ml_kem::k_pke {
namespace {

// The standard's NTT has the order of the plan: block j is modulo x^2 - 17^(2 brv(j) + 1).
const NttPlan<Word>& plan() {
  static const NttPlan<Word> instance =
      NttPlan<Word>::create(kDegree, kModulus, NttShape{Convolution::negacyclic, 1});
  return instance;
}

const detail::QuadraticProducts& products() {
  static const detail::QuadraticProducts instance(isa(), plan());
  return instance;
}

void forward(Word* first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) plan().forward(first + i * kDegree);
}

// A vector packed in 12 bits a coefficient; bytes that no key of ours has are reduced, too.
template <class Storage>
void decode_vector(PolyVector<Storage, kMaxRank>& vector, Bytes bytes) {
  decode(isa(), vector.words(), bytes, 12);
  for (std::size_t i = 0; i < vector.size(); ++i)
    plan().arithmetic().reduce(vector[i], vector[i], kDegree);
}

// A vector of polynomials prepared for inner products.
class Prepared {
 public:
  Prepared(const Word* first, std::size_t rank) : words_(2 * rank), rank_(rank) {
    for (std::size_t i = 0; i < rank; ++i) products().prepare(words_[2 * i], first + i * kDegree);
  }

  // The inner product with the polynomials at a, `stride` polynomials apart.
  void inner_product(Word* out, const Word* a, std::size_t stride) const {
    products().inner_product(out, a, stride * kDegree, words_[0], rank_);
  }

 private:
  PolyVector<Secret, 2 * kMaxRank> words_;
  std::size_t rank_;
};

}  // namespace

Isa isa() {
  static const Isa instance = active_isa();
  return instance;
}

void make_keys(const Parameters& parameters, const Matrix& a, Noise& s_e, Bytes32 rho,
               std::span<std::byte> public_key, std::span<std::byte> secret_key) {
  const std::size_t rank = parameters.rank;
  forward(s_e[0], 2 * rank);
  const Prepared s(s_e[0], rank);
  PolyVector<Secret, kMaxRank> t(rank);  // a s + e
  for (std::size_t i = 0; i < rank; ++i) {
    s.inner_product(t[i], a[i * rank], 1);
    plan().arithmetic().add(t[i], t[i], s_e[rank + i], kDegree);
  }
  encode(isa(), secret_key, s_e.words().first(rank * kDegree), 12);
  const auto bytes = public_key.first(parameters.vector_bytes());
  encode(isa(), bytes, t.words(), 12);
  // t is published: by the Module-LWE assumption t hides s and e.
  ct::declassify(bytes.data(), bytes.size());
  std::copy(rho.begin(), rho.end(), public_key.subspan(bytes.size()).begin());
}

EncryptionKey::EncryptionKey(const Parameters& parameters, Bytes public_key, Sampling& sampling)
    : parameters_(parameters), a_(parameters.rank * parameters.rank), t_(parameters.rank) {
  sampling.matrix(public_key.last<32>(), parameters.rank, a_);
  decode_vector(t_, public_key.first(parameters.vector_bytes()));
}

void EncryptionKey::encrypt(Bytes32 m, Noise& noise, std::span<std::byte> ciphertext) const {
  const std::size_t rank = parameters_.rank;
  forward(noise[0], rank);
  const Prepared y(noise[0], rank);

  PolyVector<Secret, kMaxRank + 1> sums(rank + 1);  // u and v
  for (std::size_t i = 0; i < rank; ++i) y.inner_product(sums[i], a_[i], rank);
  y.inner_product(sums[rank], t_[0], 1);
  for (std::size_t i = 0; i <= rank; ++i) {
    plan().inverse(sums[i]);
    plan().arithmetic().add(sums[i], sums[i], noise[rank + i], kDegree);
  }
  PolyVector<Secret, 1> message(1);
  decode_and_decompress(isa(), message.words(), m, 1);
  plan().arithmetic().add(sums[rank], sums[rank], message[0], kDegree);

  compress_and_encode(isa(), ciphertext.first(parameters_.u_bytes()),
                      sums.words().first(rank * kDegree), parameters_.u_bits);
  compress_and_encode(isa(), ciphertext.subspan(parameters_.u_bytes()),
                      sums.words().subspan(rank * kDegree), parameters_.v_bits);
}

void decrypt(const Parameters& parameters, Bytes secret_key, Bytes ciphertext,
             std::span<std::byte, 32> m) {
  const std::size_t rank = parameters.rank;
  PolyVector<Secret, kMaxRank> s(rank), u(rank);
  PolyVector<Secret, 1> v(1), product(1);
  decode_vector(s, secret_key);
  const Bytes u_bytes = ciphertext.first(parameters.u_bytes());
  decode_and_decompress(isa(), u.words(), u_bytes, parameters.u_bits);
  decode_and_decompress(isa(), v.words(), ciphertext.subspan(u_bytes.size()), parameters.v_bits);
  forward(u[0], rank);
  Prepared(u[0], rank).inner_product(product[0], s[0], 1);
  plan().inverse(product[0]);
  plan().arithmetic().subtract(v[0], v[0], product[0], kDegree);
  compress_and_encode(isa(), m, v.words(), 1);
}

bool is_reduced(Bytes vector) {
  PolyVector<Public, kMaxRank> words(vector.size() / 384);
  decode(isa(), words.words(), vector, 12);
  Word largest = 0;
  for (const Word word : words.words()) largest = std::max(largest, word);
  return largest < kModulus;
}

}  // namespace lath::ml_kem::k_pke
