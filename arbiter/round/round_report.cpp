#include "arbiter/round/round_report.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include <boost/json/parse.hpp>

#include "arbiter/entry_words.hpp"
#include "arbiter/followed_game.hpp"
#include "arbiter/round/csv_text.hpp"
#include "chess/pgn.hpp"
#include "evidence/log_folder.hpp"
#include "evidence/store.hpp"
#include "json/writer.hpp"
#include "judge/mating_solver.hpp"
#include "record/recording_verify.hpp"
#include "record/scan_log.hpp"
#include "record/utc.hpp"
#include "stream/game_record_of.hpp"
#include "tournament/cells.hpp"

namespace jadoube::arbiter {

using json::Object;
using words::wording;

namespace {

namespace fs = std::filesystem;

/// Of a board, at most so many are looked at for one round.
constexpr std::size_t kMostLogs = 50;

/// A log in which a pairing of the round was played, or could have been.
struct PlayedLog {
  std::string board;
  /// As the store has it.
  std::string name;
  std::string utc_start;
  /// What its last seal says; empty: it has none.
  std::string digest;
  chess::GameRecord record;
  /// What people said of it, with the number of the finding that it is about (0: the game).
  std::vector<std::pair<std::uint64_t, desk::Note>> notes;

  [[nodiscard]] bool has_result() const { return record.result != chess::Result::unknown; }
};

struct Incident {
  AlertRow row;
  boost::json::object said;
  std::vector<desk::Note> notes;
};

struct Table {
  Pairing pairing;
  /// Oldest first.
  std::vector<PlayedLog> logs;
  const PlayedLog* game = nullptr;
  std::string result = "*";
  std::vector<Incident> incidents;
  /// About the game, and not about what happened in it.
  std::vector<desk::Note> notes;
};

struct RoundNow {
  std::string event;
  unsigned round = 0;
  std::vector<Table> tables;
};

/// The table at which these two play.
Table* table_of(RoundNow& round, std::string_view white, std::string_view black) {
  const auto found = std::ranges::find_if(round.tables, [&](const Table& each) {
    return each.pairing.white == white && each.pairing.black == black;
  });
  return found == round.tables.end() ? nullptr : &*found;
}

/// The pairing of the log: what its head says, or, if the pairings came when the game was going on, an entry.
Table* table_of(RoundNow& round, record::ScanLogReader& log) {
  const record::Header& header = log.header();
  if (header.game.round == std::to_string(round.round))
    return table_of(round, header.game.white, header.game.black);
  record::PairingEntries pairings;
  while (const record::Entry* entry = log.next())
    if (const auto* said = std::get_if<record::Arbiter>(&entry->record)) pairings.see(*said);
  return table_of(round, pairings.white(), pairings.black());
}

std::unique_ptr<record::ScanLogReader> open_log(const fs::path& path) {
  auto reader = record::ScanLogReader::open(path.string(), [](const record::Problem&) {});
  return reader ? *std::move(reader) : nullptr;
}

desk::Note note_of(const record::Arbiter& said, std::string_view extra, const record::Header& header) {
  const auto start = record::utc_from_text(header.utc_start);
  const auto by = who_made(extra);
  return {start ? record::utc_text(*start + std::chrono::floor<std::chrono::milliseconds>(said.t)) : "",
          by ? by->name : "",
          {},
          {},
          0,
          said.text};
}

/// All of it is heard again.
PlayedLog heard(const fs::path& path, LawCache& laws) {
  PlayedLog played;
  played.name = path.parent_path().filename().string() + '/' + path.filename().string();
  const auto reader = open_log(path);
  if (!reader) return played;
  played.board = reader->header().board.id;
  played.utc_start = reader->header().utc_start;
  if (const auto check = record::verify_recording(path.string()); check && !check->seals.empty())
    played.digest = record::hex(check->seals.back().digest);
  FollowedGame followed{reader->header(), laws, laws::mating_solver(), {}};
  std::vector<std::pair<record::Time, std::optional<chess::Result>>> entered;
  while (const record::Entry* entry = reader->next()) {
    followed.on(entry->record);
    const auto* said = std::get_if<record::Arbiter>(&entry->record);
    if (said == nullptr) continue;
    if (said->action == record::Arbiter::Action::note)
      played.notes.emplace_back(said->finding.value_or(0), note_of(*said, entry->extra, reader->header()));
    if (said->action == record::Arbiter::Action::result)
      entered.emplace_back(said->t, chess::result_from_string(said->result));
    const auto& replies = followed.replies();
    if (said->action == record::Arbiter::Action::retract && said->entered &&
        std::ranges::none_of(replies, &laws::Reply::refused))
      std::erase_if(entered, [&](const auto& each) { return each.first == said->entered; });
  }
  played.record = stream::game_record_of(followed.game(), followed.header());
  // A game that is over hears of no other result; people correct what they have entered all the same.
  if (played.has_result() && !entered.empty() && entered.back().second)
    played.record.result = *entered.back().second;
  return played;
}

/// The logs of one board; one of an earlier round ends the search.
void look_through(const fs::path& folder, RoundNow& round, LawCache& laws) {
  auto logs = logs_in(folder);
  std::ranges::reverse(logs);
  if (logs.size() > kMostLogs) logs.resize(kMostLogs);
  for (const fs::path& path : logs) {
    const auto reader = open_log(path);
    if (!reader) continue;
    const unsigned of_round = number_in(reader->header().game.round).value_or(0);
    if (Table* table = table_of(round, *reader)) table->logs.push_back(heard(path, laws));
    if (of_round != 0 && of_round < round.round) return;
  }
}

/// The game of the round is the first that has come to an end: what is played on the board afterwards is not. Before, it is
/// the one with most moves. A result that is entered once the pieces are put up again corrects the one before.
void decide(Table& table) {
  std::ranges::sort(table.logs, {}, &PlayedLog::utc_start);
  for (const PlayedLog& log : table.logs) {
    const bool has_ended = table.game != nullptr && table.game->has_result();
    if (!has_ended && (table.game == nullptr || log.has_result() ||
                       log.record.plies.size() >= table.game->record.plies.size()))
      table.game = &log;
    else if (has_ended && log.has_result() && log.record.plies.empty())
      table.result = to_string(log.record.result);
  }
  if (table.result == "*" && table.game != nullptr) table.result = to_string(table.game->record.result);
  if (table.result == "*" && !table.pairing.result.empty()) table.result = table.pairing.result;
}

/// Boards that fail are for those who mend them, and what was withdrawn did not happen.
bool belongs_into_report(const AlertRow& row, const boost::json::object& said) {
  if (row.kind == report::Kind::sensor_fault || row.kind == report::Kind::link_lost) return false;
  const auto* finding = said.if_contains("finding");
  return finding != nullptr && finding->is_object() && finding->as_object().contains("state") &&
         finding->as_object().at("state") != "withdrawn";
}

tl::expected<void, std::string> find_incidents(Table& table, Store& store) {
  for (const PlayedLog& log : table.logs) {
    auto alerts = store.alerts_of(log.board, log.name);
    if (!alerts) return tl::unexpected{std::move(alerts).error()};
    const auto later = store.desk().notes(log.board, log.name);
    if (!later) return tl::unexpected{later.error()};
    for (AlertRow& row : alerts->rows) {
      boost::system::error_code error;
      const auto said = boost::json::parse('{' + row.said + '}', error);
      if (error || !said.is_object() || !belongs_into_report(row, said.as_object())) continue;
      Incident incident{std::move(row), said.as_object(), {}};
      for (const auto& [finding, note] : log.notes)
        if (finding == incident.row.finding) incident.notes.push_back(note);
      for (const desk::Note& note : *later)
        if (note.alert == incident.row.id) incident.notes.push_back(note);
      table.incidents.push_back(std::move(incident));
    }
    for (const auto& [finding, note] : log.notes)
      if (finding == 0) table.notes.push_back(note);
  }
  return {};
}

std::string text_in(const boost::json::object& said, std::string_view of, std::string_view member) {
  const auto* object = said.if_contains(of);
  const auto* value =
      object != nullptr && object->is_object() ? object->as_object().if_contains(member) : nullptr;
  return value != nullptr && value->is_string() ? std::string{value->as_string()} : std::string{};
}

/// 0: before the first move.
std::int64_t move_of(const boost::json::object& said) {
  const auto* finding = said.if_contains("finding");
  const auto* ply =
      finding != nullptr && finding->is_object() ? finding->as_object().if_contains("ply") : nullptr;
  return ply != nullptr && ply->is_int64() ? (ply->as_int64() + 1) / 2 : 0;
}

// ---- how it is written

std::string games_text(const RoundNow& round) {
  std::string text;
  for (const Table& table : round.tables) {
    chess::GameRecord record = table.game != nullptr ? table.game->record : chess::GameRecord{};
    if (!round.event.empty()) record.tags.set("Event", round.event);
    record.tags.set("Round", std::to_string(round.round));
    record.tags.set("White", table.pairing.white);
    record.tags.set("Black", table.pairing.black);
    record.tags.set("Board", std::to_string(table.pairing.number));
    record.result = chess::result_from_string(table.result).value_or(chess::Result::unknown);
    text += to_pgn(record);
  }
  return text;
}

std::string results_text(const RoundNow& round) {
  CsvText csv{{"round", "board", "white", "black", "result"}};
  for (const Table& table : round.tables)
    csv.row({std::to_string(round.round), std::to_string(table.pairing.number), table.pairing.white,
             table.pairing.black, table.result});
  return std::move(csv).text();
}

/// Without the letters that would shift what follows them.
std::string in_columns(std::string_view text, std::size_t width) {
  std::string cut;
  std::size_t letters = 0;
  for (const char letter : text) {
    const bool begins = (static_cast<unsigned char>(letter) & 0xC0U) != 0x80U;
    if (begins && letters == width) break;
    letters += begins ? 1 : 0;
    cut += letter;
  }
  return cut + std::string(width - letters, ' ');
}

std::string at_right(std::size_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  return std::string(width - std::min(width, digits.size()), ' ') + digits;
}

/// A player's line of a tournament report file, with this round alone. Starting ranks are those of this file: the report
/// of the event has others.
std::string trf_line(std::size_t rank, const std::string& name, std::size_t opponent, char colour,
                     char result, unsigned round) {
  std::string line = "001 " + at_right(rank, 4) + "      " + in_columns(name, 33);
  line += std::string(91 - 47 + (round - 1) * std::size_t{10}, ' ');
  return line + at_right(opponent, 4) + ' ' + colour + ' ' + result + "\r\n";
}

std::string trf_text(const RoundNow& round) {
  std::string text = "012 " + round.event + "\r\n";
  std::size_t rank = 0;
  for (const Table& table : round.tables) {
    const bool drawn = table.result == "1/2-1/2";
    const bool open = table.result == "*";
    const char white = open ? ' ' : drawn ? '=' : table.result == "1-0" ? '1' : '0';
    const char black = open ? ' ' : drawn ? '=' : table.result == "0-1" ? '1' : '0';
    text += trf_line(rank + 1, table.pairing.white, rank + 2, 'w', white, round.round);
    text += trf_line(rank + 2, table.pairing.black, rank + 1, 'b', black, round.round);
    rank += 2;
  }
  return text;
}

std::string in_one_line(const std::vector<desk::Note>& notes) {
  std::string text;
  for (const desk::Note& note : notes) text += (text.empty() ? "" : "; ") + note.by + ": " + note.text;
  return text;
}

std::string incidents_text(const RoundNow& round) {
  CsvText csv{{"round", "board", "white", "black", "utc", "move", "kind", "side", "grade", "state", "fact",
               "rule", "seen_by", "seen_utc", "remark", "notes"}};
  for (const Table& table : round.tables) {
    for (const desk::Note& note : table.notes)
      csv.row({std::to_string(round.round), std::to_string(table.pairing.number), table.pairing.white,
               table.pairing.black, note.utc, "", "note", "", "", "", note.text, "", note.by, "", "", ""});
    for (const Incident& each : table.incidents)
      csv.row({std::to_string(round.round), std::to_string(table.pairing.number), table.pairing.white,
               table.pairing.black, each.row.opened_utc, std::to_string(move_of(each.said)),
               std::string{name(each.row.kind)}, text_in(each.said, "finding", "side"),
               text_in(each.said, "finding", "grade"), text_in(each.said, "finding", "state"),
               text_in(each.said, "parts", "fact"), text_in(each.said, "parts", "rule"),
               each.row.acknowledged_by, each.row.acknowledged_utc, each.row.remark,
               in_one_line(each.notes)});
  }
  return std::move(csv).text();
}

void say_note(Object& o, const desk::Note& note) {
  o.text("utc", note.utc).text("by", note.by).text("text", note.text);
}

void say_incident(Object& o, const Table& table, const Incident& each) {
  o.number("number", table.pairing.number).text("board", each.row.board);
  o.number("alert", static_cast<std::int64_t>(each.row.id)).text("opened_utc", each.row.opened_utc);
  o.number("move", move_of(each.said)).text("kind", name(each.row.kind));
  for (const std::string_view member : {"side", "grade", "state"})
    if (const std::string value = text_in(each.said, "finding", member); !value.empty())
      o.text(member, value);
  for (const std::string_view member : {"fact", "rule", "offence"})
    if (const std::string value = text_in(each.said, "parts", member); !value.empty()) o.text(member, value);
  if (!each.row.acknowledged_by.empty())
    o.text("seen_by", each.row.acknowledged_by).text("seen_utc", each.row.acknowledged_utc);
  if (!each.row.remark.empty()) o.text("remark", each.row.remark);
  if (!each.notes.empty()) o.objects("notes", each.notes, say_note);
}

std::string summary_text(const RoundNow& round) {
  std::vector<std::string> incidents;
  for (const Table& table : round.tables)
    for (const Incident& each : table.incidents)
      incidents.push_back(json::object_text([&](Object& o) { say_incident(o, table, each); }));
  return json::object_text([&](Object& o) {
    o.text("event", round.event).number("round", round.round);
    o.objects("tables", round.tables, [](Object& each, const Table& table) {
      each.number("number", table.pairing.number).text("white", table.pairing.white);
      each.text("black", table.pairing.black).text("result", table.result);
      if (!table.notes.empty()) each.objects("notes", table.notes, say_note);
      if (table.game == nullptr) return;
      each.text("board", table.game->board).text("log", fs::path{table.game->name}.filename().string());
      each.number("plies", static_cast<std::int64_t>(table.game->record.plies.size()));
      if (!table.game->digest.empty()) each.text("digest", table.game->digest);
    });
    o.json_list("incidents", incidents);
  });
}

std::string text_of(const RoundNow& round, RoundPart part) {
  switch (part) {
    case RoundPart::games:
      return games_text(round);
    case RoundPart::results:
      return results_text(round);
    case RoundPart::trf:
      return trf_text(round);
    case RoundPart::incidents:
      return incidents_text(round);
    case RoundPart::summary:
      break;
  }
  return summary_text(round);
}

}  // namespace

std::optional<RoundPart> round_part_from_name(std::string_view file) {
  using enum RoundPart;
  constexpr auto kFiles = std::to_array<std::pair<std::string_view, RoundPart>>({{"games.pgn", games},
                                                                                 {"results.csv", results},
                                                                                 {"results.trf", trf},
                                                                                 {"incidents.csv", incidents},
                                                                                 {"round.json", summary}});
  const auto found = std::ranges::find(kFiles, file, &std::pair<std::string_view, RoundPart>::first);
  if (found == kFiles.end()) return std::nullopt;
  return found->second;
}

Outcome<std::string> round_part(const RoundQuestion& question) {
  const auto unavailable = [](const std::string& why) {
    return tl::unexpected{Refusal{Refusal::Kind::unavailable, why + "."}};
  };
  const auto store = Store::open((question.data / "store.sqlite").string());
  if (!store) return unavailable(store.error());
  const auto pairings = (*store)->last_round(question.round);
  if (!pairings) return unavailable(pairings.error());
  if (!*pairings)
    return tl::unexpected{Refusal{
        Refusal::Kind::not_found,
        (question.round == 0 ? wording("No pairings were read yet.")
                             : wording("No pairings of round {1} were read.", std::to_string(question.round)))
            .in(question.language)}};
  RoundNow round{(*pairings)->event, (*pairings)->round, {}};
  for (const Pairing& each : (*pairings)->pairings) round.tables.push_back({each, {}, nullptr, "*", {}, {}});
  LawCache laws{question.library};
  std::error_code error;
  for (const auto& folder : fs::directory_iterator{question.data / "boards", error})
    if (folder.is_directory(error)) look_through(folder.path(), round, laws);
  for (Table& table : round.tables) {
    decide(table);
    if (auto found = find_incidents(table, **store); !found) return unavailable(found.error());
  }
  return text_of(round, question.part);
}

}  // namespace jadoube::arbiter
