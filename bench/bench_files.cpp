// SPDX-License-Identifier: Apache-2.0
//
// Files in memory: age files beside ChaCha20-Poly1305 of OpenSSL, and envelopes of homomorphic
// objects beside their packed bytes and HMAC-SHA256. Wall-clock time, since a second thread may
// help. Each is checked once before it is timed.

#include <benchmark/benchmark.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "lath/io/age/files.hpp"
#include "lath/io/objects.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kLetter = std::size_t{256} << 20;

// Takes bytes into memory that is there already.
class ReadySink final : public io::Sink {
 public:
  explicit ReadySink(std::size_t size) : bytes_(size) {}
  void write(std::span<const std::byte> bytes) override {
    std::ranges::copy(bytes, bytes_.begin() + static_cast<std::ptrdiff_t>(size_));
    size_ += bytes.size();
  }
  void clear() noexcept { size_ = 0; }
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept {
    return std::span(bytes_).first(size_);
  }

 private:
  Bytes bytes_;
  std::size_t size_ = 0;
};

// A benchmark whose function is made when it is the turn of the benchmark: it returns bytes.
using Run = std::function<std::size_t()>;
void add(const std::string& name, const std::function<Run()>& make) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [make](benchmark::State& state) {
                                 const Run run = make();
                                 std::size_t bytes = 0;
                                 for (auto _ : state) {
                                   bytes += run();
                                   benchmark::ClobberMemory();
                                 }
                                 state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
                               })
      ->Unit(benchmark::kMicrosecond)
      ->UseRealTime();
}

unsigned char* octets(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }
const unsigned char* octets(const std::byte* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}

// The chunks of an age file with OpenSSL alone, from memory to memory.
Run with_openssl() {
  constexpr std::size_t kChunk = 65536;
  auto in = std::make_shared<Bytes>(kLetter, std::byte{7});
  auto out = std::make_shared<Bytes>(kLetter);
  return [in, out] {
    EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
    const unsigned char key[32] = {1}, nonce[12] = {2};
    unsigned char tag[16];
    int written = 0;
    EVP_EncryptInit_ex(context, EVP_chacha20_poly1305(), nullptr, key, nonce);
    for (std::size_t at = 0; at < in->size(); at += kChunk) {
      EVP_EncryptInit_ex(context, nullptr, nullptr, nullptr, nonce);
      EVP_EncryptUpdate(context, octets(out->data() + at), &written, octets(in->data() + at),
                        kChunk);
      EVP_EncryptFinal_ex(context, tag, &written);
      EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, sizeof tag, tag);
    }
    EVP_CIPHER_CTX_free(context);
    return in->size();
  };
}

struct Letter {
  Generator generator = Generator::from_seed(Seed{}, "bench files");
  io::age::Identity identity = io::age::Identity::generate(generator);
  std::vector<io::age::Recipient> recipients{identity.recipient()};
  Bytes plain = Bytes(kLetter, std::byte{7});
  ReadySink file{kLetter + kLetter / 1000 + 65536}, received{kLetter};

  void encrypt() {
    file.clear();
    io::MemorySource source(plain);
    io::age::encrypt(recipients, source, file, generator);
  }
  void decrypt() {
    received.clear();
    io::MemorySource source(file.bytes());
    io::age::decrypt({.identities = {identity}, .passphrase = {}}, source, received);
  }
};

void add_age() {
  const auto ready = [] {
    auto letter = std::make_shared<Letter>();
    letter->encrypt();
    letter->decrypt();
    if (!std::ranges::equal(letter->received.bytes(), letter->plain)) std::abort();
    return letter;
  };
  add("files/chacha20_poly1305/openssl", with_openssl);
  add("files/age/encrypt",
      [ready] { return [letter = ready()] { return letter->encrypt(), kLetter; }; });
  add("files/age/decrypt",
      [ready] { return [letter = ready()] { return letter->decrypt(), kLetter; }; });
}

// An object, packed, and how it is loaded.
struct Object {
  he::bfv::Parameters parameters;
  io::MacKey mac;
  Buffer<std::byte> packed;
  std::function<void(io::Sink&, const io::SaveOptions&)> save;
  std::function<void(const io::SaveOptions&)> envelope;
  std::function<Buffer<std::byte>()> pack;
  std::function<void(std::span<const std::byte>)> unpack;
  std::function<void(std::span<const std::byte>, const io::LoadOptions&)> load;
};

template <class T, class Unpack, class Load>
Object object_of(const he::bfv::Parameters& parameters, io::MacKey mac, const T& object,
                 Unpack unpack, Load load) {
  return {.parameters = parameters,
          .mac = std::move(mac),
          .packed = to_bytes(object),
          .save = [object](io::Sink& sink,
                           const io::SaveOptions& options) { io::save(sink, object, options); },
          .envelope =
              [object](const io::SaveOptions& options) {
                benchmark::DoNotOptimize(io::to_envelope(object, options).size());
              },
          .pack = [object] { return to_bytes(object); },
          .unpack = [=](std::span<const std::byte> bytes) { (void)unpack(parameters, bytes); },
          .load = [=](std::span<const std::byte> bytes,
                      const io::LoadOptions& options) { (void)load(parameters, bytes, options); }};
}

Object make_object(const std::string& kind, std::size_t degree) {
  const auto parameters = he::bfv::Parameters::recommended(degree, 786433);
  Generator generator = Generator::from_seed(Seed{}, "bench files");
  auto mac = io::MacKey::generate(generator);
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  if (kind == "relin_key") {
    return object_of(
        parameters, std::move(mac), keys.relin_key(secret),
        [](const auto& p, auto bytes) { return he::relin_key_from_bytes(p, bytes); },
        [](const auto& p, auto bytes, const auto& o) { return io::load_relin_key(p, bytes, o); });
  }
  return object_of(
      parameters, std::move(mac),
      he::SymmetricEncryptor(parameters, secret).encrypt(he::Plaintext(parameters), generator),
      [](const auto& p, auto bytes) { return he::ciphertext_from_bytes(p, bytes); },
      [](const auto& p, auto bytes, const auto& o) { return io::load_ciphertext(p, bytes, o); });
}

// HMAC-SHA256 of as many bytes.
void hmac(const Object& object) {
  const unsigned char key[32] = {3};
  unsigned char tag[32];
  HMAC(EVP_sha256(), key, sizeof key, octets(object.packed.data()), object.packed.size(), tag,
       nullptr);
  benchmark::DoNotOptimize(tag);
}

void add_objects(const std::string& kind, std::size_t degree) {
  const std::string set = "/" + kind + "/" + std::to_string(degree);
  const auto add_row = [&](const std::string& name, const auto& run) {
    add("files/" + name + set, [=] {
      auto object = std::make_shared<Object>(make_object(kind, degree));
      auto sink =
          std::make_shared<ReadySink>(object->packed.size() + object->packed.size() / 100 + 4096);
      for (const bool proved : {false, true}) {
        sink->clear();
        object->save(*sink, {.mac = proved ? &object->mac : nullptr});
        object->load(sink->bytes(), {.mac = proved ? &object->mac : nullptr});
      }
      return [=] { return run(*object, *sink), object->packed.size(); };
    });
  };
  add_row("hmac", [](const Object& o, ReadySink&) { hmac(o); });
  add_row("packed/save", [](const Object& o, ReadySink&) { (void)o.pack(); });
  add_row("packed/load", [](const Object& o, ReadySink&) { o.unpack(o.packed.span()); });
  add_row("envelope/save", [](const Object& o, ReadySink&) { o.envelope({}); });
  add_row("envelope/load", [](const Object& o, ReadySink& sink) { o.load(sink.bytes(), {}); });
  add_row("envelope_mac/save", [](const Object& o, ReadySink&) { o.envelope({.mac = &o.mac}); });
  add_row("envelope_mac/load",
          [](const Object& o, ReadySink& sink) { o.load(sink.bytes(), {.mac = &o.mac}); });
}

}  // namespace

void register_benchmarks() {
  add_age();
  for (const std::size_t degree : {4096U, 8192U, 16384U, 32768U}) {
    add_objects("ciphertext", degree);
    add_objects("relin_key", degree);
  }
}

}  // namespace lath::bench
