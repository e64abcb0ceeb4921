// SPDX-License-Identifier: Apache-2.0
//
// Parameters from a configuration file: JSON with the fields of a literal.
//
//     example_16_parameters examples/data/parameters.json

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "lath/lath.hpp"

using namespace lath;

int main(int arguments, char** argument) {
  if (arguments != 2) {
    std::cerr << "usage: 16_parameters <file>\n";
    return 2;
  }
  std::ifstream file(argument[1]);
  if (!file) {
    std::cerr << argument[1] << ": cannot be read\n";
    return 1;
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};

  // Two steps, each of which says what is wrong: whether the text is a literal, and whether that is
  // one of secure parameters. No text can ask for others.
  try {
    const he::Literal literal = he::literal_from_json(text);
    const auto parameters = he::bfv::Parameters::create(literal);
    std::cout << parameters.levels() << " levels, " << parameters.log2_q(parameters.levels())
              << " bits\n";

    // What was left out has the values of a literal that leaves it out.
    std::cout << he::to_json(parameters.literal()) << '\n';
  } catch (const Error& error) {
    std::cerr << argument[1] << ": " << error.what() << '\n';
    return 1;
  }
}
