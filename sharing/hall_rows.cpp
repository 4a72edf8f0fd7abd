#include "sharing/hall_rows.hpp"

#include <boost/json.hpp>

#include "archive/evidence_link.hpp"
#include "archive/rows.hpp"
#include "record/scan_log.hpp"
#include "record/utc.hpp"

namespace jadoube::sharing {
namespace {

namespace json = boost::json;

/// In the one form that keys have; empty if it is no time.
std::string time_in_keys(std::string_view utc) {
  const auto time = record::utc_from_text(utc);
  return time ? record::utc_text(*time) : "";
}

/// What was said of an alert's finding; members that are not there are empty.
class Said {
 public:
  explicit Said(const std::string& members) {
    boost::system::error_code error;
    value_ = json::parse('{' + members + '}', error);
  }
  [[nodiscard]] std::string text(std::string_view pointer) const {
    const json::value* const found = at(pointer);
    return found != nullptr && found->is_string() ? std::string{found->get_string()} : "";
  }
  [[nodiscard]] std::int64_t number(std::string_view pointer) const {
    const json::value* const found = at(pointer);
    return found != nullptr && found->is_int64() ? found->get_int64() : 0;
  }
  /// With blanks between them.
  [[nodiscard]] std::string list(std::string_view pointer) const {
    std::string list;
    const json::value* const found = at(pointer);
    if (found == nullptr || !found->is_array()) return list;
    for (const json::value& each : found->get_array())
      if (each.is_string()) list.append(list.empty() ? "" : " ").append(std::string_view{each.get_string()});
    return list;
  }

 private:
  [[nodiscard]] const json::value* at(std::string_view pointer) const {
    boost::system::error_code error;
    return value_.find_pointer(pointer, error);
  }
  json::value value_;
};

std::string path_of(const HallHere& hall, const arbiter::AlertRow& alert) {
  return (hall.data / "boards" / alert.log).string();
}

}  // namespace

std::string name_of_log(const std::filesystem::path& path) {
  return (path.parent_path().filename() / path.filename()).string();
}

store::LogRow log_row(const HallHere& hall, const arbiter::AlertRow& alert) {
  store::LogRow row{
      .began = time_in_keys(alert.utc_start), .hall = hall.name, .board = alert.board, .log = alert.log};
  const auto log = record::ScanLogReader::open(path_of(hall, alert), [](const auto&) {});
  if (!log) return row;
  const record::Header& header = (*log)->header();
  row.event = header.game.event;
  row.round = header.game.round;
  row.white = header.game.white;
  row.black = header.game.black;
  row.law = header.law;
  return row;
}

store::LogRow log_row(const HallHere& hall, const std::string& board, const archive::LogAccount& account) {
  store::LogRow row = archive::log_row(account);
  row.hall = hall.name;
  row.board = board;
  row.log = name_of_log(account.path);
  // What the hall itself has found stands.
  row.replaces_findings = false;
  return row;
}

store::FindingRow finding_row(const HallHere& hall, const arbiter::AlertRow& alert) {
  const Said said{alert.said};
  const record::Time from{said.number("/finding/evidence/from_us")},
      to{said.number("/finding/evidence/to_us")};
  const std::int64_t t = said.number("/finding/t_us");
  record::Header header;
  header.utc_start = alert.utc_start;
  const auto link = archive::evidence_of(path_of(hall, alert), header, from, to);
  const auto at = [&](record::Time time) { return archive::utc_of(header, time).value_or(""); };
  const std::string fact = said.text("/parts/fact"), advice = said.text("/finding/advice/text");
  store::FindingRow row{.began = time_in_keys(alert.utc_start),
                        .hall = hall.name,
                        .board = alert.board,
                        .log = alert.log,
                        .id = alert.finding,
                        .kind = std::string{name(alert.kind)},
                        .opened_us = alert.opened_us,
                        .grade = std::string{name(alert.grade)},
                        .state = said.text("/finding/state"),
                        .reason = said.text("/finding/reason"),
                        .side = said.text("/finding/side"),
                        .ply = said.number("/finding/ply"),
                        .squares = said.list("/finding/squares"),
                        .t_us = t,
                        .from_us = from.count(),
                        .to_us = to.count(),
                        .utc = at(record::Time{t}),
                        .from_utc = at(from),
                        .to_utc = at(to),
                        .before_fen = said.text("/finding/evidence/before_fen"),
                        .text = fact.empty() ? advice : fact,
                        .law = said.text("/finding/law"),
                        .article = said.text("/finding/article"),
                        .authority = said.text("/finding/authority"),
                        .advice = advice,
                        .command = link.command,
                        .url = link.url.value_or("")};
  // clang does not take emplace() for a class within the one that has it.
  store::FindingRow::Alert& done = *(row.alert = store::FindingRow::Alert{});
  done.opened_utc = alert.opened_utc;
  done.closed_utc = alert.closed_utc;
  done.acknowledged_by = alert.acknowledged_by;
  done.acknowledged_utc = alert.acknowledged_utc;
  done.remark = alert.remark;
  done.handed_to = alert.handed_to;
  std::uint64_t place = alert.lost;
  for (const arbiter::HistoryEntry& entry : alert.history)
    done.acts[place++] = {entry.utc, entry.by, entry.what};
  return row;
}

store::RoundRow round_row(const arbiter::Store::KeptRound& kept) {
  store::RoundRow row{.id = static_cast<std::int64_t>(kept.id),
                      .event = kept.round.event,
                      .round = kept.round.round,
                      .utc = kept.utc,
                      .by = kept.by};
  for (const arbiter::Pairing& each : kept.round.pairings)
    row.pairings.push_back({each.number, each.white, each.black, each.law, each.time_control, each.result});
  return row;
}

}  // namespace jadoube::sharing
