// SPDX-License-Identifier: Apache-2.0
//
// ml_kem_pipe: ML-KEM for other programs, see interoperation.py. A line of standard input is a
// command, all bytes in hexadecimal, and a line of standard output its answer, or "error <code>":
//
//   keygen <set>                                   <public key> <secret key>
//   encapsulate <set> <public key>                 <ciphertext> <secret>
//   decapsulate <set> <secret key> <ciphertext>    <secret>
#include <cstddef>
#include <iostream>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/ml_kem/ml_kem.hpp"

namespace lath::ml_kem {
namespace {

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4];
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

std::vector<std::byte> bytes_of(const std::string& text) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

template <unsigned kSet>
std::string answer(const std::string& command, std::istream& arguments, Generator& generator) {
  std::string first, second;
  arguments >> first >> second;
  if (command == "keygen") {
    const auto keys = generate_keys<kSet>(generator);
    return hex(keys.public_key.bytes()) + " " + hex(keys.secret_key.bytes());
  }
  if (command == "encapsulate") {
    const auto sent = encapsulate(PublicKey<kSet>::from_bytes(bytes_of(first)), generator);
    return hex(sent.ciphertext.bytes) + " " + hex(sent.secret.span());
  }
  if (command == "decapsulate") {
    const auto key = SecretKey<kSet>::from_bytes(bytes_of(first));
    const auto secret = decapsulate(key, Ciphertext<kSet>::from_bytes(bytes_of(second)));
    return hex(secret.span());
  }
  return "error command";
}

std::string answer(const std::string& line, Generator& generator) try {
  std::istringstream words(line);
  std::string command;
  unsigned set = 0;
  words >> command >> set;
  switch (set) {
    case 512:
      return answer<512>(command, words, generator);
    case 768:
      return answer<768>(command, words, generator);
    case 1024:
      return answer<1024>(command, words, generator);
    default:
      return "error set";
  }
} catch (const Error& error) {
  return "error " + std::string(error_code_name(error.code()));
}

}  // namespace
}  // namespace lath::ml_kem

int main() {
  auto generator = lath::Generator::from_system();
  std::string line;
  while (std::getline(std::cin, line)) {
    std::cout << lath::ml_kem::answer(line, generator) << std::endl;
  }
}
