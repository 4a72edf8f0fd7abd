#include "tests/laws/script.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "chess/position.hpp"
#include "judge/judged_game.hpp"
#include "stream/stream_json.hpp"

namespace jadoube::laws {

namespace {

using report::Finding;
using report::State;
using Action_ = record::Arbiter::Action;

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error(why);
}

Side side_of(const std::string& word) {
  if (word == "white") return Side::white;
  if (word == "black") return Side::black;
  refuse("no side: " + word);
}

chess::Square square_of(const std::string& word) {
  const auto square = chess::square_from_string(word);
  if (!square) refuse("no square: " + word);
  return *square;
}

std::vector<chess::Square> squares_of(const std::string& list) {
  std::vector<chess::Square> out;
  std::istringstream in{list};
  for (std::string word; std::getline(in, word, ',');) out.push_back(square_of(word));
  return out;
}

report::Reason reason_of(const std::string& word) {
  for (unsigned i = 0; i <= static_cast<unsigned>(report::Reason::piece_added); ++i)
    if (name(static_cast<report::Reason>(i)) == word) return static_cast<report::Reason>(i);
  refuse("no reason: " + word);
}

report::GameState game_state_of(const std::string& word) {
  for (unsigned i = 0; i <= static_cast<unsigned>(report::GameState::over); ++i)
    if (name(static_cast<report::GameState>(i)) == word) return static_cast<report::GameState>(i);
  refuse("no state of a game: " + word);
}

record::Time time_of_text(const std::string& word) {
  return record::Time{static_cast<std::int64_t>(std::llround(std::stod(word) * 1e6))};
}

/// What a person enters, by the word of the script.
std::optional<Action_> arbiter_action(std::string_view verb) {
  static constexpr std::array<std::pair<std::string_view, Action_>, 15> actions{{
      {"pause", Action_::pause},
      {"resume", Action_::resume},
      {"claim", Action_::claim},
      {"confirm", Action_::confirm},
      {"dismiss", Action_::dismiss},
      {"seen", Action_::seen},
      {"declare", Action_::declare},
      {"count", Action_::count_started},
      {"result", Action_::result},
      {"adjourn", Action_::adjourn},
      {"new_game", Action_::new_game},
      {"law", Action_::law},
      {"position", Action_::set_position},
      {"pairing", Action_::pairing},
      {"retract", Action_::retract},
  }};
  for (const auto& [word, action] : actions)
    if (word == verb) return action;
  return std::nullopt;
}

std::string rest_after(const std::string& line, const std::string& word) {
  const auto at = line.find(word);
  return line.substr(at + word.size());
}

}  // namespace

ClockTime clock_from_text(const std::string& text) {
  std::int64_t seconds = 0;
  std::istringstream in{text};
  for (std::string part; std::getline(in, part, ':');) seconds = seconds * 60 + std::stol(part);
  return std::chrono::seconds{seconds};
}

std::shared_ptr<const LawSet> built_in_law(std::string_view id) {
  static std::map<std::string, std::shared_ptr<const LawSet>, std::less<>> read;
  if (const auto law = read.find(id); law != read.end()) return law->second;
  auto law = Library{}.law(id);
  return law ? read.emplace(id, std::make_shared<const LawSet>(*std::move(law))).first->second : nullptr;
}

Script::Script(const Setting& setting)
    : setting_{setting}, time_control_{parse_time_control(setting.time_control)}, fen_{setting.fen} {
  if (fen_ == "startpos") fen_ = to_fen(chess::Position{});
  occupied_ = chess::setup_from_fen(fen_)->placement.occupied();
  record::Header header;
  header.game.start_fen = fen_;
  header.game.time_control = setting.time_control;
  header.board.senses = setting.senses;
  header.board.id = setting.board;
  header.game.variant = setting.variant;
  header.game.white = "Anna";
  header.game.black = "Bo";
  Judge::Options options;
  options.say = [this](const JudgedReport& line) {
    if (setting_.says)
      setting_.says(line);
    else
      transcript_.push_back(stream::to_json(line));
    if (const auto* ruling = std::get_if<Ruling>(&line)) rulings_.push_back(*ruling);
  };
  options.reply = [this](const Reply& reply) {
    transcript_.push_back((reply.refused ? "refused: " : "reply: ") + reply.text.english());
    replies_.push_back(reply);
    if (setting_.replies) setting_.replies(reply);
  };
  options.window = setting.window;
  options.can_mate = setting.can_mate;
  options.forced_win = setting.forced_win;
  options.find_law = [](std::string_view id) -> tl::expected<LawSet, words::Text> {
    if (const auto law = built_in_law(id)) return *law;
    return tl::make_unexpected(Library{}.law(id).error().front().sentence);
  };
  judge_.emplace(setting.law_set ? setting.law_set : built_in_law(setting.law), header, std::move(options));
  feed(record::Scan{now_, {occupied_}, std::nullopt, std::nullopt});
}

void Script::run(const std::string& text) {
  std::istringstream in{text};
  for (std::string each; std::getline(in, each);) line(each);
}

void Script::line(const std::string& text) {
  const std::string plain = text.substr(0, text.find('#'));
  std::istringstream in{plain};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  if (words.empty()) return;
  try {
    pass_to(time_of_text(words.at(0)));
    const std::string& verb = words.at(1);
    if (const auto action = arbiter_action(verb))
      arbiter(*action, words, plain);
    else if (!clock_event(verb, words) && !detector_event(verb, words, plain))
      refuse("no such event: " + verb);
  } catch (const std::exception& error) {
    refuse("\"" + text + "\": " + error.what());
  }
}

/// What clock and board say. False: it is no such event.
bool Script::clock_event(const std::string& verb, const std::vector<std::string>& words) {
  if (verb == "lift" || verb == "place") {
    scan(words.at(2), verb == "place");
    return true;
  }
  if (verb == "clock") {
    clock_ = Readings{clock_from_text(words.at(2)), clock_from_text(words.at(3))};
    running_.reset();
    if (words.at(4) != "none") running_ = side_of(words[4]);
  } else if (verb == "press") {
    const Side side = side_of(words.at(2));
    if (time_control_) clock_.value().of(side) += time_control_->period(0).increment;
    running_ = ~side;
  } else if (verb == "stop") {
    running_.reset();
  } else {
    return false;
  }
  show_clock();
  return true;
}

/// What the detector says. False: it is no such event.
bool Script::detector_event(const std::string& verb, const std::vector<std::string>& words,
                            const std::string& line) {
  if (verb == "finding") {
    finding(words);
  } else if (verb == "withdraw" || verb == "update") {
    Finding f = findings_.at(std::stoull(words.at(2)));
    f.state = verb == "withdraw" ? State::withdrawn : State::updated;
    f.t = now_;
    tell(f);
  } else if (verb == "move") {
    move(words, line);
  } else if (verb == "revise") {
    tell(report::RevisionReport{now_,
                                static_cast<unsigned>(std::stoul(words.at(2))),
                                {words.begin() + 3, words.end()},
                                "new evidence"});
  } else if (verb == "game") {
    tell(report::GameReport{now_, game_state_of(words.at(2)), "", ""});
  } else {
    return false;
  }
  return true;
}

void Script::pass_to(record::Time t) {
  if (clock_ && running_) {
    ClockTime& left = clock_->of(*running_);
    left = std::max(ClockTime{}, left - std::chrono::duration_cast<ClockTime>(t - now_));
  }
  now_ = t;
  judge_->advance_to(t);
}

void Script::show_clock() {
  const Readings shown = clock_.value();
  feed(record::ClockReading{now_, shown.white, shown.black, running_, std::nullopt});
}

void Script::feed(const record::Record& record) {
  if (setting_.hears) setting_.hears(record);
  judge_->on(record, {});
  if (setting_.paused) setting_.paused();
}

void Script::tell(const report::Report& line) {
  judge_->on(std::span{&line, 1});
  if (setting_.paused) setting_.paused();
}

void Script::finding(const std::vector<std::string>& words) {
  Finding f;
  f.t = now_;
  f.evidence.to = f.evidence.from = now_;
  f.evidence.before_fen = fen_;
  f.evidence.occupied = occupied_;
  f.kind = report::kind_from_name(words.at(2)).value();
  f.grade = words.at(3) == "A" ? report::Grade::A : words[3] == "B" ? report::Grade::B : report::Grade::C;
  f.id = next_id_;
  std::string kind{name(f.kind)};
  std::replace(kind.begin(), kind.end(), '_', ' ');
  f.text = jadoube::words::known(kind) + std::string{" (script)."};
  for (std::size_t i = 4; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    const std::string key = words[i].substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : words[i].substr(equals + 1);
    if (equals == std::string::npos)
      f.side = side_of(key);
    else if (key == "ply")
      f.ply = static_cast<unsigned>(std::stoul(value));
    else if (key == "id")
      f.id = std::stoull(value);
    else if (key == "move")
      f.evidence.before_fen = fen_.substr(0, fen_.rfind(' ') + 1) + value;
    else if (key == "before")
      f.evidence.before_fen = before_.at(static_cast<unsigned>(std::stoul(value)));
    else if (key == "squares")
      f.squares = squares_of(value);
    else if (key == "reason")
      f.reason = reason_of(value);
    else if (key == "touched")
      f.touched = squares_of(value);
    else if (key == "played")
      f.played = value;
    else if (key == "variant")
      f.variant = value;
    else if (key == "at")
      f.evidence.to = time_of_text(value);
    else if (key == "from")
      f.evidence.from = time_of_text(value);
    else
      refuse("no such member: " + key);
  }
  next_id_ = f.id + 1;
  findings_[f.id] = f;
  tell(f);
}

void Script::move(const std::vector<std::string>& words, const std::string& line) {
  report::MoveReport m;
  m.t = now_;
  m.ply = static_cast<unsigned>(std::stoul(words.at(2)));
  m.side = side_of(words.at(3));
  m.uci = m.san = words.at(4);
  m.completed = words.at(5) == "completed";
  before_.try_emplace(m.ply, fen_);
  if (line.find("fen=") != std::string::npos) {
    fen_ = rest_after(line, "fen=");
    fen_.erase(fen_.find_last_not_of(' ') + 1);
  } else if (words.size() < 7 || words[6] != "again") {
    const auto position = position_of(fen_);
    const auto legal = position ? move_from_uci(*position, m.uci) : std::nullopt;
    if (!legal) refuse("not legal, and no fen=");
    fen_ = to_fen(position->after(*legal));
  }
  m.fen = fen_;
  tell(m);
}

void Script::arbiter(Action_ action, const std::vector<std::string>& words, const std::string& line) {
  record::Arbiter a;
  a.t = now_;
  a.action = action;
  switch (action) {
    case Action_::claim:
    case Action_::declare:
    case Action_::count_started:
      if (words.size() > 2) a.side = side_of(words[2]);
      if (words.size() > 3) a.what = rest_after(line, words[2] + " ");
      break;
    case Action_::confirm:
    case Action_::dismiss:
      if (words.size() > 2) a.finding = std::stoull(words[2]);
      break;
    case Action_::seen:
      if (words.size() > 2) a.square = static_cast<record::SensorSquare>(chess::index(square_of(words[2])));
      if (words.size() > 3) a.piece = words[3].at(0);
      break;
    case Action_::retract:
      if (words.at(2) == "entered")
        a.entered = time_of_text(words.at(3));
      else
        a.finding = std::stoull(words.at(2));
      a.reason = "the wrong board";
      break;
    case Action_::pairing:
      a.white_name = words.at(2);
      a.black_name = words.at(3);
      break;
    case Action_::result:
      a.result = words.at(2);
      break;
    case Action_::law:
      a.law = words.at(2);
      break;
    case Action_::set_position:
      a.fen = rest_after(line, "position ");
      if (words.at(2).find(':') != std::string::npos) {
        a.white = clock_from_text(words[2]);
        a.black = clock_from_text(words.at(3));
        a.fen = rest_after(line, words[2] + ' ' + words[3] + ' ');
      }
      if (position_of(a.fen)) fen_ = a.fen;
      break;
    default:
      break;
  }
  feed(a);
  if (action == Action_::pause || action == Action_::adjourn) running_.reset();
}

void Script::scan(const std::string& square, bool occupied) {
  const chess::Bitboard bit = chess::bit(square_of(square));
  occupied_ = occupied ? occupied_ | bit : occupied_ & ~bit;
  feed(record::Scan{now_, {occupied_}, std::nullopt, std::nullopt});
}

std::vector<Ruling> Script::about(std::uint64_t id) const {
  std::vector<Ruling> out;
  for (const Ruling& r : rulings_)
    if (r.finding.id == id) out.push_back(r);
  return out;
}

std::string Script::transcript() const {
  std::string out;
  for (const auto& each : transcript_) out += each + "\n";
  return out;
}

}  // namespace jadoube::laws
