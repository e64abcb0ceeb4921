// SPDX-License-Identifier: Apache-2.0
//
// Private retrieval: every record of small tables, by the bytes of the messages.
#include <gtest/gtest.h>

#include "apps/retrieval_cases.hpp"

namespace lath::apps {
namespace {

using namespace lath::testing;

TEST(Retrieval, GivesEveryRecord) {
  for (const RetrievalCase& c : retrieval_cases()) {
    SCOPED_TRACE(c.name);
    SmallRetrieval parts(c);
    SCOPED_TRACE(parts.values.label());
    for (std::uint64_t i = 0; i < parts.plan.records(); ++i) {
      EXPECT_TRUE(parts.gives(i)) << "record " << i;
    }
  }
}

}  // namespace
}  // namespace lath::apps
