// SPDX-License-Identifier: Apache-2.0
#include "usage.hpp"

#include <fmt/format.h>

#include <cctype>
#include <optional>
#include <string>
#include <vector>

namespace lath::tool {
namespace {

// The verb at which reading stopped, and all words up to it: "lath params show".
struct Command {
  const CLI::App* verb;
  std::string name = "lath";

  [[nodiscard]] std::vector<const CLI::Option*> required() const {
    return verb->get_options([](const CLI::Option* option) { return option->get_required(); });
  }
  // The hint of every error: what a complete command has.
  [[nodiscard]] std::string help() const;
};

Command command_of(const CLI::App& app) {
  Command command{&app};
  for (auto subs = app.get_subcommands(); !subs.empty(); subs = subs[0]->get_subcommands()) {
    command.verb = subs[0];
    command.name += " " + command.verb->get_name();
  }
  return command;
}

std::string names_of_verbs(const CLI::App& app) {
  std::string names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    names += (names.empty() ? "" : ", ") + verb->get_name();
  }
  return names;
}

bool takes_value(const CLI::Option& option) { return option.get_expected_max() > 0; }

// --output, or IN for what stands without the name of an option.
std::string name_of(const CLI::Option& option) {
  return option.get_positional() ? option.get_type_name() : "--" + option.get_lnames().at(0);
}

// --output OUT, or IN.
std::string with_value(const CLI::Option& option) {
  const std::string name = name_of(option);
  return option.get_positional() ? name : name + " " + option.get_type_name();
}

// "--output OUT: what to write; - is standard output".
std::string explained(const CLI::Option& option) {
  std::string text = option.get_description();
  if (!text.empty()) text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return with_value(option) + ": " + text;
}

std::string Command::help() const {
  const auto options = required();
  if (options.empty()) return name + " --help shows what it takes";
  std::string whole = name;
  for (const CLI::Option* option : options) whole += " " + with_value(*option);
  return "the whole command is " + whole + "; " + name + " --help explains it";
}

std::optional<UsageError> word_without_place(const CLI::App& app, const Command& command) {
  const auto unplaced = app.remaining(true);
  if (unplaced.empty()) return std::nullopt;
  const std::string verbs = names_of_verbs(*command.verb);
  const bool option = unplaced[0].starts_with('-');
  const char* what = option ? "option" : verbs.empty() ? "argument" : "verb";
  return UsageError(fmt::format("unknown {} {}", what, value_in_quotes(unplaced[0])),
                    verbs.empty() ? "need what " + command.name + " takes, and nothing else"
                                  : "need one of " + verbs,
                    command.help());
}

std::optional<UsageError> option_too_often(const Command& command) {
  for (const CLI::Option* option : command.verb->get_options()) {
    const bool once = takes_value(*option) && option->get_expected_max() == 1;
    if (!once || option->count() <= 1) continue;
    return UsageError(fmt::format("{} given {} times", name_of(*option), option->count()),
                      "need it once, as " + explained(*option), command.help());
  }
  return std::nullopt;
}

// --force=yes, or --output as the last word of all.
std::optional<UsageError> value_out_of_place(const Command& command, std::span<char* const> words) {
  for (const std::string word : words) {
    const auto equals = word.find('=');
    if (!word.starts_with("--") || equals == std::string::npos) continue;
    const CLI::Option* option = command.verb->get_option_no_throw(word.substr(0, equals));
    if (option == nullptr || takes_value(*option)) continue;
    return UsageError(fmt::format("a value after {}: {}", name_of(*option), value_in_quotes(word)),
                      "need " + name_of(*option) + " alone", "leave the value out");
  }
  if (words.empty()) return std::nullopt;
  const CLI::Option* last = command.verb->get_option_no_throw(words.back());
  if (last == nullptr || !takes_value(*last)) return std::nullopt;
  return UsageError("nothing after " + name_of(*last), "need " + explained(*last), command.help());
}

std::optional<UsageError> something_missing(const Command& command) {
  if (const std::string verbs = names_of_verbs(*command.verb); !verbs.empty()) {
    return UsageError("no verb after " + command.name, "need one of " + verbs, command.help());
  }
  std::vector<const CLI::Option*> missing = command.required();
  std::erase_if(missing, [](const CLI::Option* option) { return option->count() != 0; });
  if (missing.empty()) return std::nullopt;
  if (missing.size() == 1) {
    return UsageError(command.name + " without " + name_of(*missing[0]),
                      "need " + explained(*missing[0]), command.help());
  }
  std::string names;
  for (const CLI::Option* option : missing) {
    names += (names.empty() ? "" : ", ") + with_value(*option);
  }
  return UsageError(fmt::format("{} parts of {} are missing", missing.size(), command.name),
                    "need " + names, command.help());
}

}  // namespace

UsageError usage_error(const CLI::App& app, std::span<char* const> words) {
  const Command command = command_of(app);
  if (auto error = word_without_place(app, command)) return *error;
  if (auto error = option_too_often(command)) return *error;
  if (auto error = value_out_of_place(command, words)) return *error;
  if (auto error = something_missing(command)) return *error;
  return {"a command line that lath cannot read", "need what " + command.name + " takes",
          command.help()};
}

}  // namespace lath::tool
