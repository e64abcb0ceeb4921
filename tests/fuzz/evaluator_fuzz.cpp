// SPDX-License-Identifier: Apache-2.0
//
// Circuits of BFV and BGV that the input chooses, compared with polynomials modulo t and x^16 + 1
// by their definition. Each step is one byte for the operation and one for its operands. Circuits
// begin with ciphertexts that the program made when it started.
#include <algorithm>
#include <array>
#include <optional>
#include <type_traits>

#include "fuzz/harness.hpp"
#include "fuzz/he_keys.hpp"
#include "lath/he/debug.hpp"

namespace lath::fuzz {
namespace {

using he::Bfv;
using he::Bgv;

constexpr std::uint64_t kModulus = 257;
constexpr std::size_t kDegree = 16, kValues = 3, kMostSteps = 8;

// A polynomial modulo t and x^n + 1.
using Plain = std::array<std::uint64_t, kDegree>;

void add_at(Plain& a, std::size_t power, std::uint64_t x) {
  const bool minus = power / kDegree % 2 != 0;
  std::uint64_t& c = a[power % kDegree];
  c = (c + (minus ? kModulus - x : x)) % kModulus;
}
Plain sum(const Plain& a, const Plain& b, std::uint64_t factor) {
  Plain result = a;
  for (std::size_t i = 0; i < kDegree; ++i) add_at(result, i, b[i] * factor % kModulus);
  return result;
}
Plain product(const Plain& a, const Plain& b) {
  Plain result{};
  for (std::size_t i = 0; i < kDegree; ++i) {
    for (std::size_t k = 0; k < kDegree; ++k) add_at(result, i + k, a[i] * b[k] % kModulus);
  }
  return result;
}
Plain substituted(const Plain& a, std::uint64_t g) {
  Plain result{};
  for (std::size_t i = 0; i < kDegree; ++i) add_at(result, i * g % (2 * kDegree), a[i]);
  return result;
}

struct Value {
  he::Ciphertext encrypted;
  Plain plain;
};

// Coefficients that one byte chooses.
Plain drawn_from(std::uint64_t x) {
  Plain m{};
  for (std::uint64_t& c : m) {
    x = x * 75 + 74;
    c = x % kModulus;
  }
  return m;
}

template <class Scheme>
struct Start {
  SmallKeys<Scheme> keys{kModulus, {45, 45, 45}};
  std::vector<Value> values;

  Start() {
    for (std::size_t i = 0; i < kValues; ++i) {
      const Plain m = drawn_from(i);
      values.push_back(
          {keys.encryptor.encrypt(he::Plaintext(keys.parameters, m), keys.generator), m});
    }
  }
};

template <class Scheme>
class Circuit {
 public:
  Circuit(Start<Scheme>& start, View program)
      : keys_(start.keys), program_(program), values_(start.values) {}

  void run() {
    std::size_t last = 0;
    for (std::size_t steps = 0; steps < kMostSteps && !program_.empty(); ++steps) {
      const unsigned operation = byte(), operands = byte();
      const Value &a = values_[operands % kValues], &b = values_[operands / 3 % kValues];
      try {
        Value result = computed(operation % 13, a, b);
        expect_plaintext(result);
        last = operands / 9 % kValues;
        values_[last] = std::move(result);
      } catch (const Error& error) {
        require(error.code() == ErrorCode::invalid_argument &&
                    std::string(error.what()).find("noise") != std::string::npos,
                "a step that is refused for another reason than its noise");
      }
    }
    expect_noise(values_[last]);
  }

 private:
  unsigned byte() {
    if (program_.empty()) return 0;
    const auto value = std::to_integer<unsigned>(program_[0]);
    program_ = program_.subspan(1);
    return value;
  }
  Plain drawn() { return drawn_from(byte()); }
  he::Plaintext encoded(const Plain& m) const { return {keys_.parameters, m}; }

  void expect_plaintext(const Value& value) const {
    const auto found = keys_.decryptor.decrypt(value.encrypted);
    require(std::ranges::equal(found.coefficients(), value.plain), "a wrong plaintext");
  }
  // Takes longer than a step.
  void expect_noise(const Value& value) const {
    require(he::debug::log2_noise(keys_.parameters, keys_.secret, value.encrypted) <=
                value.encrypted.noise().log2_bound(),
            "noise above its bound");
  }

  he::Ciphertext multiplied(const he::Ciphertext& a, const he::Ciphertext& b) {
    return keys_.session.relinearize(keys_.session.multiply(a, b));
  }

  Value computed(unsigned operation, const Value& x, const Value& y) {
    auto& e = keys_.session;
    const std::size_t level = std::min(x.encrypted.level(), y.encrypted.level());
    std::optional<he::Ciphertext> lowered;
    const bool a_is_higher = x.encrypted.level() > level;
    if (a_is_higher || y.encrypted.level() > level) {
      lowered = e.mod_switch(a_is_higher ? x.encrypted : y.encrypted, level);
    }
    const he::Ciphertext& a = a_is_higher ? *lowered : x.encrypted;
    const he::Ciphertext& b = lowered && !a_is_higher ? *lowered : y.encrypted;
    const Plain &m = x.plain, &w = y.plain;
    switch (operation) {
      case 0:
        return {e.add(a, b), sum(m, w, 1)};
      case 1:
        return {e.sub(a, b), sum(m, w, kModulus - 1)};
      case 2: {
        const Plain p = drawn();
        return {e.multiply_plain(a, encoded(p)), product(m, p)};
      }
      case 3: {
        const Plain p = drawn();
        return {e.add_plain(a, encoded(p)), sum(m, p, 1)};
      }
      case 4: {
        const auto k = static_cast<std::int64_t>(byte()) - 128;
        return {e.multiply_plain(a, k),
                sum(Plain{}, m, static_cast<std::uint64_t>(k + 257) % kModulus)};
      }
      case 5:
      case 6: {
        const std::uint64_t g = keys_.elements[operation - 5];
        return {e.apply_galois(a, g), substituted(m, g)};
      }
      case 7:
        return {e.mod_switch(a, std::max<std::size_t>(level - 1, 1)), m};
      case 8: {
        const std::vector<he::Ciphertext> left{a, b}, right{b, a};
        return {e.relinearize(e.dot_product(left, right)), sum(product(m, w), product(w, m), 1)};
      }
      case 9: {  // by way of bytes, whose bound is claimed
        const auto bytes = he::to_bytes(a);
        return {he::ciphertext_from_bytes(keys_.parameters, bytes), m};
      }
      case 10: {
        const Plain p = drawn();
        return {keys_.encryptor.encrypt(encoded(p), keys_.generator), p};
      }
      default:
        return {multiplied(a, b), product(m, w)};
    }
  }

  SmallKeys<Scheme>& keys_;
  View program_;
  std::vector<Value> values_;
};

template <class Scheme>
void run_circuit(View program) {
  static Start<Scheme> start;
  Circuit<Scheme>(start, program).run();
}

// Operations one after the other.
Bytes circuit(unsigned first) {
  Bytes steps;
  for (unsigned i = first; i < first + kMostSteps; ++i) {
    steps.push_back(static_cast<std::byte>(i));
    steps.push_back(static_cast<std::byte>(7 * i));
  }
  return steps;
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Bytes> examples{circuit(0), circuit(5)};
  static const std::vector<Loader> all{{"BFV circuit", examples, run_circuit<Bfv>},
                                       {"BGV circuit", examples, run_circuit<Bgv>}};
  return all;
}

}  // namespace lath::fuzz
