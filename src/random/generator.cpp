// SPDX-License-Identifier: Apache-2.0
#include "lath/random/generator.hpp"

#include <openssl/evp.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"
#include "random/aes_counter.hpp"
#include "random/process_identity.hpp"

namespace lath {
namespace {

constexpr std::string_view kDomain = "lath generator 1";
constexpr std::size_t kBufferBytes = 4096;
static_assert(kBufferBytes % detail::AesCounter::kGroupBytes == 0);
constexpr std::size_t kKeyBytes = 32, kCounterBytes = 16;
constexpr std::array<unsigned char, kBufferBytes> kZeros{};

[[noreturn]] void throw_cipher_failure(const char* what) {
  throw Error(ErrorCode::entropy, "OpenSSL could not " + std::string(what),
              "need a working AES-256-CTR or ChaCha20 and SHAKE256",
              "check the OpenSSL installation and its configuration file");
}

Seed system_seed() {
  Seed seed;
  std::size_t filled = 0;
  while (filled < seed.size()) {
    const ssize_t n = getrandom(seed.data() + filled, seed.size() - filled, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      throw Error(ErrorCode::entropy,
                  "the system's random generator failed: " + std::string(std::strerror(errno)),
                  "need 32 bytes from getrandom", "run on a system that provides it");
    }
    filled += static_cast<std::size_t>(n);
  }
  return seed;
}

// OpenSSL would look the algorithms up by their names at each start of a stream.
const EVP_MD* shake256() {
  static const EVP_MD* const digest = EVP_MD_fetch(nullptr, "SHAKE256", nullptr);
  return digest;
}
const EVP_CIPHER* implementation(Cipher cipher) {
  if (cipher == Cipher::chacha20) {
    static const EVP_CIPHER* const chacha20 = EVP_CIPHER_fetch(nullptr, "ChaCha20", nullptr);
    return chacha20;
  }
  static const EVP_CIPHER* const aes = EVP_CIPHER_fetch(nullptr, "AES-256-CTR", nullptr);
  return aes;
}

struct FreeCipher {
  void operator()(EVP_CIPHER_CTX* context) const noexcept { EVP_CIPHER_CTX_free(context); }
};
struct FreeDigest {
  void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};

SecretBytes<kKeyBytes + kCounterBytes> derive(const Seed& seed, std::string_view name,
                                              Cipher cipher) {
  const std::unique_ptr<EVP_MD_CTX, FreeDigest> context(EVP_MD_CTX_new());
  const auto cipher_byte = static_cast<unsigned char>(cipher);
  SecretBytes<kKeyBytes + kCounterBytes> out;
  if (!context || EVP_DigestInit_ex(context.get(), shake256(), nullptr) != 1 ||
      EVP_DigestUpdate(context.get(), kDomain.data(), kDomain.size()) != 1 ||
      EVP_DigestUpdate(context.get(), &cipher_byte, 1) != 1 ||
      EVP_DigestUpdate(context.get(), seed.data(), seed.size()) != 1 ||
      EVP_DigestUpdate(context.get(), name.data(), name.size()) != 1 ||
      EVP_DigestFinalXOF(context.get(), reinterpret_cast<unsigned char*>(out.data()), out.size()) !=
          1) {
    throw_cipher_failure("compute SHAKE256");
  }
  return out;
}

}  // namespace

std::string_view cipher_name(Cipher cipher) noexcept {
  return cipher == Cipher::chacha20 ? "chacha20" : "aes-256-ctr";
}

Cipher cipher_of_name(std::string_view name) {
  for (const Cipher cipher : {Cipher::aes_256_ctr, Cipher::chacha20}) {
    if (name == cipher_name(cipher)) return cipher;
  }
  throw Error(ErrorCode::invalid_argument, "cipher " + quote(name), "need aes-256-ctr or chacha20",
              "use aes-256-ctr where nothing speaks against it");
}

struct Generator::State {
  Cipher cipher;
  bool seeded_by_system;
  std::uint64_t process = 0;  // that the stream belongs to
  // One of them has the stream.
  std::unique_ptr<EVP_CIPHER_CTX, FreeCipher> context;
  std::optional<detail::AesCounter> aes;
  Buffer<std::byte, Secret> buffer = Buffer<std::byte, Secret>::for_overwrite(kBufferBytes);
  std::size_t used = kBufferBytes;  // bytes of the buffer that were handed out

  State(Cipher which, bool by_system) : cipher(which), seeded_by_system(by_system) {}

  void start(const Seed& seed, std::string_view name) {
    auto key = derive(seed, name, cipher);
    auto* bytes = reinterpret_cast<unsigned char*>(key.data());
    const bool chacha = cipher == Cipher::chacha20;
    // OpenSSL's ChaCha20 takes its 32-bit block counter from the first four bytes.
    if (chacha) std::memset(bytes + kKeyBytes, 0, 4);
    // Public, like every counter of a stream cipher. It comes from another part of SHAKE256's
    // output than the key, so it reveals nothing about the key. OpenSSL's time reveals when its low
    // 32 bits overflow.
    ct::declassify(bytes + kKeyBytes, kCounterBytes);
    aes.reset();
    if (!chacha && detail::AesCounter::exists_for(active_isa())) {
      aes.emplace(std::as_const(key).span().first<kKeyBytes>(),
                  std::as_const(key).span().last<kCounterBytes>());
    } else {
      start_openssl(bytes, bytes + kKeyBytes);
    }
    used = kBufferBytes;
    process = detail::current_process();
  }

  void start_openssl(const unsigned char* key, const unsigned char* counter) {
    context.reset(EVP_CIPHER_CTX_new());
    if (!context ||
        EVP_EncryptInit_ex(context.get(), implementation(cipher), nullptr, key, counter) != 1) {
      throw_cipher_failure("start the stream cipher");
    }
  }

  // OpenSSL's key stream is the encryption of zeros. They stay in the first-level cache.
  void stream(std::span<std::byte> out) {
    if (aes) {
      aes->stream(out);
      return;
    }
    for (std::size_t at = 0; at < out.size();) {
      const std::size_t part = std::min(out.size() - at, kZeros.size());
      auto* bytes = reinterpret_cast<unsigned char*>(out.data() + at);
      int written = 0;
      if (EVP_EncryptUpdate(context.get(), bytes, &written, kZeros.data(),
                            static_cast<int>(part)) != 1 ||
          static_cast<std::size_t>(written) != part) {
        throw_cipher_failure("run the stream cipher");
      }
      at += part;
    }
  }

  // Moves buffered bytes to the front of `out`, so that no copy of them is left; returns their
  // number.
  std::size_t give(std::span<std::byte> out) {
    const std::size_t count = std::min(out.size(), kBufferBytes - used);
    std::memcpy(out.data(), buffer.data() + used, count);
    wipe(buffer.data() + used, count);
    used += count;
    return count;
  }

  void check_fork() {
    if (process == detail::current_process()) return;
    if (!seeded_by_system) {
      throw Error(ErrorCode::entropy, "a generator with a given seed, used after a fork",
                  "need a stream that the parent process does not use too",
                  "split() one generator for each process before the fork, in the parent, and "
                  "pass its seed() to the child");
    }
    start(system_seed(), "system");
  }
};

Generator::Generator(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
Generator::Generator(Generator&&) noexcept = default;
Generator& Generator::operator=(Generator&&) noexcept = default;
Generator::~Generator() = default;

Generator Generator::from_system(Cipher cipher) {
  auto state = std::make_unique<State>(cipher, true);
  state->start(system_seed(), "system");
  return Generator(std::move(state));
}

Generator Generator::from_seed(const Seed& seed, std::string_view name, Cipher cipher) {
  auto state = std::make_unique<State>(cipher, false);
  state->start(seed, name);
  return Generator(std::move(state));
}

void Generator::fill(std::span<std::byte> out) {
  if (out.empty()) return;
  if (state_ == nullptr) {
    wipe(out.data(), out.size());
    throw Error(ErrorCode::invalid_argument, "a generator that was moved from",
                "need one that still holds its stream",
                "hand generators on by reference, or assign to this one first");
  }
  State& s = *state_;
  try {
    s.check_fork();
    std::span<std::byte> rest = out.subspan(s.give(out));
    const std::size_t direct = rest.size() / kBufferBytes * kBufferBytes;
    if (direct != 0) s.stream(rest.first(direct));
    rest = rest.subspan(direct);
    if (!rest.empty()) {
      s.stream(s.buffer.span());
      s.used = 0;
      s.give(rest);
    }
  } catch (...) {
    wipe(out.data(), out.size());
    throw;
  }
}

Seed Generator::seed() {
  Seed seed;
  fill(seed.span());
  return seed;
}

Generator Generator::split(std::string_view name) {
  const Seed next = seed();  // throws where there is no state
  return from_seed(next, name, state_->cipher);
}

}  // namespace lath
