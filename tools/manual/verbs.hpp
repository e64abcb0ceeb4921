// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

/// The manual page and the completion of shells, made of the verbs and options that there are.
namespace lath::tool {

/// Adds the verbs `manual` and `completion`, which print them.
void add_manual_verbs(CLI::App& app);

/// The manual page in the language of man (roff).
[[nodiscard]] std::string manual_page(const CLI::App& app);
/// The program by which bash, zsh or fish completes command lines. Throws UsageError for another
/// shell.
[[nodiscard]] std::string completion(const CLI::App& app, const std::string& shell);

/// A verb with the verbs below it, in the order of the help: calls f(verb, "params list").
template <class F>
void for_each_verb(const CLI::App& app, const std::string& path, F f) {
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string name = path.empty() ? verb->get_name() : path + " " + verb->get_name();
    f(*verb, name);
    for_each_verb(*verb, name, f);
  }
}

/// The options of a verb, without its positional arguments.
[[nodiscard]] inline std::vector<const CLI::Option*> options_of(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option* option) { return !option->get_positional(); });
}

}  // namespace lath::tool
