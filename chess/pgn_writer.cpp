#include <algorithm>
#include <cassert>
#include <optional>

#include "chess/pgn.hpp"
#include "chess/pgn_text.hpp"
#include "chess/position.hpp"

namespace jadoube::chess {

namespace {

constexpr std::size_t kLineWidth = 79;

void add_tag(std::string& out, std::string_view name, std::string_view value) {
  out += '[';
  out += name;
  out += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += pgn::is_blank(c) ? ' ' : c;
  }
  out += "\"]\n";
}

/// End of the words at the front between which no line may end: many readers take "%" and "[" in the first
/// column for something else, and some look for a whole "[%clk 0:01:02]" in one line.
std::size_t unit_end(std::string_view text) {
  constexpr std::size_t kLongestCommand = 32;
  std::size_t end = std::min(text.find(' '), text.size());
  std::size_t command_until = 0;  // 0: none that is not over
  for (std::size_t at = 0; end < text.size();) {
    // Each byte once: a comment may be a megabyte.
    for (; at < end; ++at) {
      if (text.substr(at, 2) == "[%") command_until = at + kLongestCommand;
      if (text[at] == ']') command_until = 0;
    }
    if (text[end + 1] != '%' && text[end + 1] != '[' && end >= command_until) break;
    end = std::min(text.find(' ', end + 1), text.size());
  }
  return end;
}

/// Words with a blank or, where the line is full, a line end between them.
class Lines {
 public:
  explicit Lines(std::string& out) : out_{out} {}

  void add(std::string_view word) {
    const std::size_t needed = pgn::width(word);
    if (column_ > 0 && column_ + 1 + needed > kLineWidth) {
      out_ += '\n';
      column_ = 0;
    }
    if (column_ > 0) {
      out_ += ' ';
      ++column_;
    }
    out_ += word;
    column_ += needed;
  }

  /// A comment of commands, each "[%…]", and free text.
  void add_comment(std::string_view commands, std::string_view text) {
    std::string words{commands};
    if (!text.empty()) {
      if (!words.empty()) words += ' ';
      for (const char c : text) words += c == '}' ? ')' : c;
    }
    words = '{' + pgn::collapse(words) + '}';
    for (std::string_view rest = words; !rest.empty();) {
      const std::size_t end = unit_end(rest);
      add(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

 private:
  std::string& out_;
  std::size_t column_ = 0;
};

class Writer {
 public:
  explicit Writer(const GameRecord& game) : game_{game} {}

  std::string text() {
    const auto& plies = game_.plies;
    Setup start = game_.start;
    std::size_t next = 0;
    for (std::size_t part = 1;; ++part) {
      const std::size_t first_illegal = end_of_run(next, false);
      const std::size_t end = end_of_run(first_illegal, true);
      const bool goes_on = end < plies.size();
      add_tags(part, start, goes_on);
      Lines lines{out_};
      if (part == 1 && !game_.comment.empty()) lines.add_comment({}, game_.comment);
      add_moves(lines, start, next, first_illegal);
      for (std::size_t i = first_illegal; i < end; ++i) {
        const std::string commands = pgn::illegal_to_text(*plies[i].illegal()) + ' ' + times(plies[i]);
        lines.add_comment(commands, plies[i].comment);
      }
      lines.add(to_string(result_of(goes_on)));
      out_ += "\n\n";
      if (!goes_on) return std::move(out_);
      start = plies[end - 1].illegal()->after;
      next = end;
    }
  }

 private:
  /// First ply from `from` on that is not of this kind.
  [[nodiscard]] std::size_t end_of_run(std::size_t from, bool illegal) const {
    while (from < game_.plies.size() && (game_.plies[from].illegal() != nullptr) == illegal) ++from;
    return from;
  }

  /// Only the last record of a game has its result, or databases would count it twice.
  [[nodiscard]] Result result_of(bool goes_on) const { return goes_on ? Result::unknown : game_.result; }

  void add_tags(std::size_t part, const Setup& start, bool goes_on) {
    for (std::size_t i = 0; i < Tags::kRoster.size(); ++i)
      add_tag(out_, Tags::kRoster[i], game_.tags.roster()[i]);
    // A result that the standard does not know ("0-0") stands in the tag only.
    const auto& other = game_.other_result;
    add_tag(out_, "Result", other && !goes_on ? *other : to_string(result_of(goes_on)));
    const bool set_up = start != Setup::start();
    // K and Q of the FEN need the tag that says what they mean.
    const auto variant = game_.tags.find("Variant");
    const bool is_chess960 = game_.start.castling_files != CastlingFiles{};
    const bool is_said = variant && variant_of(*variant) == Variant::chess960;
    for (const auto& [name, value] : game_.tags.others()) {
      const bool ours = (name == "Variant" && is_chess960 && !is_said) ||
                        (set_up && (name == "SetUp" || name == "FEN")) ||
                        (part > 1 && name == pgn::kContinuationTag);
      if (!ours) add_tag(out_, name, value);
    }
    if (part > 1) add_tag(out_, pgn::kContinuationTag, std::to_string(part));
    if (is_chess960 && !is_said) add_tag(out_, "Variant", pgn::kChess960);
    if (set_up || part > 1) {
      add_tag(out_, "SetUp", "1");
      // A record that goes on has its FEN as the comment before it has it.
      const bool begins = part == 1 && !game_.tags.find(pgn::kContinuationTag);
      add_tag(out_, "FEN", begins && (is_chess960 || is_said) ? to_x_fen(start) : to_fen(start));
    }
    out_ += '\n';
  }

  void add_moves(Lines& lines, const Setup& start, std::size_t from, std::size_t end) {
    if (from == end) return;
    auto position = Position::from(start, kForgivable);
    assert(position);
    bool number_due = true;
    for (std::size_t i = from; i < end; ++i) {
      const Ply& ply = game_.plies[i];
      const Move move = std::get<Move>(ply.what);
      const bool white = position->turn() == Side::white;
      std::string word;
      if (white || number_due) {
        word = std::to_string(position->fullmove_number());
        word += white ? ". " : "... ";
      }
      lines.add(word + to_san(*position, move));
      position->make(move);
      for (const auto nag : ply.nags) lines.add('$' + std::to_string(nag));
      const std::string commands = times(ply);
      number_due = !commands.empty() || !ply.comment.empty();
      if (number_due) lines.add_comment(commands, ply.comment);
    }
  }

  static std::string times(const Ply& ply) {
    std::string commands;
    if (ply.clock) commands += "[%clk " + pgn::clock_to_text(*ply.clock) + ']';
    if (ply.elapsed)
      commands +=
          std::string{commands.empty() ? "" : " "} + "[%emt " + pgn::clock_to_text(*ply.elapsed) + ']';
    return commands;
  }

  const GameRecord& game_;
  std::string out_;
};

}  // namespace

std::string to_pgn(const GameRecord& game) {
  return Writer{game}.text();
}

}  // namespace jadoube::chess
