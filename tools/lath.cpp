// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <new>
#include <span>
#include <sstream>
#include <string>

#include "age/verbs.hpp"
#include "command_line.hpp"
#include "convert.hpp"
#include "failure.hpp"
#include "inspect_verb.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/version.hpp"
#include "manual/verbs.hpp"
#include "output_file.hpp"
#include "pending_files.hpp"
#include "usage.hpp"
#include "verbs.hpp"

namespace lath::tool {
namespace {

constexpr int kFailure = 1, kUsage = 2;

void add_cyclotomic_verb(CLI::App& params) {
  auto options = std::make_shared<IndexOptions>();
  CLI::App* sub = params.add_subcommand(
      "cyclotomic", "Indices m of rings modulo Phi_m whose plaintexts have slots, and their costs");
  const auto add = [&](const char* name, std::string& value, const char* what, const char* type) {
    sub->add_option(name, value, what)->type_name(type)->capture_default_str();
  };
  add("--slots", options->slots, "How many slots at least", "N");
  sub->add_flag_callback(
      "--exact-slots", [options] { options->slot_count = SlotCount::exactly; },
      "Exactly so many slots");
  add("--degree-from", options->degree_from, "The least degree phi(m)", "N");
  add("--degree-to", options->degree_to, "The largest degree, up to 2^20", "N");
  add("--plaintext-modulus", options->plaintext_modulus, "t: a prime or a power of one", "T");
  sub->add_option("--log2-q", options->log2_modulus,
                  "Only rings that are secure with a modulus Q P of so many bits")
      ->type_name("BITS");
  add("--security", options->security, "128, 192 or 256 bits", "BITS");
  add("--attacker", options->attacker, "classical or quantum", "KIND");
  sub->add_flag_callback(
      "--insecure", [options] { options->insecure = InsecureIndices::listed; },
      "List rings that are not secure, too, and say so");
  add("--sort", options->order, "By cost, degree or slots", "ORDER");
  add("--limit", options->limit, "How many are listed; 0 for all", "N");
  sub->add_flag_callback(
      "--json", [options] { options->form = IndexOptions::Form::json; }, "Print JSON");
  sub->callback([options] { search_cyclotomic_indices(*options); });
}

void add_routes_verb(CLI::App& params) {
  auto options = std::make_shared<RouteOptions>();
  CLI::App* sub = params.add_subcommand(
      "routes", "Plaintexts and parameters for numbers of hundreds and thousands of bits");
  sub->add_option("--field", options->field,
                  "A prime field: p256, p256_order, secp256k1_order, bls12_381_r, bn254_r, "
                  "goldilocks, or its prime")
      ->type_name("FIELD");
  sub->add_option("--integers", options->integers, "Integers with results of so many bits")
      ->type_name("BITS");
  sub->add_option("--modulo", options->modulo, "Integers modulo T, prime or not")->type_name("T");
  const auto add = [&](const char* name, std::string& value, const char* what, const char* type) {
    sub->add_option(name, value, what)->type_name(type)->capture_default_str();
  };
  add("--depth", options->depth, "How many products follow one after the other", "N");
  add("--batch", options->batch, "How many results are computed in parallel", "N");
  sub->add_option("--memory", options->memory, "The most memory of an evaluation, as 8GB")
      ->type_name("BYTES");
  add("--security", options->security, "128, 192 or 256 bits", "BITS");
  add("--attacker", options->attacker, "classical or quantum", "KIND");
  sub->add_option("--scheme", options->scheme, "bfv or bgv; without, both")->type_name("SCHEME");
  add("--spare-bits", options->spare_bits, "Noise budget that shall be left for sums", "BITS");
  sub->add_flag_callback(
      "--literal", [options] { options->form = RouteOptions::Form::literal; },
      "Print the parameters to take as JSON");
  sub->callback([options] { print_routes(*options); });
}

void add_params_verbs(CLI::App& app) {
  CLI::App* params = app.add_subcommand("params", "Parameter sets and how hard they are to break");
  params->require_subcommand(1);
  params->add_subcommand("list", "All sets that have a name, in a table")
      ->callback(list_parameter_sets);

  auto name = std::make_shared<std::string>();
  CLI::App* sub = params->add_subcommand("show", "All that is known of a set");
  sub->add_option("name", *name, "As in the list")->required()->type_name("NAME");
  sub->callback([name] { show_parameter_set(*name); });

  auto options = std::make_shared<EstimateOptions>();
  sub = params->add_subcommand("estimate", "What attacks on any instance of LWE take");
  sub->add_option("--dimension", options->dimension, "n; of Module-LWE, degree times rank")
      ->required()
      ->type_name("N");
  sub->add_option("--modulus", options->modulus, "q, or its logarithm as 2^54")
      ->required()
      ->type_name("Q");
  sub->add_option("--secret", options->secret,
                  "ternary, uniform:FROM:TO, binomial:ETA or gaussian:SIGMA")
      ->required()
      ->type_name("DISTRIBUTION");
  sub->add_option("--error", options->error, "The same")->required()->type_name("DISTRIBUTION");
  sub->add_option("--samples", options->samples,
                  "How many rows are published, a Ring-LWE sample being as many as its degree; "
                  "without, any number")
      ->type_name("M");
  sub->callback([options] { estimate_instance(*options); });
  add_cyclotomic_verb(*params);
  add_routes_verb(*params);
}

void add_protocols_verb(CLI::App& demo) {
  auto options = std::make_shared<ProtocolsOptions>();
  CLI::App* sub = demo.add_subcommand(
      "protocols", "Show a client and a server who computes on encrypted numbers");
  sub->add_option("--side", options->side, "client or server: one process is each")
      ->type_name("SIDE");
  sub->add_option("--folder", options->folder, "The folder where both leave their messages")
      ->type_name("FOLDER");
  sub->callback([options] { demo_protocols(*options); });
}

void add_verbs(CLI::App& app) {
  add_age_verbs(app);
  auto demo_options = std::make_shared<DemoOptions>();
  CLI::App* sub = app.add_subcommand("demo", "Show the library at work, with measurements");
  sub->add_option("file", demo_options->file, "A file to encrypt and decrypt")->type_name("FILE");
  add_protocols_verb(*sub);
  sub->final_callback([demo_options, sub] {
    if (sub->get_subcommands().empty()) demo(*demo_options);
  });

  add_inspect_verb(app);
  add_params_verbs(app);
  add_convert_verb(app);
  app.add_subcommand("selftest", "Check this build on this machine")->callback(selftest);
  add_manual_verbs(app);
}

void run(int argc, char** argv) {
  CLI::App app("Lath: ideal-lattice cryptography. Experimental and not audited.", "lath");
  app.set_version_flag("--version", "lath " LATH_VERSION_STRING);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 success, 1 failure, 2 wrong use. Where the program that reads the output "
      "ends\n"
      "early (lath params list | head), lath ends by SIGPIPE as others do, without a word: 141 in "
      "a\n"
      "shell.");
  add_verbs(app);
  // Before any verb starts: a wrong LATH_ISA is no fault of the file that is read first.
  app.parse_complete_callback([] { (void)active_isa(); });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const std::span words(argv, static_cast<std::size_t>(argc));
    if (error.get_exit_code() != 0) throw usage_error(app, words.subspan(1));
    std::ostringstream text;  // --help or --version
    app.exit(error, text, text);
    print(text.str());
  }
}

}  // namespace

int run_command_line(int argc, char** argv) {
  guard_standard_streams();
  install_signal_handlers();
  try {
    run(argc, argv);
    return 0;
  } catch (const ClosedPipe& error) {
    end_as_by_sigpipe();
    report(error);
  } catch (const UsageError& error) {
    report(error);
    return kUsage;
  } catch (const Error& error) {
    report(error);
  } catch (const std::bad_alloc&) {
    report({ErrorCode::unsupported, "the memory is used up", "need about 16 MiB",
            "end other programs or raise the limit (ulimit -v)"});
  } catch (const std::exception& error) {
    report({ErrorCode::unsupported, error.what(), "need a run without surprises",
            "report this: it is a mistake in lath"});
  }
  return kFailure;
}

}  // namespace lath::tool
