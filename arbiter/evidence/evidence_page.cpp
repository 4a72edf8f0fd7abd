#include "arbiter/evidence/evidence_page.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "arbiter/board_text.hpp"
#include "arbiter/followed_game.hpp"
#include "arbiter/log_proof.hpp"
#include "arbiter/timeline.hpp"
#include "chess/pgn.hpp"
#include "json/writer.hpp"
#include "laws/mating_solver.hpp"
#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"
#include "stream/game_record_of.hpp"
#include "stream/stream_json.hpp"

namespace jadoube::arbiter {

namespace {

using json::Object;
using record::Time;

/// The text of the log that is printed; all of it is in the file that is added.
constexpr std::size_t kMostExcerpt = std::size_t{2} << 20U;

std::string base64(std::string_view bytes) {
  std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
  const int length =
      EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                      reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<int>(bytes.size()));
  text.resize(static_cast<std::size_t>(length));
  return text;
}

/// JSON inside a script element: nothing in it may look like the end of that.
std::string for_script(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char letter : json) {
    if (letter == '<')
      text += "\\u003c";
    else
      text += letter;
  }
  return text;
}

Time log_time(record::WallTime wall, record::WallTime start) {
  return std::max(Time{0}, Time{wall - start});
}

/// Replaces the first place where `mark` stands.
void put(std::string& page, std::string_view mark, std::string_view text) {
  if (const std::size_t at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), text);
}

}  // namespace

tl::expected<std::string, std::string> log_evidence(LogView& log, const EvidenceWish& wish,
                                                    const laws::Library& library,
                                                    const std::vector<AlertRow>& alerts) {
  const std::string& path = log.name();
  const LogProof proof = prove(log);
  if (!proof.check)
    return proof.accusations.empty() ? tl::expected<std::string, std::string>{}
                                     : tl::unexpected{proof.accusations.front()};
  const auto& check = proof.check;
  const auto start = record::utc_from_text(check->header.utc_start);
  if (!start) return tl::unexpected{path + ": does not say when it was recorded"};
  const Time from = wish.from ? log_time(*wish.from, *start) : Time{0};
  const Time to = wish.to ? log_time(*wish.to, *start) : Time::max();
  if (check->last < from || check->first > to) return std::string{};

  // All that follows is made of what was proved: the daemon may go on with the file.
  const auto open_log = [&] {
    return record::ScanLogReader::open(record::memory_source(path, proof.bytes),
                                       [](const record::Problem&) {});
  };
  auto reader = open_log();
  if (!reader) return tl::unexpected{std::move(reader).error()};
  // The last word on each finding, in the order in which they were opened.
  std::map<std::uint64_t, std::string> rulings;
  LawCache laws{library};
  FollowedGame desk{
      (*reader)->header(),
      laws,
      laws::mating_solver(),
      {[&](const laws::Report& line) {
         const auto* ruling = std::get_if<laws::Ruling>(&line);
         if (ruling != nullptr && ruling->finding.evidence.from <= to && ruling->finding.t >= from)
           rulings[ruling->finding.id] = stream::to_json(*ruling);
       },
       {}}};
  std::string excerpt = record::to_json(check->header) + '\n';
  while (const record::Entry* entry = (*reader)->next()) {
    desk.on(entry->record);
    const Time t = time_of(entry->record);
    if (t < from || t > to || excerpt.size() > kMostExcerpt) continue;
    record::append_json(excerpt, entry->record, entry->extra);
    excerpt += '\n';
  }
  const TimelineSource source{wish.board, path, desk.seen().turned, desk.marks(), &desk.game()};
  auto again = open_log();
  if (!again) return tl::unexpected{std::move(again).error()};
  const auto timeline = timeline_json(source, **again, from, std::min(to, check->last));
  if (!timeline) return tl::unexpected{timeline.error()};

  std::string text;
  Object o{text};
  o.text("name", std::filesystem::path{path}.filename().string()).text("utc_start", check->header.utc_start);
  o.text("law", desk.law()).text("white", desk.header().game.white).text("black", desk.header().game.black);
  o.text("event", desk.header().game.event).text("round", desk.header().game.round);
  o.text("time_control", desk.header().game.time_control).text("model", desk.header().board.model);
  o.text("result", desk.game().result());
  o.number("bytes", static_cast<std::int64_t>(check->bytes));
  o.text("sha256", record::hex(record::sha256(proof.bytes)));
  o.boolean("sealed", check->ends_with_seal());
  if (!check->seals.empty()) o.text("digest", record::hex(check->seals.back().digest));
  o.text("previous", record::hex(check->previous));
  o.list("faults", check->faults, [](const record::Problem& fault) {
    return "byte " + std::to_string(fault.place.offset) + ": " + fault.sentence;
  });
  std::vector<std::string> findings;
  for (const auto& [id, ruling] : rulings) findings.push_back(ruling);
  o.json_list("findings", findings).json("game", moves_json(desk)).json("timeline", *timeline);
  o.objects("alerts", alerts, [](Object& alert, const AlertRow& row) {
    alert.number("id", static_cast<std::int64_t>(row.id))
        .number("finding", static_cast<std::int64_t>(row.finding));
    alert.text("kind", name(row.kind)).text("opened_utc", row.opened_utc).text("closed_utc", row.closed_utc);
    alert.text("acknowledged_by", row.acknowledged_by).text("remark", row.remark);
    alert.objects("history", row.history, [](Object& each, const HistoryEntry& entry) {
      each.text("utc", entry.utc).text("by", entry.by).text("what", entry.what);
    });
  });
  o.text("pgn", to_pgn(stream::game_record_of(desk.game(), desk.header()))).text("excerpt", excerpt);
  o.text("file", base64(proof.bytes));
  o.close();
  return text;
}

std::string evidence_page(const EvidenceWish& wish, const std::vector<std::string>& logs) {
  std::string data;
  Object o{data};
  o.text("board", wish.board).number("number", wish.number);
  if (wish.from) o.text("from_utc", record::utc_text(*wish.from));
  if (wish.to) o.text("to_utc", record::utc_text(*wish.to));
  o.text("made_utc", wish.made_utc).text("version", wish.version).json_list("logs", logs);
  o.close();
  std::string page{embedded_evidence_page().front().text};
  put(page, "/*EVIDENCE*/null", for_script(data));
  return page;
}

}  // namespace jadoube::arbiter
