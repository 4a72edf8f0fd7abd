#include "arbiter/followed_game.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "arbiter/round/round_start.hpp"
#include "chess/position.hpp"
#include "judge/position_words.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::arbiter {

using record::Time;
using report::GameState;
using words::wording;

namespace {

constexpr std::string_view kLawUnlessNamed = "fide-2023-std";

std::shared_ptr<const laws::LawSet> law_of(const record::Header& header, LawCache& laws) {
  if (!header.law.empty())
    if (auto law = laws.law(header.law)) return *std::move(law);
  return laws.law(kLawUnlessNamed).value();
}

/// Whoever reads in the hall what was found knows the table; what the board is called there says nothing to him.
record::Header without_board_name(record::Header header) {
  header.board.id.clear();
  return header;
}

}  // namespace

tl::expected<std::shared_ptr<const laws::LawSet>, words::Text> LawCache::law(std::string_view id) {
  const std::lock_guard lock{mutex_};
  if (const auto found = read_.find(id); found != read_.end()) return found->second;
  auto law = library_.law(id);
  if (!law) return tl::unexpected{in_words(law.error().front())};
  return read_.emplace(id, std::make_shared<const laws::LawSet>(*std::move(law))).first->second;
}

FollowedGame::FollowedGame(record::Header header, LawCache& laws, laws::CanMate can_mate,
                           FollowedGameEvents events)
    : laws_{laws},
      header_{std::move(header)},
      pairings_{header_.game.white, header_.game.black},
      events_{std::move(events)},
      judge_{law_of(header_, laws), without_board_name(header_),
             [&] {
               laws::Judge::Options options = judge_options();
               options.can_mate = std::move(can_mate);
               return options;
             }()},
      detector_{header_, [this](const report::Report& line) { lines_.push_back(line); },
                judge_.law().parameters.automatic_draws},
      game_{header_} {}

laws::Judge::Options FollowedGame::judge_options() {
  laws::Judge::Options options;
  options.say = [this](const laws::JudgedReport& line) { say(line); };
  options.window = [this](std::uint64_t finding, std::optional<Time> closes_at) {
    if (events_.window) events_.window(finding, closes_at);
  };
  options.reply = [this](const laws::Reply& reply) { replies_.push_back(reply); };
  options.find_law = [this](std::string_view id) -> tl::expected<laws::LawSet, words::Text> {
    auto found = laws_.law(id);
    if (!found) return tl::unexpected{std::move(found).error()};
    return **found;
  };
  return options;
}

void FollowedGame::on(const record::Record& record) {
  advance_to(time_of(record));
  replies_.clear();
  game_.see(record);
  take_note(record);
  detector_.on(record);
  judge_.on(record, std::exchange(lines_, {}));
}

void FollowedGame::advance_to(Time now) {
  while (!advance_a_part(now)) {
  }
}

bool FollowedGame::advance_a_part(Time now) {
  now_ = std::max(now_, now);
  const bool done = detector_.advance_a_part(now_);
  judge_.on(std::exchange(lines_, {}));
  if (done) judge_.advance_to(now_);
  return done;
}

void FollowedGame::take_note(const record::Record& record) {
  const auto presses = [&](const std::vector<clocks::ClockEvent>& events) {
    for (const clocks::ClockEvent& event : events)
      if (event.what == clocks::ClockEvent::What::pressed && events_.press) events_.press(now_, event.side);
  };
  if (const auto* scan = std::get_if<record::Scan>(&record)) {
    if (!scan_ || scan_->occupied != scan->occupied || scan_->white != scan->white ||
        scan_->pieces != scan->pieces)
      last_change_ = now_;
    scan_ = *scan;
  } else if (const auto* reading = std::get_if<record::ClockReading>(&record)) {
    clock_ = *reading;
    presses(presses_.on(*reading));
  } else if (const auto* press = std::get_if<record::Press>(&record)) {
    presses(presses_.on(*press, game_.now().turn));
  } else if (const auto* link = std::get_if<record::Link>(&record)) {
    link_is_lost_ = link->state == record::Link::State::lost;
  } else if (const auto* entry = std::get_if<record::Arbiter>(&record);
             entry != nullptr && pairings_.see(*entry)) {
    header_.game.white = pairings_.white();
    header_.game.black = pairings_.black();
  } else if (is_round_start(record)) {
    opened_ = time_of(record);
  }
}

void FollowedGame::say(const laws::JudgedReport& line) {
  if (const auto* ruling = std::get_if<laws::Ruling>(&line)) {
    const report::Finding& f = ruling->finding;
    marks_.push_back({f.t, Mark::What::finding, f.id, f.state, f.grade, f.kind, {}});
  } else if (const auto* game = std::get_if<report::GameReport>(&line)) {
    if (game->state == GameState::setup && std::exchange(set_up_, true)) next_game_is_up_ = true;
    // What is said of the next game belongs to its own FollowedGame.
    if (next_game_is_up_) return;
    phase_ = game->state;
    marks_.push_back({game->t, Mark::What::game, 0, {}, {}, {}, game->state});
  } else if (const auto* move = std::get_if<report::MoveReport>(&line)) {
    if (move->ply > game_.plies().size())
      marks_.push_back({move->t, Mark::What::move, move->ply, {}, {}, {}, {}});
  }
  if (next_game_is_up_) return;
  std::visit(
      [&](const auto& l) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(l)>, laws::Ruling>) game_.tell(l);
      },
      line);
  if (events_.line) events_.line(line);
}

FollowedGame::Shown FollowedGame::shown_to_players() const {
  const auto& plies = game_.plies();
  // A position that an arbiter set is there for all to see.
  const bool is_set = plies.empty() ? to_fen(game_.now()) != to_fen(game_.start())
                                    : to_fen(game_.now()) != to_fen(plies.back().after);
  if (is_set) return {game_.now().placement, now_};
  for (auto ply = plies.rbegin(); ply != plies.rend(); ++ply)
    if (ply->completed_at) return {ply->after.placement, *ply->completed_at};
  return {plies.empty() ? game_.start().placement : plies.front().before.placement, {}};
}

std::optional<words::Text> FollowedGame::refusal(const record::Arbiter& record) {
  if (const auto fault = record::contradiction(record))
    return wording("This cannot be entered: {1}.", words::known(*fault));
  for (const std::string_view name :
       {std::string_view{record.white_name}, std::string_view{record.black_name}})
    if (std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }))
      return wording("A name has letters that cannot be printed.");
  if (record.action != record::Arbiter::Action::set_position) return std::nullopt;
  const auto setup = chess::setup_from_fen(record.fen);
  if (!setup)
    return wording("That position cannot be read: {1} (character {2}).",
                   words::known(setup.error().sentence, setup.error().names),
                   std::to_string(setup.error().column));
  const auto position = chess::Position::from(*setup, chess::kForgivable);
  if (!position) return wording("That position cannot be: {1}", laws::in_words(position.error().faults));
  return std::nullopt;
}

}  // namespace jadoube::arbiter
