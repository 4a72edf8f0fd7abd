#include "tests/situations/watch.hpp"

#include <algorithm>
#include <array>

#include "chess/position.hpp"
#include "judge/judged_game.hpp"
#include "laws/text.hpp"
#include "tests/laws/script.hpp"

namespace jadoube::situations {

namespace {

using chess::Side;
using laws::Action;
using laws::Authority;
using laws::Ruling;
using laws::Window;
using report::Grade;
using report::State;

bool has(const Ruling& r, Action action) {
  return std::find(r.actions.begin(), r.actions.end(), action) != r.actions.end();
}
bool has_any(const Ruling& r, std::initializer_list<Action> actions) {
  return std::any_of(actions.begin(), actions.end(), [&](Action a) { return has(r, a); });
}
bool is_live(const Ruling& r) {
  return r.finding.state == State::opened || r.finding.state == State::updated;
}
bool contains(std::string_view text, std::string_view piece) {
  return text.find(piece) != std::string_view::npos;
}
std::string who(const Ruling& r) {
  return laws::concat({name(r.finding.kind), " ", std::to_string(r.finding.id)});
}
std::string_view name_of(std::optional<Side> side) {
  return side ? name(*side) : "nobody";
}

/// It tells the arbiter to do something now: not a claim that nobody has made, nor what is for the arbiter alone.
bool orders_now(const Ruling& r) {
  return is_live(r) && r.row && !r.governed_by && r.authority != Authority::silent &&
         (r.authority != Authority::claim || contains(r.advice.text.english(), "Claimed at"));
}

bool ends_game(const Ruling& r) {
  return has_any(r, {Action::loss, Action::win_claim, Action::king_claim, Action::draw, Action::game_over,
                     Action::by_log});
}

bool same_board(const std::string& a, const std::string& b) {
  const auto one = chess::setup_from_fen(a);
  const auto other = chess::setup_from_fen(b);
  return one && other && one->placement == other->placement && one->turn == other->turn;
}

using Articles = std::set<std::string, std::less<>>;

const Articles& articles_of(const laws::LawSet& law) {
  static std::map<std::string, Articles> known;
  const auto [entry, is_new] = known.try_emplace(law.id);
  Articles& out = entry->second;
  if (!is_new) return out;
  for (unsigned n = 1; n <= laws::Row::kCount; ++n) {
    const laws::Row row{n};
    out.insert(law.cell(row).articles.begin(), law.cell(row).articles.end());
    for (const auto& [which, cell] : law.cases(row)) out.insert(cell.articles.begin(), cell.articles.end());
  }
  return out;
}

}  // namespace

Watch::Watch(std::shared_ptr<const laws::LawSet> law, std::string start_fen, std::vector<Side> innocent)
    : law_{std::move(law)},
      articles_{&articles_of(*law_)},
      innocent_{std::move(innocent)},
      positions_{std::move(start_fen)} {}

void Watch::breaks(const std::string& invariant, const std::string& what) {
  const auto is_it = [&](const Broken& b) { return b.invariant == invariant; };
  if (std::none_of(broken_.begin(), broken_.end(), is_it))
    broken_.push_back({invariant, laws::concat({laws::log_time_text(now_), " ", what})});
}

// ---- what is heard

void Watch::hears(const record::Record& record) {
  now_ = std::max(now_, record::time_of(record));
  entered_ = wants_answer_ = false;
  if (const auto* reading = std::get_if<record::ClockReading>(&record)) {
    shown_ = laws::Readings{reading->white, reading->black};
    if (!most_) most_ = shown_;
    for (const Side side : chess::kSides) most_->of(side) = std::max(most_->of(side), shown_->of(side));
    running_ = reading->running;
    shown_at_ = now_;
  }
  const auto* arbiter = std::get_if<record::Arbiter>(&record);
  if (arbiter == nullptr) return;
  using Entry = record::Arbiter::Action;
  entered_ = true;
  claim_.reset();
  if (arbiter->action == Entry::claim && arbiter->side && !over_ &&
      (arbiter->what == "illegal move" || arbiter->what == "anything"))
    claim_ = Claim{*arbiter->side, stands_against(~*arbiter->side), stands_against(*arbiter->side),
                   stands_against(*arbiter->side, true)};
  wants_answer_ = arbiter->action == Entry::claim || arbiter->action == Entry::confirm ||
                  arbiter->action == Entry::dismiss;
  if (arbiter->action == Entry::law) {
    if (auto found = laws::built_in_law(arbiter->law)) law_ = std::move(found);
    articles_ = &articles_of(*law_);
  }
  if (arbiter->action == Entry::set_position) {
    positions_.push_back(arbiter->fen);
    ++positions_set_;
  }
}

void Watch::says(const laws::JudgedReport& line) {
  now_ = std::max(now_, std::visit(
                            [](const auto& l) {
                              if constexpr (requires { l.finding; })
                                return l.finding.t;
                              else
                                return l.t;
                            },
                            line));
  if (const auto* r = std::get_if<Ruling>(&line)) {
    ruling(*r);
  } else if (const auto* move = std::get_if<report::MoveReport>(&line)) {
    plies_.erase(plies_.upper_bound(move->ply), plies_.end());
    plies_[move->ply] = {move->fen, move->side};
    positions_.push_back(move->fen);
  } else if (const auto* revision = std::get_if<report::RevisionReport>(&line)) {
    if (automatic_)
      breaks("auto", laws::concat({"the record was revised after ", *automatic_, " had ended the game"}));
    revise(*revision);
  } else if (const auto* game = std::get_if<report::GameReport>(&line)) {
    over_ = game->state == report::GameState::over;
  }
}

void Watch::revise(const report::RevisionReport& line) {
  const auto before = plies_.lower_bound(line.from_ply);
  std::string fen = before == plies_.begin() ? positions_.front() : std::prev(before)->second.fen;
  plies_.erase(before, plies_.end());
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    const auto setup = chess::setup_from_fen(fen);
    const auto position = laws::position_of(fen);
    const auto move = position ? move_from_uci(*position, line.moves[i]) : std::nullopt;
    const bool is_told = i < line.fens.size();
    if (!setup || (!is_told && !move)) return;
    fen = is_told ? line.fens[i] : to_fen(position->after(*move));
    plies_[line.from_ply + static_cast<unsigned>(i)] = {fen, setup->turn};
    positions_.push_back(fen);
  }
}

/// A completed act of that player's that no rule allows is ruled on and can still be corrected. To take a king is none where
/// that is how one claims.
bool Watch::stands_against(Side side, bool whoever_finds_it) const {
  return std::any_of(last_.begin(), last_.end(), [&](const auto& entry) {
    const Ruling& r = entry.second;
    const bool is_act = r.row && r.row->number() >= 7 && r.row->number() <= 13 && r.row->number() != 12;
    return is_act && is_live(r) && !r.governed_by &&
           !has_any(r, {Action::wait, Action::draw, Action::king_claim}) && r.finding.side == side &&
           r.finding.grade != Grade::C && r.authority != Authority::silent &&
           (!whoever_finds_it || r.authority == Authority::must || r.authority == Authority::judge);
  });
}

/// The answer to a claim is that of what stands on the screen.
void Watch::claim(const laws::Reply& reply) {
  if (!claim_ || !reply.claim) return;
  const bool is_valid = *reply.claim == laws::ClaimAnswer::valid;
  if (is_valid && !claim_->is_due && claim_->is_of_own && !claim_->is_found)
    breaks("claim", laws::concat({"valid, and only the claimant has erred: ", reply.text.english()}));
  if (!is_valid && *reply.claim != laws::ClaimAnswer::judgement && (claim_->is_due || claim_->is_found))
    breaks("claim", laws::concat({name(*reply.claim), ", and it stands: ", reply.text.english()}));
  if (is_valid && reply.row) valid_.push_back({claim_->by, *reply.row, now_});
}

/// Who has claimed is not told on the same screen that nobody has.
void Watch::nobody_claimed() {
  for (const auto& [id, r] : last_)
    for (const Valid& claim : valid_)
      if (r.row == claim.row && r.finding.side == ~claim.by && r.finding.t <= claim.t &&
          contains(r.advice.text.english(), "obody claimed"))
        breaks("claim",
               laws::concat({"valid beside \"nobody claimed\": ", who(r), ": ", r.advice.text.english()}));
}

void Watch::says(const laws::Reply& reply) {
  wants_answer_ = false;
  claim(reply);
  cited(reply.text.english());
  for (const auto& proposal : reply.clocks)
    for (const Side side : chess::kSides)
      if (proposal.times.of(side) < laws::ClockTime{})
        breaks("clock-sums", "less than nothing: " + reply.text.english());
}

void Watch::pause() {
  if (wants_answer_) breaks("answered", "an entry was swallowed");
  nobody_claimed();
  one_ruling();
  orders_agree();
  what_stands_stays();
}

// ---- each ruling

void Watch::ruling(const Ruling& r) {
  wants_answer_ = false;
  attempt_.try_emplace(r.finding.id, positions_set_ + rulings_before(r.finding.evidence.to));
  const auto before = last_.find(r.finding.id);
  if (before != last_.end()) taken_back(r, before->second);
  over_means_over(r);
  cited(r.advice.text.english());
  position(r);
  must_play(r);
  clocks(r);
  times_said(r);
  suspicion(r);
  blame(r);
  counts(r);
  if (r.authority == Authority::automatic && r.finding.grade == Grade::A && is_live(r)) automatic_ = who(r);
  if (r.authority == Authority::automatic && r.finding.grade == Grade::A &&
      (r.finding.state == State::withdrawn || r.finding.state == State::dismissed) && !entered_)
    breaks("auto", who(r) + " ended the game, and is withdrawn");
  last_.insert_or_assign(r.finding.id, r);
}

/// Where play goes back to has been on the record, can have come about, and is not what the offence led to.
void Watch::position(const Ruling& r) {
  const std::string& fen = r.advice.reinstate_fen;
  if (fen.empty()) return;
  const auto setup = chess::setup_from_fen(fen);
  if (!setup) return breaks("back-to", laws::concat({who(r), ": cannot be read: ", fen}));
  // Where an illegal move that nobody claimed stands, the position after it is one to go back to.
  const bool may_stand = innocent_.empty() && law_->cell(laws::Row{7}).window == Window::opponent_moves;
  if (const auto position = chess::Position::from(
          *setup, may_stand ? chess::kForgivable : chess::FaultSet{chess::Fault::impossible_check});
      !position)
    breaks("back-to",
           laws::concat({who(r), ": cannot be a position: ", fen, ": ", describe(position.error().faults)}));
  if (r.advice.to_move && *r.advice.to_move != setup->turn)
    breaks("back-to", laws::concat({who(r), ": ", name(*r.advice.to_move), " to move, but not in ", fen}));
  if (has(r, Action::queen)) return;
  if (std::none_of(positions_.begin(), positions_.end(), [&](const auto& p) { return same_board(p, fen); }))
    breaks("back-to", laws::concat({who(r), ": was never on the record: ", fen}));
  const auto ply = plies_.find(r.finding.ply);
  const bool acted = has(r, Action::back);
  if (acted && ply != plies_.end() && same_board(ply->second.fen, fen))
    breaks("back-to", laws::concat({who(r), ": is the offence itself: ", fen}));
}

void Watch::must_play(const Ruling& r) {
  if (r.advice.must_play.empty()) return;
  const std::string& fen =
      r.advice.reinstate_fen.empty() ? r.finding.evidence.before_fen : r.advice.reinstate_fen;
  const auto position = laws::position_of(fen);
  for (const std::string& uci : r.advice.must_play)
    if (!position || !move_from_uci(*position, uci))
      breaks("must-play", laws::concat({who(r), ": ", uci, " is not legal in ", fen}));
}

/// Proposals move between what the clocks have shown and what they show, but for the penalty.
void Watch::clocks(const Ruling& r) {
  using namespace std::chrono_literals;
  if (r.advice.clocks.empty() || !shown_ || !r.finding.side) return;
  laws::Readings now = *shown_;
  if (running_) {
    auto& left = now.of(*running_);
    left = std::max(laws::ClockTime{}, left - std::chrono::duration_cast<laws::ClockTime>(now_ - shown_at_));
  }
  const Side offender = *r.finding.side;
  const laws::ClockTime penalty = has(r, Action::penalty)
                                      ? laws::ClockTime{law_->parameters.penalty(r.advice.offence_number)}
                                      : laws::ClockTime{};
  for (const auto& proposal : r.advice.clocks) {
    if (proposal.why.starts_with("P7")) continue;
    for (const Side side : chess::kSides) {
      const auto base = proposal.times.of(side) - (side == offender ? 0ms : penalty);
      if (base < 0ms || base > most_->of(side) || base + 15s < now.of(side))
        breaks("clock-sums", laws::concat({who(r), ", ", proposal.why, ": ", name(side), " ",
                                           laws::clock_text(proposal.times.of(side)), ", and shows ",
                                           laws::clock_text(now.of(side))}));
    }
  }
}

/// "2:00 more for Black" is said if and only if it is so.
void Watch::times_said(const Ruling& r) {
  const std::string text = r.advice.text.english();
  const laws::ClockTime penalty{law_->parameters.penalty(r.advice.offence_number)};
  const bool counts = has(r, Action::penalty) && is_live(r) && penalty > laws::ClockTime{};
  const std::string wanted = r.finding.side
                                 ? laws::concat({laws::clock_text(penalty), " more for ",
                                                 ~*r.finding.side == Side::white ? "White" : "Black"})
                                 : std::string{};
  std::size_t said = 0;
  for (auto at = text.find(" more for "); at != std::string::npos; at = text.find(" more for ", at + 1)) {
    ++said;
    const auto from = text.find_last_of(" (,", at - 1) + 1;
    if (text.compare(from, wanted.size(), wanted) != 0 || !has(r, Action::penalty))
      breaks("penalty-said", laws::concat({who(r), ": \"", text.substr(from, 18), "\""}));
  }
  if (counts && said == 0 && r.finding.side && r.finding.grade != Grade::C)
    breaks("penalty-said", who(r) + ": a penalty that is not said");
}

void Watch::over_means_over(const Ruling& r) {
  const auto before = last_.find(r.finding.id);
  const std::string text = r.advice.text.english();
  if (before != last_.end() && !is_live(before->second) && !entered_)
    breaks("closed", laws::concat({who(r), " is told again: ", text}));
  if (is_live(r) || r.finding.state == State::confirmed) return;
  if (!r.advice.reinstate_fen.empty() || !r.advice.must_play.empty() || !r.advice.clocks.empty() ||
      contains(text, "must play") || contains(text, "more for"))
    breaks("closed", laws::concat({who(r), " is over and still orders: ", text}));
}

/// What was said before and holds no longer is taken back in words.
void Watch::taken_back(const Ruling& r, const Ruling& before) {
  const words::Text& note = r.advice.parts.note;
  if (!note.empty()) return;
  const bool ruled = !before.governed_by && !before.actions.empty();
  const bool changed = (ruled && r.governed_by) || (before.governed_by && !r.governed_by) ||
                       (ruled && r.actions != before.actions);
  if (r.finding.state == State::withdrawn || (is_live(r) && is_live(before) && changed))
    breaks("taken-back", laws::concat({who(r), ": ", r.advice.text.english()}));
}

/// How many offences had been ruled on before that.
unsigned Watch::rulings_before(record::Time t) const {
  return static_cast<unsigned>(
      std::count_if(confirmed_at_.begin(), confirmed_at_.end(), [&](record::Time at) { return at < t; }));
}

/// Offences of a player are numbered one after the other, and two faults in one move count once.
void Watch::counts(const Ruling& r) {
  const unsigned number = r.advice.offence_number;
  if (!r.finding.side) return;
  auto& counted = counted_[*r.finding.side];
  const std::pair one{r.finding.ply, attempt_.at(r.finding.id)};
  const auto found = std::find(counted.begin(), counted.end(), one);
  const bool may_count = number != 0 || (r.governed_by && r.row && law_->cell(*r.row).has(Action::penalty));
  if (r.finding.state == State::confirmed && found == counted.end() && may_count) {
    counted.push_back(one);
    confirmed_at_.push_back(r.finding.t);
    return;
  }
  if (number == 0) return;
  const auto wanted = static_cast<unsigned>(found - counted.begin()) + 1;
  if (number != wanted)
    breaks("count", laws::concat({who(r), ": offence ", std::to_string(number), ", and should be ",
                                  std::to_string(wanted)}));
}

void Watch::blame(const Ruling& r) {
  if (!r.finding.side || !is_live(r) || r.finding.grade == Grade::C) return;
  if (std::find(innocent_.begin(), innocent_.end(), *r.finding.side) == innocent_.end()) return;
  if (r.authority == Authority::silent || !r.row || r.row->number() >= 18) return;
  const bool accuses =
      !r.governed_by && has_any(r, {Action::penalty, Action::loss, Action::may_penalise, Action::back,
                                    Action::win_claim, Action::own_time, Action::rook_moves});
  if (accuses || r.advice.offence_number != 0)
    breaks("blame", laws::concat({who(r), " (", name(r.finding.grade), ") blames ", name_of(r.finding.side),
                                  ": ", r.advice.text.english()}));
}

/// A suspicion never costs anything.
void Watch::suspicion(const Ruling& r) {
  if (r.finding.grade != Grade::C || !is_live(r)) return;
  if (!r.advice.clocks.empty() || contains(r.advice.text.english(), " more for ") ||
      r.advice.offence_number != 0)
    breaks("suspicion", laws::concat({who(r), " costs something: ", r.advice.text.english()}));
}

/// An article that is cited stands in the law's file.
void Watch::cited(const std::string& text) {
  const std::string before = law_->id + " ";
  for (auto at = text.find(before); at != std::string::npos; at = text.find(before, at + 1)) {
    const bool cites = at > 0 && (text[at - 1] == '(' || text.substr(0, at).ends_with("Rule: "));
    if (!cites) continue;
    std::size_t from = at + before.size();
    while (true) {
      // A list of articles; an article may itself end in a bracket: 10.12(b), and hold a blank: "regular 11F".
      std::string longest;
      for (const auto& article : *articles_)
        if (text.compare(from, article.size(), article) == 0 && article.size() > longest.size())
          longest = article;
      const char next = from + longest.size() < text.size() ? text[from + longest.size()] : '.';
      if (longest.empty() || (next != ',' && next != ')' && next != ';' && next != '.' && next != ':'))
        return breaks("article",
                      laws::concat({"no such article in ", law_->id, ": ", text.substr(from, 24)}));
      if (next != ',' || text.compare(from + longest.size(), 2, ", ") != 0) break;
      from += longest.size() + 2;
    }
  }
}

// ---- the screen

/// Of the findings of one event exactly one rules.
void Watch::one_ruling() {
  if (last_.size() < 2) return;
  std::map<std::uint64_t, std::vector<const Ruling*>> events;
  for (const auto& [id, r] : last_)
    if (is_live(r) && r.row && r.authority != Authority::silent) events[r.event].push_back(&r);
  for (const auto& [event, list] : events) {
    const Ruling* ruling = nullptr;
    for (const Ruling* r : list) {
      if (!r->governed_by) {
        if (ruling)
          breaks("one-ruling",
                 laws::concat({"one event, and more than one ruling: ", who(*ruling), ", ", who(*r)}));
        ruling = r;
        continue;
      }
      const auto governor = last_.find(*r->governed_by);
      const bool holds = governor != last_.end() && !governor->second.governed_by &&
                         governor->second.finding.state != State::withdrawn;
      if (!holds) breaks("one-ruling", laws::concat({who(*r), " is governed by what does not rule"}));
      if (!r->actions.empty() || !r->advice.reinstate_fen.empty() || !r->advice.must_play.empty() ||
          !r->advice.clocks.empty())
        breaks("one-ruling", who(*r) + " is governed and has orders");
    }
  }
}

/// What two findings tell the arbiter to do can both be done.
void Watch::orders_agree() {
  if (last_.size() < 2) return;
  std::vector<const Ruling*> list;
  for (const auto& [id, r] : last_)
    if (orders_now(r) && r.finding.grade != Grade::C) list.push_back(&r);
  const auto goes_back = [](const Ruling& r) {
    return !r.advice.reinstate_fen.empty() || has_any(r, {Action::new_game, Action::back, Action::transfer});
  };
  for (const Ruling* a : list)
    for (const Ruling* b : list) {
      if (a == b) continue;
      const auto clash = [&](const char* how) {
        breaks("orders", laws::concat({who(*a), " and ", who(*b), how}));
      };
      if (ends_game(*a) && goes_back(*b)) clash(": an end, and a position to go back to");
      if (has(*a, Action::wait) && goes_back(*b) && b->finding.ply <= a->finding.ply)
        clash(": waiting, and going back");
      if (a->finding.id > b->finding.id) continue;
      const auto forbids = [](const Ruling& r) {
        return contains(r.advice.text.english(), "Do not step in");
      };
      if (a->finding.ply == b->finding.ply && a->finding.side == b->finding.side &&
          forbids(*a) != forbids(*b) && a->finding.grade != Grade::C && b->finding.grade != Grade::C)
        clash(": step in, and do not");
      if (!a->advice.reinstate_fen.empty() && !b->advice.reinstate_fen.empty() &&
          !same_board(a->advice.reinstate_fen, b->advice.reinstate_fen))
        clash(": two positions to go back to");
      if (ends_game(*a) && ends_game(*b) &&
          (a->finding.side != b->finding.side || has(*a, Action::draw) != has(*b, Action::draw)))
        clash(": two results");
    }
}

/// What was told to stand is not taken back by another finding about the same player.
void Watch::what_stands_stays() {
  for (const auto& [id, closed] : last_) {
    const bool is_act = closed.row && closed.row->number() >= 6 && closed.row->number() <= 16;
    if (!is_act || closed.finding.state != State::closed || closed.governed_by || closed.finding.ply == 0 ||
        !has_any(closed, {Action::stand, Action::play_on}))
      continue;
    for (const auto& [other, r] : last_) {
      // A displaced piece (R05) may be put right whatever stands.
      const bool goes_back = orders_now(r) && r.finding.grade != Grade::C && r.row != laws::Row{5} &&
                             r.finding.side == closed.finding.side && !r.advice.reinstate_fen.empty() &&
                             has(r, Action::back);
      if (!goes_back || r.finding.ply < closed.finding.ply) continue;
      const auto there = std::find_if(plies_.rbegin(), plies_.rend(), [&](const auto& ply) {
        return same_board(ply.second.fen, r.advice.reinstate_fen);
      });
      if ((there == plies_.rend() ? 0 : there->first) < closed.finding.ply)
        breaks("orders", laws::concat({who(closed), " stands, and ", who(r), " takes it back"}));
    }
  }
}

std::set<std::string> Watch::rows() const {
  std::set<std::string> out;
  for (const auto& [id, r] : last_)
    if (r.row) out.insert(name(*r.row));
  return out;
}

std::vector<std::string> Watch::outline(Side mine) const {
  std::vector<std::string> out;
  for (const auto& [id, r] : last_) {
    std::string line = laws::concat({name(r.finding.kind), " ", name(r.finding.grade), " ",
                                     !r.finding.side          ? "nobody"
                                     : r.finding.side == mine ? "mine"
                                                              : "theirs",
                                     is_live(r) ? " live" : " over", r.governed_by ? " governed" : ""});
    for (const Action action : r.actions) line += laws::concat({" ", name(action)});
    line += laws::concat({r.advice.reinstate_fen.empty() ? "" : " | position", " | ",
                          std::to_string(r.advice.must_play.size()), " moves | ",
                          r.advice.clocks.empty() ? "no times | " : "times | ",
                          std::to_string(r.advice.offence_number)});
    out.push_back(std::move(line));
  }
  return out;
}

std::vector<std::string> Watch::standing() const {
  std::vector<std::string> out;
  for (const auto& [id, r] : last_) {
    if (!is_live(r)) continue;
    std::string line = laws::concat({name(r.finding.kind), " ", name_of(r.finding.side), " ply ",
                                     std::to_string(r.finding.ply), ": ", is_live(r) ? "live" : "over"});
    if (r.governed_by) {
      const auto governor = last_.find(*r.governed_by);
      line += laws::concat({" under ", governor == last_.end() ? "?" : name(governor->second.finding.kind)});
    }
    for (const Action action : r.actions) line += laws::concat({" ", name(action)});
    line += laws::concat({" | ", r.advice.reinstate_fen, " | ", laws::joined(r.advice.must_play), " | ",
                          std::to_string(r.advice.offence_number), " |"});
    for (const auto& c : r.advice.clocks)
      line += laws::concat({" ", laws::clock_text(c.times.white), "/", laws::clock_text(c.times.black)});
    out.push_back(std::move(line));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace jadoube::situations
