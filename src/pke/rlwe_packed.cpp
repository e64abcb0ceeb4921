// SPDX-License-Identifier: Apache-2.0
//
// Many messages and ciphertexts under one key, from bytes to bytes. What a thread computes with is
// allocated before it starts, and what is made from a key or its seed is made once.
#include <algorithm>
#include <exception>
#include <string>

#include "coding/bit_coding.hpp"
#include "coding/packing.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/parallel.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/prepared.hpp"

namespace lath::rlwe {
namespace {

using Word = PolyRing::Word;

// So many messages share memory to work in: many enough that it stays in the caches, few enough for
// many threads. Results depend on that of encryption, since each share has a generator of its own.
constexpr std::size_t kDecryptionShare = 64, kEncryptionShare = 16;

std::size_t shares_of(std::size_t count, std::size_t share) { return (count + share - 1) / share; }
std::size_t shares_per_thread(const PolyRing& ring, std::size_t share) {
  return std::max<std::size_t>(1, kWordsPerThread / (share * ring.degree()));
}

// What the two directions have in common.
struct Batch {
  const PolyRing& ring;
  const NttPlan<Word>& plan;
  Isa isa;
  int bits;
  std::uint16_t q;
  std::size_t degree, message_bytes, message_bits, u_bytes, ciphertext_bytes;

  explicit Batch(const Scheme& scheme)
      : ring(scheme.ring()),
        plan(ring.plan()),
        isa(plan.kernel().isa),
        bits(ring.modulus().bits()),
        q(plan.modulus()),
        degree(ring.degree()),
        message_bytes(scheme.parameters().message_bytes),
        message_bits(8 * message_bytes),
        u_bytes(detail::packed_bytes(degree, bits)),
        ciphertext_bytes(scheme.ciphertext_bytes()) {}

  // The number of messages. Throws mismatch where it is not that of ciphertexts, or none.
  [[nodiscard]] std::size_t count(std::size_t all_messages, std::size_t all_ciphertexts) const {
    const std::size_t messages = all_messages / message_bytes;
    if (all_messages % message_bytes == 0 && all_ciphertexts == messages * ciphertext_bytes) {
      return messages;
    }
    throw Error(ErrorCode::mismatch,
                std::to_string(all_messages) + " bytes of messages and " +
                    std::to_string(all_ciphertexts) + " bytes of ciphertexts",
                "need " + std::to_string(message_bytes) + " and " +
                    std::to_string(ciphertext_bytes) + " bytes for each of them",
                "make both as long as there are messages");
  }
};

[[noreturn]] void refuse_other(const char* what) {
  throw Error(ErrorCode::mismatch, std::string(what) + " of another ring",
              "need one of the ring of the scheme", "use the scheme that it was made with");
}

class Decryption {
 public:
  Decryption(const Batch& batch, const SecretKey& key)
      : batch_(batch), s_(key.s), quotients_(batch.degree) {
    batch.plan.prepare(quotients_.data(), s_.limb(0).data());
  }
  [[nodiscard]] std::size_t working_words() const { return batch_.degree + batch_.message_bits; }

  // Whether all words of the first of these ciphertexts are below q; else the message is zeros. The
  // others are given along, since what is behind the bytes that are read costs nothing there.
  bool decrypt(std::span<const std::byte> ciphertexts, std::span<std::byte> message,
               std::span<Word> working) const noexcept {
    const Isa isa = batch_.isa;
    const auto u = working.first(batch_.degree), v = working.subspan(batch_.degree);
    const std::uint16_t largest_of_u = detail::unpack(isa, u, ciphertexts, batch_.bits);
    const std::uint16_t largest_of_v =
        detail::unpack(isa, v, ciphertexts.subspan(batch_.u_bytes), batch_.bits);
    if (std::max(largest_of_u, largest_of_v) >= batch_.q) {
      std::ranges::fill(message, std::byte{0});
      return false;
    }
    batch_.plan.multiply_prepared(u.data(), u.data(), s_.limb(0).data(), quotients_.data());
    batch_.plan.inverse(u.data());
    detail::decode_bits(isa, message, v, u.first(v.size()), batch_.q);
    return true;
  }

 private:
  const Batch& batch_;
  const Poly<PolyRing, Eval, Secret>& s_;
  Buffer<Word, Secret> quotients_;
};

class Encryption {
 public:
  Encryption(const Batch& batch, const PublicKey& key, unsigned noise)
      : batch_(batch), a_(batch.ring), b_(key.b), noise_(noise) {
    Generator expansion = Generator::from_seed(Seed(key.seed), "lath rlwe a");
    a_ = uniform<Eval>(batch.ring, expansion);
  }
  [[nodiscard]] std::size_t working_words() const { return 2 * batch_.degree + draws(); }
  // The coefficients of r, e1 and e2, in this order.
  [[nodiscard]] std::size_t draws() const { return 2 * batch_.degree + batch_.message_bits; }
  void draw(std::span<std::int8_t> draws_of_messages, Generator& generator) const {
    sample_centered_binomial(draws_of_messages, noise_, generator);
  }

  void encrypt(std::span<const std::byte> message, std::span<std::byte> ciphertext,
               std::span<const std::int8_t> draws, std::span<Word> working) const {
    const std::size_t n = batch_.degree;
    const NttPlan<Word>& plan = batch_.plan;
    const auto noise = working.first(draws.size());
    residues_of(noise, draws, noise_, batch_.ring.modulus());
    const auto r = noise.first(n), e1 = noise.subspan(n, n), v = noise.subspan(2 * n);
    const auto u = working.subspan(noise.size(), n), product = working.last(n);
    plan.forward(r.data());
    plan.forward(e1.data());
    plan.multiply_add(u.data(), a_.limb(0).data(), r.data(), e1.data());
    plan.multiply(product.data(), b_.limb(0).data(), r.data());
    plan.inverse(product.data());
    detail::add_encoded_bits(batch_.isa, v, product.first(v.size()), message, batch_.q);
    // Both are sent: hiding the message in them is what the Ring-LWE assumption says.
    ct::declassify(u.data(), u.size_bytes());
    ct::declassify(v.data(), v.size_bytes());
    detail::pack(batch_.isa, ciphertext.first(batch_.u_bytes), std::span<const Word>(u),
                 batch_.bits);
    detail::pack(batch_.isa, ciphertext.subspan(batch_.u_bytes), std::span<const Word>(v),
                 batch_.bits);
  }

 private:
  const Batch& batch_;
  Poly<PolyRing, Eval> a_;
  const Poly<PolyRing, Eval>& b_;
  unsigned noise_;
};

}  // namespace

std::vector<std::size_t> Scheme::decrypt_packed(const SecretKey& key,
                                                std::span<const std::byte> ciphertexts,
                                                std::span<std::byte> messages) const {
  if (key.s.ring() != ring()) refuse_other("a secret key");
  const Batch batch(*this);
  const std::size_t count = batch.count(messages.size(), ciphertexts.size());
  const Decryption decryption(batch, key);
  const std::size_t shares = shares_of(count, kDecryptionShare), words = decryption.working_words();
  Buffer<Word, Secret> working(shares * words);
  std::vector<std::uint8_t> good(count);
  parallel_for(
      shares, shares_per_thread(batch.ring, kDecryptionShare), [&](std::size_t share) noexcept {
        const auto mine = working.span().subspan(share * words, words);
        for (std::size_t i = share * kDecryptionShare;
             i < std::min(count, (share + 1) * kDecryptionShare); ++i) {
          const auto from_here = ciphertexts.subspan(i * batch.ciphertext_bytes);
          const auto message = messages.subspan(i * batch.message_bytes, batch.message_bytes);
          good[i] = decryption.decrypt(from_here, message, mine) ? 1 : 0;
        }
      });
  std::vector<std::size_t> malformed;
  for (std::size_t i = 0; i < count; ++i) {
    if (good[i] == 0) malformed.push_back(i);
  }
  return malformed;
}

void Scheme::encrypt_packed(const PublicKey& key, std::span<const std::byte> messages,
                            std::span<std::byte> ciphertexts, Generator& generator) const {
  if (key.b.ring() != ring()) refuse_other("a public key");
  const Batch batch(*this);
  const std::size_t count = batch.count(messages.size(), ciphertexts.size());
  const Encryption encryption(batch, key, parameters().noise);
  const std::size_t shares = shares_of(count, kEncryptionShare), words = encryption.working_words();
  Buffer<Word, Secret> working(shares * words);
  Buffer<std::int8_t, Secret> draws(count * encryption.draws());
  std::vector<Generator> generators;
  generators.reserve(shares);
  while (generators.size() < shares) generators.push_back(generator.split("lath rlwe share"));
  std::vector<std::exception_ptr> errors(shares);
  parallel_for(
      shares, shares_per_thread(batch.ring, kEncryptionShare), [&](std::size_t share) noexcept {
        try {
          const auto mine = working.span().subspan(share * words, words);
          const std::size_t first = share * kEncryptionShare,
                            end = std::min(count, first + kEncryptionShare);
          const auto drawn = draws.span().subspan(first * encryption.draws());
          encryption.draw(drawn.first((end - first) * encryption.draws()), generators[share]);
          for (std::size_t i = first; i < end; ++i) {
            encryption.encrypt(
                messages.subspan(i * batch.message_bytes, batch.message_bytes),
                ciphertexts.subspan(i * batch.ciphertext_bytes, batch.ciphertext_bytes),
                drawn.subspan((i - first) * encryption.draws(), encryption.draws()), mine);
          }
        } catch (...) {
          errors[share] = std::current_exception();
        }
      });
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace lath::rlwe
