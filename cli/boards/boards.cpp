// jadoube boards: what is plugged in, what the program makes of it, and what keeps it from being used.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cli/boards/board_options.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "drivers/board_documents.hpp"
#include "drivers/board_folder.hpp"
#include "transport/board_watch.hpp"
#include "transport/board_words.hpp"
#include "transport/places_to_name.hpp"

namespace jadoube::cli {
namespace {

using transport::Plug;
using transport::Reached;

struct Options {
  BoardOptions boards;
  std::string print;
  bool check = false;
};

/// Says what is wrong with the owner's own table files, or what they add and the rules for the device manager that go
/// with it.
int check_folder(const std::string& folder) {
  const auto read =
      drivers::read_board_folder(folder, folder != drivers::kBoardFolder, drivers::board_table());
  for (const std::string& fault : read.faults) complain(fault);
  if (!read.faults.empty()) return kUnusable;
  std::cout << account_of(read, folder);
  return kOk;
}

int print(const std::string& what) {
  const auto& table = drivers::board_table();
  if (what == "page")
    std::cout << boards_page(table);
  else if (what == "hwdb")
    std::cout << hardware_database(table);
  else if (what == "rules")
    std::cout << marking_rules(table);
  else if (what == "access")
    std::cout << drivers::access_rules();
  else
    std::cout << install_script(table);
  return kOk;
}

std::string id_of(const Plug& plug) {
  if (plug.device.vendor == 0) return "-";
  std::array<char, 10> text{};
  std::snprintf(text.data(), text.size(), "%04x:%04x", plug.device.vendor, plug.device.product);
  return text.data();
}

std::string facts(const transport::Board& board) {
  const auto& facts = board.session->facts();
  std::string text = board.model->name;
  if (!facts.serial.empty()) text += ", number " + facts.serial;
  if (!facts.firmware.empty()) text += ", firmware " + facts.firmware;
  if (facts.battery_percent) text += ", battery " + std::to_string(*facts.battery_percent) + " %";
  return text + " (" + board.model->file + ')';
}

std::string verdict(const Plug& plug, bool has_members) {
  switch (plug.state) {
    case Plug::State::board:
      return facts(*plug.board);
    case Plug::State::line:
      if (has_members)
        return plug.candidates.front().model->name + ": the boards that have answered are named below";
      break;
    case Plug::State::failed:
      // What gives permission is said below, once for all.
      return makes(plug) + ": " + (plug.reason == "permission denied" ? plug.reason : failure(plug));
    case Plug::State::unrecognised:
      return unrecognised(plug);
    case Plug::State::away:
      return makes(plug) + ", \"" + plug.radio_name + "\": known here over Bluetooth, and not in reach now";
    case Plug::State::ignored:
      return "left alone, as you say; " + std::string{plug.radio_name.empty() ? "its id" : "its name"} +
             " is that of " + makes(plug);
    case Plug::State::opening:
    case Plug::State::listening:
      break;
  }
  return makes(plug) + ": " + (plug.strange_bytes != 0 ? strange_bytes(plug) : unanswered(plug));
}

bool is_settled(const Plug& plug) {
  switch (plug.state) {
    case Plug::State::board:
    case Plug::State::failed:
    case Plug::State::unrecognised:
    case Plug::State::away:
    case Plug::State::ignored:
      return true;
    case Plug::State::line:
      return plug.searched;
    case Plug::State::opening:
    case Plug::State::listening:
      break;
  }
  return plug.strange_bytes != 0;
}

/// What the table says of the makes that are there, for people: where they read is how wide it is.
void tell_facts(const std::vector<const Plug*>& plugs) {
  const std::size_t width = ::isatty(STDOUT_FILENO) == 1 ? columns_of(STDOUT_FILENO) : 100;
  for (const auto& model : drivers::board_table()) {
    std::vector<Reached> boards;
    for (const Plug* plug : plugs)
      if (plug->board != nullptr && plug->board->model == &model)
        boards.push_back({plug->board->name, plug->board->usb, plug->device.vendor != 0});
    if (!boards.empty()) std::cout << '\n' << facts_of_make(model, boards, width);
  }
}

void tell_what_else_there_is(const std::vector<transport::Offer>& offers) {
  if (!std::filesystem::exists("/dev/bus/usb"))
    std::cout << "USB cannot be seen from here: there is no /dev/bus/usb. A container has to be given it.\n";
  std::cout << transport::places_to_name(offers);
}

std::string mending_line() {
  const bool installed = ::access("/etc/udev/rules.d/70-jadoube-access.rules", F_OK) == 0;
  if (installed) return "sudo usermod -aG plugdev \"$USER\"     # then log in again";
  return "jadoube boards --print install | sudo sh";
}

struct Trouble {
  bool denied = false;
  bool failed = false;
};

Trouble tell_plugs(const std::vector<const Plug*>& plugs) {
  Trouble trouble;
  std::size_t widest = 5;
  for (const Plug* plug : plugs)
    if (plug->board != nullptr) widest = std::max(widest, plug->board->name.size());
  const auto row = [widest](std::string name, std::string port, std::string id, const std::string& text) {
    name.resize(std::max(name.size(), widest), ' ');
    port.resize(std::max<std::size_t>(port.size(), 8), ' ');
    id.resize(std::max<std::size_t>(id.size(), 9), ' ');
    std::cout << name << "  " << port << "  " << id << "  " << text << '\n';
  };
  if (plugs.empty())
    std::cout << "No board is plugged in. One behind a serial port, a serial server or LiveChess has to be "
                 "named: --as, --livechess.\n";
  else
    row("board", "at", "USB id", "");
  for (const Plug* plug : plugs) {
    const bool has_members = std::ranges::any_of(
        plugs, [plug](const Plug* other) { return other->port.starts_with(plug->port + '#'); });
    row(plug->board == nullptr ? "-" : plug->board->name, plug->port, id_of(*plug),
        verdict(*plug, has_members));
    trouble.denied = trouble.denied || plug->reason == "permission denied";
    trouble.failed = trouble.failed || plug->state == Plug::State::failed;
  }
  return trouble;
}

/// What is closed has so long.
constexpr std::chrono::milliseconds kFarewell{200};

int show(const Options& options) {
  auto watch_options = options.boards.watch_options();
  if (!watch_options) {
    complain(watch_options.error());
    return kUnusable;
  }
  // Two ways that a bridge may be set fit into it.
  constexpr std::chrono::milliseconds kPatience{1100};
  if (options.boards.seconds != 0 && options.boards.seconds < 8) watch_options->patience = kPatience;
  boost::asio::io_context io;
  std::vector<std::string> warnings;
  auto watch = transport::BoardWatch::start(
      io.get_executor(), *std::move(watch_options),
      {.plug = [](const Plug&, bool) {},
       .board = [](transport::Board&, bool) {},
       .records = [](transport::Board&, const std::vector<record::Record>&) {},
       .wire = {},
       .warning = [&](const std::string& sentence) { warnings.push_back(sentence); }});
  if (!watch) {
    complain(watch.error());
    return kUnusable;
  }
  // What is plugged in is told at once; the rest is waiting for answers.
  constexpr double kShortest = 0.5;
  run_watch(io, options.boards.seconds, std::chrono::milliseconds{100}, [&] {
    const auto plugs = (*watch)->plugs();
    const bool all_said = std::ranges::all_of(plugs, [](const Plug* plug) { return is_settled(*plug); });
    if (all_said && (*watch)->now() > std::chrono::duration<double>(kShortest)) io.stop();
  });

  const auto plugs = (*watch)->plugs();
  const Trouble trouble = tell_plugs(plugs);
  tell_facts(plugs);
  tell_what_else_there_is((*watch)->offers());
  if (trouble.denied) std::cout << "\nPermission is missing. This gives it:\n  " << mending_line() << '\n';
  for (const std::string& warning : warnings) complain(warning);
  const int status = trouble.failed ? kUnusable : kOk;
  // Everything has been said: a device that hangs while it is closed keeps nobody waiting.
  std::cout.flush();
  std::thread{[status] {
    std::this_thread::sleep_for(kFarewell);
    std::_Exit(status);
  }}.detach();
  (*watch)->stop();
  return status;
}

int run(const Options& options) {
  if (options.check) return check_folder(options.boards.folder);
  if (options.print.empty()) return show(options);
  if (const auto used = drivers::use_board_folder(options.boards.folder); !used) {
    complain(used.error());
    return kUnusable;
  }
  return print(options.print);
}

}  // namespace

void add_boards(Command program, int& status) {
  auto command = program.add_subcommand(
      "boards", "Say which boards are plugged in and what keeps others from being used");
  auto options = std::make_shared<Options>();
  // Somebody waits for it.
  options->boards.seconds = 2.6;
  options->boards.add_to(command);
  command
      .add_option(
          "--print", options->print,
          "Print what is made of the table of boards instead: page (docs/boards.md), hwdb, rules, access "
          "(udev/), install (a script that installs those three)")
      .one_of({"page", "hwdb", "rules", "access", "install"});
  command.add_flag("--check", options->check,
                   "Check the table files of --boards-dir instead: every fault with file and line, or what "
                   "they add and the "
                   "udev rules that go with it");
  command.footer(examples({
      {"jadoube boards",
       "every board that is plugged in, with number and firmware, and what is known of its make"},
      {"jadoube boards --as 1-1.4=dgt", "ask the device at port 1-1.4 whether it is a DGT board"},
      {"jadoube boards --ignore 1-1.4", "leave the device at port 1-1.4 alone, which is no board"},
      {"jadoube boards --check --boards-dir ./boards.d", "are my own table files sound?"},
      {"jadoube boards --print install | sudo sh",
       "let the people at this machine use boards without being root"},
  }));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli
