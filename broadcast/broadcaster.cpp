#include "broadcast/broadcaster.hpp"

#include <utility>

#include "server/private_file.hpp"

namespace jadoube::broadcast {

using arbiter::LiveHall;

Broadcaster::Broadcaster(boost::asio::any_io_executor executor, LiveHall& hall, Options options)
    : timer_{executor},
      hall_{hall},
      options_{std::move(options)},
      writer_{executor, [this, told = std::string{}](const std::string&, const FileWriter::Text&,
                                                     const FileWriter::Result& result) mutable {
                const std::string now = result ? std::string{} : result.error();
                if (now != std::exchange(told, now)) options_.trouble(now);
              }} {
  std::error_code ignored;  // then the state cannot be written, and that is told
  std::filesystem::create_directories(options_.state, ignored);
}

void Broadcaster::start() {
  tick();
  timer_.expires_after(std::chrono::seconds{1});
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) start();
  });
}

void Broadcaster::stop() {
  timer_.cancel();
  for (const auto& sink : sinks_) sink->stop();
}

void Broadcaster::tick() {
  follow_pairings();
  for (const LiveHall::GameNow& game : hall_.games()) see(game);
  for (auto& [number, round] : rounds_) issue(round);
  for (const auto& sink : sinks_) sink->tick();
}

void Broadcaster::follow_pairings() {
  if (!hall_.round() || hall_.round()->round == 0 || hall_.round() == pairings_) return;
  pairings_ = hall_.round();
  seen_.clear();
  const auto known = rounds_.find(pairings_->round);
  if (known != rounds_.end()) return known->second.book.pair(*pairings_, options_.now());
  Round& round =
      rounds_.try_emplace(pairings_->round, Round{RoundBook{*pairings_, options_.now()}, false, nullptr})
          .first->second;
  // A state that cannot be read is written anew, from what the boards say.
  if (const auto text = server::read_private_file(state_path(pairings_->round)))
    round.book.read_state(*text, options_.now());
}

void Broadcaster::see(const LiveHall::GameNow& now) {
  if (!pairings_) return;
  const record::Header& header = now.game.header();
  const std::uint64_t changes = now.game.game().changes();
  const auto [seen, is_new] = seen_.try_emplace(std::string{now.log}, changes);
  if (!is_new && std::exchange(seen->second, changes) == changes) return;
  if (!header.game.round.empty() && header.game.round != std::to_string(pairings_->round)) return;
  Round& round = rounds_.at(pairings_->round);
  const auto table = round.book.table_of(header.game.white, header.game.black);
  if (!table) return;
  const auto start = record::utc_from_text(header.utc_start).value_or(options_.now());
  round.is_new |= round.book.put(*table, now.log, game_of(now.game.game(), header, start), options_.now());
}

void Broadcaster::issue(Round& round) {
  const unsigned number = round.book.round();
  if (std::exchange(round.is_new, false))
    writer_.write(state_path(number), std::make_shared<const std::string>(round.book.state()), 0600);
  if (!round.book.make(options_.now() - options_.delays.of(number)) && round.issue) return;
  Issue issue{number, round.book.pgn_by_table(), {}};
  std::string all;
  for (const auto& [table, pgn] : issue.tables) all += pgn;
  issue.pgn = std::make_shared<const std::string>(std::move(all));
  round.issue = std::make_shared<const Issue>(std::move(issue));
  for (const auto& sink : sinks_) sink->issue(round.issue);
}

std::shared_ptr<const Issue> Broadcaster::issued(unsigned round) const {
  const auto found = rounds_.find(round != 0 ? round : pairings_ ? pairings_->round : 0);
  return found == rounds_.end() ? nullptr : found->second.issue;
}

std::string Broadcaster::state_path(unsigned round) const {
  return (options_.state / ("round-" + std::to_string(round) + ".pgn")).string();
}

std::function<record::WallTime()> even_time() {
  return [wall = record::utc_now(), steady = std::chrono::steady_clock::now()] {
    return wall + std::chrono::floor<std::chrono::milliseconds>(std::chrono::steady_clock::now() - steady);
  };
}

}  // namespace jadoube::broadcast
