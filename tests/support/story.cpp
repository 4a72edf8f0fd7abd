#include "tests/support/story.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "record/scan_log.hpp"
#include "record/senses.hpp"
#include "tests/support/story_table.hpp"
#include "tests/support/story_words.hpp"

namespace jadoube::support {
namespace {

using chess::Side;
using record::Arbiter;
using record::Time;
using namespace std::chrono_literals;

constexpr std::array<std::pair<std::string_view, Arbiter::Action>, 16> kActions{{
    {"pause", Arbiter::Action::pause},
    {"resume", Arbiter::Action::resume},
    {"set_position", Arbiter::Action::set_position},
    {"claim", Arbiter::Action::claim},
    {"confirm", Arbiter::Action::confirm},
    {"dismiss", Arbiter::Action::dismiss},
    {"seen", Arbiter::Action::seen},
    {"declare", Arbiter::Action::declare},
    {"count_started", Arbiter::Action::count_started},
    {"result", Arbiter::Action::result},
    {"new_game", Arbiter::Action::new_game},
    {"adjourn", Arbiter::Action::adjourn},
    {"law", Arbiter::Action::law},
    {"pairing", Arbiter::Action::pairing},
    {"retract", Arbiter::Action::retract},
    {"note", Arbiter::Action::note},
}};

std::optional<Arbiter::Action> action_from(std::string_view text) {
  const auto* found = std::ranges::find(kActions, text, &decltype(kActions)::value_type::first);
  return found == kActions.end() ? std::nullopt : std::optional{found->second};
}

std::optional<char> piece_letter_from(std::string_view text) {
  const bool is_letter = text == "." || (text.size() == 1 && chess::piece_from_letter(text.front()));
  return is_letter ? std::optional{text.front()} : std::nullopt;
}

std::optional<std::string> result_from(std::string_view text) {
  const bool is_result = text == "1-0" || text == "0-1" || text == "1/2-1/2";
  return is_result ? std::optional{std::string{text}} : std::nullopt;
}

std::optional<bool> near_a1_from(std::string_view text) {
  if (text == "near_a1") return true;
  if (text == "far_a1") return false;
  return std::nullopt;
}

class Compiler {
 public:
  tl::expected<Story, StoryError> compile(std::string_view text) {
    for (std::size_t line = 1; !text.empty() && !words_.error(); ++line) {
      const auto length = std::min(text.find('\n'), text.size());
      words_.begin_line(line, text.substr(0, length));
      while (words_.more()) take_statement();
      text.remove_prefix(std::min(length + 1, text.size()));
    }
    if (words_.error()) return tl::unexpected{*words_.error()};
    begin();
    go_to(now_ + gap_);
    story_.records.emplace_back(record::End{now_});
    return std::move(story_);
  }

 private:
  enum class ClockKind : std::uint8_t { none, times, buttons };

  void take_statement() {
    if (take_header_word()) return;
    begin();
    if (words_.take_if("ARB"))
      take_arbiter();
    else if (words_.take_if("clock"))
      change_clock();
    else
      take_event();
  }

  // ---- header ----

  /// The members that are a text and nothing else.
  std::string* text_member(std::string_view word) {
    record::Header& header = story_.header;
    if (word == "white") return &header.game.white;
    if (word == "black") return &header.game.black;
    if (word == "event") return &header.game.event;
    if (word == "round") return &header.game.round;
    if (word == "variant") return &header.game.variant;
    if (word == "law") return &header.law;
    if (word == "model") return &header.board.model;
    if (word == "board") return &header.board.id;
    if (word == "utc") return &header.utc_start;
    return nullptr;
  }

  /// False, with no word taken, if it is something else.
  bool take_header_word() {
    if (begun_) return false;
    const Word word = words_.peek();
    record::Header& header = story_.header;
    if (std::string* member = text_member(word.text)) {
      words_.take("a word");
      *member = words_.take("a text").text;
    } else if (words_.take_if("senses")) {
      header.board.senses = words_.take_as(record::senses_from_name, "kind of senses");
    } else if (words_.take_if("period")) {
      header.board.scan_period = words_.take_as(seconds_from, "number of seconds");
    } else if (words_.take_if("gap")) {
      gap_ = words_.take_as(seconds_from, "number of seconds");
    } else if (words_.take_if("turned")) {
      turned_ = true;
    } else if (words_.take_if("control")) {
      take_control();
    } else if (words_.take_if("fen")) {
      take_fen(word);
    } else if (words_.take_if("clock")) {
      take_clock();
    } else {
      return false;
    }
    return true;
  }

  void take_control() {
    const Word word = words_.take("a time control");
    const auto plus = word.text.find('+');
    const auto number = [&](std::string_view text) {
      return std::chrono::seconds{words_.as(word, text, number_from, "number of seconds")};
    };
    const auto base = number(word.text.substr(0, plus));
    const auto increment = plus == std::string_view::npos ? 0s : number(word.text.substr(plus + 1));
    story_.header.game.time_control = word.text;
    clock_kind_ = ClockKind::times;
    clock_.set_increment(increment);
    for (const Side side : chess::kSides) clock_.set(side, base + increment);
  }

  void take_fen(const Word& word) {
    const std::string fen = words_.take_rest();
    const auto setup = chess::setup_from_fen(fen);
    if (!setup) {
      words_.fail({word.column + 3 + setup.error().column, {}}, setup.error().message);
      return;
    }
    story_.header.game.start_fen = fen;
    board_ = StoryBoard{setup->placement};
  }

  void take_clock() {
    if (words_.take_if("buttons"))
      clock_kind_ = ClockKind::buttons;
    else if (words_.take_if("none"))
      clock_kind_ = ClockKind::none;
    else
      take_clock_times();
  }

  void take_clock_times() {
    clock_kind_ = ClockKind::times;
    do {
      const Side side = words_.take_as(side_from, "side (W or B)");
      clock_.set(side, words_.take_as(clock_time_from, "time"));
    } while (side_from(words_.peek().text));
  }

  // ---- events ----

  void begin() {
    if (begun_) return;
    begun_ = true;
    look();
    say_clock();
  }

  void take_event() {
    const Word word = words_.take("an event");
    const std::string_view rest = word.text.substr(std::min<std::size_t>(1, word.text.size()));
    if (word.text == "||" || word.text == ".") {
      take_time();
      if (word.text == "||") {
        clock_.stop();
        say_clock();
      }
    } else if (word.text.starts_with('!') || word.text.starts_with('~') || word.text.starts_with('>')) {
      const Side side = words_.as(word, rest, side_from, "side (W or B)");
      take_time();
      work_clock(word, side);
    } else {
      take_changes(word);
    }
  }

  /// One change, or several in parentheses that are seen in one scan.
  void take_changes(const Word& first) {
    std::vector<Word> changes;
    if (first.text == "(") {
      while (words_.more() && !words_.take_if(")")) changes.push_back(words_.take("a change"));
    } else {
      changes.push_back(first);
    }
    take_time();
    for (const Word& change : changes) change_board(change);
    look();
  }

  void change_board(const Word& word) {
    const char kind = word.text.empty() ? ' ' : word.text.front();
    if (kind != '-' && kind != '+' && kind != 'x') {
      words_.fail(word, '"' + std::string{word.text} + "\" is nothing that can happen in a story");
      return;
    }
    const auto square = words_.as(word, word.text.substr(1, 2), chess::square_from_string, "square");
    std::optional<chess::Piece> piece;
    if (word.text.size() > 3) {
      piece = word.text.size() == 5 && word.text[3] == '=' && kind != '-'
                  ? chess::piece_from_letter(word.text[4])
                  : std::nullopt;
      if (!piece) words_.fail(word, '"' + std::string{word.text.substr(3)} + "\" is not \"=\" and a piece");
    }
    if (words_.error()) return;
    const auto mover = clock_.reading().running;
    const std::string at = to_string(square);
    if (kind == '-' && !board_.lift(square)) words_.fail(word, "nothing stands on " + at);
    if (kind == '+' && !board_.place(square, piece, mover))
      words_.fail(word, at + " is occupied, or no piece is in hand");
    if (kind == 'x' && !board_.replace(square, piece, mover))
      words_.fail(word, at + " is empty, or no piece is in hand");
  }

  void work_clock(const Word& word, Side side) {
    if (clock_kind_ == ClockKind::none) {
      words_.fail(
          word, "there is no clock; \"control\", \"clock W … B …\" or \"clock buttons\" gives the story one");
    } else if (word.text.front() == '~') {
      story_.records.emplace_back(record::Press{now_, side});
    } else if (word.text.front() == '>') {
      clock_.start(side);
      say_clock();
    } else {
      clock_.press(side);
      board_.begin_turn();
      if (clock_kind_ == ClockKind::buttons) story_.records.emplace_back(record::Press{now_, side});
      say_clock();
    }
  }

  void change_clock() {
    take_clock_times();
    take_time();
    say_clock();
  }

  // ---- arbiter ----

  void take_arbiter() {
    Arbiter entry;
    entry.action = words_.take_as(action_from, "thing an arbiter can enter");
    using enum Arbiter::Action;
    switch (entry.action) {
      case pause:
      case resume:
      case new_game:
      case adjourn:
        break;
      case set_position:
        entry.fen = words_.take_rest();
        break;
      case claim:
        entry.side = words_.take_as(side_from, "side (W or B)");
        entry.what = words_.take_rest();
        break;
      case confirm:
      case dismiss:
        entry.finding = words_.take_as(number_from, "number of a finding");
        break;
      case seen:
        entry.square = sensor(words_.take_as(chess::square_from_string, "square"));
        entry.piece = words_.take_as(piece_letter_from, "piece");
        break;
      case declare:
        entry.side = words_.take_as(side_from, "side (W or B)");
        entry.piece = words_.take_as(piece_letter_from, "piece");
        break;
      case count_started:
        entry.side = words_.take_as(side_from, "side (W or B)");
        break;
      case result:
        entry.result = words_.take_as(result_from, "result");
        break;
      case law:
        entry.law = words_.take("a law").text;
        break;
      case pairing:
        entry.white_name = words_.take("White's name").text;
        entry.black_name = words_.take("Black's name").text;
        entry.white_sits_near_a1 = words_.take_as(near_a1_from, "end of the board (near_a1 or far_a1)");
        break;
      case retract:
        // Of a finding by its number, of an entry by when it was made.
        if (words_.peek().text == "entered") {
          words_.take("entered");
          const Word when = words_.take("a time");
          entry.entered = words_.as(when, when.text, seconds_from, "number of seconds");
        } else {
          entry.finding = words_.take_as(number_from, "number of a finding");
        }
        entry.reason = words_.take_rest();
        break;
      case note:
        entry.text = words_.take_rest();
        break;
    }
    take_time();
    entry.t = now_;
    story_.records.emplace_back(std::move(entry));
  }

  // ---- time, and what is recorded ----

  /// Goes on to the time in brackets that follows, or to the usual gap after the event before.
  void take_time() {
    const Word word = words_.peek();
    if (!word.text.starts_with('[')) {
      go_to(now_ + gap_);
      return;
    }
    words_.take("a time");
    if (!word.text.ends_with(']')) words_.fail(word, "the bracket is not closed");
    std::string_view text = word.text.substr(1, word.text.size() - 2);
    const bool relative = text.starts_with('+');
    if (relative) text.remove_prefix(1);
    const Time time = words_.as(word, text, seconds_from, "number of seconds");
    if (!relative && time < now_) words_.fail(word, "this is earlier than the event before");
    if (!words_.error()) go_to(relative ? now_ + time : time);
  }

  void go_to(Time t) {
    while (const auto change = clock_.next_change()) {
      if (*change > t) break;
      clock_.run_until(*change);
      say_clock();
    }
    clock_.run_until(t);
    now_ = t;
  }

  void say_clock() {
    if (clock_kind_ == ClockKind::times) story_.records.emplace_back(clock_.reading());
  }

  /// Records the board if it does not look as it did.
  void look() {
    const record::Scan scan = board_.scan(now_, story_.header.board.senses, turned_);
    const bool same = last_scan_ && last_scan_->occupied == scan.occupied &&
                      last_scan_->white == scan.white && last_scan_->pieces == scan.pieces;
    if (same) return;
    last_scan_ = scan;
    story_.records.emplace_back(scan);
  }

  [[nodiscard]] record::SensorSquare sensor(chess::Square square) const {
    return static_cast<record::SensorSquare>(turned_ ? 63U - index(square) : index(square));
  }

  Words words_;
  Story story_;
  bool begun_ = false;
  bool turned_ = false;
  Time now_{};
  Time gap_ = 500ms;
  StoryBoard board_{chess::Placement::start()};
  StoryClock clock_;
  ClockKind clock_kind_ = ClockKind::none;
  std::optional<record::Scan> last_scan_;
};

}  // namespace

tl::expected<Story, StoryError> compile_story(std::string_view text) {
  return Compiler{}.compile(text);
}

record::ByteSink::Result write_story(const Story& story, std::unique_ptr<record::ByteSink> sink) {
  auto writer = record::ScanLogWriter::create(std::move(sink), record::Form::jsonl, story.header);
  if (!writer) return tl::unexpected{std::move(writer).error()};
  for (const record::Record& record : story.records) {
    if (auto written = (*writer)->write(record); !written) return written;
  }
  return (*writer)->close();
}

}  // namespace jadoube::support
