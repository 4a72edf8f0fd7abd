#include "archive/rows.hpp"

#include "archive/evidence_link.hpp"

namespace jadoube::archive {
namespace {

std::string squares_of(const report::Finding& finding) {
  std::string list;
  for (const chess::Square square : finding.squares)
    list.append(list.empty() ? "" : " ").append(to_string(square));
  return list;
}

}  // namespace

store::LogRow log_row(const LogAccount& account) {
  const record::Header& header = account.header;
  return {.began = utc_of(header, record::Time{0}).value_or(""),
          .hall = {},
          .board = header.board.id,
          .log = account.path,
          .event = header.game.event,
          .round = header.game.round,
          .white = header.game.white,
          .black = header.game.black,
          .law = header.law,
          .account = store::LogRow::Account{account.records, account.games, account.plies, account.problems,
                                            account.first_problem, account.unreadable},
          .replaces_findings = true};
}

store::FindingRow finding_row(const LogAccount& account, const laws::Ruling& ruling,
                              words::Language language) {
  const report::Finding& finding = ruling.finding;
  const report::Evidence& evidence = finding.evidence;
  const record::Header& header = account.header;
  const EvidenceLink link = evidence_of(account.path, header, evidence.from, evidence.to);
  const auto at = [&](record::Time t) { return utc_of(header, t).value_or(""); };
  const auto text = [&](bool is_there, std::string_view name) { return std::string{is_there ? name : ""}; };
  return {.began = at(record::Time{0}),
          .hall = {},
          .board = header.board.id,
          .log = account.path,
          .id = finding.id,
          .kind = std::string{name(finding.kind)},
          .grade = std::string{name(finding.grade)},
          .state = std::string{name(finding.state)},
          .reason = text(finding.reason != report::Reason::none, name(finding.reason)),
          .side = finding.side ? std::string{chess::name(*finding.side)} : "",
          .ply = finding.ply,
          .played = finding.played,
          .squares = squares_of(finding),
          .t_us = finding.t.count(),
          .from_us = evidence.from.count(),
          .to_us = evidence.to.count(),
          .utc = at(finding.t),
          .from_utc = at(evidence.from),
          .to_utc = at(evidence.to),
          .before_fen = evidence.before_fen,
          .text = finding.text.in(language),
          .law = ruling.law,
          .article = ruling.article,
          .authority = text(!ruling.law.empty(), name(ruling.authority)),
          .advice = ruling.advice.text.in(language),
          .command = link.command,
          .url = link.url.value_or("")};
}

}  // namespace jadoube::archive
