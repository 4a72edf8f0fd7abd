#include "arbiter/evidence/evidence_page.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <variant>

#include "arbiter/board_text.hpp"
#include "arbiter/followed_game.hpp"
#include "arbiter/timeline.hpp"
#include "chess/pgn.hpp"
#include "evidence/log_proof.hpp"
#include "json/writer.hpp"
#include "judge/mating_solver.hpp"
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

/// Log times, both inclusive.
struct Interval {
  Time from, to;
};

/// The times asked for, in a log that begins at `start`.
Interval log_times(const EvidenceWish& wish, record::WallTime start) {
  const auto in_log = [&](record::WallTime wall) { return std::max(Time{0}, Time{wall - start}); };
  return {wish.from ? in_log(*wish.from) : Time{0}, wish.to ? in_log(*wish.to) : Time::max()};
}

/// Replaces the first place where `mark` stands.
void put(std::string& page, std::string_view mark, std::string_view text) {
  if (const std::size_t at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), text);
}

/// Names that the page gets as they are in its data.
bool is_told(std::string_view english) {
  std::string name{english};
  std::replace(name.begin(), name.end(), ' ', '_');
  if (report::kind_from_name(name)) return true;
  static constexpr std::array<std::string_view, 31> names{
      "opened", "updated",  "withdrawn",    "closed",  "confirmed", "dismissed", "setup",   "started",
      "paused", "resumed",  "over",         "lost",    "restored",  "white",     "black",   "pause",
      "resume", "claim",    "set_position", "confirm", "dismiss",   "seen",      "declare", "count_started",
      "result", "new_game", "adjourn",      "law",     "pairing",   "retract",   "note"};
  return std::find(names.begin(), names.end(), english) != names.end();
}

/// A log's game, heard from its beginning, and what of it belongs to an interval.
class HeardGame {
 public:
  /// `library` must outlive it.
  HeardGame(const record::Header& header, const laws::Library& library, Interval interval,
            words::Language language)
      : interval_{interval},
        language_{language},
        laws_{library},
        followed_{header,
                  laws_,
                  laws::mating_solver(),
                  {[this](const laws::JudgedReport& line) { keep(line); }, {}}},
        excerpt_{record::to_json(header) + '\n'} {}
  HeardGame(const HeardGame&) = delete;
  HeardGame& operator=(const HeardGame&) = delete;

  void hear(const record::Entry& entry) {
    followed_.on(entry.record);
    const Time t = time_of(entry.record);
    if (t < interval_.from || t > interval_.to || excerpt_.size() > kMostExcerpt) return;
    record::append_json(excerpt_, entry.record, entry.extra);
    excerpt_ += '\n';
  }

  [[nodiscard]] const FollowedGame& followed() const { return followed_; }
  /// The last word on each finding of the interval as JSON, in the order in which they were opened.
  [[nodiscard]] std::vector<std::string> findings() const {
    std::vector<std::string> all;
    for (const auto& [id, ruling] : rulings_) all.push_back(ruling);
    return all;
  }
  /// The log's text, as far as it is printed.
  [[nodiscard]] const std::string& excerpt() const { return excerpt_; }

 private:
  void keep(const laws::JudgedReport& line) {
    const auto* ruling = std::get_if<laws::Ruling>(&line);
    if (ruling == nullptr) return;
    const report::Finding& finding = ruling->finding;
    if (finding.evidence.from <= interval_.to && finding.t >= interval_.from)
      rulings_[finding.id] = stream::to_json(*ruling, language_);
  }

  Interval interval_;
  words::Language language_;
  std::map<std::uint64_t, std::string> rulings_;
  LawCache laws_;
  FollowedGame followed_;
  std::string excerpt_;
};

tl::expected<std::unique_ptr<record::ScanLogReader>, std::string> open_bytes(const std::string& path,
                                                                             const std::string& bytes) {
  return record::ScanLogReader::open(record::memory_source(path, bytes), [](const record::Problem&) {});
}

void write_game(Object& o, const FollowedGame& followed) {
  const record::Header& header = followed.header();
  o.text("law", followed.law()).text("white", header.game.white).text("black", header.game.black);
  o.text("event", header.game.event).text("round", header.game.round);
  o.text("time_control", header.game.time_control).text("model", header.board.model);
  o.text("result", followed.game().result());
}

/// The file, and what proves that nothing in it was changed.
void write_proof(Object& o, const record::ChainCheck& check, const std::string& bytes) {
  o.number("bytes", static_cast<std::int64_t>(check.bytes));
  o.text("sha256", record::hex(record::sha256(bytes)));
  o.boolean("sealed", check.ends_with_seal());
  if (!check.seals.empty()) o.text("digest", record::hex(check.seals.back().digest));
  o.text("previous", record::hex(check.previous));
  o.list("faults", check.faults, [](const record::Problem& fault) {
    return "byte " + std::to_string(fault.place.offset) + ": " + fault.sentence;
  });
}

void write_alerts(Object& o, const std::vector<AlertRow>& alerts) {
  o.objects("alerts", alerts, [](Object& alert, const AlertRow& row) {
    alert.number("id", static_cast<std::int64_t>(row.id))
        .number("finding", static_cast<std::int64_t>(row.finding));
    alert.text("kind", name(row.kind)).text("opened_utc", row.opened_utc).text("closed_utc", row.closed_utc);
    alert.text("acknowledged_by", row.acknowledged_by).text("remark", row.remark);
    alert.objects("history", row.history, [](Object& each, const HistoryEntry& entry) {
      each.text("utc", entry.utc).text("by", entry.by).text("what", entry.what);
    });
  });
}

/// What the page says in that language, as an object by the English of it.
std::string words_of_page(std::string_view page, words::Language language) {
  // Sentences go over several lines there.
  std::string lines;
  for (const char c : page)
    if (c != '\n' || !lines.ends_with('\n')) lines += c == '\n' ? ' ' : c;
  return json::object_text([&](Object& o) {
    for (const auto& [english, entry] : words::Catalogue::of(language).entries())
      if (lines.find(english) != std::string::npos || is_told(english)) o.text(english, entry.text);
  });
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
  const auto& check = *proof.check;
  const auto start = record::utc_from_text(check.header.utc_start);
  if (!start) return tl::unexpected{path + ": does not say when it was recorded"};
  const Interval interval = log_times(wish, *start);
  if (check.last < interval.from || check.first > interval.to) return std::string{};

  // All that follows is made of what was proved: the daemon may go on with the file.
  auto reader = open_bytes(path, proof.bytes);
  if (!reader) return tl::unexpected{std::move(reader).error()};
  HeardGame heard{(*reader)->header(), library, interval, wish.language};
  while (const record::Entry* entry = (*reader)->next()) heard.hear(*entry);
  const FollowedGame& followed = heard.followed();
  auto again = open_bytes(path, proof.bytes);
  if (!again) return tl::unexpected{std::move(again).error()};
  const auto timeline =
      timeline_json({wish.board, path, followed.seen().turned, followed.marks(), &followed.game()}, **again,
                    interval.from, std::min(interval.to, check.last));
  if (!timeline) return tl::unexpected{timeline.error()};

  std::string text;
  Object o{text};
  o.text("name", std::filesystem::path{path}.filename().string()).text("utc_start", check.header.utc_start);
  // Boards made of software may be played on faster than the clock on the wall goes.
  o.boolean("simulated", check.header.board.model.starts_with("simulated"));
  write_game(o, followed);
  write_proof(o, check, proof.bytes);
  o.json_list("findings", heard.findings()).json("game", moves_json(followed)).json("timeline", *timeline);
  write_alerts(o, alerts);
  o.text("pgn", to_pgn(stream::game_record_of(followed.game(), followed.header())))
      .text("excerpt", heard.excerpt());
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
  put(page, "<html lang=\"en\">", "<html lang=\"" + std::string{words::code(wish.language)} + "\">");
  if (wish.language != words::Language::english)
    put(page, "/*WORDS*/{}", for_script(words_of_page(page, wish.language)));
  put(page, "/*EVIDENCE*/null", for_script(data));
  return page;
}

}  // namespace jadoube::arbiter
