// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <ios>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace lath::testing {

/// The outcome of a random circuit: the steps that were refused, and of each value its level, a
/// hash of the plaintext and the bound on its noise.
struct CircuitOutcome {
  struct Value {
    std::size_t level = 0;
    std::uint64_t plaintext = 0;
    double log2_bound = 0;
  };
  std::uint64_t refused = 0;
  std::vector<Value> values;
};

/// FNV-1a of the words of a plaintext.
inline std::uint64_t hash_of(std::span<const std::uint64_t> words) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint64_t word : words) hash = (hash ^ word) * 0x100000001b3;
  return hash;
}

/// The outcomes of a thousand circuits as they were recorded, in recorded_circuits.txt: plaintexts
/// and bounds stay the same whatever the scheme computes them with. A run with the environment
/// variable LATH_RECORD_CIRCUITS, the name of a file, appends the outcomes to that file in place of
/// comparing them.
class RecordedCircuits {
 public:
  /// Each set of parameters has so many circuits, of the seeds from 0 on.
  static constexpr std::uint64_t kOfEach = 30;

  explicit RecordedCircuits(const std::string& file) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      const std::size_t colon = line.find(" : ");
      if (colon == std::string::npos) continue;
      outcomes_.emplace(line.substr(0, colon), outcome_of(line.substr(colon + 3)));
    }
  }

  [[nodiscard]] std::size_t size() const noexcept { return outcomes_.size(); }
  /// Expects the recorded outcome: refusals, levels and plaintexts are equal, and bounds are to
  /// 10^-6 bits.
  void expect(const std::string& circuit, const CircuitOutcome& found) const {
    if (const char* file = std::getenv("LATH_RECORD_CIRCUITS")) {
      std::ofstream(file, std::ios::app) << circuit << " : " << text_of(found) << '\n';
      return;
    }
    const auto recorded = outcomes_.find(circuit);
    ASSERT_NE(recorded, outcomes_.end()) << circuit << " is not recorded";
    const CircuitOutcome& needed = recorded->second;
    EXPECT_EQ(found.refused, needed.refused) << circuit;
    ASSERT_EQ(found.values.size(), needed.values.size()) << circuit;
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      EXPECT_EQ(found.values[i].level, needed.values[i].level) << circuit << ", value " << i;
      EXPECT_EQ(found.values[i].plaintext, needed.values[i].plaintext)
          << circuit << ", value " << i;
      EXPECT_NEAR(found.values[i].log2_bound, needed.values[i].log2_bound, 1e-6)
          << circuit << ", value " << i;
    }
  }

 private:
  static std::string text_of(const CircuitOutcome& outcome) {
    std::ostringstream out;
    out.precision(17);
    out << std::hex << outcome.refused;
    for (const auto& value : outcome.values) {
      out << ' ' << std::dec << value.level << ' ' << std::hex << value.plaintext << ' '
          << value.log2_bound;
    }
    return out.str();
  }
  static CircuitOutcome outcome_of(const std::string& text) {
    std::istringstream in(text);
    CircuitOutcome outcome;
    in >> std::hex >> outcome.refused;
    for (CircuitOutcome::Value value;
         in >> std::dec >> value.level >> std::hex >> value.plaintext >> value.log2_bound;) {
      outcome.values.push_back(value);
    }
    return outcome;
  }

  std::map<std::string, CircuitOutcome> outcomes_;
};

}  // namespace lath::testing
