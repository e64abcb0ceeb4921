// SPDX-License-Identifier: Apache-2.0
//
// <fuzzer> <folder>: gives every file of a corpus, and every example of the loaders, to the fuzzer.
// Built where there is no libFuzzer. <fuzzer> --write <folder>: writes a corpus of the examples
// that are short.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "fuzz/run.inl"

namespace lath::fuzz {
namespace {

// Longer examples are made by the program anyway.
constexpr std::size_t kLongest = 600;

Bytes input_of(std::size_t loader, const Bytes& example) {
  Bytes input(1, static_cast<std::byte>(loader));
  input.insert(input.end(), example.begin(), example.end());
  return input;
}

void write_corpus(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (std::size_t i = 0; i < loaders().size(); ++i) {
    const Loader& loader = loaders()[i];
    for (std::size_t k = 0; k < std::min<std::size_t>(loader.examples.size(), 3); ++k) {
      const Bytes input = input_of(i, loader.examples[k]);
      if (input.size() > kLongest) continue;
      std::string name = std::string(loader.name) + "-" + std::to_string(k);
      std::ranges::replace(name, ' ', '-');
      std::ofstream file(folder / name, std::ios::binary);
      file.write(reinterpret_cast<const char*>(input.data()),
                 static_cast<std::streamsize>(input.size()));
    }
  }
}

std::size_t run_folder(const std::filesystem::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    run(bytes_of(std::string(std::istreambuf_iterator<char>(file), {})));
    ++count;
  }
  return count;
}

// Every example is read, whole and without its last byte, and what is refused.
void run_examples() {
  for (std::size_t i = 0; i < loaders().size(); ++i) {
    for (const Bytes& example : loaders()[i].examples) {
      loaders()[i].read(example);
      Bytes input = input_of(i, example);
      input.pop_back();
      run(input);
    }
    for (const Bytes& refused : loaders()[i].refused) run(input_of(i, refused));
  }
}

}  // namespace
}  // namespace lath::fuzz

int main(int count, char** words) {
  using namespace lath::fuzz;
  if (count == 3 && std::string(words[1]) == "--write") {
    write_corpus(words[2]);
    return 0;
  }
  run_examples();
  const std::size_t files = count == 2 ? run_folder(words[1]) : 0;
  std::cout << files << " inputs\n";
  return files == 0 ? 1 : 0;
}
