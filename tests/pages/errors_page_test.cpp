// SPDX-License-Identifier: Apache-2.0
//
// docs/errors.md: the test runs every example of the page, and compares the page with the messages
// of the library. With LATH_WRITE_PAGES=1 it writes the page.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "pages/errors_page.hpp"

namespace lath::pages {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && std::string_view(value) == "1";
}

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ErrorsPage, HasTheMessagesOfTheLibrary) {
  ErrorsPage page;
  add_generators(page);
  add_rings(page);
  add_homomorphic_encryption(page);
  add_key_encapsulation(page);
  add_files(page);
  add_key_files(page);
  add_objects(page);
  add_other_libraries(page);
  const std::string text = page.markdown();
  const std::string path = LATH_ERRORS_PAGE;
  if (is_set("LATH_WRITE_PAGES")) {
    ASSERT_FALSE(HasFailure());
    std::ofstream file(path);
    file << text;
    file.close();
    ASSERT_TRUE(file.good()) << path;
    return;
  }
  EXPECT_EQ(contents(path), text) << "LATH_WRITE_PAGES=1 with this program writes " << path;
}

}  // namespace
}  // namespace lath::pages
