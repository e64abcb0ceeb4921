// SPDX-License-Identifier: Apache-2.0
//
// Three people compute with long numbers. Each of them says what for; the library says which
// plaintexts and parameters serve, what they cost, and why others do not serve. Then each takes the
// route to choose, makes its parameters, and multiplies two encrypted numbers.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>

#include "lath/arith/wide_integer.hpp"
#include "lath/circuits/routes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"

using namespace lath;
using circuits::Numbers;
using circuits::Route;
using circuits::RouteKind;
using circuits::Task;

namespace {

constexpr std::uint64_t kX = 0xfedcba9876543210, kY = 0x123456789abcdef1;

// x y, the result that all three expect: it has two words, and is below every modulus here.
WideInteger<2> product_of_words() {
  WideInteger<2> x, y;
  x.words[0] = kX;
  y.words[0] = kY;
  return x * y;
}

bool is_product(const he::WideValues& values) {
  const WideInteger<2> expected = product_of_words();
  bool right = true;
  for (std::size_t w = 0; w < values.words(); ++w) {
    right = right && values[0][w] == (w < 2 ? expected.words[w] : 0);
  }
  return right;
}

// The keys of a route, and a product of two plaintexts at the level that the route says.
template <class Scheme>
struct Owner {
  Route route;
  typename Scheme::Parameters parameters = Scheme::Parameters::create(route.literal);
  Generator generator = Generator::from_system();
  he::KeyGenerator keys{parameters, generator};
  he::SecretKey secret = keys.secret_key();
  he::PublicKey public_key = keys.public_key(secret);
  he::RelinKey relin = keys.relin_key(secret);

  he::Plaintext multiply(const typename Scheme::Parameters& with, const he::Plaintext& x,
                         const he::Plaintext& y) {
    const he::Encryptor encryptor(with, public_key);
    auto session = typename Scheme::Evaluator(with).session(relin);
    const auto at_level = [&](const he::Plaintext& m) {
      return session.mod_switch(encryptor.encrypt(m, generator), route.levels[0]);
    };
    const auto product = session.relinearize(session.multiply(at_level(x), at_level(y)));
    return he::Decryptor(with, secret).decrypt(product);
  }
};

// Integers over Z: modulo one t_i after the other, and put together at the end.
template <class Scheme>
bool multiply_integers(Owner<Scheme>& owner, std::size_t result_bits) {
  const auto& parameters = owner.parameters;
  const auto moduli =
      he::crt::Moduli::create(parameters.key_space(), result_bits, owner.route.modulus_bits);
  he::WideValues x(1, 1), y(1, 1);
  x[0][0] = kX, y[0][0] = kY;
  he::crt::Residues residues(moduli);
  he::crt::for_each_modulus(parameters, moduli, [&](const he::crt::Part<Scheme>& part) {
    residues.take(part,
                  owner.multiply(part.parameters(), part.encode(x, Representative::nonnegative),
                                 part.encode(y, Representative::nonnegative)));
  });
  return is_product(residues.integers(Representative::centered));
}

// Numbers of a modulus, in slots, or one number where there are none.
template <class Encoder, class Scheme>
bool multiply_numbers(Owner<Scheme>& owner, const Encoder& encoder) {
  return is_product(
      encoder.decode(owner.multiply(owner.parameters, encoder.constant(kX), encoder.constant(kY))));
}

template <class Scheme>
bool run(const Route& route, const Task& task) {
  Owner<Scheme> owner{route};
  if (route.kind == RouteKind::crt) return multiply_integers(owner, task.numbers.bits());
  if (route.numbers > 1) {
    return multiply_numbers(owner, he::WideSlotEncoder::create(owner.parameters));
  }
  return multiply_numbers(owner, he::WideCoefficientEncoder(owner.parameters));
}

bool compute(const std::string& wish, const Task& task) {
  std::cout << wish << "\n\n";
  const auto routes = circuits::routes(task);
  std::cout << circuits::describe(routes);
  const Route route = circuits::choose(task, routes);
  const bool right =
      route.scheme == he::Scheme::bfv ? run<he::Bfv>(route, task) : run<he::Bgv>(route, task);
  std::cout << "chosen: " << circuits::name_of(route.kind) << "; a product is "
            << (right ? "right" : "wrong") << "\n\n";
  return right;
}

// A limit is checked before anything is allocated: a modulus of 2048 bits needs gigabytes.
bool is_refused() {
  std::string digits = "1";
  for (int i = 0; i < 615; ++i) digits += "7";
  const Task task{.numbers = Numbers::modulo(Natural::from_decimal(digits)),
                  .memory = std::size_t{2} << 30};
  std::cout << "a modulus of RSA-2048 in 2 GiB\n\n";
  try {
    static_cast<void>(circuits::choose(task));
    return false;
  } catch (const Error& error) {
    std::cout << error.remedy() << '\n';
    return error.code() == ErrorCode::unsupported;
  }
}

}  // namespace

int main() {
  // Coordinates of points on P-256: a field that has a short t(x).
  const bool field = compute("the field of P-256, depth 3, 1000 results",
                             {.numbers = Numbers::field(he::PrimeField::p256),
                              .depth = 3,
                              .batch = 1000,
                              .memory = std::size_t{8} << 30});
  // Products of integers of 1024 bits with signs, thousands at a time.
  const bool integers = compute("integers with results of 2048 bits, 5000 at a time",
                                {.numbers = Numbers::integers(2048), .batch = 5000});
  // A modulus p q, here a short one, has no structure: exactly these residues take an integer t.
  const auto modulus = Natural::from_decimal("340282366920938460843936948965011886881");
  const bool residues =
      compute("residues modulo a given p q", {.numbers = Numbers::modulo(modulus)});
  return field && integers && residues && is_refused() ? 0 : 1;
}
