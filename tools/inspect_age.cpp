// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "age/named_errors.hpp"
#include "input_file.hpp"
#include "inspection.hpp"
#include "lath/base/quote.hpp"
#include "lath/io/age/description.hpp"

namespace lath::tool {
namespace {

// The kinds of recipients, each once: "mlkem768x25519" (3 times).
std::string kinds_of(const std::vector<std::string>& recipients) {
  std::string text;
  for (std::size_t i = 0; i < recipients.size(); ++i) {
    const auto is_this = [&](std::size_t k) { return recipients[k] == recipients[i]; };
    std::size_t before = 0, count = 0;
    for (std::size_t k = 0; k < recipients.size(); ++k) {
      before += k < i && is_this(k) ? 1 : 0;
      count += is_this(k) ? 1 : 0;
    }
    if (before != 0) continue;
    text += (text.empty() ? "" : ", ") + quote(recipients[i]);
    if (count > 1) text += fmt::format(" ({} times)", count);
    if (text.size() > 200) return text + "...";
  }
  return text;
}

}  // namespace

bool inspect_age_file(const InspectedFile& file, Facts& facts) {
  if (!io::age::is_age_file(file.beginning)) return false;
  InputFile input(file.options.file);
  const auto found = with_name(file.options.file, [&] { return io::age::describe(input); });
  facts.add("object", "an encrypted file");
  facts.add("container", "age v1");
  facts.add("form", found.form == io::age::Form::armored ? "ASCII armour" : "binary");
  facts.add("recipients", found.recipients.size());
  facts.add("kinds", kinds_of(found.recipients));
  if (found.work_factor) facts.add("work factor of passphrase", *found.work_factor, "bits");
  facts.add("header", found.header_bytes, "bytes");
  facts.add("payload", found.payload_bytes, "bytes");
  facts.add("authentic", "unknown: lath decrypt --verify tells with a key");
  return true;
}

}  // namespace lath::tool
