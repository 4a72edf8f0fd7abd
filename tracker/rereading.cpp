#include "tracker/rereading.hpp"

#include <algorithm>
#include <utility>

#include "tracker/doubted_sensors.hpp"

namespace jadoube::tracker {

namespace {

/// The step from which a game is read again that begins so many plies before `leaf`, or the first that is kept.
Step* step_back(Step* leaf, unsigned plies) {
  Step* step = leaf;
  while (step->parent &&
         (step->ply + plies > leaf->ply || !(step->kind == StepKind::root || step->on_record())))
    step = step->parent.get();
  return step;
}

/// A king that was left in check is taken: no second offence, but what becomes of the first.
bool takes_king(const Step& step) {
  return step.kind == StepKind::illegal &&
         step.parent->position().at(step.move.to()) == chess::Piece{~step.side, chess::PieceType::king};
}

/// What a step of the record costs beside what was touched.
LogWeight charge_of(const Step& step) {
  switch (step.kind) {
    case StepKind::illegal:
      if (takes_king(step)) return model::kTakesKing;
      return step.is_for(Reason::wrong_side) ? model::kIllegal + model::kWrongSide : model::kIllegal;
    case StepKind::out_of_turn:
      return model::kOutOfTurn;
    case StepKind::displaced:
      return model::kDisplaced;
    case StepKind::repaired:
      return model::kRestored;
    case StepKind::exchanged:
      return model::kExchanged;
    default:
      return LogWeight{0};
  }
}

/// The record after `base`, and what choosing its legal moves costs, which another record would cost as well.
struct Standing {
  std::vector<reading::Act> acts;
  LogWeight choices;
};

Standing record_of(const Step& base, const Step& leaf) {
  std::vector<const Step*> steps;
  for (const Step* step = &leaf; step != &base; step = step->parent.get()) steps.push_back(step);
  Standing record;
  chess::Position before = base.position();
  Bitboard stood = base.board().occupied;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const Step& s = **step;
    const chess::Position after = s.keeps_stand() ? s.position() : before.after(s.move);
    const Bitboard stands = s.keeps_stand() ? s.board().occupied : after.occupied();
    reading::Act& act = record.acts.emplace_back();
    act.t = s.t;
    act.occupied = stands;
    act.turn = after.turn();
    act.charge = charge_of(s);
    act.roles = stood ^ stands;
    if (s.kind == StepKind::legal || s.kind == StepKind::unseen) {
      const reading::Roles roles = reading::roles_of(before, s.move, after.occupied());
      act.roles |= roles.all;
      act.taken = roles.taken;
      act.charge = reading::of_choice(s.move, before.count_legal_moves());
      record.choices += act.charge;
    } else if (s.move.from() != s.move.to()) {
      act.roles |= chess::bit(s.move.from()) | chess::bit(s.move.to());
    }
    before = after;
    stood = stands;
  }
  return record;
}

}  // namespace

bool Rereader::is_suspect() const {
  const Hypothesis& h = games_.best();
  const Step& last = *h.step;
  return (last.irregular > 0 && last.ply <= last.irregular_at + model::kSuspectFor) ||
         last.board().occupied != last.position().occupied() || h.cache.unfinished < model::kStrange ||
         h.presses.idle > 1 || shown_but_not_there(h) != 0;
}

Bitboard Rereader::doubted_since(const Step& base) const {
  Bitboard doubted = 0;
  const auto add = [&](const std::vector<Notice>& notices) {
    for (const Notice& notice : notices)
      if (notice.kind == Kind::sensor_fault)
        for (const Square square : notice.squares) doubted |= chess::bit(square);
  };
  add(games_.best().notices);
  for (const Step* step = games_.best().step.get(); step != &base; step = step->parent.get())
    add(step->notices);
  return doubted & games_.best().sensors.fault;
}

reading::Evidence Rereader::evidence_since(const Step& base, Orientation orientation) const {
  reading::Evidence evidence;
  evidence.boards = scene_.boards_since(base.t, orientation);
  evidence.trusted = ~games_.best().sensors.fault;
  evidence.flickers = games_.best().sensors.flickers;
  evidence.clock_heard = scene_.clock_seen;
  evidence.for_nothing = model::too_early(scene_.settling);
  evidence.no_press_of = scene_.no_press_of;
  evidence.shown = scene_.sensed(orientation);
  return evidence;
}

bool Rereader::begin_from_further_back() {
  Rereading& again = *reading_;
  const Orientation orientation = games_.best().orientation;
  for (; again.attempt <= model::kReadFrom.size(); ++again.attempt) {
    // At last: perhaps the board lies the other way round.
    const bool turned = again.attempt == model::kReadFrom.size();
    // What a person has seen stays what it is: nothing before it is read again.
    const unsigned most = again.leaf->ply - std::min(again.leaf->ply, witnessed_ply_);
    const unsigned plies = turned ? most : std::min(model::kReadFrom[again.attempt], most);
    const StepPtr last = std::exchange(again.base, StepPtr{step_back(again.leaf.get(), plies)});
    if (plies == 0 ||
        (turned ? again.base->kind != StepKind::root || again.base->ply > 0 : last == again.base))
      continue;
    reading::Evidence evidence = evidence_since(*again.base, orientation);
    const Standing record = record_of(*again.base, *again.leaf);
    const reading::Line line{again.base->board().occupied, again.base->position().turn()};
    // That the record does not believe a sensor any more is part of how it explains what was seen.
    const Bitboard doubted = doubted_since(*again.base);
    again.standing = reading::weigh(line, record.acts, evidence) + model::kFault * chess::count(doubted);
    evidence.trusted |= doubted;
    // Another record costs its choices as well: it cannot be so much likelier.
    if (evidence.boards.empty() || again.standing - record.choices > -model::kReadMargin) continue;
    again.orientation = orientation;
    if (turned) {
      again.orientation = orientation == Orientation::straight ? Orientation::turned : Orientation::straight;
      evidence = evidence_since(*again.base, again.orientation);
      evidence.trusted = ~Bitboard{0};
      evidence.flickers = 0;
      again.standing -= model::kTurned;
    }
    // Lines that are worth so much together are, so many as are gone on from, worth this each. What may be innocent is looked for
    // once: from further back the same would be found again.
    const LogWeight together =
        again.attempt == 0 ? LogWeight{model::kLawfulAtAll} : LogWeight{model::kReadMargin};
    std::vector<reading::Reading::Start> starts{{again.base->position(), 0, LogWeight{0}}};
    again.past = std::make_unique<const Past>(games_.past_at(*again.base));
    again.others.clear();
    if (!turned)
      for (const reading::Hindsight::Other& other : again.past->game.others()) {
        starts.push_back({other.stand.position, other.stand.unseen, other.weight});
        again.others.push_back(other.changes);
      }
    again.reading.emplace(std::move(starts), std::move(evidence),
                          again.standing + together - model::log_of_count(model::kReadLines));
    again.positions_left = std::min(model::kReadPositions, positions_);
    return true;
  }
  return false;
}

bool Rereader::go_on(Time rested) {
  if (!reading_) {
    if (!begin(rested)) return true;
  } else {
    Rereading& again = *reading_;
    const std::uint64_t part = std::min(model::kPositionsAtOnce, again.positions_left);
    std::uint64_t left = part;
    const bool all = again.reading->go_on(left);
    again.positions_left -= part - left;
    positions_ -= part - left;
    if (!all && again.positions_left > 0) return false;
    if (all) {
      const std::vector<reading::Reading::Found> found = again.reading->found();
      weigh_lawful(found);
      if (take_what_was_found(found)) return true;
    }
    ++again.attempt;
  }
  if (begin_from_further_back()) return false;
  reading_.reset();
  const bool soon = shown_ != 0 && in_vain_ < model::kReadSeldomer;  // a stuck sensor goes on showing it
  next_at_ = scene_.boards.count() + (soon ? model::kReadShownEvery : model::kReadAgainEvery << in_vain_);
  in_vain_ = std::min(in_vain_ + 1, model::kReadSeldomer);
  return true;
}

bool Rereader::begin(Time rested) {
  if (rested < model::kSettledFor) return false;
  // What may be the only unlawful act is read at once: a finding waits for it.
  const Step& last = *games_.best().step;
  const Bitboard shown = shown_but_not_there(games_.best());
  const bool is_new = (last.irregular > 0 && last.irregular_at != irregular_at_) || (shown & ~shown_) != 0;
  const bool is_due = is_new || (rested >= model::kReadAgainAfter && scene_.boards.count() >= next_at_);
  if (!is_due || !is_suspect()) return false;
  irregular_at_ = last.irregular_at;
  if ((shown & ~shown_) != 0) in_vain_ = 0;
  shown_ = shown;
  lawful_.reset();
  reading_.emplace().leaf = games_.best().step;
  return true;
}

void Rereader::weigh_lawful(const std::vector<reading::Reading::Found>& found) {
  model::LogSum together;
  std::optional<unsigned> from;
  for (const reading::Reading::Found& line : found) {
    // The last piece that was put down stands where its sensor does not see it.
    const bool is_unseen =
        line.pressed && line.missing != 0 && line.missing == line.off && !chess::more_than_one(line.missing);
    if (!line.lawful || (line.off != 0 && !is_unseen)) continue;
    together.add(line.weight + (is_unseen ? model::kNotSeenThere : LogWeight{0}), 1);
    if (!from) from = first_misread(line);
  }
  if (!from) return;
  const LogWeight beside = together.log() - reading_->standing;
  if (!lawful_ || lawful_->beside < beside) lawful_ = {*from, beside};
}

bool Rereader::take_what_was_found(const std::vector<reading::Reading::Found>& found) {
  // Where a piece has gone that nobody saw is not known, nor asked: what all such lines are worth together counts.
  model::LogSum together;
  for (const reading::Reading::Found& line : found) together.add(line.weight, 1);
  if (together.empty() || together.log() < reading_->standing + model::kReadMargin) return false;
  const reading::Reading::Found& likeliest = found.front();
  const std::optional<unsigned> misread = first_misread(likeliest);
  if (!misread) return false;
  // Between two plies alone it is clear what has been played, and only what followed proves it.
  const bool proven = likeliest.settled && is_misreading(*misread, likeliest) &&
                      *misread + model::kReadProvenBy <= reading_->base->ply + likeliest.plies.size();
  if (proven) {
    misread_from_ = misread;
    take_up(found);
  }
  next_at_ = scene_.boards.count() + 1;
  in_vain_ = 0;
  reading_.reset();
  return true;
}

std::optional<unsigned> Rereader::first_misread(const reading::Reading::Found& found) const {
  const Rereading& again = *reading_;
  if (const auto* other = other_of(found))
    return again.base->ply + 1 - static_cast<unsigned>(again.past->game.plies().size() - other->front().at);
  std::vector<const Step*> record;
  for (const Step* step = again.leaf.get(); step != again.base.get(); step = step->parent.get())
    if (step->on_record()) record.push_back(step);
  std::reverse(record.begin(), record.end());
  const auto same = [](const Step* step, const reading::Reading::Ply& ply) {
    return step->move == ply.move && !step->is_irregular_ply();
  };
  const auto [mine, other] =
      std::mismatch(record.begin(), record.end(), found.plies.begin(), found.plies.end(), same);
  if (mine == record.end() && other == found.plies.end() && again.orientation == games_.best().orientation)
    return std::nullopt;
  return again.base->ply + 1 + static_cast<unsigned>(mine - record.begin());
}

bool Rereader::is_misreading(unsigned misread, const reading::Reading::Found& found) const {
  const Rereading& again = *reading_;
  const auto doubted = static_cast<unsigned>(chess::count(doubted_since(*again.base)));
  unsigned unlawful = doubted;
  if (games_.best().cache.unfinished < model::kStrange) ++unlawful;
  Bitboard from = 0;
  for (const Step* step = again.leaf.get(); step != again.base.get(); step = step->parent.get()) {
    if (step->ply == misread && step->on_record() && chess::contains(from, step->move.to())) return true;
    if (step->kind == StepKind::legal || step->kind == StepKind::unseen) continue;
    if (!takes_king(*step)) ++unlawful;
    from |= chess::bit(step->move.from());
  }
  if (const auto* other = other_of(found))
    for (const reading::Hindsight::Change& change : *other)
      if (chess::contains(from, again.past->game.plies()[change.at].move.to())) return true;
  // Where only a sensor is doubted nobody may have done anything: what is likelier is.
  return unlawful >= model::kReadUnlawful || (doubted > 0 && unlawful == doubted);
}

std::vector<Rereader::Played> Rereader::played(const reading::Reading::Found& line, std::size_t from) const {
  const Rereading& again = *reading_;
  const auto* other = other_of(line);
  const auto plies = again.past->game.with(other != nullptr ? *other : reading::Hindsight::Changes{});
  std::vector<Played> played;
  for (std::size_t at = from; at < plies.size(); ++at) played.emplace_back(plies[at], again.base->t);
  for (const reading::Reading::Ply& ply : line.plies)
    played.push_back({{ply.move, ply.unsure}, again.reading->evidence().boards[ply.board].until});
  return played;
}

void Rereader::take_up(const std::vector<reading::Reading::Found>& found) {
  const Rereading& again = *reading_;
  const LogWeight likeliest = found.front().weight;
  std::vector<const reading::Reading::Found*> taken;
  std::size_t from = again.past->game.plies().size();
  for (const reading::Reading::Found& line : found) {
    if (taken.size() == model::kReadTakenUp || line.weight < likeliest + model::kBeam) break;
    if (!line.settled) continue;
    taken.push_back(&line);
    if (const auto* other = other_of(line)) from = std::min(from, other->front().at);
  }
  const StepPtr base = from == again.past->game.plies().size() ? again.base : step_of(*again.past, from);
  const Owned before = games_.child(games_.best(), base);
  before->orientation = again.orientation;
  before->sensors.trust(again.reading->evidence().trusted);
  std::vector<std::vector<StepPtr>> lines;
  for (const reading::Reading::Found* line : taken) {
    Owned game = games_.child(*before, base);
    std::vector<StepPtr>& steps = lines.emplace_back();
    for (const auto& [ply, t] : played(*line, from)) {
      // Games that have plies in common share them.
      const auto shared = std::find_if(lines.begin(), lines.end(), [&](const std::vector<StepPtr>& other) {
        return other.size() > steps.size() && other[steps.size()]->parent == game->step &&
               other[steps.size()]->move == ply.move;
      });
      StepPtr step;
      if (shared != lines.end()) {
        step = (*shared)[steps.size()];
      } else {
        const chess::Position after = game->step->position().after(ply.move);
        step = games_.make_step(*game, StepKind::unseen, ply.move, after, SensedBoard::of(after));
        step->t = t;
        step->unsure = ply.unsure;
      }
      steps.push_back(step);
      game = games_.child(*game, std::move(step));
    }
    for (const Square square : chess::squares(line->stuck & ~game->sensors.fault))
      game->notices.push_back(doubt(square, game->step->ply, scene_.now));
    game->sensors.fault |= line->stuck;
    game->sensors.unseen |= line->unseen;
    game->presses.pending = line->pressed || !scene_.clock_seen ? 0 : 1;
    game->score = game->total = line->weight;
    games_.add(std::move(game));
  }
  games_.start_over(base);
}

}  // namespace jadoube::tracker
