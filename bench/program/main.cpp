// jadoube-bench: measurements that answer "how good is it?", with the figures that the documents speak of.
#include <array>

#include "bench/program/commands.hpp"
#include "cli/program.hpp"

int main(int argc, char** argv) {
  using namespace jadoube;
  static constexpr auto kCommands = std::to_array<cli::AddCommand*>({
      bench::add_advise,
      bench::add_follow,
      bench::add_serve,
      bench::add_usb,
  });
  return cli::run_program(
      {.name = "jadoube-bench",
       .purpose = "jadoube-bench measures how good, how quick and how frugal jadoube is.",
       .version = JADOUBE_VERSION,
       .footer = "\n`jadoube-bench COMMAND --help` explains a measurement, with examples.",
       .commands = kCommands},
      argc, argv);
}
