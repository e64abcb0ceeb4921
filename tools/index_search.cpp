// SPDX-License-Identifier: Apache-2.0
#include "lath/security/index_search.hpp"

#include <fmt/format.h>

#include <string>

#include "failure.hpp"
#include "index_options.hpp"
#include "output_file.hpp"
#include "verbs.hpp"

namespace lath::tool {
namespace {

// 11^2*23
std::string product(const std::vector<PrimePower>& factors) {
  std::string text;
  for (const PrimePower& q : factors) {
    text += fmt::format("{}{}", text.empty() ? "" : "*", q.prime);
    if (q.exponent > 1) text += fmt::format("^{}", q.exponent);
  }
  return text;
}

std::string slots_wanted(const IndexWishes& wishes) {
  return fmt::format("{}{} slot{} for t = {}",
                     wishes.slot_count == SlotCount::exactly ? "exactly " : "at least ",
                     wishes.slots, wishes.slots == 1 ? "" : "s", wishes.plaintext_modulus);
}

std::string degrees_wanted(const IndexWishes& wishes) {
  return fmt::format("phi(m) from {} to {}", wishes.degree_from, wishes.degree_to);
}

std::string modulus_wanted(const IndexWishes& wishes) {
  if (!wishes.log2_modulus) return "";
  return fmt::format("{} bits of security with log2 QP = {:g}", static_cast<int>(wishes.security),
                     *wishes.log2_modulus);
}

const char* name_of_attacker(Attacker attacker) {
  return attacker == Attacker::classical ? "classical" : "quantum";
}

// What to search for instead.
std::string remedy(const IndexSearch& search) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (const auto& near = search.nearest_degree) {
    add(fmt::format("m = {} (phi(m) = {}) has {} slots of degree {}", near->index, near->degree,
                    near->slots, near->slot_degree));
  }
  if (const auto& near = search.nearest_slots) {
    add(fmt::format("of these degrees m = {} (phi(m) = {}) comes nearest, with {} slot{}",
                    near->index, near->degree, near->slots, near->slots == 1 ? "" : "s"));
  }
  if (search.insecure > 0) add("--insecure lists those that are not secure");
  return text.empty() ? "ask for fewer slots, other degrees or a shorter modulus" : text;
}

// Throws what there is to say where no index does.
[[noreturn]] void report_none(const IndexSearch& search, const IndexWishes& wishes) {
  std::string found =
      fmt::format("no index m with {} has {}", degrees_wanted(wishes), slots_wanted(wishes));
  if (wishes.log2_modulus) found += " and " + modulus_wanted(wishes);
  std::string needed = "need other wishes";
  if (search.insecure > 0) {
    needed += fmt::format(": {} ha{} the slots, but not the security", search.insecure,
                          search.insecure == 1 ? "s" : "ve");
  } else if (search.sharing > 0) {
    needed += fmt::format(": {} of these degrees do{} not count, with a factor of t",
                          search.sharing, search.sharing == 1 ? "es" : "");
  }
  throw Error(ErrorCode::invalid_argument, found, needed, remedy(search));
}

void print_line(const IndexFinding& f) {
  std::string line =
      fmt::format("{:>8}  {:<18}{:>8}{:>8}{:>10}{:>9}{:>7}{:>8}{:>7.1f}{:>7.2f}{:>9}", f.index,
                  product(f.factors), f.degree, f.slots, f.slot_degree, f.radical, f.block, f.terms,
                  f.cost, f.relative_time, f.modulus_bits);
  if (f.security) line += fmt::format("{:>10.1f}{}", *f.security, f.secure ? "" : "  insecure");
  print(line + "\n");
}

void print_table(const IndexSearch& search, const IndexWishes& wishes) {
  print(fmt::format("{} {} m with {} and {}", search.matching,
                    search.matching == 1 ? "index" : "indices", degrees_wanted(wishes),
                    slots_wanted(wishes)));
  const bool all = search.findings.size() == search.matching;
  print(all ? "\n\n" : fmt::format(", the first {} of them\n\n", search.findings.size()));
  print(fmt::format("{:>8}  {:<18}{:>8}{:>8}{:>10}{:>9}{:>7}{:>8}{:>7}{:>7}{:>9}{}\n", "m",
                    "factors", "phi(m)", "slots", "of degree", "radical", "beta", "terms", "cost",
                    "time", "log2 QP", wishes.log2_modulus ? "  security" : ""));
  for (const IndexFinding& finding : search.findings) print_line(finding);
  print(fmt::format(
      "\nbeta: m / radical; terms: of Phi_m(x) = Phi_radical(x^beta) that are not zero\n"
      "cost: of a transform for each word, where a layer of butterflies is 1\n"
      "time: of a transform beside that modulo x^n + 1, n the power of two from phi(m) on\n"
      "log2 QP: the most that {} bits of security allow ({} attackers), an estimate\n",
      static_cast<int>(wishes.security), name_of_attacker(wishes.attacker)));
  if (wishes.log2_modulus) {
    print(fmt::format("security: log2 of operations with log2 QP = {:g}, an estimate\n",
                      *wishes.log2_modulus));
  }
  if (search.sharing > 0) {
    print(fmt::format("{} indices of these degrees were passed over: they share a factor with t\n",
                      search.sharing));
  }
  if (search.insecure > 0 && wishes.insecure == InsecureIndices::left_out) {
    print(fmt::format("{} more are not secure with that modulus: --insecure lists them\n",
                      search.insecure));
  }
}

std::string json_of(const IndexFinding& f, const IndexWishes& wishes) {
  std::string factors;
  for (const PrimePower& q : f.factors) {
    factors += fmt::format("{}[{}, {}]", factors.empty() ? "" : ", ", q.prime, q.exponent);
  }
  return fmt::format(
      "{{\"index\": {}, \"factors\": [{}], \"degree\": {}, \"slots\": {}, \"slot_degree\": {}, "
      "\"radical\": {}, \"beta\": {}, \"terms\": {}, \"cost\": {:.3f}, \"relative_time\": {:.4f}, "
      "\"log2_qp_limit\": {}, \"security\": {}, \"secure\": {}}}",
      f.index, factors, f.degree, f.slots, f.slot_degree, f.radical, f.block, f.terms, f.cost,
      f.relative_time, f.modulus_bits, f.security ? fmt::format("{:.2f}", *f.security) : "null",
      !wishes.log2_modulus ? "null"
      : f.secure           ? "true"
                           : "false");
}

void print_json(const IndexSearch& search, const IndexWishes& wishes) {
  print(fmt::format(
      "{{\"plaintext_modulus\": {}, \"security_level\": {}, \"attacker\": \"{}\", \"log2_q\": {},\n"
      " \"matching\": {}, \"insecure\": {}, \"sharing_a_factor_with_t\": {},\n \"indices\": [",
      wishes.plaintext_modulus, static_cast<int>(wishes.security),
      name_of_attacker(wishes.attacker),
      wishes.log2_modulus ? fmt::format("{}", *wishes.log2_modulus) : "null", search.matching,
      search.insecure, search.sharing));
  const char* separator = "\n  ";
  for (const IndexFinding& finding : search.findings) {
    print(separator + json_of(finding, wishes));
    separator = ",\n  ";
  }
  print("]}\n");
}

}  // namespace

void search_cyclotomic_indices(const IndexOptions& options) {
  const IndexWishes wishes = wishes_of(options);
  const IndexSearch search = search_indices(wishes);
  if (search.findings.empty()) report_none(search, wishes);
  if (options.form == IndexOptions::Form::json) {
    print_json(search, wishes);
  } else {
    print_table(search, wishes);
  }
}

}  // namespace lath::tool
