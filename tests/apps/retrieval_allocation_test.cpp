// SPDX-License-Identifier: Apache-2.0
//
// Private retrieval where memory or randomness fails, once at each place: everything stays as it
// was, and both sides start again. It replaces the allocation operators and a function of OpenSSL,
// so it is a program of its own.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <atomic>

#include "apps/retrieval_cases.hpp"
#include "base/counted_allocations.hpp"

namespace {

// After how many more calls the cipher of all generators fails once.
std::atomic<std::int64_t> left_of_ciphers{-1};

}  // namespace

extern "C" int EVP_EncryptUpdate(EVP_CIPHER_CTX* ctx, unsigned char* out, int* outl,
                                 const unsigned char* in, int inl) {
  if (lath::testing::fails(left_of_ciphers)) return 0;
  using Function = decltype(&EVP_EncryptUpdate);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "EVP_EncryptUpdate"));
  return real(ctx, out, outl, in, inl);
}

namespace lath::apps {
namespace {

using namespace lath::testing;

// Runs an action with a failure at each place in turn, until there is none; `check` sees that all
// is as it was. The number of failures.
template <class Action, class Check>
std::size_t expect_survived(std::atomic<std::int64_t>& countdown, const Action& action,
                            const Check& check) {
  for (std::int64_t k = 0;; ++k) {
    bool failed = false;
    countdown = k;
    try {
      action();
    } catch (const std::exception&) {
      failed = true;
    }
    countdown = -1;
    if (!failed) return static_cast<std::size_t>(k);
    check();
  }
}

TEST(RetrievalAllocations, ThatFailLeaveBothSidesAsTheyWere) {
  SmallRetrieval parts(retrieval_cases()[0]);
  ASSERT_TRUE(parts.gives(3));  // makes all tables
  auto& [values, generator, plan, records, client, server, table] = parts;
  const auto setup = client.setup(generator);
  const auto query = client.query(11, generator);
  const auto answer = server.answer(table, query);
  const auto none = [] {};

  EXPECT_GE(expect_survived(left, [&] { RetrievalTable another(plan); }, none), 4U);
  EXPECT_GE(expect_survived(left, [&] { (void)client.setup(generator); }, none), 10U);
  EXPECT_GE(expect_survived(left, [&] { RetrievalServer another(plan, setup); }, none), 10U);
  EXPECT_GE(expect_survived(left, [&] { RetrievalClient another(plan, generator); }, none), 4U);
  EXPECT_GE(expect_survived(left_of_ciphers, [&] { (void)client.setup(generator); }, none), 1U);

  // An answer that fails changes no later one.
  EXPECT_GE(expect_survived(
                left, [&] { (void)server.answer(table, query); },
                [&] { EXPECT_TRUE(std::ranges::equal(server.answer(table, query), answer)); }),
            10U);
  // A new server has no memory for results yet.
  EXPECT_GE(expect_survived(
                left,
                [&] {
                  RetrievalServer another(plan, setup);
                  (void)another.answer(table, query);
                },
                none),
            20U);
  // An update that fails changes no record.
  const auto other = random_bytes(values, plan.record_bytes());
  const auto old = table.record(11);
  EXPECT_GE(expect_survived(
                left, [&] { table.update(11, other); },
                [&] {
                  EXPECT_TRUE(std::ranges::equal(table.record(11), old));
                  EXPECT_TRUE(std::ranges::equal(server.answer(table, query), answer));
                }),
            3U);
  table.update(11, old.span());
  // The query stays open until its answer was read.
  EXPECT_GE(expect_survived(left, [&] { (void)client.finish(answer); }, none), 10U);
  for (auto* countdown : {&left, &left_of_ciphers}) {
    const auto open = client.query(12, generator);
    const auto open_answer = server.answer(table, open);
    // A query that fails leaves the open one open: its answer is read in between.
    bool is_read = false;
    EXPECT_GE(expect_survived(
                  *countdown, [&] { (void)client.query(13, generator); },
                  [&] {
                    if (is_read) return;
                    const auto found = client.finish(open_answer);
                    EXPECT_TRUE(std::ranges::equal(found.span(), parts.record(12)));
                    is_read = true;
                  }),
              1U);
    EXPECT_TRUE(is_read);
    EXPECT_TRUE(parts.gives(14));
  }
}

}  // namespace
}  // namespace lath::apps
