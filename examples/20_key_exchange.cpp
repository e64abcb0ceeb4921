// SPDX-License-Identifier: Apache-2.0
//
// A whole key exchange from polynomials, for readers who know NFLlib: Ring-LWE encryption of a
// fresh secret (V. Lyubashevsky, C. Peikert, O. Regev, EUROCRYPT 2010). Only bytes pass between the
// two sides. Degree and modulus have 128 bits of security by the published tables.
//
// It keeps a secret from those who listen, with new keys each time. Against those who send
// messages of their own take ml_kem::Kem or FujisakiOkamoto, as 06_forward_secrecy.cpp does.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/scalar.hpp"
#include "lath/ring/static_ring.hpp"

using namespace lath;

namespace {

using Ring = StaticRing<std::uint64_t, 2048, 50>;
using Values = Poly<Ring, Eval>;
using SecretValues = Poly<Ring, Eval, Secret>;
using Bytes = Buffer<std::byte>;

const Ring& ring() { return Ring::instance(); }
std::uint64_t modulus() { return ring().modulus(0).value(); }

// The polynomial that both sides multiply by. Anybody may compute it from the server's seed.
Values common_polynomial(const Seed& seed) {
  Generator draws = Generator::from_seed(seed, "example 20: a");
  return uniform<Eval>(ring(), draws);
}

// Errors and secrets: small coefficients, of a standard deviation of 3.2.
SecretValues small_polynomial(Generator& generator) {
  return ntt(centered_binomial(ring(), 21, generator));
}

struct Offer {
  Seed seed;
  Bytes b;
};
struct Answer {
  Bytes u, v;
};

// The session's key: the secret and all that was sent.
Seed session_key(const Seed& secret, const Offer& offer, const Answer& answer) {
  std::string sent = "example 20: key ";
  for (const Bytes* part : {&offer.b, &answer.u, &answer.v}) {
    for (const std::byte byte : *part) sent += static_cast<char>(byte);
  }
  return Generator::from_seed(secret, sent).seed();
}

class Server {
 public:
  explicit Server(Generator& generator) : seed_(generator.seed()), s_(small_polynomial(generator)) {
    const SecretValues e = small_polynomial(generator);
    // A sample of Ring-LWE hides s, so that everybody may know it. Without declassify() this does
    // not compile: what is computed from a secret is secret.
    const Values b = declassify(common_polynomial(seed_) * s_ + e);
    b_ = to_bytes(b);
  }

  [[nodiscard]] Offer offer() const { return {seed_, b_}; }

  // v - u s is q/2 times the bits, and noise.
  [[nodiscard]] Seed key(const Answer& answer) const {
    const auto u = from_bytes<Eval>(ring(), answer.u), v = from_bytes<Eval>(ring(), answer.v);
    const Poly<Ring, Coeff, Secret> noisy = intt(v - u * s_);
    const auto integers = to_integers<std::int64_t>(noisy);
    Seed secret;
    for (std::size_t i = 0; i < 8 * secret.size(); ++i) {
      // Whether the magnitude is above q/4, without a branch.
      const auto shifted = static_cast<std::uint64_t>(integers[i]) + modulus() / 4;
      const std::uint64_t bit = ct::mask_less(modulus() / 2, shifted) & 1;
      secret.data()[i / 8] |= static_cast<std::byte>(bit << (i % 8));
    }
    return session_key(secret, offer(), answer);
  }

 private:
  Seed seed_;  // public
  SecretValues s_;
  Bytes b_;
};

class Client {
 public:
  Client(const Offer& offer, Generator& generator) {
    const Seed secret = generator.seed();
    const auto a = common_polynomial(offer.seed), b = from_bytes<Eval>(ring(), offer.b);
    const SecretValues s = small_polynomial(generator), e1 = small_polynomial(generator),
                       e2 = small_polynomial(generator);
    Buffer<std::uint64_t, Secret> bits(8 * secret.size());
    for (std::size_t i = 0; i < bits.size(); ++i) {
      bits[i] = std::to_integer<std::uint64_t>(secret.data()[i / 8] >> (i % 8) & std::byte{1});
    }
    // A constant as large as the modulus; with several primes it has a residue for each.
    const auto half =
        RnsScalar<Ring>::from_integer(ring(), static_cast<std::int64_t>(modulus() / 2));
    const SecretValues message = ntt(from_integers(ring(), bits)), hiding = b * s + e2;
    // Both are samples of Ring-LWE, one of them plus the message, which it hides.
    answer_ = {to_bytes(Values(declassify(a * s + e1))),
               to_bytes(Values(declassify(hiding + half * message)))};
    key_ = session_key(secret, offer, answer_);
  }

  [[nodiscard]] const Answer& answer() const { return answer_; }
  [[nodiscard]] const Seed& key() const { return key_; }

 private:
  Answer answer_;
  Seed key_;
};

}  // namespace

int main() {
  Generator generator = Generator::from_system();
  const Server server(generator);
  const Offer offer = server.offer();
  const Client client(offer, generator);
  const Answer& answer = client.answer();
  std::cout << "the server sends " << offer.seed.size() + offer.b.size() << " bytes, the client "
            << answer.u.size() + answer.v.size() << "\n";
  const Seed server_key = server.key(answer);
  const bool equal = ct::equal(server_key.span(), client.key().span());
  std::cout << (equal ? "both sides hold the same key\n" : "the keys differ\n");
  return equal ? 0 : 1;
}
