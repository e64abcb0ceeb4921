// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "failure.hpp"
#include "lath/io/age/files.hpp"
#include "output_file.hpp"
#include "ring_cases.hpp"
#include "verbs.hpp"

namespace lath::tool {
namespace {

Generator fixed_generator(Cipher cipher = Cipher::aes_256_ctr) {
  return Generator::from_seed(Seed{}, "lath selftest", cipher);
}

// Prints the verdict on one part and remembers whether all were good.
class Verdicts {
 public:
  void add(const std::string& part, bool good) {
    print(fmt::format("{:<52} {}\n", part, good ? "ok" : "FAILED"));
    failed_ += good ? 0 : 1;
  }
  [[nodiscard]] int failed() const noexcept { return failed_; }

 private:
  int failed_ = 0;
};

void check_kernels(Verdicts& verdicts) {
  constexpr std::array<std::size_t, 6> kDegrees{2, 16, 64, 256, 1024, 4096};
  constexpr std::size_t kLargestSchoolbook = 256;
  Generator generator = fixed_generator();
  const auto cases = ring_cases(kDegrees);
  std::vector<Kernel> done;
  for (const RingCase& first : cases) {
    if (std::ranges::find(done, first.kernel) != done.end()) continue;
    done.push_back(first.kernel);
    bool good = true;
    for (const RingCase& ring_case : cases) {
      if (!(ring_case.kernel == first.kernel)) continue;
      good = good && agrees_with_reference(ring_case, generator);
      if (ring_case.degree > kLargestSchoolbook) continue;
      good = good && agreeing_coefficients(ring_case, generator) == ring_case.degree;
    }
    verdicts.add("kernel " + kernel_name(first.kernel), good);
  }
}

// The first bytes of the stream of a zero seed. Computed with Python's hashlib and the openssl
// command: SHAKE256 of "lath generator 1", the cipher's byte, the seed and the name gives key and
// counter.
void check_generators(Verdicts& verdicts) {
  constexpr std::array<std::pair<Cipher, std::string_view>, 2> kKnown{
      {{Cipher::aes_256_ctr, "c9ec3c35d00bd9e4ed6bb635427da71d"},
       {Cipher::chacha20, "025e08279b2a8c1b5bd5357d037e730a"}}};
  for (const auto& [cipher, known] : kKnown) {
    std::array<std::byte, 16> bytes;
    fixed_generator(cipher).fill(bytes);
    std::string text;
    for (const std::byte byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
    verdicts.add(fmt::format("generator {}", cipher_name(cipher)), text == known);
  }
}

bool opens(const io::age::Identity& identity, std::span<const std::byte> file,
           std::span<const std::byte> payload) {
  io::MemorySource source(file);
  io::MemorySink sink;
  try {
    io::age::decrypt({.identities = {identity}, .passphrase = {}}, source, sink);
  } catch (const Error&) {
    return false;
  }
  return std::ranges::equal(sink.bytes(), payload);
}

// Files of sizes around chunks and batches, each for a new identity.
void check_files(Verdicts& verdicts, io::age::Form form, const char* name) {
  Generator generator = Generator::from_system();
  bool good = true, refused = true;
  for (const std::size_t size :
       std::initializer_list<std::size_t>{0, 1, 65535, 65536, 65537, 1100000}) {
    const auto identity = io::age::Identity::generate(generator);
    const auto recipient = identity.recipient();
    std::vector<std::byte> payload(size);
    generator.fill(payload);
    io::MemorySource source(payload);
    io::MemorySink sink;
    io::age::encrypt(std::span(&recipient, 1), source, sink, generator, form);
    std::vector<std::byte> file = sink.bytes();
    good = good && opens(identity, file, payload);
    for (const std::size_t at :
         {std::size_t{0}, std::size_t{30}, std::size_t{500}, std::size_t{1640}, file.size() / 2}) {
      file[at] ^= std::byte{1};
      refused = refused && !opens(identity, file, payload);
      file[at] ^= std::byte{1};
    }
    refused = refused && !opens(identity, std::span(file).first(file.size() - 2), payload);
  }
  verdicts.add(fmt::format("{}, six sizes there and back", name), good);
  verdicts.add(fmt::format("{}, changed and cut ones refused", name), refused);
}

// The recipient of a zero seed ends so.
void check_keys(Verdicts& verdicts) {
  Generator generator = fixed_generator();
  const std::string recipient = io::age::Identity::generate(generator).recipient().text();
  verdicts.add("X-Wing key of a fixed seed", recipient.ends_with("fdq52gc2x8s5vcvcaxp0"));
}

}  // namespace

void selftest() {
  Verdicts verdicts;
  check_kernels(verdicts);
  check_generators(verdicts);
  check_keys(verdicts);
  check_files(verdicts, io::age::Form::binary, "age files");
  check_files(verdicts, io::age::Form::armored, "age files in armour");
  if (verdicts.failed() != 0) {
    throw Error(ErrorCode::mismatch,
                fmt::format("{} parts of the self-test failed", verdicts.failed()),
                "need all of them to pass",
                "do not use this build; report the lines above with the CPU and the compiler");
  }
}

}  // namespace lath::tool
