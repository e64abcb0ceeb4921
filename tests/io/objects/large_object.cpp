// SPDX-License-Identifier: Apache-2.0
//
// large_object save FILE COUNT: makes Galois keys for COUNT automorphisms and saves them, with a
// MAC. large_object load FILE: loads them. Both print the bytes of the file, the memory of the
// process when it is done, and how much more it took at its peak in between, in MiB.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/bfv.hpp"
#include "lath/io/objects.hpp"

namespace {

using namespace lath;

constexpr std::size_t kDegree = 8192;

auto parameters() {
  return he::bfv::Parameters::create_insecure({.degree = kDegree,
                                               .plaintext_modulus = 65537,
                                               .prime_bits = {50, 50, 50, 50},
                                               .special_prime_bits = {55}});
}

// A line of /proc/self/status, in KiB.
std::uint64_t memory(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name)) return std::strtoull(line.c_str() + name.size() + 1, nullptr, 10);
  }
  return 0;
}
// From here on the peak counts anew.
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

void report(const std::string& path, std::uint64_t steady) {
  std::printf("%ju %ju %ju\n", std::uintmax_t{std::filesystem::file_size(path)},
              std::uintmax_t{steady >> 10}, std::uintmax_t{(memory("VmHWM:") - steady) >> 10});
}

void run(const std::string& verb, const std::string& path, std::size_t count) {
  auto generator = Generator::from_seed(Seed{}, "a large object");
  const auto mac = io::MacKey::generate(generator);
  if (verb == "load") {
    const auto keys =
        io::load_galois_keys(parameters(), io::ObjectInput::file(path), {.mac = &mac});
    report(path, memory("VmRSS:"));
    return;
  }
  const auto p = parameters();
  he::KeyGenerator maker(p, generator);
  std::vector<std::uint64_t> elements;
  for (std::uint64_t g = 3; elements.size() < count; g += 2) elements.push_back(g);
  const auto keys = maker.galois_keys(maker.secret_key(), elements);
  forget_peak();
  const std::uint64_t steady = memory("VmRSS:");
  io::save_file(path, keys, {.mac = &mac});
  report(path, steady);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 3) throw std::runtime_error("usage: large_object save FILE COUNT | load FILE");
    run(argv[1], argv[2], argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 0);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "large_object: %s\n", error.what());
    return 1;
  }
}
