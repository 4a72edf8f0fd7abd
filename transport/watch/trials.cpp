#include "transport/watch/watch.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::transport::watch {
namespace {

using namespace std::chrono_literals;

/// Before anything is written to a device whose id does not tell what it is.
constexpr record::Time kListenFirst = 600ms;
constexpr record::Time kLongestListenAgain = 5min;
/// What is kept of a device's bytes until it is known.
constexpr std::size_t kMostKept = std::size_t{1} << 16U;

bool is_generic(const drivers::Candidate& candidate) {
  return candidate.usb->generic;
}

}  // namespace

void Watch::begin_trials(Place& place) {
  for (const std::size_t i : place.turns[place.turn]) {
    const drivers::Candidate& candidate = place.candidates[i];
    Trial trial{candidate,
                candidate.model->protocol->session(
                    {.white_is_near = options_.white_is_near, .is_vouched_for = place.told_by_user}),
                place.opened_at};
    const bool sure = place.told_by_user || (!candidate.usb->generic && place.candidates.size() == 1);
    if (candidate.model->asked && !sure) {
      trial.may_ask.reset();
      if (!candidate.usb->generic) trial.may_ask = place.opened_at + kListenFirst;
    }
    trial.session->listen(place.opened_at);
    place.trials.push_back(std::move(trial));
  }
}

void Watch::keep(Place& place, Heard heard) {
  place.kept_bytes += heard.bytes.size();
  place.kept.push_back(std::move(heard));
  while (place.kept_bytes > kMostKept) {
    place.kept_bytes -= place.kept.front().bytes.size();
    place.kept.erase(place.kept.begin());
  }
}

void Watch::try_out(Place& place, record::Time t) {
  for (Trial& trial : place.trials) {
    if (trial.session->is_listening() && trial.may_ask && *trial.may_ask <= t) trial.session->connect(t);
    trial.session->wake(t);
    for (auto& command : trial.session->take_commands()) {
      keep(place, {Direction::to_board, command, t});
      place.channel->write(std::move(command));
    }
  }
  const auto told =
      std::ranges::find_if(place.trials, [](const Trial& trial) { return trial.session->is_recognised(); });
  if (told != place.trials.end()) {
    if (!place.recognised_at) place.recognised_at = t;
    // What it is, it has told by itself: now it may be asked for more.
    told->session->connect(t);
    const bool has_number = !place.device.serial.empty() || !told->session->facts().serial.empty();
    if (has_number || t - *place.recognised_at >= kSerialPatience) adopt(place, *told, t);
    return;
  }
  if (t - place.opened_at < options_.patience) return;
  give_up_turn(place, t);
}

void Watch::adopt(Place& place, Trial& trial, record::Time t) {
  const drivers::BoardModel& model = *trial.candidate.model;
  const std::string& own = trial.session->facts().serial;
  const std::string name =
      names_.name_at(place.port, model, place.device.serial.empty() ? own : place.device.serial);
  const auto [found, is_new] = boards_.try_emplace(name);
  Board& board = found->second;
  board.name = name;
  board.model = &model;
  board.port = place.port;
  board.usb = trial.candidate.usb;
  board.attached = true;
  place.owned = &board;
  place.board = &board;
  place.state = Plug::State::board;
  place.listen_again = kListenAgain;
  place.strange_bytes = 0;
  if (is_new) {
    board.session = std::move(trial.session);
    board.session->recall(memory_.recall(name));
    memories_[name] = board.session->memory();
  } else
    board.session->connect(place.opened_at);
  place.trials.clear();
  events_.board(board, !is_new);
  events_.plug(place, false);
  for (const Heard& heard : std::exchange(place.kept, {})) {
    if (events_.wire) events_.wire(board, heard.direction, heard.bytes, heard.t);
    // The session that has heard all this is new; the one that knows the game has not.
    if (!is_new && heard.direction == Direction::from_board) board.session->receive(heard.bytes, heard.t);
  }
  board.session->wake(t);
  drain(place);
}

void Watch::give_up_turn(Place& place, record::Time t) {
  // A session that is closed has not been listening: it may not ask.
  std::optional<std::uint64_t> strange;
  for (const Trial& trial : place.trials)
    if (trial.session->state() != drivers::BoardSession::State::closed)
      strange = std::min(strange.value_or(~std::uint64_t{0}), trial.session->tally().skipped_bytes);
  if (strange >= kFewBytes) place.strange_bytes = std::max(place.strange_bytes, *strange);
  place.turn = (place.turn + 1) % place.turns.size();
  if (place.turn != 0) {
    reopen(place);
    return;
  }
  const bool any_generic = std::ranges::any_of(place.candidates, is_generic);
  if (any_generic && !place.told_by_user) {
    place.state = Plug::State::unrecognised;
    place.opening = ++next_opening_;
    std::exchange(place.channel, nullptr)->close();
    place.trials.clear();
    events_.plug(place, false);
    // It may be switched on later. Meanwhile other programs can have it.
    wait(place, Clock::now() + place.listen_again, [this](Place& here) { open(here); });
    // What calls itself as a board does need not wait so long.
    const bool is_named = !std::ranges::all_of(place.candidates, is_generic);
    if (!is_named) place.listen_again = std::min(2 * place.listen_again, kLongestListenAgain);
  } else if (place.turns.size() > 1) {
    reopen(place);
  } else {
    // It is a board by its ids and says nothing: it may be switched on later.
    place.opened_at = t;
    if (place.strange_bytes != 0) events_.plug(place, false);
  }
}

}  // namespace jadoube::transport::watch
