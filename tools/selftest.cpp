// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "failure.hpp"
#include "lath/io/envelope.hpp"
#include "lath/io/keys.hpp"
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

bool opens(const io::SecretKey& key, std::span<const std::byte> envelope,
           std::span<const std::byte> payload) {
  io::MemorySource source(envelope);
  io::MemorySink sink;
  try {
    io::decrypt(key, source, sink);
  } catch (const Error&) {
    return false;
  }
  return std::ranges::equal(sink.bytes(), payload);
}

// Some keys, and for each envelopes of sizes around chunks and batches.
void check_envelopes(Verdicts& verdicts, io::FileScheme scheme) {
  Generator generator = Generator::from_system();
  bool good = true, refused = true;
  for (const std::size_t size :
       std::initializer_list<std::size_t>{0, 1, 65535, 65536, 65537, 1100000}) {
    const io::KeyPair keys = io::generate_keys(scheme, generator);
    std::vector<std::byte> payload(size);
    generator.fill(payload);
    io::MemorySource source(payload);
    io::MemorySink sink;
    io::encrypt(keys.public_key, source, sink, generator);
    std::vector<std::byte> envelope = sink.bytes();
    good = good && opens(keys.secret_key, envelope, payload);
    for (const std::size_t at :
         std::initializer_list<std::size_t>{std::size_t{0}, std::size_t{20}, std::size_t{100},
                                            scheme.envelope_header_bytes(), envelope.size() - 1}) {
      envelope[at] ^= std::byte{1};
      refused = refused && !opens(keys.secret_key, envelope, payload);
      envelope[at] ^= std::byte{1};
    }
    refused =
        refused && !opens(keys.secret_key, std::span(envelope).first(envelope.size() - 1), payload);
  }
  verdicts.add(fmt::format("{}, six sizes there and back", scheme.name()), good);
  verdicts.add(fmt::format("{}, altered and cut ones refused", scheme.name()), refused);
}

// The keys of a zero seed, from tests/kat/files.txt.
void check_keys(Verdicts& verdicts) {
  Generator generator = fixed_generator();
  const auto keys = io::generate_keys(io::FileScheme::of_name("ml-kem-768"), generator);
  verdicts.add("ml-kem-768 keys of a fixed seed",
               io::short_name(keys.public_key.fingerprint()) == "9362b24cb60f3444");
}

}  // namespace

void selftest() {
  Verdicts verdicts;
  check_kernels(verdicts);
  check_generators(verdicts);
  check_keys(verdicts);
  for (const io::FileScheme& scheme : io::FileScheme::all()) check_envelopes(verdicts, scheme);
  if (verdicts.failed() != 0) {
    throw Error(ErrorCode::mismatch,
                fmt::format("{} parts of the self-test failed", verdicts.failed()),
                "need all of them to pass",
                "do not use this build; report the lines above with the CPU and the compiler");
  }
}

}  // namespace lath::tool
