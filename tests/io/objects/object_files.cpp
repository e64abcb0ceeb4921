// SPDX-License-Identifier: Apache-2.0
//
// object_files write FOLDER: writes one file of every object, as they stand in tests/kat/objects.
// object_files read FOLDER OUT: loads the files in FOLDER and writes the packed bytes of the
// objects to OUT, under the same names; their keys are those of known_objects.hpp.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "io/objects/known_objects.hpp"

namespace {

using namespace lath::testing;

void write(const std::filesystem::path& folder, const Files& files) {
  std::filesystem::create_directories(folder);
  for (const auto& [name, bytes] : files) {
    std::ofstream(folder / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
}

Files read(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto bytes = std::as_bytes(std::span(text));
    files[entry.path().filename().string()] = Bytes(bytes.begin(), bytes.end());
  }
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string verb = argc > 1 ? argv[1] : "";
  try {
    if (verb == "write" && argc == 3) {
      write(argv[2], known_objects());
    } else if (verb == "read" && argc == 4) {
      const Files files = read(argv[2]);
      write(argv[3], loaded<Bfv>(files));
      write(argv[3], loaded<Bgv>(files));
    } else {
      std::fprintf(stderr, "usage: object_files write FOLDER | read FOLDER OUT\n");
      return 2;
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "object_files: %s\n", error.what());
    return 1;
  }
}
