// SPDX-License-Identifier: Apache-2.0
//
// What both mains do with an input.
#include <exception>

#include "fuzz/harness.hpp"

namespace lath::fuzz {

void run(View input) {
  if (input.empty()) return;
  const auto& all = loaders();
  const Loader& loader = all[std::to_integer<std::size_t>(input[0]) % all.size()];
  const View bytes = input.subspan(1);
  try {
    loader.read(bytes);
    for (const Part& part : loader.fixed) {
      require(bytes.size() >= part.from + part.size &&
                  std::ranges::equal(bytes.subspan(part.from, part.size),
                                     View(loader.examples[0]).subspan(part.from, part.size)),
              "bytes of another kind");
    }
  } catch (const Error& error) {
    require(!error.found().empty() && !error.needed().empty() && !error.remedy().empty(),
            "an error without its three parts");
    require(std::string(error.what()).find('\n') == std::string::npos, "an error of several lines");
  }
  // Everything else that is thrown ends the program: std::bad_alloc for a length that nobody
  // checked.
}

}  // namespace lath::fuzz
