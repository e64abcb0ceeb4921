// SPDX-License-Identifier: Apache-2.0
#include "inspect_verb.hpp"

#include <memory>

#include "inspection.hpp"

namespace lath::tool {

void add_inspect_verb(CLI::App& app) {
  auto options = std::make_shared<InspectOptions>();
  CLI::App* sub = app.add_subcommand("inspect", "Say what a file is, without its keys");
  sub->add_option("file", options->file,
                  "An object or envelope of lath, an age file, a key, or a file of SEAL")
      ->required()
      ->type_name("FILE");
  sub->add_option("--mac-key", options->mac_key,
                  "A file with the 32 bytes of a key for MACs: check that FILE is authentic")
      ->type_name("KEY");
  sub->add_option("--verifying-key", options->verifying_key,
                  "A file with the 32 bytes of an Ed25519 key: check that FILE is authentic")
      ->type_name("KEY");
  sub->add_flag_callback(
      "--json", [options] { options->form = InspectOptions::Form::json; }, "Print JSON");
  sub->footer("With a key, a file that is not authentic is an error: the exit status is 1.");
  sub->callback([options] { inspect(*options); });
}

}  // namespace lath::tool
