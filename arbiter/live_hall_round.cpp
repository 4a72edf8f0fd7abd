// A round of the event: what its pairings would change, before they are taken, and what has become of it.
#include <algorithm>
#include <utility>

#include "arbiter/disk_trouble.hpp"
#include "arbiter/evidence/evidence_page.hpp"
#include "arbiter/live_hall.hpp"
#include "arbiter/round/round_report.hpp"
#include "evidence/log_folder.hpp"
#include "json/writer.hpp"
#include "tournament/pairing_file.hpp"

namespace jadoube::arbiter {

using json::Object;
using words::wording;

namespace {

void say_pairing(Object& o, const Pairing& pairing) {
  o.number("number", pairing.number).text("white", pairing.white).text("black", pairing.black);
  if (!pairing.law.empty()) o.text("law", pairing.law);
  if (!pairing.time_control.empty()) o.text("time_control", pairing.time_control);
  if (!pairing.result.empty()) o.text("result", pairing.result);
  if (!pairing.start.empty()) o.text("start", pairing.start);
}

/// What would change at a board: names of docs/api.md.
std::string_view change_at(const LiveBoard& board, const Pairing& pairing) {
  const record::Header now = board.followed->header();
  if (now.game.white == pairing.white && now.game.black == pairing.black) return "same";
  const bool goes_on = board.followed->phase() != report::GameState::over && !board.followed->is_untouched();
  return goes_on ? "running" : "new";
}

}  // namespace

const LiveBoard* LiveHall::at_table(unsigned number) const {
  if (number == 0) return nullptr;
  const auto found =
      std::ranges::find_if(boards_, [&](const auto& each) { return each.second->number == number; });
  return found == boards_.end() ? nullptr : found->second.get();
}

void LiveHall::say_round(Object& o, const PairingFile& file, const std::vector<words::Text>& problems,
                         const SayMore& more) const {
  const auto said = [&](const words::Text& each) { return each.in(options_.language); };
  o.text("event", file.round.event).number("round", file.round.round);
  o.objects("pairings", file.round.pairings, [&](Object& each, const Pairing& pairing) {
    say_pairing(each, pairing);
    if (more) more(each, pairing);
  });
  o.list("problems", problems, said).list("doubts", file.doubts, said).list("byes", file.byes);
}

Outcome<std::string> LiveHall::preview_round(const tl::expected<PairingFile, words::Text>& file) const {
  if (!file) return refused(Refusal::Kind::invalid, file.error());
  const auto is_paired = [&](unsigned number) {
    return std::ranges::find(file->round.pairings, number, &Pairing::number) != file->round.pairings.end();
  };
  std::vector<unsigned> idle;
  for (const auto& [id, board] : boards_)
    if (board->number != 0 && !is_paired(board->number)) idle.push_back(board->number);
  std::ranges::sort(idle);
  std::vector<std::string> idle_tables;
  for (const unsigned number : idle) idle_tables.push_back(std::to_string(number));
  std::vector<Pairing> gone;
  if (round_ && round_->round == file->round.round)
    for (const Pairing& each : round_->pairings)
      if (!is_paired(each.number)) gone.push_back(each);
  return json::object_text([&](Object& o) {
    o.boolean("dry_run", true);
    say_round(o, *file, file->problems, [&](Object& each, const Pairing& pairing) {
      const LiveBoard* board = at_table(pairing.number);
      if (board == nullptr) return;
      const record::Header now = board->followed->header();
      each.text("board", board->id).text("change", change_at(*board, pairing));
      if (!now.game.white.empty()) each.text("was_white", now.game.white);
      if (!now.game.black.empty()) each.text("was_black", now.game.black);
    });
    o.objects("gone", gone, say_pairing).json_list("idle", idle_tables);
  });
}

Outcome<Later> LiveHall::round_file(std::string_view file, unsigned round) const {
  const auto part = round_part_from_name(file);
  if (!part) return refused(Refusal::Kind::not_found, wording("There is no file {1} of a round.", file));
  // Games that go on are read from their logs.
  for (const auto& [id, board] : boards_) board->log->flush();
  return [question = RoundQuestion{options_.data, *part, round, laws_.library(), options_.language}] {
    return round_part(question);
  };
}

Outcome<Later> LiveHall::evidence(std::string_view id, std::string_view log) const {
  const LiveBoard* board = find(id);
  if (board == nullptr) return no_board(id);
  const auto logs = logs_in(options_.data / "boards" / folder_name(id));
  const auto asked = std::ranges::find_if(logs, [&](const std::filesystem::path& each) {
    return each.filename().string() ==
           (log.empty() ? std::filesystem::path{board->log->path()}.filename().string() : log);
  });
  if (asked == logs.end())
    return refused(Refusal::Kind::not_found, wording("The board {1} has no log {2}.", id, log));
  board->log->flush();
  const auto alerts = store_->alerts_of(id, folder_name(id) + '/' + asked->filename().string());
  if (!alerts)
    return tl::unexpected{Refusal{Refusal::Kind::unavailable, without_folder(alerts.error()) + "."}};
  EvidenceWish wish;
  wish.board = id;
  wish.number = board->number;
  wish.last_game = true;
  wish.language = options_.language;
  wish.made_utc = record::utc_text(record::utc_now());
  wish.version = options_.version;
  return [wish, path = asked->string(), rows = alerts->rows,
          library = laws_.library()]() -> Outcome<std::string> {
    LogOnDisk view{path, nullptr};
    auto part = log_evidence(view, wish, library, rows);
    if (!part) return tl::unexpected{Refusal{Refusal::Kind::unavailable, without_folder(part.error()) + "."}};
    return evidence_page(wish, {*std::move(part)});
  };
}

}  // namespace jadoube::arbiter
