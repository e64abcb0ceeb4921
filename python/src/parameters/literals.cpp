// SPDX-License-Identifier: Apache-2.0
//
// Literals of parameters by keyword arguments.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "parameters/spaces.hpp"

namespace lath::python {
namespace {

template <class T>
T value_of(const std::string& name, nb::handle value, const char* kind) {
  T result;
  if (!nb::try_cast<T>(value, result)) {
    throw nb::type_error((name + ": " + nb::cast<std::string>(nb::repr(value)).substr(0, 60) +
                          "; " + kind + " needed")
                             .c_str());
  }
  return result;
}
template <class T>
void set(T& field, const std::string& name, nb::handle value) {
  field = value_of<T>(name, value, "a natural number of 64 bits is");
}
template <class T>
void set(std::vector<T>& field, const std::string& name, nb::handle value) {
  field = value_of<std::vector<T>>(name, value, "a list of natural numbers is");
}

[[noreturn]] void refuse(const std::string& found, const char* needed, const char* remedy) {
  throw Error(ErrorCode::invalid_argument, found, needed, remedy);
}
Attacker attacker_of(const std::string& name) {
  if (name == "classical") return Attacker::classical;
  if (name == "quantum") return Attacker::quantum;
  refuse("attacker=" + quote(name), "\"classical\" or \"quantum\"", "leave attacker out");
}
he::ErrorDistribution errors_of(const std::string& name) {
  if (name == "centered_binomial") return he::ErrorDistribution::centered_binomial;
  if (name == "discrete_gaussian") return he::ErrorDistribution::discrete_gaussian;
  if (name == "wide_gaussian") return he::ErrorDistribution::wide_gaussian;
  refuse("errors=" + quote(name), R"("centered_binomial", "discrete_gaussian" or "wide_gaussian")",
         "leave errors out");
}

void set(he::Literal& literal, const std::string& name, nb::handle value) {
  if (name == "degree") return set(literal.degree, name, value);
  if (name == "index") return set(literal.index, name, value);
  if (name == "prime_bits") return set(literal.prime_bits, name, value);
  if (name == "special_prime_bits") return set(literal.special_prime_bits, name, value);
  if (name == "primes") return set(literal.primes, name, value);
  if (name == "special_primes") return set(literal.special_primes, name, value);
  if (name == "digit_primes") return set(literal.digit_primes, name, value);
  if (name == "security") {
    literal.security = security_of(value_of<unsigned>(name, value, "128, 192 or 256 is"));
  } else if (name == "attacker") {
    literal.attacker = attacker_of(value_of<std::string>(name, value, "a name is"));
  } else if (name == "errors") {
    literal.errors = errors_of(value_of<std::string>(name, value, "a name is"));
  } else if (name == "plaintext_modulus") {
    const he::PlaintextSpace space = space_of(value);
    literal.plaintext_modulus = space.modulus();
    literal.short_modulus = space.short_modulus();
  } else {
    throw nb::type_error(
        (name + ": no argument of parameters; see help(Parameters.create)").c_str());
  }
}

}  // namespace

SecurityLevel security_of(unsigned bits) {
  if (bits == 128) return SecurityLevel::bits128;
  if (bits == 192) return SecurityLevel::bits192;
  if (bits == 256) return SecurityLevel::bits256;
  refuse("security=" + std::to_string(bits), "128, 192 or 256 bits", "leave security out for 128");
}

he::Literal literal_of(const nb::kwargs& fields) {
  he::Literal literal;
  for (const auto& [name, value] : fields) set(literal, nb::cast<std::string>(name), value);
  return literal;
}

}  // namespace lath::python
