// SPDX-License-Identifier: Apache-2.0
//
// A reader asks a library for a page, and the library does not learn which. Both agree on the shape
// of the table, the reader sends keys once, and then a query for each page; what goes between them
// is bytes. The library changes a page, the reader asks again, and bytes that somebody changed on
// their way do no harm.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>

#include "lath/apps/retrieval.hpp"

using namespace lath;

namespace {

constexpr std::uint64_t kPages = 4000;
constexpr std::size_t kPageBytes = 256;
using Page = Buffer<std::byte>;

// A page with this text, and spaces behind it.
Page page_of(std::string_view text) {
  Page page(kPageBytes);
  for (std::size_t i = 0; i < kPageBytes; ++i) {
    page[i] = static_cast<std::byte>(i < text.size() ? text[i] : ' ');
  }
  return page;
}

Page page_of(std::uint64_t number) {
  return page_of("This is page " + std::to_string(number) + " of the library.");
}

// The text of a page, which the reader prints here, as if it were no secret.
std::string text_of(std::span<const std::byte> page) {
  std::string text;
  for (const std::byte b : page) text += static_cast<char>(b);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

// The reader's side of one query, and its way to the library and back.
std::string read(std::uint64_t number, apps::RetrievalClient& reader, apps::RetrievalServer& server,
                 const apps::RetrievalTable& table, Generator& generator) {
  const auto query = reader.query(number, generator);
  const auto answer = server.answer(table, query);
  const auto page = reader.finish(answer);
  return text_of({page.data(), page.size()});
}

}  // namespace

int main() {
  // Everybody may know how many pages there are, and how long they are. The plan follows from it.
  const auto plan = apps::RetrievalPlan::create(kPages, kPageBytes);
  std::cout << plan.records() << " pages stand in " << plan.rows() << " x " << plan.columns()
            << " plaintexts of " << plan.records_of_plaintext() << " pages each\n"
            << "keys: " << plan.setup_bytes() / 1000
            << " kB, once; a query: " << plan.query_bytes() / 1000
            << " kB; an answer: " << plan.answer_bytes() / 1000 << " kB\n";

  // The library prepares its table.
  apps::RetrievalTable table(plan);
  Page all(kPages * kPageBytes);
  for (std::uint64_t i = 0; i < kPages; ++i) {
    const Page page = page_of(i);
    std::copy(page.begin(), page.end(), all.data() + i * kPageBytes);
  }
  table.load(all);

  // The reader has the secret key. The library gets keys with which it can compute, and says how
  // much memory it takes for one reader at most.
  Generator generator = Generator::from_system();
  apps::RetrievalClient reader(plan, generator);
  const auto setup = reader.setup(generator);
  apps::RetrievalServer server(plan, setup, {.memory = std::size_t{256} << 20});

  const std::string first = read(1234, reader, server, table, generator);
  std::cout << "page 1234: " << first << '\n';

  // One page changes: the library prepares the one plaintext that it stands in again.
  table.update(77, page_of("Page 77 has a new text."));
  const std::string second = read(77, reader, server, table, generator);
  std::cout << "page 77: " << second << '\n';

  // The library answers twice, and the second answer is of an older query.
  const auto query = reader.query(5, generator);
  const auto old_answer = server.answer(table, query);
  const auto newer = reader.query(6, generator);
  bool is_refused = false;
  try {
    (void)reader.finish(old_answer);
  } catch (const Error& error) {
    is_refused = true;
    std::cout << "an old answer: " << error.found() << "; " << error.needed() << '\n';
  }
  const auto answer = server.answer(table, newer);
  const auto page = reader.finish(answer);
  const std::string third = text_of({page.data(), page.size()});
  std::cout << "page 6: " << third << '\n';

  const bool right = first == "This is page 1234 of the library." &&
                     second == "Page 77 has a new text." && is_refused &&
                     third == "This is page 6 of the library.";
  return right ? 0 : 1;
}
