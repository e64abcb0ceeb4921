// SPDX-License-Identifier: Apache-2.0
//
// Errors are one line, whatever was in the text that they quote: of every room, each function that
// takes a name from outside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "lath/io/age/keys.hpp"
#include "lath/pke/parameter_sets.hpp"
#include "lath/random/generator.hpp"

namespace lath {
namespace {

struct Reader {
  const char* name;
  std::function<void(const std::string&)> read;
};

std::vector<Reader> readers() {
  return {
      {"io::age::Recipient", [](const std::string& x) { (void)io::age::Recipient::from_text(x); }},
      {"io::age::read_recipients", [](const std::string& x) { (void)io::age::read_recipients(x); }},
      {"parameter_set", [](const std::string& x) { (void)parameter_set(x); }},
      {"cipher_of_name", [](const std::string& x) { (void)cipher_of_name(x); }},
      {"LATH_ISA", [](const std::string& x) {
         setenv("LATH_ISA", x.c_str(), 1);
         (void)active_isa();
       }}};
}

// Leaves LATH_ISA as it was.
class OneLine : public ::testing::Test {
 protected:
  void SetUp() override {
    if (const char* isa = std::getenv("LATH_ISA")) before = isa;
  }
  void TearDown() override {
    if (before.empty()) {
      unsetenv("LATH_ISA");
    } else {
      setenv("LATH_ISA", before.c_str(), 1);
    }
  }
  std::string before;
};

TEST_F(OneLine, WhateverIsQuoted) {
  const std::string names[] = {"two\nlines",
                               "carriage\rreturn",
                               "\x1b[2Jcleared",
                               "\x7f",
                               "\xc2\x9b"
                               "2J",
                               "\xc2\x85",
                               "\xe2\x80\xa8",
                               "\x9b raw",
                               std::string(100000, 'x'),
                               "; need nothing\n\n",
                               "tab\tulator\vand\f"};
  for (const Reader& reader : readers()) {
    for (const std::string& name : names) {
      SCOPED_TRACE(reader.name);
      try {
        reader.read(name);
        ADD_FAILURE() << "no error for " << name;
      } catch (const Error& error) {
        const std::string what = error.what();
        EXPECT_TRUE(std::none_of(what.begin(), what.end(), [](char c) {
          return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f;
        })) << what;
        EXPECT_LT(what.size(), 512U) << what;
      }
    }
  }
}

}  // namespace
}  // namespace lath
