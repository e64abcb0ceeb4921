// SPDX-License-Identifier: Apache-2.0
//
// A client that publishes results. A clinic has a server count its patients without reading them,
// and releases the counts: whoever can choose what is computed must learn the results, and nothing
// about the key. Before that, the clinic has to say whose ciphertexts it decrypts.

#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/slot_encoder.hpp"

using namespace lath;

namespace {

using Bytes = Buffer<std::byte>;
using Slots = std::vector<std::uint64_t>;

constexpr std::size_t kPatients = 500;
constexpr std::uint64_t kModulus = 65537;

// The clinic sends parameters, a key for products, and two columns of its table. Each slot is a
// patient.
struct Request {
  Bytes parameters, relin, galois, smokes, ill;
};

// The server. It counts those who smoke and are ill, in the first slot of the answer, and sends the
// answer over a channel that shows the clinic who sent it and that nobody changed it.
Bytes count_both(const Request& request) {
  const auto parameters =
      he::bfv::Parameters::create(he::bfv::literal_from_bytes(request.parameters.span()));
  const auto relin = he::relin_key_from_bytes(parameters, request.relin.span());
  const auto galois = he::galois_keys_from_bytes(parameters, request.galois.span());
  const auto smokes = he::ciphertext_from_bytes(parameters, request.smokes.span());
  const auto ill = he::ciphertext_from_bytes(parameters, request.ill.span());
  auto session = he::bfv::Evaluator(parameters).session({relin, galois});
  const auto both = session.relinearize(session.multiply(smokes, ill));
  return to_bytes(session.sum_columns(both, 512));
}

// The count in a ciphertext for everybody to see, or none, with the reason.
std::optional<std::uint64_t> released(const he::bfv::Decryptor& decryptor,
                                      const he::SlotEncoder& encoder,
                                      const he::Ciphertext& ciphertext, Generator& generator) {
  try {
    const auto plaintext = decryptor.decrypt_for_release(ciphertext, generator);
    const auto slots = encoder.decode(plaintext);
    return slots[0];
  } catch (const Error& error) {
    std::cout << "  not released: " << error.what() << "\n";
    return std::nullopt;
  }
}

}  // namespace

int main() {
  // To release a result takes 64 + log2(n) bits of noise budget, and up to two more: degree 16384
  // leaves them after several products, 8192 after one or two.
  const auto parameters = he::bfv::Parameters::recommended(16384, kModulus);
  const auto encoder = he::SlotEncoder::create(parameters);
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const auto secret = keys.secret_key();
  const he::bfv::Encryptor encryptor(parameters, keys.public_key(secret));
  const he::bfv::Decryptor decryptor(parameters, secret);

  // Rotations by 1, 2, ..., 256 columns add up 512 slots.
  std::vector<std::uint64_t> rotations;
  for (std::int64_t step = 1; step < 512; step *= 2)
    rotations.push_back(encoder.row_rotation(step));

  Slots smokes(kPatients), ill(kPatients);
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < kPatients; ++i) {
    smokes[i] = i % 3 == 0 ? 1 : 0;
    ill[i] = i % 5 == 0 ? 1 : 0;
    expected += smokes[i] * ill[i];
  }
  const Request request{to_bytes(parameters), to_bytes(keys.relin_key(secret)),
                        to_bytes(keys.galois_keys(secret, rotations)),
                        to_bytes(encryptor.encrypt(encoder.encode(smokes), generator)),
                        to_bytes(encryptor.encrypt(encoder.encode(ill), generator))};

  // The answer comes back as bytes. Their noise bound is a claim of whoever sent them: a made-up
  // ciphertext may have any noise, and a result that is wrong, or not, tells about the key.
  const Bytes received = count_both(request);
  const auto answer = he::ciphertext_from_bytes(parameters, received.span());
  std::cout << "An answer whose sender nobody knows:\n";
  if (released(decryptor, encoder, answer, generator)) return 1;

  // The clinic knows the server: the bytes came over TLS with the server's certificate, or with a
  // MAC or a signature that was checked. By this call it says that it trusts the server to have
  // computed from its own encryptions and to have passed on the true bound. Nothing of that can be
  // seen from a ciphertext, so this line stands where the channel was checked, and nowhere else.
  const auto trusted = decryptor.authenticated(answer);
  std::cout << "The same, from a server that the clinic knows, with "
            << static_cast<int>(trusted.noise().budget_bits()) << " bits of budget:\n";
  const auto count = released(decryptor, encoder, trusted, generator);
  if (!count) return 1;
  std::cout << "  released: " << *count << " of " << kPatients << " patients smoke and are ill\n";

  // A result with less budget can still be decrypted, for the clinic alone: decrypt() says nothing
  // of what happens when others see the result.
  auto session = he::bfv::Evaluator(parameters).session();
  const auto short_of_budget = session.mod_switch(trusted, 1);
  std::cout << "The same at the lowest level, with "
            << static_cast<int>(short_of_budget.noise().budget_bits()) << " bits of budget:\n";
  if (released(decryptor, encoder, short_of_budget, generator)) return 1;
  const auto kept = encoder.decode(decryptor.decrypt(short_of_budget));
  std::cout << "  decrypted for the clinic alone: " << kept[0] << '\n';

  return *count == expected && kept[0] == expected ? 0 : 1;
}
