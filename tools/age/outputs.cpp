// SPDX-License-Identifier: Apache-2.0
#include "age/outputs.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "descriptor.hpp"
#include "failure.hpp"

namespace lath::tool {
namespace {

class ToFile final : public Output {
 public:
  ToFile(const std::string& path, Existing existing, Readers readers)
      : file_(path, existing, readers) {}
  io::Sink& sink() override { return file_; }
  void place() override {
    file_.finish();
    file_.place();
  }

 private:
  OutputFile file_;
};

class ToStandardOutput final : public Output {
 public:
  io::Sink& sink() override { return output_; }

 private:
  StandardOutput output_;
};

// A device or a named pipe.
class ToStream final : public Output, private io::Sink {
 public:
  explicit ToStream(const std::string& path)
      : name_(in_quotes(path)), file_(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY)) {
    if (file_.get() < 0) {
      throw_system_error("cannot write " + name_, errno, "need a device or a pipe that takes bytes",
                         "choose another output");
    }
  }
  io::Sink& sink() override { return *this; }

 private:
  void write(std::span<const std::byte> bytes) override { write_all(file_.get(), bytes, name_); }

  std::string name_;
  Descriptor file_;
};

bool is_stream(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && (S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode));
}

}  // namespace

std::vector<InputOutput> pair_up(const FileOptions& options,
                                 std::string (*name)(const std::string& input)) {
  const auto& inputs = options.inputs;
  if (std::ranges::find(inputs, std::string()) != inputs.end()) {
    throw UsageError("the input ''", "need the name of a file",
                     "name one, or give - for standard input");
  }
  if (inputs.size() <= 1) {
    return {{inputs.empty() ? "-" : inputs.front(), options.output.value_or("-")}};
  }
  if (options.output) {
    throw UsageError(
        fmt::format("--output {} for {} inputs", value_in_quotes(*options.output), inputs.size()),
        "need one input, or no --output", "leave it out: each file gets its own output");
  }
  std::vector<InputOutput> pairs;
  for (const std::string& input : inputs) {
    if (input == "-") {
      throw UsageError("standard input among several inputs", "need files that have names",
                       "encrypt or decrypt standard input by itself");
    }
    pairs.push_back({input, name(input)});
  }
  return pairs;
}

void check_standard_input(const FileOptions& options, const std::vector<InputOutput>& pairs,
                          const std::vector<std::string>& keys) {
  const auto uses = std::ranges::count(options.identities, "-") + std::ranges::count(keys, "-") +
                    (options.passphrase.file == "-" ? 1 : 0) + (pairs.front().input == "-" ? 1 : 0);
  if (uses <= 1) return;
  throw UsageError("both the keys and the input are standard input", "need two sources",
                   "give one of them as a file");
}

std::unique_ptr<Output> Output::open(const std::string& path, Existing existing, Readers readers) {
  if (path == "-") return std::make_unique<ToStandardOutput>();
  if (is_stream(path)) return std::make_unique<ToStream>(path);
  return std::make_unique<ToFile>(path, existing, readers);
}

}  // namespace lath::tool
