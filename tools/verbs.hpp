// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "lath/security/index_search.hpp"

/// What the verbs of the command line do. Each throws lath::Error where it fails.
namespace lath::tool {

struct DemoOptions {
  std::string file;  // or empty
};
/// Shows the library at work. Throws where a result is wrong.
void demo(const DemoOptions& options);

struct ProtocolsOptions {
  std::string side, folder;  // or both empty: both sides in this process
};
/// Shows the protocols of lath::apps at work. Throws where a result is wrong.
void demo_protocols(const ProtocolsOptions& options);

/// Prints a line for every parameter set that has a name.
void list_parameter_sets();
/// Prints all that is known of one. Throws UsageError where none has the name.
void show_parameter_set(const std::string& name);

/// The options of `lath params estimate`, as they were given.
struct EstimateOptions {
  std::string dimension, modulus, secret, error;
  std::optional<std::string> samples;  ///< without, as many as an attack wants
};
/// Prints what every attack on an instance of LWE is estimated to take. Throws UsageError for one
/// that is none.
void estimate_instance(const EstimateOptions& options);

/// The options of `lath params cyclotomic`, as they were given.
struct IndexOptions {
  std::string slots = "1", degree_from = "1024", degree_to = "65536", plaintext_modulus = "2";
  std::string security = "128", attacker = "classical", order = "cost", limit = "100";
  std::optional<std::string> log2_modulus;
  SlotCount slot_count = SlotCount::at_least;
  InsecureIndices insecure = InsecureIndices::left_out;
  enum class Form { table, json } form = Form::table;
};
/// Prints indices of cyclotomic rings with slots. Throws UsageError for options that are none, and
/// Error where there is no such index.
void search_cyclotomic_indices(const IndexOptions& options);

/// The options of `lath params routes`, as they were given.
struct RouteOptions {
  std::optional<std::string> field, integers, modulo, memory, scheme;
  std::string depth = "1", batch = "1", security = "128", attacker = "classical", spare_bits = "0";
  enum class Form { table, literal } form = Form::table;
};
/// Prints the ways to compute with long numbers, or the literal of the one to take. Throws
/// UsageError for options that are none, and Error where there is no way.
void print_routes(const RouteOptions& options);

/// Checks this build on this machine; prints a line per part and throws where one fails.
void selftest();

}  // namespace lath::tool
