// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

/// Test vectors of C2SP/wycheproof (testvectors_v1), from the folder that LATH_KAT_DIR names or
/// from
/// ../shared/kat beside the project.
namespace lath::testing {

/// The values of one vector by their names, as the file has them, without flags and other lists.
using Vector = std::map<std::string, std::string>;

inline std::filesystem::path vector_folder() {
  const char* folder = std::getenv("LATH_KAT_DIR");
  return folder == nullptr ? LATH_TEST_SHARED_KAT_DIRECTORY : folder;
}

/// Whether vectors that are not there are a failure: on machines that ought to have them.
inline bool vectors_are_required() {
  const char* ci = std::getenv("CI");
  return ci != nullptr && std::string(ci) == "true";
}

/// Reads a file that has one `"name": value` in a line, as Wycheproof's have. What begins with a
/// tcId is a vector. Throws std::runtime_error unless there are as many as the file says.
inline std::vector<Vector> read_vectors(const std::filesystem::path& file) {
  std::ifstream lines(file);
  std::vector<Vector> vectors;
  std::string said, line;
  while (std::getline(lines, line)) {
    const std::size_t name = line.find('"'), colon = line.find("\": ");
    if (name == std::string::npos || colon == std::string::npos) continue;
    const std::string key = line.substr(name + 1, colon - name - 1);
    std::string value = line.substr(colon + 3);
    if (value.ends_with(',')) value.pop_back();
    if (value.starts_with('"')) value = value.substr(1, value.size() - 2);
    if (key == "numberOfTests") said = value;
    if (key == "tcId") vectors.emplace_back();
    if (!vectors.empty()) vectors.back()[key] = value;
  }
  if (vectors.empty() || std::to_string(vectors.size()) != said) {
    throw std::runtime_error(file.string() + " has " + std::to_string(vectors.size()) +
                             " vectors and says that it has \"" + said + "\"");
  }
  return vectors;
}

inline std::vector<std::byte> bytes_of_hex(const std::string& text) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

}  // namespace lath::testing
