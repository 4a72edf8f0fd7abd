#include "cli/commands.hpp"

#include <iostream>

namespace jadoube::cli {

void complain(std::string_view sentence) {
  std::cerr << "jadoube: " << sentence << '\n';
}

std::string examples(std::initializer_list<Example> list) {
  std::string text = "\nExamples:";
  for (const Example& each : list)
    text.append("\n  ").append(each.command).append("\n      ").append(each.purpose);
  return text;
}

}  // namespace jadoube::cli
