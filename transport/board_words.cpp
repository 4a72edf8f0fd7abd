#include "transport/board_words.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "transport/bluetooth/gatt_channel.hpp"

namespace jadoube::transport {
namespace {

using drivers::Tally;

/// "3 gaps", "1 gap".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  return std::to_string(count) + ' ' + std::string{count == 1 ? one : many};
}

/// ", 2 bad frames, 40 bytes skipped": what there is of it.
std::string losses(const Tally& tally) {
  struct Loss {
    std::uint64_t count;
    std::string_view one, many;
  };
  const std::array<Loss, 6> all{{{tally.bad_frames, "bad frame", "bad frames"},
                                 {tally.skipped_bytes, "byte skipped", "bytes skipped"},
                                 {tally.sensor_errors, "sensor error", "sensor errors"},
                                 {tally.line_errors, "line error", "line errors"},
                                 {tally.transfer_errors, "transfer error", "transfer errors"},
                                 {tally.restarts, "restart", "restarts"}}};
  std::string text;
  for (const Loss& loss : all)
    if (loss.count != 0) text += ", " + counted(loss.count, loss.one, loss.many);
  return text;
}

/// Bytes alone are not in it: a board that is in the middle of a frame when it is opened is as it should be.
std::uint64_t trouble(const BoardStatus& board) {
  const Tally& tally = board.tally;
  return board.gaps + tally.bad_frames + tally.sensor_errors + tally.line_errors + tally.transfer_errors +
         tally.restarts;
}

/// The worse, the more.
std::pair<int, std::uint64_t> badness(const BoardStatus& board) {
  int state = 0;
  if (board.is_silent) state = 1;
  if (!board.attached) state = 2;
  return {state, trouble(board)};
}

std::string change(const std::optional<std::chrono::seconds>& ago) {
  return ago ? ", last change " + std::to_string(ago->count()) + " s ago" : std::string{};
}

std::string in_full(const BoardStatus& board) {
  if (!board.attached) return board.name + " unplugged";
  return board.name + ' ' +
         (board.is_silent ? "silent" : std::to_string(board.scans_per_second) + " scans/s") + ", " +
         counted(board.gaps, "gap", "gaps") + losses(board.tally) + change(board.last_change);
}

std::string in_short(const BoardStatus& board) {
  if (!board.attached) return board.name + " unplugged";
  if (board.is_silent) return board.name + " silent";
  return board.name + ' ' + counted(board.gaps, "gap", "gaps") + losses(board.tally);
}

/// Words on lines of at most `width` characters; the first begins with `begin`, the others with as many
/// blanks.
std::string wrapped(const std::string& begin, std::string_view text, std::size_t width) {
  std::string all;
  std::string line = begin;
  bool has_word = false;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (has_word && line.size() + 1 + word.size() > width) {
      all += line + '\n';
      line.assign(begin.size(), ' ');
      has_word = false;
    }
    if (std::exchange(has_word, true)) line += ' ';
    line += word;
  }
  return all + line + '\n';
}

/// "ftdi, 9600 8N1, DTR off".
std::string way(const Reached& board) {
  const drivers::UsbId& usb = *board.usb;
  std::string text{board.by_usb ? name(usb.transport) : "a serial line"};
  if (usb.transport == drivers::Transport::hid) return text;
  text += ", " + to_string(usb.line);
  if (!usb.line.dtr) text += ", DTR off";
  if (!usb.line.rts) text += ", RTS off";
  return text;
}

}  // namespace

std::string status_line(std::span<const BoardStatus> boards, std::size_t width) {
  std::string line;
  for (const BoardStatus& board : boards) line += (line.empty() ? "" : " | ") + in_full(board);
  if (line.size() <= width) return line;

  BoardStatus together;
  std::vector<const BoardStatus*> troubled;
  for (const BoardStatus& board : boards) {
    together.scans_per_second += board.attached ? board.scans_per_second : 0;
    together.gaps += board.gaps;
    if (board.last_change && (!together.last_change || *board.last_change < *together.last_change))
      together.last_change = board.last_change;
    if (badness(board) > std::pair{0, std::uint64_t{0}}) troubled.push_back(&board);
  }
  std::ranges::stable_sort(troubled, std::ranges::greater{},
                           [](const BoardStatus* board) { return badness(*board); });
  line = counted(boards.size(), "board", "boards") + ", " + std::to_string(together.scans_per_second) +
         " scans/s, " + counted(together.gaps, "gap", "gaps");
  if (troubled.empty()) line += change(together.last_change);
  for (std::size_t i = 0; i < troubled.size(); ++i) {
    const std::string next = " | " + in_short(*troubled[i]);
    const std::size_t behind = troubled.size() - i - 1;
    const std::string rest = behind == 0 ? std::string{} : " | +" + std::to_string(behind) + " more";
    if (line.size() + next.size() + rest.size() > width) {
      line += " | +" + std::to_string(troubled.size() - i) + (i == 0 ? " in trouble" : " more");
      break;
    }
    line += next;
  }
  if (line.size() > width) line.resize(width);
  return line;
}

std::string makes(const Plug& plug) {
  std::vector<std::string> names;
  for (const auto& candidate : plug.candidates)
    if (std::ranges::find(names, candidate.model->name) == names.end())
      names.push_back(candidate.model->name);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : " or ") + names[i];
  return text;
}

std::string strange_bytes(const Plug& plug) {
  return "sends " + std::to_string(plug.strange_bytes) + " bytes that no " + makes(plug) + " would send";
}

namespace {

/// What else it may be, of which nothing but the user can tell: ", --as 1-3=dgt-bus if …".
std::string only_if_told(const Plug& plug) {
  for (const auto& model : drivers::board_table())
    for (const drivers::UsbId& usb : model.usb)
      if (usb.only_if_told && usb.vendor == plug.device.vendor && usb.product == plug.device.product)
        return ", --as " + plug.port + '=' + model.id + " asks for " + model.name;
  return {};
}

}  // namespace

std::string unrecognised(const Plug& plug) {
  const drivers::BoardModel& model = *plug.candidates.front().model;
  if (!plug.candidates.front().usb->generic) {
    if (plug.strange_bytes != 0)
      return "perhaps " + makes(plug) + ", and " + strange_bytes(plug) + "; --ignore " + plug.port +
             " leaves it alone if it is none";
    return "perhaps " + makes(plug) + ", and " + unanswered(plug);
  }
  const std::string as = "--as " + plug.port + '=' + model.id;
  if (plug.strange_bytes != 0) return strange_bytes(plug) + "; " + as + " asks it all the same";
  if (!model.only_changes)
    return "perhaps " + makes(plug) + ", and says nothing; " + as + " asks it" + only_if_told(plug);
  return "perhaps " + makes(plug) + ", which says nothing while nothing moves; " + as + " reads it";
}

std::string unanswered(const Plug& plug) {
  if (plug.state == Plug::State::line)
    return "no board has answered yet; --seconds 20 waits longer, and each must be switched on";
  const drivers::BoardModel* model = plug.candidates.empty() ? nullptr : plug.candidates.front().model;
  if (model != nullptr && model->network) return "does not answer" + next_step_of_server("does not answer");
  if (model != nullptr && model->only_changes)
    return "says nothing, as it does while nothing moves; lift a piece and put it back";
  return "does not answer; is it switched on, and its cable in both ends?";
}

namespace {

struct NextStep {
  std::string_view reason;
  std::string_view step;
};

constexpr NextStep kOfBoards[]{
    {"another program has it", "end that program (LiveChess, a terminal), or leave the board to it"},
    {"permission denied", "`jadoube boards` says what gives permission"},
    {"No such file or directory", "`ls /dev/serial/by-path` says which serial ports there are"},
    {"is no serial port", "`ls /dev/serial/by-path` says which serial ports there are"},
    {"Is a directory", "`ls /dev/serial/by-path` says which serial ports there are"},
    {"Connection refused", "is the serial server switched on, and this its port?"},
    {"the other end does not answer any more", "is the serial server switched on, and this its port?"},
    {"the other end has closed the connection",
     "is another program connected to it, or does it take nobody now?"},
    {"Connection timed out", "is this machine in the same network, and may it reach that port?"},
    {"No route to host", "is this machine in the same network, and may it reach that port?"},
    {"Network is unreachable", "is this machine in the same network, and may it reach that port?"},
    {"Host not found (authoritative)", "is the name right? Its number, as tcp:192.168.1.20:4001, does too"},
    {"Host not found (non-authoritative), try again later",
     "is this machine in a network? The number of the host, as tcp:192.168.1.20:4001, does too"},
    {"does not answer", "pull its plug and put it in again, at another port or without a hub"},
    {"its transfers fail again and again",
     "pull its plug and put it in again, at another port or without a hub"},
    {"does not take what is written to it",
     "pull its plug and put it in again, at another port or without a hub"},
    {"has not been configured by the system",
     "pull its plug and put it in again, at another port or without a hub"},
    {"has no configuration", "pull its plug and put it in again, at another port or without a hub"},
    {bluetooth::kNotInReach, "switch it on, bring it nearer, and end the app that has it"},
    {"cannot be reached: BlueZ, the system's Bluetooth service, does not run",
     "`sudo systemctl start bluetooth` starts it"},
    {"cannot be reached: Bluetooth is switched off here, or there is no adapter",
     "`bluetoothctl power on` switches it on"},
    {"has not what a board of that make has",
     "is it of another make? `jadoube boards --print page` names them"},
    {"Input/output error", "pull its plug and put it in again, at another port or without a hub"},
};

constexpr NextStep kOfServers[]{
    {"Connection refused", "is the program running there, and may this machine reach its port?"},
    {"does not answer", "is the program running there, and may this machine reach its port?"},
};

std::string step_after(std::span<const NextStep> steps, const std::string& reason) {
  for (const NextStep& each : steps)
    if (each.reason == reason) return "; " + std::string{each.step};
  return {};
}

}  // namespace

std::string next_step(const std::string& reason) {
  std::string step = step_after(kOfBoards, reason);
  if (step.empty() && reason.starts_with("cannot be set to"))
    step = "; another adapter is needed for this make";
  return step;
}

std::string next_step_of_server(const std::string& reason) {
  const std::string step = step_after(kOfServers, reason);
  return step.empty() ? next_step(reason) : step;
}

std::string failure(const Plug& plug) {
  const bool is_server = !plug.candidates.empty() && plug.candidates.front().model->network;
  return plug.reason + (is_server ? next_step_of_server(plug.reason) : next_step(plug.reason));
}

std::string facts_of_make(const drivers::BoardModel& model, std::span<const Reached> boards,
                          std::size_t width) {
  std::string text = model.name + " (" + model.file + ")\n";
  for (const Reached& board : boards)
    text += wrapped("  " + board.name + ": ", model.network ? "over the network" : "by " + way(board), width);
  for (const std::string& quirk : model.quirks) text += wrapped("  - ", quirk, width);
  return text + wrapped("  Tested with: ", model.tested_with, width);
}

std::string summary(const BoardStatus& board) {
  return counted(board.tally.readings, "scan", "scans") + ", " + counted(board.gaps, "gap", "gaps") +
         losses(board.tally);
}

}  // namespace jadoube::transport
