// SPDX-License-Identifier: Apache-2.0
//
// The scratch memory of sessions after each kind of work, against the bytes that are promised.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/core/session_work.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::SessionWork;

template <class Scheme>
class SessionMemory : public ::testing::Test {
 protected:
  using Session = typename Scheme::Session;
  using Action = std::function<void(Session&)>;

  SchemeKeys<Scheme> keys{{.degree = 256,
                           .plaintext_modulus = 12289,
                           .prime_bits = std::vector<unsigned>(11, 50),
                           .special_prime_bits = {51, 55}}};
  const std::size_t top = keys.parameters.levels();
  typename Scheme::Evaluator evaluator{keys.parameters, {.automatic_levels = true}};
  SeededValues values{39};
  he::Plaintext plain = keys.plaintext(keys.draw(values));
  Ciphertext a = keys.encrypt(keys.draw(values)), b = a, out = a;
  Ciphertext lower = keys.session.mod_switch(a, top - 1), low = keys.session.mod_switch(a, 1);
  typename Scheme::Product product = keys.session.multiply(a, b), other = product;
  he::HoistedCiphertext hoisted = keys.session.hoist(a);

  [[nodiscard]] Session session() const { return evaluator.session({keys.relin, keys.galois}); }
  [[nodiscard]] std::size_t bytes_of(std::span<const SessionWork> works) const {
    return he::session_bytes(keys.parameters, works);
  }
  // All operations that take memory, and the work that they are.
  [[nodiscard]] std::vector<std::pair<SessionWork, std::vector<Action>>> works() {
    return {{SessionWork::plaintext,
             {[this](Session& s) { s.add_plain(out, a, plain); },
              [this](Session& s) { s.sub_plain(out, a, plain); },
              [this](Session& s) { s.multiply_plain(out, a, plain); }}},
            {SessionWork::level_switch,
             {[this](Session& s) { s.mod_switch(low, a, 1); },
              [this](Session& s) { s.mod_switch(other, product, 1); }}},
            {SessionWork::product,
             {[this](Session& s) { s.multiply(other, a, b); },
              [this](Session& s) { s.multiply(other, a, a); }}},
            {SessionWork::sum_of_products, {[this](Session& s) {
               const std::array<Ciphertext, 3> x{a, b, a}, y{b, b, a};
               s.dot_product(other, x, y);
             }}},
            {SessionWork::key_switch,
             {[this](Session& s) { s.relinearize(out, product); },
              [this](Session& s) { s.apply_galois(out, a, 3); },
              [this](Session& s) { s.hoist(hoisted, a); },
              [this](Session& s) { s.apply_galois(out, hoisted, 3); }}},
            {SessionWork::key_switches, {[this](Session& s) { s.sum_columns(out, a, 8); }}},
            {SessionWork::levels_meet,
             {[this](Session& s) { s.add(out, lower, a); },
              [this](Session& s) { s.sub(out, a, low); }}}};
  }
};
TYPED_TEST_SUITE(SessionMemory, BothSchemes);

TYPED_TEST(SessionMemory, IsTakenByWork) {
  const std::size_t fresh = this->bytes_of({});
  EXPECT_LT(fresh, std::size_t{1} << 12);
  EXPECT_EQ(this->works().size(), he::kAllSessionWork.size());
  for (const auto& [work, actions] : this->works()) {
    const std::size_t most = this->bytes_of({&work, 1});
    EXPECT_LE(most, he::session_bytes(this->keys.parameters));
    std::size_t reached = 0;
    for (const auto& action : actions) {
      auto session = this->session();
      EXPECT_EQ(he::session_bytes(session), fresh);
      action(session);
      const std::size_t bytes = he::session_bytes(session);
      EXPECT_GT(bytes, fresh) << static_cast<int>(work);
      EXPECT_LE(bytes, most) << static_cast<int>(work);
      reached = std::max(reached, bytes);
      action(session);
      EXPECT_EQ(he::session_bytes(session), bytes) << static_cast<int>(work);
    }
    // Products of fresh ciphertexts take fewer auxiliary primes than there are.
    const bool of_products = work == SessionWork::product || work == SessionWork::sum_of_products;
    if (!of_products || !kIsBfv<TypeParam>) {
      EXPECT_EQ(reached, most) << static_cast<int>(work);
    }
  }
}

// One memory serves all work.
TYPED_TEST(SessionMemory, IsSharedByAllWork) {
  auto session = this->session();
  std::size_t sum = 0;
  for (const auto& [work, actions] : this->works()) {
    for (const auto& action : actions) action(session);
    sum += this->bytes_of({&work, 1});
  }
  const std::size_t bytes = he::session_bytes(session);
  EXPECT_LE(bytes, he::session_bytes(this->keys.parameters));
  EXPECT_LT(he::session_bytes(this->keys.parameters), sum);
  // Less is needed at lower levels, and nothing more.
  session.mod_switch(this->other, this->product, 2);
  session.relinearize(this->out, this->other);
  EXPECT_EQ(he::session_bytes(session), bytes);
  auto small = this->session();
  small.relinearize(this->out, this->other);
  const SessionWork key_switch[] = {SessionWork::key_switch};
  EXPECT_LT(he::session_bytes(small), this->bytes_of(key_switch));
}

// A session that moves to other plaintexts keeps its memory, and takes more for longer ones.
TYPED_TEST(SessionMemory, GrowsWithPlaintexts) {
  auto session = this->session();
  session.relinearize(this->out, this->product);
  session.add_plain(this->out, this->a, this->plain);
  const std::size_t bytes = he::session_bytes(session);
  const auto wide = TypeParam::Parameters::create(
      this->keys.parameters.key_space(),
      he::PlaintextSpace::integer(Natural::from_decimal("1" + std::string(60, '0') + "7")));
  auto moved = he::moved_to(wide, std::move(session));
  EXPECT_EQ(he::session_bytes(moved), bytes);
  const auto values = he::Plaintext(wide);
  const Ciphertext of_wide =
      he::Encryptor(wide, this->keys.public_key).encrypt(values, this->keys.generator);
  (void)moved.add_plain(of_wide, values);
  EXPECT_GT(he::session_bytes(moved), bytes);
  EXPECT_LE(he::session_bytes(moved), he::session_bytes(wide));
}

}  // namespace
}  // namespace lath::testing
