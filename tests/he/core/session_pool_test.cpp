// SPDX-License-Identifier: Apache-2.0
#include "lath/he/core/session_pool.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

constexpr int kOperations = 40;  // of each thread

template <class Scheme>
class HeSessionPool : public ::testing::Test {
 protected:
  using Pool = he::SessionPool<Scheme>;

  // The square, computed with a session of the pool.
  [[nodiscard]] he::Ciphertext square(const Pool& lender) const {
    const auto loan = lender.lend();
    return loan->relinearize(loan->multiply(c, c));
  }
  // Whether a child that is forked now computes the square.
  [[nodiscard]] bool child_computes(const Pool& lender) const {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);  // ends a child that waits for a lock
      _exit(equal(square(lender), expected) ? 0 : 1);
    }
    int status = 1;
    return waitpid(child, &status, 0) == child && status == 0;
  }

  SchemeKeys<Scheme> keys{{.degree = 64,
                           .plaintext_modulus = 257,
                           .prime_bits = {50, 50, 50},
                           .special_prime_bits = {51}}};
  const he::EvaluationKeys evaluation_keys{keys.relin, keys.galois};
  const Pool pool{keys.evaluator, evaluation_keys};
  const he::Ciphertext c =
      keys.encryptor.encrypt(keys.plaintext(std::vector<std::uint64_t>{1, 2, 3}), keys.generator);
  const he::Ciphertext expected = keys.multiply(c, c);
};
TYPED_TEST_SUITE(HeSessionPool, BothSchemes);

TYPED_TEST(HeSessionPool, MakesASessionWhenNoOtherIsIdle) {
  const auto& pool = this->pool;
  EXPECT_EQ(pool.idle(), 0U);
  const auto* first = &*pool.lend();
  EXPECT_EQ(pool.idle(), 1U);
  {
    const auto a = pool.lend();
    const auto b = pool.lend();
    EXPECT_EQ(&*a, first);
    EXPECT_NE(&*a, &*b);
    EXPECT_EQ(pool.idle(), 0U);
  }
  EXPECT_EQ(pool.idle(), 2U);
  const auto one = pool.lend();
  EXPECT_EQ(pool.idle(), 1U);
  pool.free_idle();
  EXPECT_EQ(pool.idle(), 0U);
}

TYPED_TEST(HeSessionPool, LendsSessionsWithItsKeys) {
  EXPECT_TRUE(equal(this->square(this->pool), this->expected));
  EXPECT_TRUE(equal(this->pool.lend()->rotate_rows(this->c, 2),
                    this->keys.session.rotate_rows(this->c, 2)));
  const he::SessionPool<TypeParam> without(this->keys.evaluator);
  expect_error([&] { (void)this->square(without); }, ErrorCode::invalid_argument,
               {"relinearisation"});
}

TYPED_TEST(HeSessionPool, LendsSessionsWithTheOptionsOfItsEvaluator) {
  const auto low = this->keys.session.mod_switch(this->c, 2);
  expect_error([&] { (void)this->pool.lend()->add(this->c, low); }, ErrorCode::mismatch, {"level"});
  const he::Evaluator<TypeParam> matching(this->keys.parameters, {.automatic_levels = true});
  const he::SessionPool<TypeParam> pool(matching);
  EXPECT_EQ(pool.lend()->add(this->c, low).level(), 2U);
}

TYPED_TEST(HeSessionPool, RefusesKeysOfAnotherKeySpace) {
  const SchemeKeys<TypeParam> other({.degree = 128,
                                     .plaintext_modulus = 257,
                                     .prime_bits = {50, 50},
                                     .special_prime_bits = {51}});
  const he::SessionPool<TypeParam> pool(this->keys.evaluator, other.relin);
  expect_error([&] { (void)pool.lend(); }, ErrorCode::mismatch, {"evaluation keys"});
}

TYPED_TEST(HeSessionPool, GetsASessionBackByAnException) {
  try {
    const auto loan = this->pool.lend();
    throw std::runtime_error("during a loan");
  } catch (const std::runtime_error&) {
    EXPECT_EQ(this->pool.idle(), 1U);
  }
}

TYPED_TEST(HeSessionPool, KeepsNoSessionThatWasMovedFrom) {
  {
    const auto loan = this->pool.lend();
    const auto taken = std::move(*loan);
  }
  EXPECT_EQ(this->pool.idle(), 0U);
  EXPECT_TRUE(equal(this->square(this->pool), this->expected));
}

TYPED_TEST(HeSessionPool, EndsBeforeItsLoans) {
  std::optional<he::SessionPool<TypeParam>> pool(this->pool);
  const auto copy = *pool;
  const auto loan = pool->lend();
  pool.reset();
  EXPECT_TRUE(equal(loan->relinearize(loan->multiply(this->c, this->c)), this->expected));
}

TYPED_TEST(HeSessionPool, ServesThreadsAtOnce) {
  constexpr std::size_t kThreads = 4;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < kOperations; ++j) {
        if (!equal(this->square(this->pool), this->expected)) ++wrong;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(this->pool.idle(), 1U);
  EXPECT_LE(this->pool.idle(), kThreads);
}

// Threads that take loans and give them back all the time hold the lock for much of it.
TYPED_TEST(HeSessionPool, ServesAChildThatIsForkedWhileThreadsTakeLoans) {
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 2; ++i) {
    threads.emplace_back([&] {
      while (!stop) (void)this->pool.lend();
    });
  }
  bool computes = true;
  for (int i = 0; i < kOperations && computes; ++i) computes = this->child_computes(this->pool);
  stop = true;
  for (auto& thread : threads) thread.join();
  EXPECT_TRUE(computes);
  EXPECT_TRUE(equal(this->square(this->pool), this->expected));
}

}  // namespace
}  // namespace lath::testing
