// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lath/base/error.hpp"

/// The page docs/errors.md: errors of all rooms, from examples that run.
namespace lath::pages {

/// Runs the examples and writes the page. An example that does not throw the error of its section
/// fails the test.
class ErrorsPage {
 public:
  /// Begins a list of names: those that define() shows from here on.
  void begin_names(std::string title);
  /// Shows a statement in the list of names.
  void define(std::string_view statement);
  /// Runs an example, and shows its code and its error in the section of `code`.
  void add(ErrorCode code, std::string title, std::string expression,
           const std::function<void()>& action);

  /// The page. Fails the test if a section has no example.
  [[nodiscard]] std::string markdown() const;

 private:
  struct Names {
    std::string title, statements;
  };
  struct Example {
    ErrorCode code;
    std::string title, expression, found, needed, remedy;
  };
  [[nodiscard]] std::string examples_of(ErrorCode code) const;

  std::vector<Names> names_;
  std::vector<Example> examples_;
};

///@{
/// Add the examples of a part of the library. The first one forks, and comes before there are
/// threads.
void add_generators(ErrorsPage& page);
void add_rings(ErrorsPage& page);
void add_homomorphic_encryption(ErrorsPage& page);
void add_key_encapsulation(ErrorsPage& page);
void add_files(ErrorsPage& page);
void add_key_files(ErrorsPage& page);
void add_objects(ErrorsPage& page);
void add_other_libraries(ErrorsPage& page);
///@}

}  // namespace lath::pages

/// Executes a statement, and shows it on `page` among the names.
#define LATH_NAME(...)       \
  page.define(#__VA_ARGS__); \
  __VA_ARGS__

/// LATH_EXAMPLE(code, title, expression): evaluates an expression that must throw an error of this
/// code, and shows it on `page`.
#define LATH_EXAMPLE(code, title, ...) \
  page.add(ErrorCode::code, title, #__VA_ARGS__, [&] { static_cast<void>(__VA_ARGS__); })
