// story2log STORY [LOG]: compiles a story (story.hpp) to a scan log in the interchange form, on standard
// output if no file is named.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "record/byte_sink.hpp"
#include "record/scan_log.hpp"
#include "tests/support/story.hpp"

int main(int argc, char** argv) {
  using namespace jadoube;
  if (argc != 2 && argc != 3) {
    std::cerr << "usage: story2log STORY [LOG]\n";
    return 2;
  }
  std::ifstream file{argv[1], std::ios::binary};
  const std::string text{std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
  if (!file) {
    std::cerr << argv[1] << ": cannot be read\n";
    return 2;
  }
  const auto story = support::compile_story(text);
  if (!story) {
    std::cerr << argv[1] << ':' << story.error().line << ':' << story.error().column << ": "
              << story.error().sentence << '\n';
    return 2;
  }
  auto sink = record::open_sink(argc == 3 ? argv[2] : "-");
  auto written = !sink ? tl::unexpected{sink.error()} : support::write_story(*story, *std::move(sink));
  if (!written) {
    std::cerr << written.error() << '\n';
    return 2;
  }
  return 0;
}
