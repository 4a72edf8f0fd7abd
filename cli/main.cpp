// jadoube: the program and its commands.
#include "cli/commands.hpp"
#include "cli/program.hpp"

int main(int argc, char** argv) {
  return jadoube::cli::run_program(
      {.name = "jadoube",
       .purpose = "jadoube follows chess games on sensor boards and tells the arbiter what is irregular.",
       .version = JADOUBE_VERSION,
       .footer =
           "\n`jadoube COMMAND --help` explains a command, with examples.\n"
           "Exit status: 0 all is well; 1 there are findings of grade A or B; 2 something could not be used.",
       .commands = jadoube::cli::kCommands},
      argc, argv);
}
