// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "lath/base/version.hpp"
#include "manual/verbs.hpp"

namespace lath::tool {
namespace {

constexpr const char* kExamples = R"(.SH EXAMPLES
Keys for Alice, and a letter to her:
.PP
.nf
.RS
lath keygen \-o alice
lath encrypt \-R alice.pub letter.txt \-o letter.age
lath decrypt \-i alice.key letter.age \-o letter.txt
.RE
.fi
.PP
Many files for two people, who are named by their keys:
.PP
.nf
.RS
lath encrypt \-r age1pq1... \-R bob.pub *.txt
lath decrypt \-i bob.key *.txt.age
.RE
.fi
.PP
A folder with a passphrase, as text for e\-mail:
.PP
.nf
.RS
tar c folder | lath encrypt \-p \-a > folder.tar.age
lath decrypt folder.tar.age | tar x
.RE
.fi
.SH SEE ALSO
.BR age (1),
.BR openssl (1)
)";

// Text that roff shows as it is.
std::string shown(const std::string& text) {
  std::string result;
  bool at_begin = true;
  for (const char c : text) {
    if (at_begin && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    at_begin = c == '\n';
  }
  return result;
}

std::string bold(const std::string& text) { return "\\fB" + shown(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + shown(text) + "\\fR"; }

std::string names_of(const CLI::Option& option) {
  std::string names;
  for (const std::string& name : option.get_snames()) names += bold("-" + name) + ", ";
  for (const std::string& name : option.get_lnames()) names += bold("--" + name) + ", ";
  names.resize(names.size() - 2);
  if (option.get_expected_max() > 0) names += " " + italic(option.get_type_name());
  return names;
}

std::string described(const CLI::Option& option) {
  const std::string usual = option.get_default_str();
  return shown(option.get_description()) + (usual.empty() ? "" : shown(" [" + usual + "]"));
}

void add_option(std::string& page, const CLI::Option& option) {
  const std::string term =
      option.get_positional() ? italic(option.get_type_name()) : names_of(option);
  page += ".TP\n" + term + "\n" + described(option) + "\n";
}

void add_verb(std::string& page, const CLI::App& verb, const std::string& path) {
  page += ".SS \"lath " + shown(path) + "\"\n" + shown(verb.get_description()) + ".\n";
  for (const CLI::Option* option : verb.get_options()) add_option(page, *option);
  if (!verb.get_footer().empty()) page += ".PP\n" + shown(verb.get_footer()) + "\n";
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  std::string page = fmt::format(
      ".\\\" SPDX-License-Identifier: Apache-2.0\n.TH LATH 1 \"\" \"lath {}\"\n"
      ".SH NAME\nlath \\- encrypt files, and show what the lattice cryptography of Lath does\n"
      ".SH SYNOPSIS\n.B lath\n.I VERB\n[\\fIoptions\\fR]\n.SH DESCRIPTION\n{}\n",
      LATH_VERSION_STRING, shown(app.get_description()));
  page += "Encrypted files are age files (age\\-encryption.org/v1).\n.SH VERBS\n";
  for_each_verb(app, "",
                [&](const CLI::App& verb, const std::string& path) { add_verb(page, verb, path); });
  page += ".SH OPTIONS\n";
  for (const CLI::Option* option : app.get_options()) add_option(page, *option);
  page += ".SH \"EXIT STATUS\"\n" + shown(app.get_footer()) + "\n" + kExamples;
  return page;
}

}  // namespace lath::tool
