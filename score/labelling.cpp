#include "score/labelling.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>

#include "chess/game.hpp"
#include "chess/position.hpp"
#include "chess/san.hpp"
#include "detector/detector.hpp"
#include "score/plies.hpp"
#include "simulator/truth.hpp"
#include "words/lines.hpp"

namespace jadoube::score {

using chess::Move;
using chess::Position;
using record::Time;
using report::Kind;

namespace {

/// The moves that both have, in their order, as many as can be: for each of `one` its partner among `other`.
std::vector<std::optional<std::size_t>> partners(const std::vector<std::string>& one,
                                                 const std::vector<std::string>& other) {
  std::vector<std::optional<std::size_t>> found(one.size());
  std::size_t head = 0;
  for (; head < one.size() && head < other.size() && one[head] == other[head]; ++head) found[head] = head;
  std::size_t tail = 0;
  for (; tail < std::min(one.size(), other.size()) - head &&
         one[one.size() - 1 - tail] == other[other.size() - 1 - tail];
       ++tail)
    found[one.size() - 1 - tail] = other.size() - 1 - tail;
  const std::size_t rows = one.size() - head - tail;
  const std::size_t columns = other.size() - head - tail;
  constexpr std::size_t kMostPairs = 4U << 20U;
  if (rows == 0 || columns == 0 || rows > kMostPairs / columns) return found;
  std::vector<std::uint32_t> longest((rows + 1) * (columns + 1));
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
    return longest[i * (columns + 1) + j];
  };
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      at(i, j) =
          one[head + i] == other[head + j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
    if (one[head + i] == other[head + j]) {
      found[head + i++] = head + j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
  return found;
}

/// "12. Nf3 Nc6", as far as the moves can be played.
std::string line_in_san(Position position, const std::vector<std::string>& moves) {
  std::string text;
  for (const std::string& uci : moves) {
    const auto move = chess::move_from_uci(position, uci);
    if (!text.empty()) text += ' ';
    if (!move || !position.is_legal(*move)) {
      text += uci;
      continue;
    }
    const bool white = position.turn() == chess::Side::white;
    if (white || text.empty()) text += std::to_string(position.fullmove_number()) + (white ? ". " : "... ");
    text += to_san(position, *move);
    position.make(*move);
  }
  return text.empty() ? "nothing" : text;
}

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string{text}};
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::optional<unsigned> number_from(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// "0:12:05.3", "12:05", "725".
std::optional<Time> time_from(std::string_view text) {
  constexpr unsigned kMostHours = 1000;
  std::int64_t us = 0;
  for (unsigned parts = 0; parts < 3; ++parts) {
    const auto colon = text.find(':');
    std::string_view part = text.substr(0, colon);
    std::int64_t fraction = 0;
    if (colon == std::string_view::npos)
      if (const auto dot = part.find('.'); dot != std::string_view::npos) {
        std::string digits{part.substr(dot + 1, 6)};
        digits.resize(6, '0');
        const auto number = number_from(digits);
        if (!number) return std::nullopt;
        fraction = *number;
        part = part.substr(0, dot);
      }
    const auto number = number_from(part);
    // Only what stands first may be more than a clock shows there.
    if (!number || *number >= (parts == 0 ? kMostHours * 3600 : 60U)) return std::nullopt;
    us = us * 60 + std::int64_t{*number} * 1'000'000;
    if (colon == std::string_view::npos) return Time{us + fraction};
    text.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

std::string unknown_kind(const std::string& word) {
  return '"' + word + "\" is no kind of finding; docs/findings.md lists them";
}

/// The words after "ply", "finding" or "missed". What is wrong with them, or nothing.
std::string add_answer(Answers& answers, const std::vector<std::string>& words) {
  const std::string& about = words.front();
  if (about == "ply") {
    const auto ply = words.size() > 2 ? number_from(words[1]) : std::nullopt;
    if (!ply) return "say: ply NUMBER sheet, or board, or the moves";
    std::string rest = words[2];
    for (std::size_t i = 3; i < words.size(); ++i) rest += ' ' + words[i];
    answers.plies.push_back({*ply, rest});
    return {};
  }
  if (about == "finding") {
    const auto ply = words.size() == 4 ? number_from(words[2]) : std::nullopt;
    if (!ply || (words[3] != "right" && words[3] != "wrong")) return "say: finding KIND PLY right, or wrong";
    const auto kind = report::kind_from_name(words[1]);
    if (!kind) return unknown_kind(words[1]);
    answers.findings.push_back({*kind, *ply, words[3] == "right" ? Opinion::right : Opinion::wrong});
    return {};
  }
  if (about != "missed") return '"' + about + "\" is none of: ply, finding, missed";
  std::string rest;
  for (std::size_t i = 1; i < words.size(); ++i) rest += words[i] + ' ';
  auto missed = read_missed(rest);
  if (!missed) return missed.error();
  answers.missed.push_back(*missed);
  return {};
}

}  // namespace

std::string to_text(Time t) {
  const auto tenths = t.count() / 100'000;
  const auto two = [](std::int64_t number) { return std::to_string(100 + number).substr(1); };
  return std::to_string(tenths / 36000) + ':' + two(tenths / 600 % 60) + ':' + two(tenths / 10 % 60) + '.' +
         std::to_string(tenths % 10);
}

tl::expected<Missed, std::string> read_missed(std::string_view text) {
  const auto words = words_of(text);
  if (words.size() != 2 && words.size() != 3)
    return tl::unexpected(std::string{"say: KIND [white|black] 0:12:05"});
  const auto kind = report::kind_from_name(words[0]);
  if (!kind) return tl::unexpected(unknown_kind(words[0]));
  Missed missed{.kind = *kind, .side = {}, .t = {}};
  if (words.size() == 3) {
    if (words[1] != "white" && words[1] != "black")
      return tl::unexpected('"' + words[1] + "\" is neither white nor black");
    missed.side = words[1] == "white" ? chess::Side::white : chess::Side::black;
  }
  const auto t = time_from(words.back());
  if (!t) return tl::unexpected('"' + words.back() + "\" is no time of the recording, such as 0:12:05.3");
  missed.t = *t;
  return missed;
}

tl::expected<Answers, std::string> read_answers(std::string_view text) {
  Answers answers;
  std::istringstream stream{std::string{text}};
  unsigned number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const auto words = words_of(line.substr(0, line.find('#')));
    if (words.empty()) continue;
    if (const std::string fault = add_answer(answers, words); !fault.empty())
      return tl::unexpected("line " + std::to_string(number) + ": " + fault);
  }
  return answers;
}

struct Labelling::Inside {
  Inside(const record::Header& header, const chess::GameRecord& sheet)
      : boards{header.board.senses},
        detector{header, [this](const report::Report& line) { said.push_back(line); }},
        start{Position::from(sheet.start, chess::kForgivable).value_or(Position{})},
        result{to_string(sheet.result)} {
    Position position = start;
    for (const chess::Ply& ply : sheet.plies) {
      const auto* move = std::get_if<Move>(&ply.what);
      if (move == nullptr) break;
      sheet_moves.push_back(to_uci(position, *move));
      position.make(*move);
    }
  }

  void compare();
  /// The sheet, with what was answered so far; of what is not a legal move the text and where it stands.
  tl::expected<std::vector<Move>, std::string> line(const std::vector<std::string>& answers) const;
  void judge_findings();
  [[nodiscard]] std::optional<bool> proof(const SaidFinding& finding) const;
  [[nodiscard]] bool counts_as(Kind kind, unsigned ply) const;

  ShownBoards boards;
  std::vector<report::Report> said;
  detector::Detector detector;
  Position start;
  std::string result;
  std::vector<std::string> sheet_moves;
  std::vector<std::string> board_moves;
  std::vector<Difference> differences;
  std::vector<std::string> answers;  // of each difference; empty: none
  std::vector<Time> losses;
  std::optional<Time> flag;
  Time last{};
  std::vector<Move> moves;  // the truth
  std::vector<std::string> ucis;
  Alignment alignment;
  std::vector<LabelledFinding> findings;
  std::vector<Missed> missed;
};

void Labelling::Inside::compare() {
  ToldPlies record;
  for (const auto& each : said) {
    if (const auto* move = std::get_if<report::MoveReport>(&each)) record.on(*move);
    if (const auto* revision = std::get_if<report::RevisionReport>(&each)) record.on(*revision);
  }
  for (unsigned ply = 1; const auto* told = record.ply(ply); ++ply) board_moves.push_back(told->uci);
  const auto partner = partners(sheet_moves, board_moves);
  Position position = start;
  for (std::size_t i = 0, j = 0; i < sheet_moves.size() || j < board_moves.size();) {
    if (i < sheet_moves.size() && partner[i] == j) {
      position.make(*chess::move_from_uci(position, sheet_moves[i]));
      ++i, ++j;
      continue;
    }
    Difference difference{
        .ply = static_cast<unsigned>(i + 1), .sheet = {}, .board = {}, .sheet_san = {}, .board_san = {}};
    const Position before = position;
    for (; i < sheet_moves.size() && !partner[i]; ++i) {
      position.make(*chess::move_from_uci(position, sheet_moves[i]));
      difference.sheet.push_back(sheet_moves[i]);
    }
    const std::size_t until = i < sheet_moves.size() ? *partner[i] : board_moves.size();
    for (; j < until; ++j) difference.board.push_back(board_moves[j]);
    difference.sheet_san = line_in_san(before, difference.sheet);
    difference.board_san = line_in_san(before, difference.board);
    differences.push_back(std::move(difference));
  }
  answers.resize(differences.size());
}

tl::expected<std::vector<Move>, std::string> Labelling::Inside::line(
    const std::vector<std::string>& chosen) const {
  std::vector<std::string> texts;
  std::size_t i = 0;
  for (std::size_t d = 0; d < differences.size(); ++d) {
    const Difference& difference = differences[d];
    for (; i + 1 < difference.ply; ++i) texts.push_back(sheet_moves[i]);
    auto taken = difference.sheet;
    if (chosen[d] == "board") taken = difference.board;
    if (chosen[d] != "board" && chosen[d] != "sheet" && !chosen[d].empty()) taken = words_of(chosen[d]);
    // "12." and "12..." are for people.
    std::erase_if(taken, [](const std::string& word) { return word.ends_with('.'); });
    texts.insert(texts.end(), taken.begin(), taken.end());
    i += difference.sheet.size();
  }
  for (; i < sheet_moves.size(); ++i) texts.push_back(sheet_moves[i]);
  std::vector<Move> played;
  Position position = start;
  for (const std::string& text : texts) {
    const auto move = chess::parse_san(position, text);
    if (!move)
      return tl::unexpected("ply " + std::to_string(played.size() + 1) + " would then be " + text +
                            ", which is no legal move there");
    played.push_back(*move);
    position.make(*move);
  }
  return played;
}

bool Labelling::Inside::counts_as(Kind kind, unsigned ply) const {
  chess::Game game{start};
  for (unsigned made = 0; made < ply && made < moves.size(); ++made) game.play(moves[made]);
  switch (kind) {
    case Kind::threefold_available:
      return game.is_threefold();
    case Kind::fivefold:
      return game.is_fivefold();
    case Kind::fifty_moves_available:
      return game.is_fifty_moves();
    default:
      return game.is_seventy_five_moves();
  }
}

std::optional<bool> Labelling::Inside::proof(const SaidFinding& finding) const {
  switch (finding.kind) {
    case Kind::link_lost:
      return std::ranges::any_of(losses, [&](Time t) { return t <= finding.opened; });
    case Kind::flag_fallen:
      if (flag && *flag <= finding.opened) return true;
      return std::nullopt;
    case Kind::threefold_available:
    case Kind::fivefold:
    case Kind::fifty_moves_available:
    case Kind::seventy_five_moves:
      return counts_as(finding.kind, finding.ply);
    case Kind::unresolved:
      return finding.record_wrong;
    default:
      return std::nullopt;
  }
}

void Labelling::Inside::judge_findings() {
  Truth truth;
  for (std::size_t i = 0; i < moves.size(); ++i)
    truth.moves.push_back(
        {static_cast<unsigned>(i + 1), alignment.moves[i].t, alignment.moves[i].from, ucis[i], {}});
  std::vector<report::Evidence> evidence;
  for (const auto& each : said)
    if (const auto* finding = std::get_if<report::Finding>(&each);
        finding != nullptr && finding->state == report::State::opened)
      evidence.push_back(finding->evidence);
  const auto all = said_findings(said, truth);
  for (std::size_t i = 0; i < all.size(); ++i) {
    LabelledFinding finding{.said = all[i], .evidence = evidence[i]};
    if (const auto proven = proof(all[i])) {
      finding.is_proven = true;
      finding.opinion = *proven ? Opinion::right : Opinion::wrong;
    }
    finding.is_passed_over =
        !finding.is_proven &&
        (never_alarms(all[i].kind) || (all[i].withdrawn && *all[i].withdrawn - all[i].opened <= kLate));
    findings.push_back(std::move(finding));
  }
}

Labelling::Labelling(const record::Header& header, const chess::GameRecord& sheet)
    : inside_{std::make_unique<Inside>(header, sheet)} {}
Labelling::~Labelling() = default;

void Labelling::on(const record::Record& record) {
  if (std::holds_alternative<record::Truth>(record)) return;
  inside_->last = std::max(inside_->last, time_of(record));
  if (const auto* scan = std::get_if<record::Scan>(&record)) inside_->boards.see(*scan);
  if (const auto* link = std::get_if<record::Link>(&record);
      link != nullptr && link->state == record::Link::State::lost)
    inside_->losses.push_back(link->t);
  if (const auto* clock = std::get_if<record::ClockReading>(&record);
      clock != nullptr && clock->flag && !inside_->flag)
    inside_->flag = clock->t;
  inside_->detector.on(record);
}

void Labelling::finish() {
  inside_->detector.finish();
  inside_->boards.end(inside_->last);
  inside_->compare();
}

const std::vector<Difference>& Labelling::differences() const {
  return inside_->differences;
}

Labelling::Result Labelling::answer(std::size_t difference, std::string_view words) {
  auto answers = inside_->answers;
  answers[difference] = words;
  if (auto line = inside_->line(answers); !line) return tl::unexpected(std::move(line).error());
  inside_->answers = std::move(answers);
  return {};
}

Labelling::Result Labelling::settle() {
  auto line = inside_->line(inside_->answers);
  if (!line) return tl::unexpected(std::move(line).error());
  inside_->moves = *std::move(line);
  Position position = inside_->start;
  for (const Move move : inside_->moves) {
    inside_->ucis.push_back(to_uci(position, move));
    position.make(move);
  }
  auto alignment = inside_->boards.align(inside_->start, inside_->moves);
  if (!alignment) return tl::unexpected(std::move(alignment).error());
  inside_->alignment = *std::move(alignment);
  const std::size_t seen = inside_->moves.size() - inside_->alignment.count(Sight::never);
  if (2 * seen < inside_->moves.size())
    return tl::unexpected(
        "only " + std::to_string(seen) + " of the " + std::to_string(inside_->moves.size()) +
        " moves can be found on the board: is it another game? --game N takes another one of the file");
  inside_->judge_findings();
  return {};
}

const std::vector<LabelledFinding>& Labelling::findings() const {
  return inside_->findings;
}

void Labelling::answer_finding(std::size_t finding, Opinion opinion) {
  inside_->findings[finding].opinion = opinion;
}

Labelling::Result Labelling::add(const Missed& missed) {
  if (missed.t > inside_->last)
    return tl::unexpected(to_text(missed.t) + " is behind the end of the recording, which is at " +
                          to_text(inside_->last));
  inside_->missed.push_back(missed);
  return {};
}

std::vector<record::Truth> Labelling::truths() const {
  std::vector<record::Truth> truths;
  for (std::size_t i = 0; i < inside_->moves.size(); ++i) {
    const AlignedMove& move = inside_->alignment.moves[i];
    truths.push_back(simulator::truth_of_move(move.from, move.t, static_cast<unsigned>(i + 1),
                                              inside_->ucis[i], move.sight == Sight::never ? "unseen" : ""));
  }
  for (const LabelledFinding& finding : inside_->findings) {
    if (finding.opinion == Opinion::wrong || finding.is_passed_over) continue;
    const Time t = std::min(finding.evidence.from, finding.said.opened);
    truths.push_back(simulator::truth_of({.t = t,
                                          .kind = report::name(finding.said.kind),
                                          .side = finding.said.side,
                                          .ply = finding.said.ply,
                                          .by = finding.said.opened,
                                          .gone = finding.said.withdrawn,
                                          .optional = finding.opinion == Opinion::not_known,
                                          .reason = finding.said.reason == report::Reason::none
                                                        ? std::string_view{}
                                                        : report::name(finding.said.reason)}));
  }
  for (const Missed& missed : inside_->missed)
    truths.push_back(
        simulator::truth_of({.t = missed.t, .kind = report::name(missed.kind), .side = missed.side}));
  truths.push_back(simulator::truth_of_end(inside_->last, inside_->result == "*" ? "" : inside_->result));
  std::ranges::stable_sort(truths, {}, &record::Truth::t);
  return truths;
}

std::string Labelling::account() const {
  const auto& in = *inside_;
  const std::size_t right = plies_in_common(in.ucis, in.board_moves);
  std::string text = "moves: " + std::to_string(in.ucis.size()) + "; on the board " +
                     std::to_string(in.alignment.count(Sight::whole)) + ", but for a square or two " +
                     std::to_string(in.alignment.count(Sight::nearly)) + ", never " +
                     std::to_string(in.alignment.count(Sight::never)) +
                     "\nread right by the program: " + std::to_string(right) +
                     ", too many: " + std::to_string(in.board_moves.size() - right) + '\n';
  Position position = in.start;
  for (std::size_t i = 0; i < in.moves.size(); ++i) {
    const AlignedMove& move = in.alignment.moves[i];
    if (move.sight != Sight::whole) {
      text += "  " + line_in_san(position, {in.ucis[i]}) + " at " + to_text(move.t) +
              (move.sight == Sight::never ? ": the board never showed it"
                                          : ": the board showed something else on");
      for (unsigned s = 0; s < 64; ++s)
        if ((move.differing >> s & 1U) != 0) text += ' ' + chess::to_string(static_cast<chess::Square>(s));
      text += '\n';
    }
    position.make(in.moves[i]);
  }
  text += "findings: " + std::to_string(in.findings.size()) + '\n';
  for (const LabelledFinding& finding : in.findings) {
    std::string verdict = finding.opinion == Opinion::right   ? "right"
                          : finding.opinion == Opinion::wrong ? "wrong"
                                                              : "not known";
    if (finding.is_passed_over) verdict = finding.said.withdrawn ? "withdrawn" : "asks only";
    text +=
        words::in_lines("  " + to_text(finding.said.opened) + ' ' + std::string{name(finding.said.grade)} +
                        ' ' + std::string{name(finding.said.kind)} + ", ply " +
                        std::to_string(finding.said.ply) + ": " + verdict + ". " + finding.said.text) +
        '\n';
  }
  for (const Missed& missed : in.missed)
    text += "  " + to_text(missed.t) + ' ' + std::string{name(missed.kind)} + ": missed\n";
  return text;
}

}  // namespace jadoube::score
