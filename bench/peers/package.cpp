// SPDX-License-Identifier: Apache-2.0
//
// Python packages of peers: package.py computes in a process of its own, told by lines through
// pipes, and answers with the time of each operation.

#include "peers/package.hpp"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "peers/slots.hpp"
#include "sets.hpp"

namespace lath::bench {
namespace {

using std::string_literals::operator""s;

struct Names {
  const char *module, *library, *directory;
};
constexpr Names names_of(Package package) {
  return package == Package::seal ? Names{"seal", "SEAL", "SEAL_DIR"}
                                  : Names{"openfhe", "OpenFHE", "OpenFHE_DIR"};
}

const char* python() {
  const char* chosen = std::getenv("LATH_BENCH_PYTHON");
  return chosen != nullptr ? chosen : "python3";
}

// A process that answers each line with a line.
class Coprocess {
 public:
  explicit Coprocess(const std::vector<std::string>& command) {
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) {
      throw std::runtime_error("no pipe to another process");
    }
    std::vector<char*> arguments;
    for (const std::string& part : command) arguments.push_back(const_cast<char*>(part.c_str()));
    arguments.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      dup2(to[0], STDIN_FILENO);
      dup2(from[1], STDOUT_FILENO);
      execvp(arguments[0], arguments.data());
      _exit(127);
    }
    close(to[0]);
    close(from[1]);
    commands_ = fdopen(to[1], "w");
    answers_ = fdopen(from[0], "r");
  }
  Coprocess(const Coprocess&) = delete;
  Coprocess& operator=(const Coprocess&) = delete;
  // It ends where its input does.
  ~Coprocess() {
    std::fclose(commands_);
    std::fclose(answers_);
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }

  // Throws std::runtime_error for an answer that is an error, and for none.
  std::string ask(const std::string& line) {
    std::fprintf(commands_, "%s\n", line.c_str());
    std::fflush(commands_);
    char* text = nullptr;
    std::size_t size = 0;
    const ssize_t length = getline(&text, &size, answers_);
    const std::unique_ptr<char, decltype(&std::free)> owner(text, &std::free);
    if (length <= 0) throw std::runtime_error("Python ended without an answer");
    std::string answer(text, static_cast<std::size_t>(length) - 1);
    if (answer.starts_with("error ")) throw std::runtime_error(answer.substr(6));
    return answer;
  }

 private:
  pid_t child_;
  std::FILE *commands_, *answers_;
};

std::string list_of(const auto& numbers) {
  std::string text;
  for (const auto number : numbers) {
    if (!text.empty()) text += ',';
    text += std::to_string(number);
  }
  return text;
}

std::string set_command(Scheme scheme, const he::Literal& literal) {
  const bool given = !literal.primes.empty();
  const std::size_t primes = literal.prime_bits.size() + literal.primes.size(),
                    special = special_primes(literal);
  std::ostringstream line;
  line << "set " << name_of(scheme) << ' ' << literal.degree << ' '
       << literal.plaintext_modulus.word() << ' ' << (given ? "primes " : "bits ")
       << (given ? list_of(literal.primes) : list_of(literal.prime_bits)) << ' '
       << (given ? list_of(literal.special_primes) : list_of(literal.special_prime_bits)) << ' '
       << (primes + special - 1) / special;
  return line.str();
}

// A package with keys and operands.
class PackageSetting {
 public:
  PackageSetting(Package package, Scheme scheme, const he::Literal& literal)
      : slots_(literal),
        process_({python(), LATH_BENCH_PEERS "/package.py", names_of(package).module}) {
    process_.ask(set_command(scheme, literal));
  }

  // Does an operation; returns its seconds.
  double run(const std::string& operation) { return std::stod(process_.ask("run " + operation)); }

  // Whether the operation that just ran gave what it should.
  bool is_right(const std::string& operation) {
    std::istringstream answer(process_.ask("slots"));
    std::vector<std::uint64_t> values;
    for (std::uint64_t value = 0; answer >> value;) values.push_back(value);
    return values == slots_.after(operation);
  }

 private:
  Slots slots_;
  Coprocess process_;
};

// Whether a package loads; tried once.
bool loads(Package package) {
  static std::map<Package, bool> known;
  const auto found = known.find(package);
  if (found != known.end()) return found->second;
  const std::string command =
      std::string(python()) + " -c 'import " + names_of(package).module + "' 2>/dev/null";
  return known[package] = std::system(command.c_str()) == 0;
}

void measure(benchmark::State& state, PackageSetting& setting, const std::string& operation) {
  setting.run(operation);
  if (!setting.is_right(operation)) return state.SkipWithError("the package's result is wrong");
  for (auto _ : state) state.SetIterationTime(setting.run(operation));
}

}  // namespace

void register_package(Package package, Scheme scheme, const he::Literal& literal) {
  const Names names = names_of(package);
  const auto name_of_row = [&](const std::string& operation) {
    return std::string(name_of(scheme)) + "/" + operation + "/" + set_name(literal) + "/" +
           names.module;
  };
  if (!loads(package)) {
    const std::string reason = std::string("skipped: ") + names.library +
                               " not found; install it and set " + names.directory +
                               ", or its Python package " + names.module;
    benchmark::RegisterBenchmark(name_of_row("multiply").c_str(), [=](benchmark::State& state) {
      state.SkipWithError(reason.c_str());
    });
    return;
  }
  const auto lazy = std::make_shared<std::unique_ptr<PackageSetting>>();
  for (const char* operation : {"encrypt", "decrypt", "add", "multiply", "square", "relinearize",
                                "multiply_relinearize", "rotate", "mod_switch"}) {
    // OpenFHE's BFV has no levels, and its package's squares are relinearised.
    const bool none =
        package == Package::openfhe &&
        ((scheme == Scheme::bfv && operation == "mod_switch"s) || operation == "square"s);
    if (none) continue;
    const auto body = [=, name = std::string(operation)](benchmark::State& state) {
      try {
        if (!*lazy) *lazy = std::make_unique<PackageSetting>(package, scheme, literal);
        measure(state, **lazy, name);
      } catch (const std::exception& error) {
        state.SkipWithError(error.what());
      }
    };
    benchmark::RegisterBenchmark(name_of_row(operation).c_str(), body)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace lath::bench
