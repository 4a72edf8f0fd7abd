#include "detector/ply_publisher.hpp"

#include <algorithm>

#include "chess/san.hpp"
#include "detector/share.hpp"
#include "model/telling.hpp"
#include "tracker/acts/act.hpp"

namespace jadoube::detector {

namespace {

const Step* at_ply(const Step* step, unsigned ply) {
  while (step != nullptr && (step->ply > ply || !step->on_record())) step = step->parent.get();
  return step != nullptr && step->ply == ply ? step : nullptr;
}

/// The step that led to the position, in the likeliest game that has one; null: none has.
const Step* step_with(std::uint64_t key, const Tracker& tracker) {
  for (const auto& h : tracker.live())
    for (const Step* s = h->step.get(); s != nullptr; s = s->parent.get())
      if (s->on_record() && s->position().key() == key) return s;
  return nullptr;
}

/// What the ply makes of the position, lawful or not, if that is where it led.
std::optional<chess::Position> after_ply(const chess::Position& before, chess::Move move, std::uint64_t key) {
  if (before.is_legal(move) && before.after(move).key() == key) return before.after(move);
  tracker::Act act;
  if (!before.at(move.from())) return std::nullopt;
  act.transfers.push_back({move.from(), move.to()});
  for (const Side turn : {~before.turn(), before.turn()})
    if (const auto after = tracker::after_act(before, act, turn); after && after->key() == key) return after;
  return std::nullopt;
}

std::string uci_of(const Step& step) {
  return to_uci(step.parent->position(), step.move);
}

/// A pawn takes another one or, where that went two squares, takes it in passing: that is the same move.
bool is_another(const Step& step, const tracker::OtherPly& other) {
  return to_uci(step.parent->position(), other.move) != uci_of(step);
}

std::string san_of(const Step& step) {
  const chess::Position& before = step.parent->position();
  const bool legal = step.kind == StepKind::legal || before.is_legal(step.move);
  return legal ? to_san(before, step.move) : uci_of(step);
}

}  // namespace

void PlyPublisher::look_again_at(Time t) {
  if (!deadline_ || t < *deadline_) deadline_ = t;
}

void PlyPublisher::collect(const Tracker& tracker) {
  base_ = settled_plies(tracker);
  base_key_ = base_ == 0 ? 0 : said_[base_ - 1].record_key;
  const LogWeight best = tracker.best().total;
  whole_ = 0;
  for (const auto& h : tracker.live()) whole_ += h->weight_behind(best);
  const Hypothesis& told = told_of(tracker);
  best_pressed_ = told.pressed();
  const Step* leaf = told.step.get();
  believed_.clear();
  believed_.resize(leaf->ply - base_);
  for (const Step* s = leaf; s != nullptr && s->ply > base_; s = s->parent.get())
    if (s->on_record()) believed_[s->ply - base_ - 1].step = s;
  weigh_believed(tracker, leaf->ply);
}

unsigned PlyPublisher::settled_plies(const Tracker& tracker) const {
  unsigned base = std::min(tracker.settled()->ply, plies());
  // What all explanations agree on at last need not be what was said of an open ply.
  for (const Step* s = tracker.settled().get(); s != nullptr; s = s->parent.get()) {
    if (!s->on_record() || s->ply > plies()) continue;
    if (said_[s->ply - 1].record_key == s->key) break;  // a key is of the whole record
    base = s->ply - 1;
  }
  // Nor has all been said of one that is not pressed, or was open.
  const auto to_be_said_again = [&](unsigned ply) {
    const Said& said = said_[ply - 1];
    const Step* step = at_ply(tracker.settled().get(), ply);
    return (!said.completed || said.certainty == Certainty::open) && step != nullptr && step->parent;
  };
  while (base > 0 && to_be_said_again(base)) --base;
  return base;
}

void PlyPublisher::weigh_believed(const Tracker& tracker, unsigned up_to) {
  const LogWeight best = tracker.best().total;
  for (const auto& h : tracker.live()) {
    const std::uint64_t w = h->weight_behind(best);
    if (w == 0) break;
    const Step* s = h->step.get();
    while (s->ply > base_ && (s->ply > up_to || believed_[s->ply - base_ - 1].step->key != s->key))
      s = s->parent.get();
    if (s->ply > base_) believed_[s->ply - base_ - 1].mass += w;
    if (const unsigned last = std::min(h->step->ply, up_to); last > base_)
      believed_[last - base_ - 1].played += w;
  }
  // Games that share a ply share those before it.
  for (std::size_t i = believed_.size(); i-- > 1;) {
    believed_[i - 1].mass += believed_[i].mass;
    believed_[i - 1].played += believed_[i].played;
  }
}

bool PlyPublisher::agrees_with(const Hypothesis& h) const {
  // A key is of the whole record: where the last ply is the same, all are.
  const Step* last = said_.empty() ? nullptr : at_ply(h.step.get(), plies());
  return last != nullptr && last->key == said_.back().record_key;
}

const Hypothesis& PlyPublisher::told_of(const Tracker& tracker) const {
  // What was said is held to while it is not much less likely than what has overtaken it: a record that
  // changes its mind with every piece of evidence is of no use to anybody.
  const Hypothesis* told = &tracker.best();
  if (agrees_with(*told)) return *told;
  for (auto ply = static_cast<unsigned>(base_ + 1); ply <= said_.size(); ++ply) {
    const std::uint64_t key = said_[ply - 1].record_key;
    const Step* step = at_ply(told->step.get(), ply);
    if (step == nullptr) break;
    if (step->key == key) continue;
    const Hypothesis* other = nullptr;
    std::uint64_t mass = 0;
    for (const auto& h : tracker.live()) {
      const Step* s = at_ply(h->step.get(), ply);
      if (s == nullptr || s->key != key) continue;
      if (other == nullptr) other = h.get();
      mass += h->weight_behind(tracker.best().total);
    }
    if (!is_share(mass, model::kDoubtBelow, whole_)) break;
    told = other;
  }
  return *told;
}

std::uint64_t PlyPublisher::mass_of(std::size_t i) const {
  std::uint64_t mass = believed_[i].mass;
  // Of orders that lead to one position one is followed; that it is known which it was is not said.
  if (const auto& others = believed_[i].step->others) {
    unsigned share = 1000;
    for (const tracker::OtherPly& other : *others)
      if (is_another(*believed_[i].step, other)) share -= std::min(share, other.share);
    mass = std::min(mass, whole_ * share / 1000);
  }
  return mass;
}

std::uint64_t PlyPublisher::mass_elsewhere(std::size_t i, const Tracker& tracker) const {
  const Step* chosen = believed_[i].step;
  std::uint64_t mass = 0;
  for (const auto& h : tracker.live()) {
    const std::uint64_t w = h->weight_behind(tracker.best().total);
    if (w == 0) break;
    const Step* other = at_ply(h->step.get(), chosen->ply);
    if (other != nullptr && other->key != chosen->key && other->move == chosen->move) mass += w;
  }
  return mass;
}

std::uint64_t PlyPublisher::expected_mass(std::size_t i, Time now, const Tracker& tracker) const {
  const std::uint64_t mass = std::min(mass_of(i) + mass_elsewhere(i, tracker), whole_);
  const std::uint64_t played = std::max(believed_[i].played, mass);
  const bool rests = is_completed(i) || now >= believed_[i].step->t + model::kOpenAfter;
  const std::uint64_t stands = rests ? model::kStandsAfterRest : model::kStandsAtOnce;
  const std::uint64_t of_played = played == 0 ? 0 : mass * 1000 / played;
  return mass + (whole_ - played) * stands * of_played / 1'000'000;
}

Certainty PlyPublisher::certainty_of(std::uint64_t mass) const {
  return is_share(mass, model::kCertainAt, whole_)  ? Certainty::certain
         : is_share(mass, model::kLikelyAt, whole_) ? Certainty::likely
                                                    : Certainty::open;
}

std::vector<PlyPublisher::Alternative> PlyPublisher::alternatives_to(std::size_t i,
                                                                     const Tracker& tracker) const {
  const Step* chosen = believed_[i].step;
  const std::uint64_t before = i == 0 ? base_key_ : believed_[i - 1].step->key;
  const std::string chosen_uci = uci_of(*chosen);
  std::vector<Alternative> found;
  for (const auto& h : tracker.live()) {
    const std::uint64_t w = h->weight_behind(tracker.best().total);
    if (!is_share(w, model::kNamedFrom, whole_)) break;
    const Step* other = at_ply(h->step.get(), chosen->ply);
    if (other == nullptr || other->key == chosen->key) continue;
    const Step* previous = chosen->ply == 1 ? nullptr : at_ply(other->parent.get(), chosen->ply - 1);
    if ((previous == nullptr ? 0 : previous->key) != before) continue;
    const std::string uci = uci_of(*other);
    // The same move in another game, as with a piece that was knocked over beside it, is nothing else to have been played.
    if (uci == chosen_uci) continue;
    const auto known =
        std::find_if(found.begin(), found.end(), [&](const Alternative& a) { return a.uci == uci; });
    if (known == found.end())
      found.push_back({uci, w});
    else
      known->mass += w;
  }
  if (chosen->others != nullptr)
    for (const tracker::OtherPly& other : *chosen->others) {
      if (!is_another(*chosen, other)) continue;
      const std::string uci = to_uci(chosen->parent->position(), other.move);
      const auto known =
          std::find_if(found.begin(), found.end(), [&](const Alternative& a) { return a.uci == uci; });
      const std::uint64_t mass = whole_ * other.share / 1000;
      if (known == found.end())
        found.push_back({uci, mass});
      else
        known->mass = std::max(known->mass, mass);
    }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.mass > b.mass; });
  return found;
}

bool PlyPublisher::is_sayable(std::size_t i, Time now) {
  const Believed& b = believed_[i];
  // Where an earlier ply is open, a later one is judged among the games that share it.
  const std::uint64_t whole = i == 0 ? whole_ : believed_[i - 1].mass;
  if (is_share(b.mass, model::kSayAt, whole)) return true;
  // Which ply it was may be open among many; that there was one is not.
  if (!is_share(b.mass, model::kOpenAt, whole) && !is_share(b.played, model::kLikelyAt, whole)) return false;
  if (is_completed(i) || now >= b.step->t + model::kOpenAfter) return true;
  look_again_at(b.step->t + model::kOpenAfter);
  return false;
}

std::uint64_t PlyPublisher::support_of(unsigned ply, std::uint64_t key, const Tracker& tracker) const {
  std::uint64_t mass = 0;
  for (const auto& h : tracker.live()) {
    const std::uint64_t w = h->weight_behind(tracker.best().total);
    if (w == 0) break;
    const Step* s = at_ply(h->step.get(), ply);
    if (s != nullptr && s->key == key) mass += w;
  }
  return mass;
}

void PlyPublisher::name_alternatives(std::vector<Alternative> others, MoveReport& report) const {
  // What the ways through a gap may have had there is known of each position that they lead to, and not of the games that are
  // followed: together they are worth no more than the ply has left.
  std::uint64_t all = 0;
  for (const Alternative& other : others) all += share_of(other.mass, whole_);
  const std::uint64_t left = 1000 - report.share;
  for (Alternative& other : others) {
    const std::uint64_t share = share_of(other.mass, whole_);
    report.alternatives.push_back(std::move(other.uci));
    report.alternative_shares.push_back(static_cast<unsigned>(all <= left ? share : share * left / all));
  }
}

void PlyPublisher::say_move(Time now, std::size_t i, const Tracker& tracker, const Say& say) {
  const Step& step = *believed_[i].step;
  MoveReport report;
  report.t = now;
  report.ply = step.ply;
  report.side = step.side;
  if (written_.record_key != step.key)
    written_ = {step.key, uci_of(step), san_of(step), to_fen(step.position())};
  report.uci = written_.uci;
  report.san = written_.san;
  report.fen = written_.fen;
  const std::uint64_t expected = expected_mass(i, now, tracker);
  report.certainty = certainty_of(expected);
  report.share = share_of(expected, whole_);
  if (report.certainty != Certainty::certain) name_alternatives(alternatives_to(i, tracker), report);
  report.completed = is_completed(i);
  Said& said = said_[step.ply - 1];
  said.share = static_cast<std::uint16_t>(report.share);
  said.certainty = certainty_of(mass_of(i));
  said.completed = report.completed;
  const auto doubt = std::find_if(doubts_.begin(), doubts_.end(),
                                  [&](const Doubt& d) { return d.record_key == said.record_key; });
  if (doubt != doubts_.end() && report.certainty == Certainty::certain) {
    report.certainty = said.certainty = Certainty::likely;
    report.alternatives = doubt->others;
  }
  // Which of several it was, not whether those before it are open; and what a pawn became is another matter: it stands where
  // it stands.
  const std::uint64_t before = i == 0 ? whole_ : believed_[i - 1].mass;
  said.guessed = !is_share(believed_[i].mass, model::kLikelyAt, before) && !step.move.is_promotion();
  if (report.completed && step.ply > model::kGuessStands) {
    const unsigned earlier = step.ply - model::kGuessStands;
    if (said_[earlier - 1].guessed) last_guessed_ = std::max(last_guessed_, earlier);
  }
  say(std::move(report));
}

void PlyPublisher::doubt(const record::Advice& advice, Time now, const Say& say) {
  if (said_.empty() || advice.moves.empty()) return;
  if (advice.ply != said_.size() || said_.back().certainty != Certainty::certain) return;
  const auto setup = chess::setup_from_fen(advice.fen);
  const auto before = setup ? chess::Position::from(*setup, chess::kForgivable)
                            : tl::expected<chess::Position, chess::FaultySetup>{};
  const auto move = before ? move_from_uci(*before, advice.moves.front().uci) : std::nullopt;
  if (!move || before->after(*move).key() != said_.back().key) return;
  Said& said = said_.back();
  said.certainty = Certainty::likely;
  Doubt& doubt = doubts_.emplace_back();
  doubt.record_key = said.record_key;
  for (std::size_t i = 1; i < advice.moves.size(); ++i)
    if (move_from_uci(*before, advice.moves[i].uci)) doubt.others.push_back(advice.moves[i].uci);
  MoveReport report;
  report.t = now;
  report.ply = plies();
  report.side = before->turn();
  report.uci = to_uci(*before, *move);
  report.san = to_san(*before, *move);
  report.fen = to_fen(before->after(*move));
  report.certainty = Certainty::likely;
  report.alternatives = doubt.others;
  report.completed = said.completed;
  report.share = said.share;
  say(std::move(report));
}

unsigned PlyPublisher::repetitions() const {
  if (said_.empty()) return 1;
  const auto same = [&](const Said& s) { return s.key == said_.back().key; };
  return static_cast<unsigned>(std::count_if(said_.begin(), said_.end(), same)) +
         (said_.back().key == start_key_ ? 1U : 0U);
}

std::vector<chess::Position> PlyPublisher::positions_from(const chess::Position& start) const {
  std::vector<chess::Position> positions{start};
  for (const Said& said : said_) {
    const auto after = after_ply(positions.back(), said.move, said.key);
    if (!after) break;
    positions.push_back(*after);
  }
  return positions;
}

unsigned PlyPublisher::go_back_to(const chess::Position& position, const Tracker* tracker, Time now,
                                  const std::string& why, const Say& say) {
  const Step* found = tracker != nullptr ? step_with(position.key(), *tracker) : nullptr;
  if (found != nullptr)
    replace_by_game_to(*found, now, why, say);
  else
    cut_back_to(position.key(), now, why, say);
  doubted_since_.reset();
  base_ = plies();
  believed_.clear();
  return plies();
}

void PlyPublisher::replace_by_game_to(const Step& last, Time now, const std::string& why, const Say& say) {
  std::vector<const Step*> steps;  // from the first that differs from what was said
  std::size_t agreed = last.ply;
  for (const Step* s = &last; s != nullptr; s = s->parent.get()) {
    if (!s->on_record()) continue;
    if (s->ply <= said_.size() && said_[s->ply - 1].record_key == s->key) break;
    steps.insert(steps.begin(), s);
    agreed = s->ply - 1;
  }
  if (agreed > said_.size()) {  // the link to what was said is lost
    agreed = said_.size();
    steps.clear();
  }
  if (agreed == said_.size() && steps.empty()) return;
  RevisionReport report{now, static_cast<unsigned>(agreed + 1), {}, why};
  said_.resize(agreed);
  for (const Step* s : steps) {
    report.moves.push_back(uci_of(*s));
    report.fens.push_back(to_fen(s->position()));
    said_.push_back({s->key, s->position().key(), s->move, Certainty::likely, true});
  }
  ++revisions_;
  say(std::move(report));
}

void PlyPublisher::cut_back_to(std::uint64_t key, Time now, const std::string& why, const Say& say) {
  const auto had = std::find_if(said_.rbegin(), said_.rend(), [&](const Said& s) { return s.key == key; });
  if (had == said_.rend() && key != start_key_) return;
  cut_to(static_cast<unsigned>(said_.rend() - had), now, why, say);
}

void PlyPublisher::cut_to(unsigned ply, Time now, const std::string& why, const Say& say) {
  if (ply >= plies()) return;
  said_.resize(ply);
  ++revisions_;
  say(RevisionReport{now, ply + 1, {}, why});
}

void PlyPublisher::update(Time now, const Tracker& tracker, const Say& say) {
  deadline_.reset();
  collect(tracker);
  const std::size_t agreed = agreed_plies();
  if (agreed == said_.size())
    doubted_since_.reset();
  else if (!revise_from(agreed, now, tracker, say))
    return;
  if (say_again_what_has_changed(now, tracker, say)) say_what_is_new(now, tracker, say);
}

std::size_t PlyPublisher::agreed_plies() const {
  const auto is_said = [](const Said& said, const Believed& b) { return said.record_key == b.step->key; };
  const auto from = said_.begin() + base_;
  return base_ +
         static_cast<std::size_t>(
             std::mismatch(from, said_.end(), believed_.begin(), believed_.end(), is_said).first - from);
}

bool PlyPublisher::revise_from(std::size_t agreed, Time now, const Tracker& tracker, const Say& say) {
  const std::size_t i = agreed - base_;
  const std::uint64_t support =
      support_of(static_cast<unsigned>(agreed + 1), said_[agreed].record_key, tracker);
  if (is_share(support, model::kDoubtBelow, whole_)) {
    doubted_since_.reset();
    return true;
  }
  if (!doubted_since_) doubted_since_ = now;
  const Time patience =
      !is_share(support, model::kTakeBackBelow, whole_) ? model::kTakeBackAfter : model::kDoubtFor;
  const bool replaced = i < believed_.size() && is_share(believed_[i].mass, model::kLikelyAt, whole_);
  if (!replaced && now - *doubted_since_ < patience) {
    look_again_at(*doubted_since_ + patience);
    return false;
  }
  doubted_since_.reset();
  say_revision(agreed, now, tracker, say);
  return true;
}

void PlyPublisher::say_revision(std::size_t agreed, Time now, const Tracker& tracker, const Say& say) {
  const std::size_t first = agreed - base_;
  RevisionReport report;
  report.t = now;
  report.from_ply = static_cast<unsigned>(agreed + 1);
  said_.resize(agreed);
  for (std::size_t i = first; i < believed_.size() && is_sayable(i, now); ++i) {
    const Step& step = *believed_[i].step;
    report.moves.push_back(uci_of(step));
    report.fens.push_back(to_fen(step.position()));
    report.last_completed = is_completed(i);
    const auto share = static_cast<std::uint16_t>(share_of(expected_mass(i, now, tracker), whole_));
    said_.push_back({step.key, step.position().key(), step.move, certainty_of(mass_of(i)), is_completed(i),
                     false, share});
  }
  report.why = report.moves.empty() ? "the pieces went back" : "what followed fits another move better";
  ++revisions_;
  say(std::move(report));
  // A revision names moves alone: of those that are open it is said what else they may have been.
  const auto is_move = [this](std::size_t i) {
    return believed_[i].step->kind == StepKind::legal || believed_[i].step->kind == StepKind::unseen;
  };
  for (std::size_t i = first; i + base_ < said_.size() && is_move(i); ++i)
    if (said_[i + base_].certainty == Certainty::open && !alternatives_to(i, tracker).empty())
      say_move(now, i, tracker, say);
}

bool PlyPublisher::say_again_what_has_changed(Time now, const Tracker& tracker, const Say& say) {
  const std::size_t both = std::min(said_.size() - base_, believed_.size());
  for (std::size_t i = 0; i < both; ++i) {
    const Said& said = said_[base_ + i];
    if (said.record_key != believed_[i].step->key) return false;
    if (said.completed && said.certainty != Certainty::open) continue;
    const bool is_told_apart =
        said.certainty == Certainty::open && certainty_of(mass_of(i)) != Certainty::open;
    if ((is_completed(i) && !said.completed) || is_told_apart) say_move(now, i, tracker, say);
  }
  return true;
}

void PlyPublisher::say_what_is_new(Time now, const Tracker& tracker, const Say& say) {
  while (said_.size() - base_ < believed_.size()) {
    const std::size_t i = said_.size() - base_;
    if (!is_sayable(i, now)) break;
    if (said_.size() == said_.capacity()) said_.reserve(said_.size() + model::kSaidAtOnce);
    const Step& step = *believed_[i].step;
    said_.push_back({step.key, step.position().key(), step.move, Certainty::open, false});
    say_move(now, i, tracker, say);
  }
}

}  // namespace jadoube::detector
