// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "failure.hpp"
#include "manual/verbs.hpp"

namespace lath::tool {
namespace {

std::string words_of(const CLI::App& verb) {
  std::string words;
  for (const CLI::App* sub : verb.get_subcommands([](const CLI::App*) { return true; })) {
    words += sub->get_name() + " ";
  }
  for (const CLI::Option* option : options_of(verb)) {
    for (const std::string& name : option->get_snames()) words += "-" + name + " ";
    for (const std::string& name : option->get_lnames()) words += "--" + name + " ";
  }
  words.pop_back();
  return words;
}

// The cases of two shells: which verb a word leads to, and which words may follow a verb.
std::string steps(const CLI::App& app) {
  std::string text;
  for_each_verb(app, "", [&](const CLI::App&, const std::string& path) {
    const auto space = path.rfind(' ');
    const std::string before = space == std::string::npos ? "" : path.substr(0, space);
    text += fmt::format("      '{}/{}') verb='{}' ;;\n", before,
                        path.substr(before.empty() ? 0 : space + 1), path);
  });
  return text;
}

std::string choices(const CLI::App& app) {
  std::string text = fmt::format("    '') candidates='{}' ;;\n", words_of(app));
  for_each_verb(app, "", [&](const CLI::App& verb, const std::string& path) {
    text += fmt::format("    '{}') candidates='{}' ;;\n", path, words_of(verb));
  });
  return text;
}

std::string for_bash(const CLI::App& app) {
  return fmt::format(R"(# SPDX-License-Identifier: Apache-2.0
# Completion of lath in bash, as lath completion bash prints it. Files where no word fits.
_lath() {{
  local word verb='' candidates=''
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$verb/$word" in
{}    esac
  done
  case "$verb" in
{}  esac
  mapfile -t COMPREPLY < <(compgen -W "$candidates" -- "${{COMP_WORDS[COMP_CWORD]}}")
  if [[ -n $verb && ${{COMP_WORDS[COMP_CWORD]}} != -* && $candidates == -* ]]; then COMPREPLY=(); fi
}}
complete -o bashdefault -o default -F _lath lath
)",
                     steps(app), choices(app));
}

std::string for_zsh(const CLI::App& app) {
  return fmt::format(R"(#compdef lath
# SPDX-License-Identifier: Apache-2.0
# Completion of lath in zsh, as lath completion zsh prints it. Files where no word fits.
_lath() {{
  local word verb='' candidates=''
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case "$verb/$word" in
{}    esac
  done
  case "$verb" in
{}  esac
  if [[ -n $verb && $words[CURRENT] != -* && $candidates == -* ]]; then
    _files
  else
    compadd -- ${{=candidates}}
  fi
}}
if [[ $funcstack[1] == _lath ]]; then _lath "$@"; else compdef _lath lath; fi
)",
                     steps(app), choices(app));
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    result += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return result + "'";
}

// Where a verb has been typed, and none of those below it.
std::string condition(const std::string& path) {
  if (path.empty()) return "__fish_use_subcommand";
  std::string text;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(' ', begin), path.size());
    text += (text.empty() ? "" : "; and ") +
            ("__fish_seen_subcommand_from " + path.substr(begin, end - begin));
    begin = end + 1;
  }
  return text;
}

std::string fish_option(const CLI::Option& option, const std::string& path) {
  std::string line = fmt::format("complete -c lath -n {}", quoted(condition(path)));
  for (const std::string& name : option.get_snames()) line += " -s " + name;
  for (const std::string& name : option.get_lnames()) line += " -l " + name;
  if (option.get_expected_max() > 0) line += " -r";
  return line + " -d " + quoted(option.get_description()) + "\n";
}

std::string for_fish(const CLI::App& app) {
  std::string text =
      "# SPDX-License-Identifier: Apache-2.0\n"
      "# Completion of lath in fish, as lath completion fish prints it.\n";
  for (const CLI::Option* option : options_of(app)) text += fish_option(*option, "");
  for_each_verb(app, "", [&](const CLI::App& verb, const std::string& path) {
    const auto space = path.rfind(' ');
    const std::string before = space == std::string::npos ? "" : path.substr(0, space);
    text += fmt::format("complete -c lath -n {} -a {} -d {}\n", quoted(condition(before)),
                        verb.get_name(), quoted(verb.get_description()));
    for (const CLI::Option* option : options_of(verb)) text += fish_option(*option, path);
  });
  return text;
}

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
  if (shell == "bash") return for_bash(app);
  if (shell == "zsh") return for_zsh(app);
  if (shell == "fish") return for_fish(app);
  throw UsageError("the shell " + value_in_quotes(shell), "need bash, zsh or fish",
                   "choose one of them");
}

}  // namespace lath::tool
