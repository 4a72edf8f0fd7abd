#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "chess/ascii.hpp"
#include "chess/pgn.hpp"
#include "chess/pgn_lexer.hpp"
#include "chess/pgn_text.hpp"
#include "chess/position.hpp"

namespace jadoube::chess {

namespace {

using pgn::Place;

constexpr std::size_t kLongestMisfitText = 128;

/// "12", "12.", "12...", ".." off the front of a word; what is left is a move or nothing.
void drop_move_number(std::string_view& word) {
  std::size_t digits = 0;
  while (digits < word.size() && is_digit(word[digits])) ++digits;
  if (digits < word.size() && word[digits] != '.') return;
  word.remove_prefix(digits);
  while (!word.empty() && word.front() == '.') word.remove_prefix(1);
}

/// "!", "?", "!!", "??", "!?", "?!" are $1 to $6.
std::optional<std::uint8_t> nag_of_marks(std::string_view marks) {
  constexpr std::array<std::string_view, 6> known{"!", "?", "!!", "??", "!?", "?!"};
  const auto at = std::find(known.begin(), known.end(), marks);
  if (at == known.end()) return std::nullopt;
  return static_cast<std::uint8_t>(at - known.begin() + 1);
}

/// "+-", "=", "e.p." and the like, alone after a move: an opinion or an explanation. "--" would be a null
/// move.
bool is_remark(std::string_view word) {
  if (word == "e.p." || word == "ep") return true;
  return word != "--" &&
         std::none_of(word.begin(), word.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

MisfitReason reason_of(SanFault fault) {
  switch (fault) {
    case SanFault::illegal:
      return MisfitReason::illegal;
    case SanFault::ambiguous:
      return MisfitReason::ambiguous;
    case SanFault::unreadable:
      break;
  }
  return MisfitReason::unreadable;
}

}  // namespace

/// Puts games together from what the lexer finds.
class PgnReader::Builder final : private pgn::Events {
 public:
  explicit Builder(Sink sink) : sink_{std::move(sink)} {}

  void feed(std::string_view piece) { lexer_.feed(piece); }

  void finish() {
    lexer_.finish();
    end_game();
    release_held();
  }

 private:
  enum class Stage : std::uint8_t { between_games, tags, moves };

  // What the lexer finds.

  void tag_begins(Place place, std::string_view name) override {
    // After moves a tag belongs to the next game; and so does a second Event, whatever lies between.
    if (stage_ == Stage::moves || (stage_ == Stage::tags && name == "Event" && has_seen(name))) end_game();
    if (stage_ == Stage::between_games) open_game(place);
  }

  void tag(Place place, std::string_view name, std::string_view value) override {
    if (has_seen(name))
      return complaint(
          place, "the tag " + std::string{name} + " stands here a second time and the first one counts");
    if (names_seen_.size() == kPgnMostTags) return;
    names_seen_.emplace_back(name);
    if (name == "FEN") fen_place_ = place;
    if (name == "Result") {
      if (const auto result = result_from_string(value)) {
        game_.record.result = *result;
      } else {
        game_.record.other_result = value;
      }
    } else {
      game_.record.tags.set(name, value);
    }
  }

  void word(Place place, std::string_view text, bool cut) override {
    if (depth_ > 0) return;
    if (text.front() == '$') return add_nag(place, text.substr(1));
    if (const auto result = result_from_string(text)) return take_result(*result);
    drop_move_number(text);
    if (text.empty()) return;
    if (is_remark(text)) {
      if (const auto nag = nag_of_marks(text)) add_nag(*nag);
      return;
    }
    if (stage_ == Stage::between_games) open_game(place);
    start_moves();
    if (!game_.misfit) play(place, text, cut);
  }

  void comment(std::string_view text) override {
    if (stage_ != Stage::between_games) start_moves();
    if (!is_followed() || text.empty() || comment_.size() + text.size() > pgn::kLongestComment) return;
    if (!comment_.empty()) comment_ += ' ';
    comment_ += text;
  }

  void variation_opens(Place place) override {
    if (stage_ == Stage::between_games) return;
    start_moves();
    if (depth_++ == 0) variation_ = place;
  }

  void variation_closes(Place place) override {
    if (depth_ > 0) {
      --depth_;
    } else {
      complaint(place, "this parenthesis closes nothing");
    }
  }

  void complaint(Place place, std::string message) override {
    add_blemish(Blemish{place.line, place.column, std::move(message)});
  }

  void add_blemish(Blemish blemish) {
    if (game_.blemishes.size() < kPgnMostBlemishes) game_.blemishes.push_back(std::move(blemish));
  }

  [[nodiscard]] bool has_seen(std::string_view name) const {
    return std::find(names_seen_.begin(), names_seen_.end(), name) != names_seen_.end();
  }

  /// Inside a game, on its main line, and nothing amiss so far.
  [[nodiscard]] bool is_followed() const {
    return stage_ != Stage::between_games && depth_ == 0 && !game_.misfit;
  }

  // Moves and what is said about them.

  void play(Place place, std::string_view text, bool cut) {
    settle_remarks();
    if (!position_) return misfit(place, text, MisfitReason::unplayable_position, {}, unplayable_);
    if (game_.record.plies.size() >= kPgnMostPlies) return misfit(place, text, MisfitReason::too_many_plies);
    if (cut) return misfit(place, text, MisfitReason::unreadable);
    const auto move = parse_san(*position_, text);
    if (!move) return misfit(place, text, reason_of(move.error().fault), move.error().asked);
    position_->make(*move);
    game_.record.plies.push_back(Ply{*move, {}, {}, {}, {}});
    const auto last = text.find_last_not_of("!?");
    if (const auto nag = nag_of_marks(text.substr(last + 1))) add_nag(*nag);
  }

  void take_result(Result result) {
    if (stage_ == Stage::between_games) return;
    start_moves();
    // "*" says nothing; a tag may have said more.
    if (result != Result::unknown) game_.record.result = result;
    end_game();
  }

  void add_nag(Place place, std::string_view digits) {
    std::uint8_t nag = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, nag);
    if (read.ec != std::errc{} || read.ptr != end)
      return complaint(place, "an annotation glyph is a dollar sign and a number from 0 to 255");
    add_nag(nag);
  }

  void add_nag(std::uint8_t nag) {
    if (is_followed() && nags_.size() < kPgnMostNags) nags_.push_back(nag);
  }

  /// Gives glyphs and comments since the last move to the plies they belong to.
  void settle_remarks() {
    auto& plies = game_.record.plies;
    if (!nags_.empty()) {
      // Glyphs belong to the last legal move; one that was illegal is told in a comment and carries none.
      const auto is_legal = [](const Ply& ply) { return ply.illegal() == nullptr; };
      const auto last = std::find_if(plies.rbegin(), plies.rend(), is_legal);
      for (const auto nag : nags_) {
        if (last != plies.rend() && last->nags.size() < kPgnMostNags) last->nags.push_back(nag);
      }
      nags_.clear();
    }
    if (comment_.empty()) return;
    const std::string text = pgn::to_utf8(comment_);
    comment_.clear();
    std::string_view rest = text;
    if (plies.empty()) {
      pgn::take_comment(rest, game_.record.comment);
      limit_comment(game_.record.comment, 0);
    } else {
      settle_comment(rest, plies.back());
    }
    while (plies.size() < kPgnMostPlies) {
      auto illegal = pgn::take_illegal(rest);
      if (!illegal) return;
      set_up(illegal->after);
      plies.push_back(Ply{*illegal, {}, {}, {}, {}});
      settle_comment(rest, plies.back());
    }
  }

  void settle_comment(std::string_view& rest, Ply& ply) {
    const std::size_t before = ply.comment.size();
    pgn::take_comment(rest, ply);
    limit_comment(ply.comment, before);
  }

  /// The first `counted` bytes of the comment have been taken off the game's allowance before.
  void limit_comment(std::string& comment, std::size_t counted) {
    if (comment.size() > counted + comment_room_) {
      pgn::truncate(comment, counted + comment_room_);
      // Half a command must not run into what comes after it in the text.
      const auto command = comment.rfind("[%");
      if (command != std::string::npos && comment.find(']', command) == std::string::npos)
        comment.resize(command);
      if (comment.ends_with(' ')) comment.pop_back();
    }
    comment_room_ -= std::max(comment.size(), counted) - counted;
  }

  void misfit(Place place, std::string_view text, MisfitReason reason, std::optional<SanRequest> asked = {},
              std::string detail = {}) {
    std::string shown = pgn::to_utf8(text);
    pgn::truncate(shown, kLongestMisfitText);
    game_.misfit = Misfit{game_.record.plies.size() + 1,
                          place.line,
                          place.column,
                          std::move(shown),
                          reason,
                          asked,
                          std::move(detail)};
  }

  // Games.

  void open_game(Place place) {
    game_.line = place.line;
    stage_ = Stage::tags;
    names_seen_.clear();
    comment_room_ = kPgnMostCommentText;
  }

  /// The tags are complete: sets the board up, or finds that this record continues the last one.
  void start_moves() {
    if (stage_ != Stage::tags) return;
    stage_ = Stage::moves;
    depth_ = 0;
    if (!set_start()) return release_held();
    if (held_ && continues_held()) {
      auto part = std::exchange(game_, std::move(*held_));
      held_.reset();
      comment_room_ = held_comment_room_;
      game_.record.result = part.record.result;
      game_.record.other_result = std::move(part.record.other_result);
      for (auto& blemish : part.blemishes) add_blemish(std::move(blemish));
      ++parts_;
    } else {
      release_held();
      parts_ = 1;
    }
  }

  bool set_start() {
    GameRecord& record = game_.record;
    const auto fen = record.tags.find("FEN");
    if (!fen) {
      position_.emplace();
      return true;
    }
    // Where a game goes on after an illegal move stands in the comment before it too, where no tag is.
    const bool continues = record.tags.find(pgn::kContinuationTag).has_value();
    const auto tag = record.tags.find("Variant");
    const Variant variant = tag && !continues ? variant_of(*tag) : Variant::standard;
    const auto start = setup_from_fen(*fen, variant);
    if (start) {
      set_up(*start);
    } else {
      position_.reset();
      unplayable_ = start.error().message;
    }
    if (!position_) {
      misfit(fen_place_, *fen, MisfitReason::unplayable_start, {}, unplayable_);
      return false;
    }
    record.start = *start;
    const bool by_file = start->castling_files != CastlingFiles{};
    // X-FEN names rooks by where they stand, so that a right without its rook could not be written again.
    if (!continues && (by_file || variant == Variant::chess960)) record.start = position_->setup();
    if (by_file && (!tag || variant_of(*tag) != Variant::chess960))
      record.tags.set("Variant", pgn::kChess960);
    record.tags.erase("FEN");
    record.tags.erase("SetUp");
    return true;
  }

  void set_up(const Setup& setup) {
    if (auto position = Position::from(setup, kForgivable)) {
      position_ = *position;
    } else {
      position_.reset();
      unplayable_ = describe(position.error().faults);
    }
  }

  [[nodiscard]] bool continues_held() const {
    return game_.record.tags.find(pgn::kContinuationTag) == std::to_string(parts_ + 1) &&
           game_.record.start == held_->record.plies.back().illegal()->after;
  }

  void end_game() {
    if (stage_ == Stage::between_games) return;
    start_moves();
    settle_remarks();
    if (depth_ > 0) complaint(variation_, "this variation is never closed");
    depth_ = 0;
    stage_ = Stage::between_games;
    const auto& plies = game_.record.plies;
    if (!game_.misfit && !plies.empty() && plies.back().illegal() != nullptr) {
      held_ = std::exchange(game_, PgnGame{});
      held_comment_room_ = comment_room_;
    } else {
      sink_(game_);
      game_ = PgnGame{};
    }
  }

  /// A game that ended in an illegal move waits for the record that may continue it.
  void release_held() {
    if (!held_) return;
    sink_(*held_);
    held_.reset();
  }

  Sink sink_;
  pgn::Lexer lexer_{*this};
  Stage stage_ = Stage::between_games;
  std::size_t depth_ = 0;  // of variations
  Place variation_;        // where the outermost began
  std::vector<std::string> names_seen_;
  Place fen_place_;

  PgnGame game_;
  std::optional<Position> position_;  // nothing if it cannot be played on
  std::string unplayable_;            // why not
  std::string comment_;               // since the last move
  std::vector<std::uint8_t> nags_;    // since the last move
  std::size_t comment_room_ = kPgnMostCommentText;

  std::optional<PgnGame> held_;
  std::size_t held_comment_room_ = 0;
  std::size_t parts_ = 1;  // records read so far of what is held or being read
};

PgnReader::PgnReader(Sink sink) : builder_{std::make_unique<Builder>(std::move(sink))} {}
PgnReader::PgnReader(PgnReader&&) noexcept = default;
PgnReader& PgnReader::operator=(PgnReader&&) noexcept = default;
PgnReader::~PgnReader() = default;

void PgnReader::feed(std::string_view piece) {
  builder_->feed(piece);
}
void PgnReader::finish() {
  builder_->finish();
}

std::vector<PgnGame> read_pgn(std::string_view text) {
  std::vector<PgnGame> games;
  PgnReader reader{[&](PgnGame& game) { games.push_back(std::move(game)); }};
  reader.feed(text);
  reader.finish();
  return games;
}

namespace {

std::string where(std::size_t line, std::size_t column) {
  return "line " + std::to_string(line) + ", column " + std::to_string(column) + ": ";
}

}  // namespace

std::string describe(const Misfit& misfit) {
  const std::string quoted = '"' + misfit.text + '"';
  const std::string ply = "ply " + std::to_string(misfit.ply) + ", " + quoted + ", ";
  const std::string place = where(misfit.line, misfit.column);
  switch (misfit.reason) {
    case MisfitReason::unreadable:
      return place + ply + "cannot be read as a move.";
    case MisfitReason::illegal:
      return place + ply + "is not a legal move.";
    case MisfitReason::ambiguous:
      return place + ply + "fits more than one legal move.";
    case MisfitReason::unplayable_start:
      return place + "no game can start from " + quoted + ": " + misfit.detail;
    case MisfitReason::unplayable_position:
      return place + ply +
             "cannot be played on the board that the illegal move before it left: " + misfit.detail;
    case MisfitReason::too_many_plies:
      break;
  }
  return place + ply + "is left out because the game is longer than " + std::to_string(kPgnMostPlies) +
         " plies.";
}

std::string describe(const Blemish& blemish) {
  return where(blemish.line, blemish.column) + blemish.message + '.';
}

}  // namespace jadoube::chess
