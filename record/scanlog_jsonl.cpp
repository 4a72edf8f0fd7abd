#include "record/scanlog_jsonl.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <charconv>
#include <utility>

#include "json/fields.hpp"

namespace jadoube::record {
namespace {

using chess::Side;

constexpr std::string_view kFormat = "jadoube-scanlog";
constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kLargestMs = kLargestInteger / 1000;

constexpr std::array<std::string_view, 16> kActions{
    "pause",         "resume", "set_position", "claim",   "confirm", "dismiss", "seen",    "declare",
    "count_started", "result", "new_game",     "adjourn", "law",     "pairing", "retract", "note"};

/// Index in a list of names.
template <std::size_t N>
std::optional<std::size_t> index_in(const std::array<std::string_view, N>& names, std::string_view text) {
  const auto* found = std::find(names.begin(), names.end(), text);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - names.begin());
}

std::optional<std::uint64_t> hex16(std::string_view text) {
  if (text.size() != 16) return std::nullopt;
  std::uint64_t bits = 0;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit && !(c >= 'a' && c <= 'f')) return std::nullopt;
    bits = bits << 4U | static_cast<unsigned>(digit ? c - '0' : c - 'a' + 10);
  }
  return bits;
}

struct Parsed {
  boost::json::value value;
  std::optional<json::LineError> error;
};

Parsed parse_text(std::string_view line) {
  boost::json::parser parser;
  boost::system::error_code error;
  const std::size_t consumed = parser.write(line.data(), line.size(), error);
  if (error) {
    const bool cut = error == boost::json::error::incomplete;
    return {nullptr,
            json::LineError{json::column_of(line, cut ? line.size() : consumed),
                            cut ? "the line ends too early" : "this is not JSON (" + error.message() + ")"}};
  }
  return {parser.release(), std::nullopt};
}

std::optional<Side> optional_side(json::JsonFields& fields, std::string_view member) {
  const auto text = fields.optional_text(member);
  if (!text) return std::nullopt;
  for (const Side side : chess::kSides)
    if (*text == chess::name(side)) return side;
  fields.complain(member, R"(is neither "white" nor "black")");
  return std::nullopt;
}

Side side(json::JsonFields& fields, std::string_view member) {
  const auto found = optional_side(fields, member);
  if (!found) fields.text(member);
  return found.value_or(Side::white);
}

ClockTime clock_time(json::JsonFields& fields, std::string_view member) {
  return ClockTime{fields.integer(member, -kLargestMs, kLargestMs)};
}
std::optional<ClockTime> optional_clock_time(json::JsonFields& fields, std::string_view member) {
  const auto ms = fields.optional_integer(member, -kLargestMs, kLargestMs);
  return ms ? std::optional{ClockTime{*ms}} : std::nullopt;
}

std::optional<Occupancy> occupancy(json::JsonFields& fields, std::string_view member) {
  const auto text = fields.optional_text(member);
  if (!text) return std::nullopt;
  const auto bits = hex16(*text);
  if (!bits) fields.complain(member, "is not a set of squares (16 hex digits, lower case)");
  return Occupancy{bits.value_or(0)};
}

Scan scan(json::JsonFields& fields, Time t) {
  Scan scan{.t = t, .occupied = {}, .white = {}, .pieces = {}};
  const auto squares = occupancy(fields, "occupied");
  scan.white = occupancy(fields, "white");
  if (const auto text = fields.optional_text("pieces")) {
    scan.pieces = pieces_from_fen(*text);
    if (!scan.pieces) fields.complain("pieces", "is not the placement field of a FEN");
  }
  if (squares)
    scan.occupied = *squares;
  else if (scan.pieces)
    scan.occupied = occupied(*scan.pieces);
  else
    fields.text("occupied");
  if (const auto fault = contradiction(scan)) fields.complain(scan.pieces ? "pieces" : "white", *fault);
  return scan;
}

ClockReading clock_reading(json::JsonFields& fields, Time t) {
  ClockReading clock{.t = t,
                     .white = clock_time(fields, "white_ms"),
                     .black = clock_time(fields, "black_ms"),
                     .running = {},
                     .flag = {}};
  if (fields.text("running") != "none") {
    clock.running = optional_side(fields, "running");
    if (!clock.running) fields.complain("running", R"(is none of "white", "black" and "none")");
  }
  clock.flag = optional_side(fields, "flag");
  return clock;
}

Link link(json::JsonFields& fields, Time t) {
  Link link{.t = t, .state = Link::State::lost, .reason = {}};
  const auto state = fields.text("state");
  if (state == "restored")
    link.state = Link::State::restored;
  else if (state != "lost")
    fields.complain("state", R"(is neither "lost" nor "restored")");
  link.reason = fields.optional_text("reason").value_or("");
  return link;
}

std::optional<SensorSquare> sensor_square(std::string_view text) {
  const auto square = chess::square_from_string(text);
  if (!square) return std::nullopt;
  return static_cast<SensorSquare>(chess::index(*square));
}

char piece_letter(json::JsonFields& fields, bool or_nothing) {
  const auto letter = fields.text("piece");
  if (letter.size() == 1 && (chess::piece_from_letter(letter[0]) || (or_nothing && letter == ".")))
    return letter[0];
  fields.complain("piece", "is not a FEN letter");
  return '.';
}

std::optional<bool> white_sits_near_a1(json::JsonFields& fields) {
  const auto where = fields.optional_text("white_sits");
  if (!where) return std::nullopt;
  if (*where != "near_a1" && *where != "far_a1")
    fields.complain("white_sits", R"(is neither "near_a1" nor "far_a1")");
  return *where == "near_a1";
}

void read_pairing(json::JsonFields& fields, Arbiter& entry) {
  entry.white_name = fields.optional_text("white").value_or("");
  entry.black_name = fields.optional_text("black").value_or("");
  entry.white_sits_near_a1 = white_sits_near_a1(fields);
}

/// What a person has to say: not nothing, and not a book.
std::string some_words(json::JsonFields& fields, std::string_view member) {
  std::string words = fields.text(member);
  if (words.empty()) fields.complain(member, "is empty");
  if (words.size() > Arbiter::kLongestReason)
    fields.complain(member, "is longer than " + std::to_string(Arbiter::kLongestReason) + " bytes");
  return words;
}

/// Either a finding's number or a time, and why.
void read_retraction(json::JsonFields& fields, Arbiter& entry) {
  const auto finding = fields.optional_integer("finding", 0, kLargestInteger);
  const auto entered = fields.optional_integer("entered_us", 0, kLargestInteger);
  if (finding) entry.finding = static_cast<std::uint64_t>(*finding);
  if (entered) entry.entered = Time{*entered};
  if (!finding && !entered) fields.integer("finding", 0, kLargestInteger);
  if (finding && entered) fields.complain("entered_us", "stands beside \"finding\"");
  entry.reason = some_words(fields, "reason");
}

/// About a finding, or about the game.
void read_note(json::JsonFields& fields, Arbiter& entry) {
  if (const auto finding = fields.optional_integer("finding", 0, kLargestInteger))
    entry.finding = static_cast<std::uint64_t>(*finding);
  entry.text = some_words(fields, "text");
}

Arbiter arbiter(json::JsonFields& fields, Time t) {
  using Action = Arbiter::Action;
  Arbiter entry;
  entry.t = t;
  const auto action = index_in(kActions, fields.text("action"));
  if (!action) {
    fields.complain("action", "is not an action that this version knows");
    return entry;
  }
  entry.action = static_cast<Action>(*action);
  switch (entry.action) {
    case Action::pause:
    case Action::resume:
    case Action::new_game:
    case Action::adjourn:
      break;
    case Action::set_position:
      entry.fen = fields.text("fen");
      entry.white = optional_clock_time(fields, "white_ms");
      entry.black = optional_clock_time(fields, "black_ms");
      break;
    case Action::claim:
      entry.side = side(fields, "side");
      entry.what = fields.text("what");
      break;
    case Action::confirm:
    case Action::dismiss:
      entry.finding = static_cast<std::uint64_t>(fields.integer("finding", 0, kLargestInteger));
      break;
    case Action::seen:
      entry.square = sensor_square(fields.text("square"));
      if (!entry.square) fields.complain("square", "is not a square");
      entry.piece = piece_letter(fields, true);
      break;
    case Action::declare:
      entry.side = side(fields, "side");
      entry.piece = piece_letter(fields, false);
      break;
    case Action::count_started:
      entry.side = side(fields, "side");
      break;
    case Action::result:
      entry.result = fields.text("result");
      if (entry.result != "1-0" && entry.result != "0-1" && entry.result != "1/2-1/2")
        fields.complain("result", R"(is none of "1-0", "0-1" and "1/2-1/2")");
      break;
    case Action::law:
      entry.law = fields.text("id");
      break;
    case Action::pairing:
      read_pairing(fields, entry);
      break;
    case Action::retract:
      read_retraction(fields, entry);
      break;
    case Action::note:
      read_note(fields, entry);
  }
  return entry;
}

constexpr std::array<std::string_view, 2> kAbout{"explanations", "played"};

Advice::Rated rated_move(json::JsonFields& fields) {
  Advice::Rated move;
  move.uci = fields.text("uci");
  const auto cp = fields.optional_integer("cp", -kLargestInteger, kLargestInteger);
  const auto mate = fields.optional_integer("mate", -kLargestInteger, kLargestInteger);
  if (!cp && !mate) fields.integer("cp", 0, 0);
  if (cp && mate) fields.complain("mate", "stands beside \"cp\"");
  move.unit = cp ? Advice::Rated::Unit::centipawns : Advice::Rated::Unit::mate;
  move.score = cp ? *cp : mate.value_or(0);
  move.extra = fields.extra();
  return move;
}

Advice advice(json::JsonFields& fields, Time t) {
  Advice entry;
  entry.t = t;
  if (const auto about = index_in(kAbout, fields.text("about")))
    entry.about = static_cast<Advice::About>(*about);
  else
    fields.complain("about", R"(is neither "explanations" nor "played")");
  entry.ply = static_cast<std::uint64_t>(fields.integer("ply", 1, kLargestInteger));
  entry.fen = fields.text("fen");
  entry.engine = fields.optional_text("engine").value_or("");
  entry.depth = static_cast<std::uint64_t>(fields.optional_integer("depth", 0, kLargestInteger).value_or(0));
  if (const auto rank = fields.optional_integer("rank", 1, kLargestInteger))
    entry.rank = static_cast<std::uint64_t>(*rank);
  for (json::JsonFields& each : fields.objects("moves")) entry.moves.push_back(rated_move(each));
  if (entry.moves.empty()) fields.complain("moves", "is empty");
  return entry;
}

bool is_writable(ClockTime time) {
  return time.count() >= -kLargestMs && time.count() <= kLargestMs;
}

/// Has the entry what the form requires of its action?
bool is_complete(const Arbiter& entry) {
  switch (entry.action) {
    case Arbiter::Action::confirm:
    case Arbiter::Action::dismiss:
      return entry.finding.has_value();
    case Arbiter::Action::seen:
      return entry.square && entry.piece;
    case Arbiter::Action::declare:
      return entry.side && entry.piece;
    case Arbiter::Action::claim:
    case Arbiter::Action::count_started:
      return entry.side.has_value();
    case Arbiter::Action::retract:
      return entry.finding.has_value() != entry.entered.has_value() && !entry.reason.empty();
    case Arbiter::Action::note:
      return !entry.text.empty();
    default:
      return true;
  }
}

bool is_writable(std::uint64_t number) {
  return number <= static_cast<std::uint64_t>(kLargestInteger);
}

bool is_writable(const Advice::Rated& move) {
  return move.score >= -kLargestInteger && move.score <= kLargestInteger;
}

/// What `contradiction` says of a record whose time is sound.
template <class AlwaysSound>
std::optional<std::string> fault_of(const AlwaysSound& /*record*/) {
  return std::nullopt;
}

std::optional<std::string> fault_of(const Scan& scan) {
  if (scan.white && (scan.white->bits & ~scan.occupied.bits) != 0)
    return "names white pieces on squares that are not occupied";
  if (scan.pieces && (occupied(*scan.pieces).bits & ~scan.occupied.bits) != 0)
    return "names pieces on squares that are not occupied";
  return std::nullopt;
}

std::optional<std::string> fault_of(const ClockReading& clock) {
  if (!is_writable(clock.white) || !is_writable(clock.black)) return "has a clock time out of range";
  return std::nullopt;
}

std::optional<std::string> fault_of(const Truth& truth) {
  const auto line = parse_record(truth.json);
  if (!line || !std::holds_alternative<Truth>(line->record) || time_of(line->record) != truth.t)
    return "has a text that is not the truth record it should be";
  return std::nullopt;
}

std::optional<std::string> fault_of(const Other& other) {
  const auto line = parse_record(other.json);
  if (!line || !std::holds_alternative<Other>(line->record))
    return "has a text that is no record of an unknown type";
  return std::nullopt;
}

std::optional<std::string> fault_of(const Arbiter& entry) {
  if (entry.reason.size() > Arbiter::kLongestReason) return "has too long a reason";
  if (entry.text.size() > Arbiter::kLongestReason) return "has too long a text";
  if (entry.entered && (*entry.entered < Time{0} || entry.entered->count() > kLargestInteger))
    return "takes back what was entered at a time out of range";
  if (!is_complete(entry))
    return "lacks members that the action \"" + std::string{name(entry.action)} + "\" needs";
  if (const auto line = parse_record(to_json(entry)); !line)
    return "could not be read back: " + line.error().message;
  return std::nullopt;
}

std::optional<std::string> fault_of(const Advice& advice) {
  if (advice.moves.empty()) return "rates no move";
  const bool is_sound = advice.ply != 0 && advice.rank != 0U && is_writable(advice.ply) &&
                        is_writable(advice.depth) && is_writable(advice.rank.value_or(1)) &&
                        std::all_of(advice.moves.begin(), advice.moves.end(),
                                    [](const Advice::Rated& move) { return is_writable(move); });
  if (!is_sound) return "has a number out of range";
  return std::nullopt;
}

std::string without_line_ends(std::string_view text) {
  std::string flat{text};
  std::replace(flat.begin(), flat.end(), '\n', ' ');
  return flat;
}

/// `text` is more than blanks.
std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto first = text.find_first_not_of(kBlanks);
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// A record of a type that this version does not know: the whole line. A time that cannot be used is that of
/// the record before it.
Other unknown_record(std::string_view line, const boost::json::object& object, Time not_before) {
  const auto* t = object.if_contains("t_us");
  const auto* us = t == nullptr ? nullptr : t->if_int64();
  const bool is_usable = us != nullptr && *us >= not_before.count() && *us <= kLargestInteger;
  return Other{is_usable ? Time{*us} : not_before, without_line_ends(trimmed(line))};
}

/// A scan exactly as `append_json` writes it: nearly every line of a log, and many times faster than the
/// general way. Nothing if anything at all is different.
std::optional<Scan> canonical_scan(std::string_view line) {
  const auto skip = [&](std::string_view expected) {
    const bool there = line.starts_with(expected);
    if (there) line.remove_prefix(expected.size());
    return there;
  };
  const auto take_hex16 = [&](std::uint64_t& bits) {
    const auto value = hex16(line.substr(0, 16));
    if (!value) return false;
    bits = *value;
    line.remove_prefix(16);
    return true;
  };
  if (!skip(R"({"type":"scan","t_us":)") || line.starts_with('-')) return std::nullopt;
  std::int64_t t = 0;
  const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), t);
  const auto digits = static_cast<std::size_t>(end - line.data());
  if (fault != std::errc{} || t > kLargestInteger || (line[0] == '0' && digits > 1)) return std::nullopt;
  line.remove_prefix(digits);

  Scan scan{.t = Time{t}, .occupied = {}, .white = {}, .pieces = {}};
  if (!skip(R"(,"occupied":")") || !take_hex16(scan.occupied.bits)) return std::nullopt;
  if (skip(R"(","white":")") && !take_hex16(scan.white.emplace().bits)) return std::nullopt;
  if (skip(R"(","pieces":")")) {
    const auto length = line.find('"');
    scan.pieces = pieces_from_fen(line.substr(0, length));
    if (!scan.pieces) return std::nullopt;
    line.remove_prefix(length);
  }
  if (line != R"("})" || contradiction(scan)) return std::nullopt;
  return scan;
}

}  // namespace

std::string_view name(Arbiter::Action action) {
  return kActions[static_cast<std::size_t>(action)];
}

std::string to_fen(const PieceMap& pieces) {
  std::string text;
  for (unsigned rank = 8; rank-- > 0;) {
    int empty = 0;
    for (unsigned file = 0; file < 8; ++file) {
      const auto& piece = pieces[rank * 8 + file];
      if (!piece) {
        ++empty;
        continue;
      }
      if (empty != 0) text += static_cast<char>('0' + empty);
      empty = 0;
      text += chess::to_letter(*piece);
    }
    if (empty != 0) text += static_cast<char>('0' + empty);
    if (rank != 0) text += '/';
  }
  return text;
}

std::optional<PieceMap> pieces_from_fen(std::string_view text) {
  PieceMap pieces;
  unsigned rank = 7;
  unsigned file = 0;
  bool after_digit = false;
  for (const char c : text) {
    if (c == '/') {
      if (file != 8 || rank == 0) return std::nullopt;
      file = 0;
      --rank;
      after_digit = false;
    } else if (c >= '1' && c <= '8') {
      if (after_digit) return std::nullopt;
      file += static_cast<unsigned>(c - '0');
      after_digit = true;
    } else {
      const auto piece = chess::piece_from_letter(c);
      if (!piece || file > 7) return std::nullopt;
      pieces[rank * 8 + file++] = piece;
      after_digit = false;
    }
    if (file > 8) return std::nullopt;
  }
  if (rank != 0 || file != 8) return std::nullopt;
  return pieces;
}

std::optional<std::string> contradiction(const Record& record) {
  const auto t = time_of(record).count();
  if (t < 0 || t > kLargestInteger) return "has a time out of range";
  return std::visit([](const auto& each) { return fault_of(each); }, record);
}

tl::expected<Header, HeaderError> parse_header(std::string_view line) {
  const auto fail = [](json::LineError error, bool refuse = false) {
    return tl::unexpected{HeaderError{std::move(error), refuse}};
  };
  const Parsed parsed = parse_text(line);
  if (parsed.error) return fail(*parsed.error);
  const auto* object = parsed.value.if_object();
  if (object == nullptr) return fail({1, "this is not a JSON object"});

  std::optional<json::LineError> error;
  json::JsonFields fields{line, *object, error};
  if (fields.text("type") != "header") fields.complain("type", R"(is not "header")");
  if (error) return fail(*error);
  if (fields.text("format") != kFormat) fields.complain("format", R"(is not "jadoube-scanlog")");
  if (const auto version = fields.integer("version", 0, kLargestInteger); !error && version != kVersion)
    fields.complain("version",
                    std::to_string(version) + " is not known to this program, which knows version 1");
  if (error) return fail(*error, true);

  Header header;
  auto board = fields.optional_object("board");
  if (!board) fields.complain("board", "is missing");
  if (board) {
    const auto senses = board->text("senses");
    const auto known = senses_from_name(senses);
    if (!known) board->complain("senses", R"(is none of "presence", "colour" and "identity")");
    header.board.senses = known.value_or(Senses::presence);
    header.board.id = board->optional_text("id").value_or("");
    header.board.model = board->optional_text("model").value_or("");
    if (const auto period = board->optional_integer("scan_period_us", 0, kLargestInteger))
      header.board.scan_period = Time{*period};
    header.board.extra = board->extra();
  }
  if (auto game = fields.optional_object("game")) {
    header.game.white = game->optional_text("white").value_or("");
    header.game.black = game->optional_text("black").value_or("");
    header.game.event = game->optional_text("event").value_or("");
    header.game.round = game->optional_text("round").value_or("");
    header.game.time_control = game->optional_text("time_control").value_or("");
    header.game.start_fen = game->optional_text("start_fen").value_or("");
    header.game.variant = game->optional_text("variant").value_or("");
    header.game.extra = game->extra();
  }
  header.law = fields.optional_text("law").value_or("");
  header.utc_start = fields.optional_text("utc_start").value_or("");
  header.extra = fields.extra();
  if (error) return fail(*error);
  return header;
}

tl::expected<RecordLine, json::LineError> parse_record(std::string_view line, Time not_before) {
  if (auto quick = canonical_scan(line); quick && quick->t >= not_before) return RecordLine{*quick, {}};

  const Parsed parsed = parse_text(line);
  if (parsed.error) return tl::unexpected{*parsed.error};
  const auto* object = parsed.value.if_object();
  if (object == nullptr) return tl::unexpected{json::LineError{1, "this is not a JSON object"}};

  std::optional<json::LineError> error;
  json::JsonFields fields{line, *object, error};
  const auto type = fields.text("type");
  if (error) return tl::unexpected{*error};

  constexpr std::array<std::string_view, 9> kTypes{"scan",  "clock", "press",  "link",  "arbiter",
                                                   "truth", "end",   "advice", "header"};
  const auto known = index_in(kTypes, type);
  if (type == "header") return tl::unexpected{json::LineError{1, "a second header"}};
  if (!known) return RecordLine{unknown_record(line, *object, not_before), {}};

  const Time t{fields.integer("t_us", 0, kLargestInteger)};
  if (!error && t < not_before)
    fields.complain("t_us", std::to_string(t.count()) + " is earlier than the record before it (" +
                                std::to_string(not_before.count()) + ")");
  RecordLine result;
  bool keeps_all = false;
  switch (*known) {
    case 0:
      result.record = scan(fields, t);
      break;
    case 1:
      result.record = clock_reading(fields, t);
      break;
    case 2:
      result.record = Press{t, side(fields, "side")};
      break;
    case 3:
      result.record = link(fields, t);
      break;
    case 4:
      result.record = arbiter(fields, t);
      break;
    case 5:
      result.record = Truth{t, without_line_ends(trimmed(line))};
      keeps_all = true;
      break;
    case 6:
      result.record = End{t};
      break;
    default:
      result.record = advice(fields, t);
      break;
  }
  if (error) return tl::unexpected{*error};
  if (!keeps_all) result.extra = fields.extra();
  return result;
}

}  // namespace jadoube::record
