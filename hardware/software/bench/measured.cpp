// SPDX-License-Identifier: Apache-2.0
#include "measured.hpp"

#include <fstream>
#include <sstream>

#include "lath/base/error.hpp"

namespace lath::hardware::bench {
namespace {

[[noreturn]] void throw_unreadable(const std::string& found, const char* needed) {
  throw Error(ErrorCode::input_output, found, needed,
              "write it again; hardware/software/README.md says how");
}

// The lines without comments.
std::vector<std::string> read_lines(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  if (lines.empty()) throw_unreadable("no lines in " + path, "need measurements");
  return lines;
}

}  // namespace

std::vector<SimulatedTransfer> read_cycles(const std::string& path) {
  std::vector<SimulatedTransfer> all;
  for (const std::string& line : read_lines(path)) {
    std::istringstream words(line);
    SimulatedTransfer t{};
    words >> t.design >> t.messages >> t.interval >> t.traffic.bytes_to_device >>
        t.traffic.bytes_from_device >> t.traffic.cycles >> t.traffic.first_output_cycle >>
        t.last_prime;
    if (!words || t.traffic.cycles == 0) {
      throw_unreadable("the line '" + line + "' in " + path, "need a design and seven numbers");
    }
    all.push_back(t);
  }
  return all;
}

const SimulatedTransfer& find_transfer(const std::vector<SimulatedTransfer>& all,
                                       const std::string& design, std::size_t messages,
                                       std::uint32_t interval) {
  for (const SimulatedTransfer& t : all) {
    if (t.design == design && t.messages == messages && t.interval == interval) {
      return t;
    }
  }
  throw_unreadable("no cycles of " + design + " for " + std::to_string(messages) + " messages",
                   "need a line of them");
}

double read_clock(const std::string& path, const std::string& design) {
  for (const std::string& line : read_lines(path)) {
    std::istringstream words(line);
    std::string name;
    double clock = 0;
    words >> name >> clock;
    if (words && name == design && clock > 0) return clock;
  }
  throw_unreadable("no clock of " + design + " in " + path, "need a name and MHz");
}

}  // namespace lath::hardware::bench
