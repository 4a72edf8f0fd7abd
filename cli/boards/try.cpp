// jadoube try: the first minutes at a real board, guided, and what they tell in one archive.
#include <unistd.h>

#include <memory>
#include <string>

#include "cli/boards/board_options.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "transport/keyboard.hpp"
#include "tryout/guide.hpp"

namespace jadoube::cli {
namespace {

struct Options {
  BoardOptions boards;
  std::string name;
  std::string out = ".";
  std::string language = "en";
};

int try_board(const Options& options) {
  auto watch = options.boards.watch_options();
  if (!watch) return fail(watch.error());
  boost::asio::io_context io;
  tryout::Guide guide{
      {.watch = *std::move(watch),
       .name = options.name,
       .out = options.out,
       .language = words::language_from_code(options.language).value_or(words::Language::english),
       .is_terminal = ::isatty(STDOUT_FILENO) == 1,
       .program = "jadoube " JADOUBE_VERSION},
      io,
      complain};
  if (const auto started = guide.start(); !started) return fail(started.error());
  const transport::Keyboard keyboard{io, [&](const std::string& line) { guide.on_line(line); }};
  run_watch(io, options.boards.seconds, std::chrono::milliseconds{250}, [&] { guide.tick(); });
  if (const auto kept = guide.finish(); !kept) return fail(kept.error());
  return kOk;
}

}  // namespace

void add_try(Command program, int& status) {
  auto command = program.add_subcommand(
      "try", "Ten guided minutes at a real board, which measure it, and one archive of them to be sent");
  auto options = std::make_shared<Options>();
  command.add_option("BOARD", options->name,
                     "Its name, as `jadoube boards` says it; the first that is there if none");
  command.add_option("--out", options->out, "Folder for what comes of it").capture_default_str();
  add_language(command, options->language, "Language of the steps and of the page");
  options->boards.add_to(command);
  command.footer(
      "\nEach step says what to do and ends by itself when it has been done; none of them is needed. Ctrl-C "
      "ends it and keeps "
      "what there is. docs/real-boards.md says what becomes of it." +
      examples({
          {"jadoube try", "the board that is plugged in"},
          {"jadoube try --as /dev/ttyUSB0=dgt --language da", "one at a serial port, in Danish"},
          {"jadoube virtual-board --model dgt --hands",
           "no board? One made of software, whose pieces you move by typing"},
      }));
  command.callback([options, &status] { status = try_board(*options); });
}

}  // namespace jadoube::cli
