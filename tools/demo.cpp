// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "failure.hpp"
#include "input_file.hpp"
#include "lath/arith/primes.hpp"
#include "lath/io/age/files.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "output_file.hpp"
#include "ring_cases.hpp"
#include "stopwatch.hpp"
#include "verbs.hpp"

namespace lath::tool {
namespace {

constexpr std::string_view kText =
    "A lattice is made of laths: thin strips of wood, each of them weak, crossed and nailed.\n";

void require(std::size_t found, std::size_t needed, const char* what) {
  if (found == needed) return;
  throw Error(ErrorCode::mismatch, fmt::format("only {} of {} {} agree", found, needed, what),
              "need all of them", "report this with the output of lath selftest");
}

void show_kernels(Generator& generator) {
  constexpr std::array<std::size_t, 3> kDegrees{64, 1024, 4096};
  print(
      "1. Products of random polynomials modulo x^n + 1 and a prime p: transforms in n log n\n"
      "   steps, compared with the schoolbook product in n^2 steps.\n");
  for (const RingCase& ring_case : ring_cases(kDegrees)) {
    const std::size_t agree = agreeing_coefficients(ring_case, generator);
    print(fmt::format("   {:<14} n = {:<5} p = {:<20} {} of {} coefficients agree\n",
                      kernel_name(ring_case.kernel), ring_case.degree, ring_case.modulus, agree,
                      ring_case.degree));
    require(agree, ring_case.degree, "coefficients");
  }
}

void show_polynomials(Generator& generator) {
  constexpr std::size_t kDegree = 2048, kLimbs = 3;
  print("\n2. The same with polynomials modulo a product of primes, c = intt(ntt(a) * ntt(b)).\n");
  const DynamicRing ring = DynamicRing::create(kDegree, ntt_primes(50, kDegree, kLimbs));
  const auto a = uniform<Coeff>(ring, generator);
  const auto b = uniform<Coeff>(ring, generator);
  const auto c = intt(ntt(a) * ntt(b));
  for (std::size_t i = 0; i < kLimbs; ++i) {
    const auto expected = schoolbook_product(a.limb(i), b.limb(i), ring.modulus(i));
    std::size_t agree = 0;
    for (std::size_t k = 0; k < kDegree; ++k) agree += c.limb(i)[k] == expected[k] ? 1 : 0;
    print(fmt::format("   limb {}         n = {:<5} p = {:<20} {} of {} coefficients agree\n", i,
                      kDegree, ring.modulus(i).value(), agree, kDegree));
    require(agree, kDegree, "coefficients");
  }
}

// A folder of its own that goes away with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((std::filesystem::temp_directory_path() / "lath-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) {
      throw_system_error("cannot create a folder like " + in_quotes(path_), errno,
                         "need a place for the demonstration's files",
                         "set TMPDIR to a folder that can be written to");
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Compares what is written with what a source gives, and stores none of it.
class ComparingSink final : public io::Sink {
 public:
  explicit ComparingSink(io::Source& expected) : expected_(expected) {}
  void write(std::span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      const auto part = std::span(part_).first(std::min(bytes.size(), part_.size()));
      const std::size_t size = expected_.read(part);
      for (std::size_t i = 0; i < size; ++i) agree_ += part[i] == bytes[i] ? 1 : 0;
      if (size == 0) return;
      bytes = bytes.subspan(size);
    }
  }
  [[nodiscard]] std::uint64_t agree() const noexcept { return agree_; }

 private:
  io::Source& expected_;
  std::array<std::byte, 16384> part_;
  std::uint64_t agree_ = 0;
};

void show_file(const DemoOptions& options) {
  print("\n3. A file through public-key encryption (age v1: X-Wing and ChaCha20-Poly1305).\n");
  const TemporaryFolder folder;
  std::string original = options.file;
  if (original.empty()) {
    original = folder.file("text");
    OutputFile file(original, Existing::keep, Readers::owner);
    file.write(std::as_bytes(std::span(kText)));
    file.finish();
    file.place();
  }
  Generator generator = Generator::from_system();
  const auto identity = io::age::Identity::generate(generator);
  const auto recipient = identity.recipient();
  InputFile plain(original);
  const std::string encrypted = folder.file("encrypted");
  OutputFile file(encrypted, Existing::keep, Readers::owner);
  io::age::encrypt(std::span(&recipient, 1), plain, file, generator);
  file.finish();
  file.place();
  const auto sealed = std::filesystem::file_size(encrypted);
  print(fmt::format("   lath encrypt -r {}... FILE -o FILE.age {:>10} bytes\n",
                    recipient.text().substr(0, 12), sealed));

  InputFile expected(original), input(encrypted);
  ComparingSink sink(expected);
  const std::uint64_t size =
      io::age::decrypt({.identities = {identity}, .passphrase = {}}, input, sink);
  print(fmt::format("   lath decrypt -i demo.key FILE.age -o COPY           {:>7} bytes\n", size));
  print(fmt::format("   {} of {} bytes agree; the file grows by {} bytes\n", sink.agree(), size,
                    sealed - size));
  require(sink.agree(), expected.size().value_or(size), "bytes");
}

template <KeyEncapsulation K>
void show_times_of(const K& kem, const char* name, Generator& generator) {
  const auto keys = kem.generate_keys(generator);
  const auto public_key = keys.public_key.span();
  const auto sent = kem.encapsulate(public_key, generator);
  print(fmt::format("   {:<20} {:>10.2f} {:>12.2f} {:>12.2f}\n", name,
                    microseconds([&] { (void)kem.generate_keys(generator); }),
                    microseconds([&] { (void)kem.encapsulate(public_key, generator); }),
                    microseconds([&] {
                      (void)kem.decapsulate(keys.secret_key.span(), sent.ciphertext.span());
                    })));
}

void show_times(Generator& generator) {
  constexpr std::array<std::size_t, 2> kDegrees{1024, 8192};
  print("\n4. Microseconds on this machine, one thread, best of five runs.\n");
  print(fmt::format("   {:<14} {:>5} {:>10} {:>10} {:>10}\n", "", "n", "forward", "inverse",
                    "pointwise"));
  for (const RingCase& ring_case : ring_cases(kDegrees)) {
    const EntryTimes times = measure(ring_case, generator);
    print(fmt::format("   {:<14} {:>5} {:>10.2f} {:>10.2f} {:>10.2f}\n",
                      kernel_name(ring_case.kernel), ring_case.degree, times.forward, times.inverse,
                      times.multiply));
  }
  print(fmt::format("   {:<20} {:>10} {:>12} {:>12}\n", "", "keys", "encapsulate", "decapsulate"));
  show_times_of(ml_kem::Kem<768>(), "ML-KEM-768", generator);
  show_times_of(FujisakiOkamoto(mlwe::Scheme::create(mlwe::recommended_parameters())),
                "Module-LWE, 128 bits", generator);
  show_times_of(FujisakiOkamoto(rlwe::Scheme::create(rlwe::recommended_parameters())),
                "Ring-LWE, 192 bits", generator);
}

}  // namespace

void demo(const DemoOptions& options) {
  if (options.file == "-") {
    throw UsageError("the demonstration reads its file twice", "need a file that has a name",
                     "give the name of a file, or none");
  }
  check_not_read("-", {{"the file that is read", FileIdentity::of(options.file)}});
  Generator generator = Generator::from_system();
  show_kernels(generator);
  show_polynomials(generator);
  show_file(options);
  show_times(generator);
}

}  // namespace lath::tool
