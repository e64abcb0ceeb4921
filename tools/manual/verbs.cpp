// SPDX-License-Identifier: Apache-2.0
#include "manual/verbs.hpp"

#include <memory>

#include "output_file.hpp"

namespace lath::tool {

void add_manual_verbs(CLI::App& app) {
  app.add_subcommand("manual", "Print the manual page: lath manual | man -l -")->callback([&app] {
    print(manual_page(app));
  });
  auto shell = std::make_shared<std::string>();
  CLI::App* sub = app.add_subcommand("completion", "Print what a shell completes command lines by");
  sub->add_option("shell", *shell, "bash, zsh or fish")->required()->type_name("SHELL");
  sub->footer("In bash: source <(lath completion bash)");
  sub->callback([&app, shell] { print(completion(app, *shell)); });
}

}  // namespace lath::tool
