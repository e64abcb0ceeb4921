// SPDX-License-Identifier: Apache-2.0
//
// timing_check <samples> [part of a name]: whether the time of decapsulation tells honest
// ciphertexts from others, and the time of what works on secrets one secret from others. It must
// not, and must for the deliberate leak. Exits 1 where |t| is not on the side of 4.5 where it
// belongs; with fewer than 100000 samples the verdict means little, and only a failure to run
// counts.
//
// Key generation is not here: a seed determines the public key too, whose uniform polynomials are
// drawn by rejection, so that two seeds do take two times.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ct/timing_test.hpp"
#include "lath/base/error.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "lath/pke/key_encapsulation.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/random/samplers.hpp"

namespace lath {
namespace {

constexpr double kLimit = 4.5;
constexpr std::size_t kEnough = 100000;

enum class Expected { same_time, leak };

unsigned sum_of(std::span<const std::byte> bytes) {
  unsigned sum = 0;
  for (const std::byte byte : bytes) sum += std::to_integer<unsigned>(byte);
  return sum;
}

/// The experiments, with what they have in common.
class Experiments {
 public:
  Experiments(std::size_t samples, std::string wanted)
      : samples_(samples), wanted_(std::move(wanted)) {}

  /// Examines whether `measured` takes another time for prepare(0) than for prepare(1).
  template <class Prepare, class Measured>
  void examine(const std::string& name, Expected expected, Prepare prepare, Measured measured) {
    if (name.find(wanted_) == std::string::npos) return;
    const double t = testing::greatest_t(samples_, random_, prepare, measured);
    const bool right = (t > kLimit) == (expected == Expected::leak);
    std::printf("%-8s |t| = %9.2f  %s\n", right ? "ok" : "FINDING", t, name.c_str());
    std::fflush(stdout);
    if (!right) ++findings_;
  }

  Generator& generator() { return generator_; }
  testing::SeededValues& random() { return random_; }
  [[nodiscard]] int findings() const { return findings_; }

 private:
  std::size_t samples_;
  std::string wanted_;
  testing::SeededValues random_{2017};
  Generator generator_ = Generator::from_seed(Seed(), "timing check");
  int findings_ = 0;
};

using Bytes = std::vector<std::byte>;

/// Whether all strings of the right size are ciphertexts; some encodings have words that are none.
template <class Kem>
constexpr bool kEveryStringIsACiphertext = false;
template <unsigned kSet>
constexpr bool kEveryStringIsACiphertext<ml_kem::Kem<kSet>> = true;

struct Ciphertexts {
  Bytes honest, given;
};

/// Compares byte by byte and leaves at the first difference, as a decapsulation must not.
bool leaky_equal(std::span<const std::byte> a, std::span<const std::byte> b) {
  const volatile std::byte* x = a.data();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (x[i] != b[i]) return false;
  }
  return true;
}

/// Honest and other ciphertexts of a key encapsulation. Both kinds of inputs are made by the same
/// steps but for the last choice.
template <KeyEncapsulation Kem>
void examine_ciphertexts(Experiments& experiments, const Kem& kem) {
  const std::string name = kem.name();
  auto& generator = experiments.generator();
  auto& random = experiments.random();
  const auto keys = kem.generate_keys(generator), others = kem.generate_keys(generator);
  const auto sent = [&](const auto& to) {
    const auto ciphertext = kem.encapsulate(to.public_key.span(), generator).ciphertext;
    return Bytes(ciphertext.data(), ciphertext.data() + ciphertext.size());
  };
  // With one bit flipped, and still a ciphertext.
  const auto flipped = [&](const Bytes& honest) {
    for (;;) {
      Bytes changed = honest;
      const auto bit = random.below(8 * changed.size());
      changed[bit / 8] ^= std::byte{1} << (bit % 8);
      if constexpr (kEveryStringIsACiphertext<Kem>) return changed;
      try {
        (void)kem.decapsulate(keys.secret_key.span(), changed);
        return changed;
      } catch (const Error&) {
        continue;
      }
    }
  };
  const auto honest_or_flipped = [&](unsigned which) {
    const Bytes honest = sent(keys), changed = flipped(honest);
    return Ciphertexts{honest, which == 0 ? honest : changed};
  };
  const auto decapsulated = [&](const Ciphertexts& inputs) {
    const auto secret = kem.decapsulate(keys.secret_key.span(), inputs.given);
    return sum_of(secret.span());
  };
  experiments.examine(name + " decapsulate: honest, or one bit flipped", Expected::same_time,
                      honest_or_flipped, decapsulated);
  experiments.examine(
      name + " decapsulate: honest, or for another key", Expected::same_time,
      [&](unsigned which) {
        const Bytes honest = sent(keys), strange = sent(others);
        return Ciphertexts{honest, which == 0 ? honest : strange};
      },
      decapsulated);
  const Bytes fixed = sent(keys);
  experiments.examine(
      name + " decapsulate: one ciphertext, or any", Expected::same_time,
      [&](unsigned which) {
        const Bytes honest = sent(keys);
        return Ciphertexts{honest, which == 0 ? fixed : honest};
      },
      decapsulated);
  experiments.examine(name + " a comparison that leaves early, after decapsulation", Expected::leak,
                      honest_or_flipped, [&](const Ciphertexts& inputs) {
                        return decapsulated(inputs) +
                               (leaky_equal(inputs.given, inputs.honest) ? 1U : 0U);
                      });
}

// One secret against others, under one public key: the time may depend on rho.
template <unsigned kSet>
void examine_ml_kem_secrets(Experiments& experiments) {
  const std::string name = ml_kem::Kem<kSet>::name() + " ";
  auto& generator = experiments.generator();
  const auto keys = ml_kem::generate_keys<kSet>(generator);
  const auto ciphertext = ml_kem::encapsulate(keys.public_key, generator).ciphertext;
  const auto key_of = [&](std::span<const std::byte> s) {
    const auto bytes = keys.secret_key.bytes();
    std::vector<std::byte> changed(bytes.begin(), bytes.end());
    std::copy(s.begin(), s.end(), changed.begin());
    return ml_kem::SecretKey<kSet>::from_bytes(changed);
  };
  const std::vector<std::byte> zero(kSet * 3 / 2);
  experiments.examine(
      name + "decapsulate: the key s = 0, or any", Expected::same_time,
      [&](unsigned which) {
        std::vector<std::byte> s(zero.size());
        generator.fill(s);
        return key_of(which == 0 ? zero : s);
      },
      [&](const ml_kem::SecretKey<kSet>& key) {
        const auto secret = ml_kem::decapsulate(key, ciphertext);
        return sum_of(secret.span());
      });
  const Seed one = generator.seed();
  experiments.examine(
      name + "encapsulate: one m, or any", Expected::same_time,
      [&](unsigned which) {
        const Seed any = generator.seed();
        return which == 0 ? one : any;
      },
      [&](const Seed& m) {
        const auto made = ml_kem::encapsulate_derandomized(keys.public_key, m);
        return sum_of(made.secret.span());
      });
}

/// A uniform message of a scheme.
rlwe::Message random_message(const rlwe::Scheme& scheme, Generator& generator) {
  rlwe::Message message(scheme.parameters().message_bytes);
  generator.fill(message.span());
  return message;
}
template <class Scheme>
typename Scheme::Message random_message(const Scheme& scheme, Generator& generator) {
  typename Scheme::Message message(scheme.message_size());
  sample_uniform(message.span(), scheme.parameters().plaintext_modulus, generator);
  return message;
}

// A word that depends on an encryption.
std::uint64_t word_of(const rlwe::Ciphertext& ciphertext) { return ciphertext.v[0]; }
std::uint64_t word_of(const mlwe::Ciphertext& ciphertext) { return ciphertext.v[0].memory()[0]; }
std::uint64_t word_of(const lwe::Ciphertext& ciphertext) { return ciphertext.v.words()[0]; }

/// Ciphertexts of one message, and of any. They are taken from a stock of both, since encryption
/// may take many times as long as decryption.
template <class Scheme>
void examine_decryption(Experiments& experiments, const Scheme& scheme, const std::string& name) {
  constexpr std::size_t kStock = 1000;
  auto& generator = experiments.generator();
  const auto keys = scheme.generate_keys(generator);
  const auto fixed = random_message(scheme, generator);
  std::vector<typename Scheme::Ciphertext> stock;
  while (stock.size() < 2 * kStock) {
    stock.push_back(scheme.encrypt(keys.public_key, fixed, generator));
    stock.push_back(scheme.encrypt(keys.public_key, random_message(scheme, generator), generator));
  }
  experiments.examine(
      name + " decrypt: one message, or any", Expected::same_time,
      [&](unsigned which) { return stock[2 * experiments.random().below(kStock) + which]; },
      [&](const typename Scheme::Ciphertext& ciphertext) {
        const auto message = scheme.decrypt(keys.secret_key, ciphertext);
        return sum_of(std::as_bytes(message.span()));
      });
}

// Encryption with new randomness each time.
template <class Scheme>
void examine_encryption(Experiments& experiments, const Scheme& scheme, const std::string& name) {
  auto& generator = experiments.generator();
  const auto keys = scheme.generate_keys(generator);
  const auto fixed = random_message(scheme, generator);
  experiments.examine(
      name + " encrypt: one message, or any", Expected::same_time,
      [&](unsigned which) {
        auto message = random_message(scheme, generator);
        if (which == 0) std::ranges::copy(fixed.span(), message.span().begin());
        return message;
      },
      [&](const typename Scheme::Message& message) {
        return static_cast<unsigned>(word_of(scheme.encrypt(keys.public_key, message, generator)));
      });
}

template <unsigned kSet>
void examine_ml_kem(Experiments& experiments) {
  examine_ciphertexts(experiments, ml_kem::Kem<kSet>());
  examine_ml_kem_secrets<kSet>(experiments);
}

}  // namespace
}  // namespace lath

int main(int argc, char** argv) {
  const std::size_t samples = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (samples == 0 || argc > 3) {
    std::fprintf(stderr, "usage: timing_check <samples> [part of a name]\n");
    return 2;
  }
  lath::Experiments experiments(samples, argc > 2 ? argv[2] : "");
  std::printf("%zu samples each\n", samples);
  lath::examine_ml_kem<512>(experiments);
  lath::examine_ml_kem<768>(experiments);
  lath::examine_ml_kem<1024>(experiments);
  const auto rlwe = lath::rlwe::Scheme::create(lath::rlwe::recommended_parameters());
  lath::examine_ciphertexts(experiments, lath::FujisakiOkamoto(rlwe));
  lath::examine_decryption(experiments, rlwe, "Ring-LWE");
  lath::examine_encryption(experiments, rlwe, "Ring-LWE");
  const auto mlwe = lath::mlwe::Scheme::create(lath::mlwe::recommended_parameters());
  lath::examine_ciphertexts(experiments, lath::FujisakiOkamoto(mlwe));
  lath::examine_decryption(experiments, mlwe, "Module-LWE");
  lath::examine_encryption(experiments, mlwe, "Module-LWE");
  const auto lwe = lath::lwe::Scheme::create(lath::lwe::recommended_parameters());
  lath::examine_decryption(experiments, lwe, "LWE");
  lath::examine_encryption(experiments, lwe, "LWE");
  std::printf("%d findings\n", experiments.findings());
  return samples >= lath::kEnough && experiments.findings() > 0 ? 1 : 0;
}
