// SPDX-License-Identifier: Apache-2.0
#include "pages/errors_page.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <utility>

namespace lath::pages {
namespace {

// A code, its meaning in a few words, and the paragraph that its section opens with.
struct Section {
  ErrorCode code;
  const char *meaning, *opening;
};

constexpr Section kSections[] = {
    {ErrorCode::invalid_argument, "a value outside its documented range",
     R"(A value is outside its documented range, or an object cannot do the operation: a session lacks a key, or the noise of
a result would be too large. The program has to change, since the same call fails again. The message names the value
and the range and, where the library knows one, a value that works.
)"},
    {ErrorCode::mismatch, "operands that do not belong together (rings, sizes, keys)",
     R"(Operands do not belong together: their rings, parameters, levels or sizes differ, or their keys have different
owners. Each operand is right by itself. Make all of them with one ring or one set of parameters, and keep the objects
of different people apart. Where an object came from somebody else, ask for the right one.
)"},
    {ErrorCode::unsupported, "a valid request that this build or this CPU cannot serve",
     R"(The request makes sense, but this function, build or CPU cannot serve it. The remedy names another function, or
parameters that work. Objects from outside that exceed a limit have this code, too: raise the limit only if you have
the memory and trust the sender with it.
)"},
    {ErrorCode::malformed, "bytes or text from outside that are not an object of the expected kind",
     R"(Bytes or a text from outside are not an object of the expected kind: they are cut off, damaged, of another kind, or in
a format that this version does not read. Nothing was made of them. Get them again from their sender, or refuse them:
the same bytes fail again.
)"},
    {ErrorCode::authentication, "bytes from outside that were changed, or a wrong key",
     R"(An encrypted file was changed, cut off or extended after it was made, or the key does not fit. The payload that
`io::decrypt()` wrote before the error is authentic, but incomplete: discard it. Copy the file again. If the error
stays, somebody may have changed the file on purpose.
)"},
    {ErrorCode::input_output, "a file or stream that could not be read or written",
     R"(A file or a stream could not be read or written. The cause lies outside the program: a missing file, a full disk, a
closed pipe. The library opens no files, so its own errors are about the streams that a program gives to it. The command
line has this code for its files, and a `Source` or a `Sink` of your own may throw it, too.
)"},
    {ErrorCode::entropy, "the random generator failed",
     R"(The random generator cannot give numbers that are safe to use: the operating system has none, OpenSSL failed, or a
forked process would repeat the numbers of its parent. Stop, and never go on with other random numbers. In these
examples `in_child_process()` calls `fork()` and runs the function in the child.
)"},
    {ErrorCode::cancelled, "long work that was asked to stop",
     R"(Long work stopped because the program asked for it, through the `std::stop_token` of its `Work`. Nothing is wrong. The
operands are as they were, and a part of a file that was written is of no use. Start the work again at any time.
)"},
};
// A new code needs a section.
static_assert(std::size(kSections) == static_cast<std::size_t>(ErrorCode::cancelled) + 1);

constexpr const char* kIntroduction = R"(<!-- SPDX-License-Identifier: Apache-2.0 -->
# Errors

Lath throws one type of exception, `lath::Error` ([error.hpp](../include/lath/base/error.hpp)), besides
`std::bad_alloc`. After an error every operand is as it was. `code()` is the kind of the error, for the program. The
message is for people and has three parts: `found()`, the value found, `needed()`, the value needed, and `remedy()`.
`what()` has all three in one line, with a semicolon between them.

```c++
try {
  run();
} catch (const lath::Error& error) {
  if (error.code() == lath::ErrorCode::cancelled) return;
  std::cerr << error.what() << '\n';
}
```

A code keeps its meaning from version to version. The words of a message may change at any time.

Below are calls that fail, by the code of their error, each with the three parts of its message. Most numbers in a
message are those of the call: to find yours, search this page for the words between them. The names in the calls are
defined [at the end](#names-in-the-examples).

This page is not written by hand. The test `tests/pages/errors_page_test.cpp` makes every call and compares the messages
with the page; `LATH_WRITE_PAGES=1` lets it write the page.

| code | meaning |
|---|---|
)";

constexpr const char* kNames = R"(
## Names in the examples

The examples say `using namespace lath;`. Their seeds are fixed, so that this page is always the same; a program takes
its randomness from `Generator::from_system()`.
)";

std::string name_of(ErrorCode code) { return std::string(error_code_name(code)); }

// Not "cpp": scripts/check-readme compiles such blocks, and these lack their names.
std::string code_block(const std::string& code) { return "\n```c++\n" + code + "```\n"; }

}  // namespace

void ErrorsPage::begin_names(std::string title) { names_.push_back({std::move(title), {}}); }

void ErrorsPage::define(std::string_view statement) {
  names_.back().statements.append(statement).append(";\n");
}

void ErrorsPage::add(ErrorCode code, std::string title, std::string expression,
                     const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(name_of(error.code()), name_of(code)) << title << ": " << error.what();
    examples_.push_back({code, std::move(title), std::move(expression), error.found(),
                         error.needed(), error.remedy()});
    return;
  }
  ADD_FAILURE() << title << ": no error was thrown by " << expression;
}

std::string ErrorsPage::examples_of(ErrorCode code) const {
  std::string text;
  for (const Example& example : examples_) {
    if (example.code != code) continue;
    text += "\n### " + example.title + "\n";
    text += code_block(example.expression + ";\n// " + example.found + ";\n// " + example.needed +
                       ";\n// " + example.remedy + "\n");
  }
  EXPECT_FALSE(text.empty()) << "no example of " << name_of(code);
  return text;
}

std::string ErrorsPage::markdown() const {
  std::string text = kIntroduction;
  for (const Section& section : kSections) {
    const std::string name = name_of(section.code);
    text += "| [" + name + "](#" + name + ") | " + section.meaning + " |\n";
  }
  for (const Section& section : kSections) {
    text += "\n## " + name_of(section.code) + "\n\n" + section.opening;
    text += examples_of(section.code);
  }
  text += kNames;
  for (const Names& names : names_) {
    text += "\n### " + names.title + "\n" + code_block(names.statements);
  }
  return text;
}

}  // namespace lath::pages
