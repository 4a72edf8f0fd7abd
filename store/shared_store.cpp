#include "store/shared_store.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "record/utc.hpp"
#include "store/migrations.hpp"
#include "store/months.hpp"
#include "store/season.hpp"

namespace jadoube::store {
namespace {

/// NULL for what is not known.
std::optional<std::string_view> known(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string_view>{text};
}

}  // namespace

SharedStore::SharedStore(Address address, std::string password, std::string program)
    : address_{std::move(address)}, password_{std::move(password)}, program_{std::move(program)} {}

Done SharedStore::be_ready() {
  if (connection_) return {};
  auto opened = Connection::open(address_, password_, Access::write);
  if (!opened) return tl::unexpected{std::move(opened).error()};
  {
    const std::lock_guard lock{mutex_};
    connection_ = *std::move(opened);
  }
  auto ready = migrate(*connection_, address_.text(), program_);
  if (!ready) drop();
  return ready;
}

void SharedStore::drop() {
  const std::lock_guard lock{mutex_};
  connection_.reset();
}

void SharedStore::interrupt() {
  const std::lock_guard lock{mutex_};
  if (connection_) connection_->interrupt();
}

/// Of a connection that has failed nothing more is to be expected.
Done SharedStore::with_connection(const std::function<Done()>& work) {
  auto done = be_ready();
  if (!done) return done;
  done = work();
  if (!done && !done.error().is_refused) drop();
  return done;
}

Done SharedStore::write(const Batch& batch) {
  std::set<std::string> months;
  for (const LogRow& log : batch.logs) months.insert(month_of(log.began));
  for (const FindingRow& finding : batch.findings) months.insert(month_of(finding.began));
  months.erase("");
  return with_connection([&]() -> Done {
    std::vector<std::string> missing;
    do {
      if (!missing.empty())
        if (auto made = make_months(*connection_, {missing.begin(), missing.end()}); !made) return made;
      auto done = connection_->transaction([&]() -> Done {
        // From now on nobody drops any.
        if (auto locked = lock_to_write(*connection_); !locked) return locked;
        auto found = missing_months(*connection_, months);
        if (!found) return tl::unexpected{std::move(found).error()};
        missing = *std::move(found);
        return missing.empty() ? write_rows(batch) : Done{};
      });
      if (!done) return done;
    } while (!missing.empty());
    return {};
  });
}

Done SharedStore::write_patiently(const Batch& batch, std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + patience;
  for (std::chrono::milliseconds pause{50};;
       pause = std::min<std::chrono::milliseconds>(2 * pause, std::chrono::seconds{5})) {
    auto done = write(batch);
    if (done || done.error().is_refused || Clock::now() + pause > end) return done;
    std::this_thread::sleep_for(pause);
  }
}

Done SharedStore::tell_hall(std::string_view hall, std::string_view address, std::string_view utc) {
  return with_connection([&] {
    return connection_->run(
        "INSERT INTO halls VALUES(?,?,?,?) ON CONFLICT(hall) DO UPDATE SET address=excluded.address, "
        "program=excluded.program, seen_utc=excluded.seen_utc",
        {hall, address, program_, utc});
  });
}

Expected<std::map<std::string, std::string>> SharedStore::marks(std::string_view hall,
                                                                std::string_view source) {
  std::map<std::string, std::string> marks;
  auto done = with_connection([&] {
    return connection_->run("SELECT about, mark FROM marks WHERE hall=? AND source=?", {hall, source},
                            [&](const Row& row) { marks[row.text(0)] = row.text(1); });
  });
  if (!done) return tl::unexpected{std::move(done).error()};
  return marks;
}

Done SharedStore::write_rows(const Batch& batch) {
  Done done;
  const auto each = [&](const auto& rows, const auto& write) {
    for (const auto& row : rows)
      if (done) done = write(row);
  };
  each(batch.logs, [&](const LogRow& log) { return write_log(log); });
  each(batch.findings, [&](const FindingRow& finding) {
    auto written = write_finding(finding);
    return written && finding.alert ? write_acts(finding) : written;
  });
  each(batch.rounds, [&](const RoundRow& round) { return write_round(batch, round); });
  each(batch.boards, [&](const BoardRow& board) {
    return connection_->run(
        "INSERT INTO boards VALUES(?,?,?,?) ON CONFLICT(hall, board) DO UPDATE SET "
        "number=coalesce(excluded.number, boards.number), model=coalesce(excluded.model, boards.model)",
        {batch.hall, board.board, board.number, board.model});
  });
  each(batch.marks, [&](const auto& mark) {
    return connection_->run(
        "INSERT INTO marks VALUES(?,?,?,?) ON CONFLICT(hall, source, about) DO UPDATE SET mark=excluded.mark",
        {batch.hall, batch.source, mark.first, mark.second});
  });
  return done;
}

Done SharedStore::write_log(const LogRow& log) {
  Done done;
  for (const char* table : {"findings", "acts"})
    if (done && log.replaces_findings)
      done = connection_->run(
          "DELETE FROM " + std::string{table} + " WHERE began=? AND hall=? AND board=? AND log=?",
          {log.began, log.hall, log.board, log.log});
  if (!done) return done;
  using Account = LogRow::Account;
  const auto count = [&](std::uint64_t Account::*member) {
    return log.account ? std::optional{*log.account.*member} : std::nullopt;
  };
  const auto why = [&](std::string Account::*member) {
    return log.account ? known(*log.account.*member) : std::nullopt;
  };
  return connection_->run(
      "INSERT INTO logs(began, hall, board, log, event, round, white, black, law, records, games, plies, "
      "problems, problem, "
      "unreadable) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(began, hall, board, log) DO UPDATE SET "
      "event=excluded.event, round=excluded.round, white=excluded.white, black=excluded.black, "
      "law=excluded.law, "
      "records=coalesce(excluded.records, logs.records), games=coalesce(excluded.games, logs.games), "
      "plies=coalesce(excluded.plies, logs.plies), problems=coalesce(excluded.problems, logs.problems), "
      "problem=CASE WHEN excluded.problems IS NULL THEN logs.problem ELSE excluded.problem END, "
      "unreadable=CASE WHEN excluded.problems IS NULL THEN logs.unreadable ELSE excluded.unreadable END",
      {log.began, log.hall, log.board, log.log, known(log.event), known(log.round), known(log.white),
       known(log.black), known(log.law), count(&Account::records), count(&Account::games),
       count(&Account::plies), count(&Account::problems), why(&Account::problem), why(&Account::unreadable)});
}

Done SharedStore::write_finding(const FindingRow& f) {
  const auto alert = [&](std::string FindingRow::Alert::*member) {
    return f.alert ? std::optional<std::string_view>{*f.alert.*member} : std::nullopt;
  };
  using Alert = FindingRow::Alert;
  return connection_->run(
      "INSERT INTO findings(began, hall, board, log, id, kind, opened_us, grade, state, reason, side, ply, "
      "played, squares, "
      "t_us, utc, from_us, to_us, from_utc, to_utc, before_fen, text, law, article, authority, advice, "
      "command, url, "
      "opened_utc, closed_utc, acknowledged_by, acknowledged_utc, remark, handed_to) "
      "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) "
      "ON CONFLICT(began, hall, board, log, id, kind, opened_us) DO UPDATE SET grade=excluded.grade, "
      "state=excluded.state, "
      "reason=excluded.reason, side=excluded.side, ply=excluded.ply, played=excluded.played, "
      "squares=excluded.squares, "
      "t_us=excluded.t_us, utc=excluded.utc, from_us=excluded.from_us, to_us=excluded.to_us, "
      "from_utc=excluded.from_utc, "
      "to_utc=excluded.to_utc, before_fen=excluded.before_fen, text=excluded.text, law=excluded.law, "
      "article=excluded.article, authority=excluded.authority, advice=excluded.advice, "
      "command=excluded.command, "
      "url=excluded.url, opened_utc=excluded.opened_utc, closed_utc=excluded.closed_utc, "
      "acknowledged_by=excluded.acknowledged_by, acknowledged_utc=excluded.acknowledged_utc, "
      "remark=excluded.remark, "
      "handed_to=excluded.handed_to",
      {f.began,
       f.hall,
       f.board,
       f.log,
       f.id,
       f.kind,
       f.opened_us,
       f.grade,
       f.state,
       known(f.reason),
       known(f.side),
       f.ply,
       known(f.played),
       f.squares,
       f.t_us,
       known(f.utc),
       f.from_us,
       f.to_us,
       known(f.from_utc),
       known(f.to_utc),
       known(f.before_fen),
       f.text,
       known(f.law),
       known(f.article),
       known(f.authority),
       known(f.advice),
       known(f.command),
       known(f.url),
       alert(&Alert::opened_utc),
       alert(&Alert::closed_utc),
       alert(&Alert::acknowledged_by),
       alert(&Alert::acknowledged_utc),
       alert(&Alert::remark),
       alert(&Alert::handed_to)});
}

/// What was done is not done otherwise afterwards. All in one statement: a network is slow for each.
Done SharedStore::write_acts(const FindingRow& f) {
  constexpr std::size_t kRowsOfAStatement = 32;
  constexpr std::string_view kRow = "(?,?,?,?,?,?,?,?,?,?,?)";
  Done done;
  for (auto at = f.alert->acts.begin(); done && at != f.alert->acts.end();) {
    std::string statement = "INSERT INTO acts VALUES";
    std::vector<Value> values;
    for (std::size_t row = 0; row < kRowsOfAStatement && at != f.alert->acts.end(); ++row, ++at) {
      statement.append(row == 0 ? "" : ",").append(kRow);
      const auto& [place, act] = *at;
      for (const Value& value : std::initializer_list<Value>{f.began, f.hall, f.board, f.log, f.id, f.kind,
                                                             f.opened_us, place, act.utc, act.by, act.what})
        values.push_back(value);
    }
    done = connection_->run(statement + " ON CONFLICT DO NOTHING", values);
  }
  return done;
}

Done SharedStore::write_round(const Batch& batch, const RoundRow& round) {
  auto done =
      connection_->run("INSERT INTO rounds VALUES(?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
                       {batch.hall, batch.source, round.id, round.event, round.round, round.utc, round.by});
  for (const RoundRow::Pairing& each : round.pairings)
    if (done)
      done = connection_->run("INSERT INTO pairings VALUES(?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
                              {batch.hall, batch.source, round.id, each.number, each.white, each.black,
                               each.law, each.time_control, each.result});
  return done;
}

}  // namespace jadoube::store
