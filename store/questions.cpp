#include "store/questions.hpp"

#include <algorithm>
#include <array>

#include "store/migrations.hpp"

namespace jadoube::store {
namespace {

const std::array<Question, 5> kQuestions{{
    {"illegal-moves",
     {"utc", "hall", "event", "round", "board", "white", "black", "player", "ply", "played", "grade", "state",
      "text", "seen_by", "command", "url"},
     "all illegal moves that stand, with the way to the evidence of each",
     "SELECT utc, hall, event, round, board, white, black, player, ply, played, grade, state, text, "
     "acknowledged_by, command, url "
     "FROM illegal_moves WHERE began >= ? AND began < ? ORDER BY began, hall, board, log, id"},
    {"players",
     {"player", "confirmed", "unconfirmed"},
     "who made how many illegal moves, those that an arbiter has confirmed and the others",
     "SELECT player, sum(CASE state WHEN 'confirmed' THEN 1 ELSE 0 END) AS confirmed, "
     "sum(CASE state WHEN 'confirmed' THEN 0 ELSE 1 END) AS unconfirmed FROM illegal_moves "
     "WHERE began >= ? AND began < ? AND player IS NOT NULL GROUP BY player ORDER BY confirmed DESC, "
     "unconfirmed DESC, player"},
    {"kinds",
     {"kind", "grade", "state", "findings"},
     "how many findings of each kind, grade and state",
     "SELECT kind, grade, state, count(*) FROM findings WHERE began >= ? AND began < ? "
     "GROUP BY kind, grade, state ORDER BY kind, grade, state"},
    {"events",
     {"event", "hall", "first", "last", "logs", "plies"},
     "which events, when, with how many logs and plies",
     "SELECT event, hall, min(began), max(began), count(*), sum(plies) FROM logs WHERE began >= ? AND began "
     "< ? "
     "GROUP BY event, hall ORDER BY min(began), event, hall"},
    {"open",
     {"opened_utc", "hall", "board", "kind", "grade", "authority", "text", "seen_by", "handed_to", "url"},
     "what nobody has closed",
     "SELECT opened_utc, hall, board, kind, grade, authority, text, acknowledged_by, handed_to, url FROM "
     "open_findings "
     "WHERE began >= ? AND began < ? ORDER BY opened_utc, hall, board, log, id"},
}};

}  // namespace

std::span<const Question> questions() {
  return kQuestions;
}

const Question* find_question(std::string_view name) {
  const auto found = std::ranges::find(kQuestions, name, &Question::name);
  return found == kQuestions.end() ? nullptr : &*found;
}

Done ask(Connection& connection, const Question& question, std::string_view from, std::string_view before,
         const TellRow& tell) {
  return connection.run(question.statement, {from, before}, [&](const Row& row) {
    std::vector<std::string> texts;
    for (int column = 0; column < static_cast<int>(question.columns.size()); ++column)
      texts.push_back(row.text(column));
    tell(texts);
  });
}

Expected<Standing> standing_of(Connection& connection, const std::string& address) {
  Standing standing;
  const auto version = version_of(connection, address);
  if (!version) return tl::unexpected{version.error()};
  standing.version = *version;
  if (standing.version != newest_version()) return standing;
  const auto ask = [&](std::int64_t& number, std::string_view question) -> Done {
    const auto answer = connection.number(question);
    if (!answer) return tl::unexpected{answer.error()};
    number = *answer;
    return {};
  };
  auto done = ask(standing.halls, "SELECT count(*) FROM halls");
  if (done) done = ask(standing.logs, "SELECT count(*) FROM logs");
  if (done) done = ask(standing.findings, "SELECT count(*) FROM findings");
  if (done) done = ask(standing.open, "SELECT count(*) FROM findings WHERE closed_utc = ''");
  if (done) done = ask(standing.held, "SELECT count(*) FROM logs WHERE held IS NOT NULL");
  if (done)
    done =
        connection.run("SELECT min(began), max(began) FROM logs WHERE began <> ''", {}, [&](const Row& row) {
          standing.first = row.text(0);
          standing.last = row.text(1);
        });
  if (done)
    done = ask(standing.bytes,
               connection.is_postgres()
                   ? "SELECT CAST(coalesce(sum(pg_total_relation_size(oid)), 0) AS BIGINT) FROM pg_class "
                     "WHERE relkind = 'r' "
                     "AND relnamespace = to_regnamespace(current_schema())"
                   : "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()");
  if (!done) return tl::unexpected{std::move(done).error()};
  return standing;
}

}  // namespace jadoube::store
