// SPDX-License-Identifier: Apache-2.0
//
// The command line, in this process. An input is its words, each on a line of its own, then an
// empty line and what stands in the file `in`, which is standard input too. Words name files in a
// folder of this program, where others stand ready. Verbs that take long or ask people are left
// out.
#include "command_line.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "fuzz/folder.hpp"
#include "fuzz/harness.hpp"
#include "fuzz/he_keys.hpp"
#include "lath/io/age/files.hpp"
#include "lath/io/ml_kem_keys.hpp"
#include "lath/io/objects.hpp"
#include "lath/io/seal/parameters.hpp"

// The sanitizers' own; absent elsewhere.
extern "C" __attribute__((weak)) void __sanitizer_set_report_fd(void* fd);

namespace lath::fuzz {
namespace {

constexpr std::array<std::string_view, 6> kLeftOut{"demo", "selftest",   "list",
                                                   "show", "cyclotomic", "routes"};
constexpr std::size_t kMostWords = 12, kMostLetters = 400;

struct CommandLine {
  std::vector<std::string> words{"lath"};
  Bytes in;

  explicit CommandLine(View bytes) {
    std::string word;
    std::size_t at = 0;
    for (; at < bytes.size(); ++at) {
      const char c = static_cast<char>(bytes[at]);
      if (c != '\n') {
        if (c != '\0' && c != '/') word += c;
        continue;
      }
      if (word.empty()) break;
      words.push_back(std::move(word));
      word.clear();
    }
    if (!word.empty()) words.push_back(std::move(word));
    in.assign(bytes.begin() + static_cast<std::ptrdiff_t>(std::min(at + 1, bytes.size())),
              bytes.end());
  }

  [[nodiscard]] bool has(auto condition) const {
    return std::ranges::any_of(words, [&](std::string_view word) { return condition(word); });
  }
  [[nodiscard]] bool begins(std::string_view start) const {
    return has([&](std::string_view word) { return word.starts_with(start); });
  }

  // Passphrases take as much work as 2^N steps of scrypt, and a descriptor may be one of libFuzzer.
  [[nodiscard]] bool takes_long() const {
    const bool is_left_out = has([](std::string_view word) {
      return word.size() > kMostLetters || word.find("passphrase-fd") != word.npos ||
             std::ranges::find(kLeftOut, word) != kLeftOut.end();
    });
    const bool little_work = has([](std::string_view word) { return word == "--work-factor=1"; }) ||
                             !begins("--passphrase-file");
    const bool much_work = text_of(in).find("-> scrypt") != std::string::npos;
    return words.size() > kMostWords || is_left_out || !little_work ||
           (much_work && begins("--passphrase-file"));
  }
};

std::string encrypted_letter(const io::age::Identity& identity, Generator& generator) {
  io::MemorySource letter(std::as_bytes(std::span("The meeting is at noon.")));
  io::MemorySink sealed;
  io::age::encrypt(std::vector{identity.recipient()}, letter, sealed, generator,
                   io::age::Form::binary);
  return text_of(sealed.bytes());
}

std::vector<NamedFile> files() {
  SmallKeys<he::Bfv> keys(257);
  Generator& generator = keys.generator;
  const auto identity = io::age::Identity::generate(generator);
  const auto key_file = io::age::identity_file(identity, "2026-11-28");
  const auto mac = io::MacKey::generate(generator);
  const auto ciphertext = keys.encryptor.encrypt(keys.plaintext({1, 2}), generator);
  const auto pem = io::to_pem(io::generate_ml_kem_key(512, generator), io::PrivateKeyForm::seed);
  const auto seal = io::seal::to_bytes(he::Bfv::Parameters::create(
      {.degree = 2048, .plaintext_modulus = 257, .prime_bits = {25}, .special_prime_bits = {26}}));
  return {{"letter", bytes_of(std::string("The meeting is at noon."))},
          {"letter.age", bytes_of(encrypted_letter(identity, generator))},
          {"a.key", bytes_of(std::string(io::age::view(key_file.span()))), 0600},
          {"a.pub", bytes_of(identity.recipient().text() + "\n")},
          {"word", bytes_of(std::string("open sesame\n"))},
          {"mac", bytes_of(mac.bytes().span())},
          {"object", bytes_of(io::to_envelope(ciphertext, {.mac = &mac}))},
          {"pem", bytes_of(pem)},
          {"seal", bytes_of(seal)}};
}

Folder& folder() {
  static Folder made(files());
  return made;
}

// Texts of the command line go to memory meanwhile, and its output nowhere; reports of
// sanitizers go where they always do.
class Errors {
 public:
  Errors() : usual_(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 100)) {
    report_to(usual_);
    (void)!ftruncate(memory(), 0);
    lseek(memory(), 0, SEEK_SET);
    dup2(memory(), STDERR_FILENO);
  }
  ~Errors() { end(); }
  Errors(const Errors&) = delete;
  Errors& operator=(const Errors&) = delete;

  // Ends, and returns what was said.
  std::string end() {
    if (usual_ < 0) return {};
    dup2(usual_, STDERR_FILENO);
    report_to(STDERR_FILENO);
    close(usual_);
    usual_ = -1;
    std::string text(static_cast<std::size_t>(lseek(memory(), 0, SEEK_END)), ' ');
    require(pread(memory(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()),
            "no memory for errors");
    return text;
  }

 private:
  static int memory() {
    static const int file = [] {
      const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
      dup2(null, STDOUT_FILENO);
      return memfd_create("errors", MFD_CLOEXEC);
    }();
    return file;
  }
  static void report_to(int fd) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it takes a number in this form
    if (__sanitizer_set_report_fd) __sanitizer_set_report_fd(reinterpret_cast<void*>(long{fd}));
  }

  int usual_;
};

struct Outcome {
  int status;
  std::string errors;
};

Outcome outcome_of(std::vector<std::string>& words) {
  const int in = open("in", O_RDONLY | O_CLOEXEC);
  dup2(in, STDIN_FILENO);
  close(in);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  Errors errors;
  const int status = tool::run_command_line(static_cast<int>(words.size()), pointers.data());
  return {status, errors.end()};
}

void require_allowed(const CommandLine& line, int status, const Changes& changes) {
  require(status >= 0 && status <= 2, "an exit status that is not documented");
  require(!changes.has_temporary, "a temporary file that is left");
  require(changes.replaced == 0 || line.begins("--force"), "a file that was replaced unasked");
  require(!changes.has_open_secret, "a secret that others can read");
  const bool some = changes.made + changes.replaced > 0;
  require(status != 2 || !some, "wrong use that leaves files");
  // Each of several inputs has an output of its own, and those before an error stay.
  const bool one_output = line.begins("-o") || line.begins("--output") || line.begins("keygen");
  require(status == 0 || !some || !one_output, "an error that leaves files");
}

void run_words(View bytes) {
  CommandLine line(bytes);
  if (line.takes_long()) return;
  folder().put("in", line.in);
  const auto [status, errors] = outcome_of(line.words);
  require_allowed(line, status, folder().restored());
  require(status == 0 || (errors.starts_with("lath: ") && errors.ends_with('\n')),
          "an error without a word");
  require(errors.find("\nhint: report this") == std::string::npos,
          "an error that nobody thought of");
}

Bytes command(std::string_view words, std::string_view in = "") {
  std::string text(words);
  std::ranges::replace(text, ' ', '\n');
  text += "\n\n";
  text += in;
  return bytes_of(text);
}

// With a file of the folder as `in`.
Bytes command_on(std::string_view words, std::string_view file) {
  return command(words, text_of(folder().bytes_of_file(file)));
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all{
      {"words",
       {command("encrypt -R a.pub -o out letter"),
        command("encrypt -i a.key --armor", "a letter"),
        command("encrypt -R a.pub --force letter word"),
        command("decrypt -i a.key -o out letter.age"),
        command("decrypt -i a.key --verify letter.age"),
        command("encrypt --work-factor=1 --passphrase-file word -o out letter"),
        command("keygen -o b"),
        command("keygen -y a.key"),
        command("keygen -o a --force"),
        command("keygen --pem --scheme ml-kem-512 -o b --both"),
        command("inspect --json object"),
        command("inspect --mac-key mac object"),
        command("inspect letter.age"),
        command("inspect pem"),
        command("convert seal -o out"),
        command("convert in -o out", "lath"),
        command("--help"),
        command("--version"),
        command("keygen --help"),
        command("params estimate --dimension 64 --modulus 257 --secret ternary --error "
                "gaussian:3.2"),
        command("completion bash")},
       run_words},
      {"file",
       {command_on("decrypt -i a.key -o out in", "letter.age"), command_on("inspect in", "object"),
        command_on("inspect --json in", "pem"), command_on("convert in -o out", "seal"),
        command_on("inspect in", "seal"), command_on("keygen -y in", "a.key"),
        command_on("encrypt -R in -o out letter", "a.pub")},
       run_words}};
  return all;
}

}  // namespace lath::fuzz
