// jadoube store: the shared store of halls and archives.
#include <iostream>
#include <memory>
#include <string>

#include "arbiter/round/csv_text.hpp"
#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "record/byte_sink.hpp"
#include "record/utc.hpp"
#include "store/migrations.hpp"
#include "store/months.hpp"
#include "store/questions.hpp"
#include "store/retention.hpp"
#include "store/season.hpp"
#include "store/shared_store.hpp"

namespace jadoube::cli {
namespace {

struct Options {
  std::string url;
  std::string what;
  std::string name;
  std::string keep;
  std::string from, before = "9999";
  std::string out = "-";
};

std::string names_of_questions() {
  std::string list;
  for (const store::Question& each : store::questions())
    list.append(list.empty() ? "" : "; ").append(each.name).append(": ").append(each.about);
  return list;
}

int status(const store::Address& address) {
  auto connection = store::Connection::open(address, {}, store::Access::read);
  if (!connection) return fail(connection.error().sentence);
  const auto standing = store::standing_of(**connection, address.text());
  if (!standing) return fail(standing.error().sentence);
  if (standing->version != store::newest_version()) {
    std::cout << address.text() << ": "
              << (standing->version == 0 ? "has no tables yet"
                                         : "has tables of version " + std::to_string(standing->version))
              << "; `jadoube store URL migrate` makes those of version " << store::newest_version() << '\n';
    return kOk;
  }
  std::cout << "version of the tables  " << standing->version << "\nhalls                  "
            << standing->halls << "\nlogs                   " << standing->logs
            << " (held: " << standing->held << ")\nfindings               " << standing->findings
            << " (nobody has closed: " << standing->open << ")\nfrom, to               " << standing->first
            << ", " << standing->last << "\nMiB on the disk        " << (standing->bytes >> 20U) << '\n';
  return kOk;
}

int migrate(store::SharedStore& shared) {
  if (auto ready = shared.be_ready(); !ready) return fail(ready.error().sentence);
  if (auto made = store::make_months(shared.connection(), {}); !made) return fail(made.error().sentence);
  std::cout << shared.address().text() << ": has tables of version " << store::newest_version() << '\n';
  return kOk;
}

int prune(store::SharedStore& shared, const std::string& keep) {
  const auto month = store::month_before(record::utc_text(record::utc_now()), keep);
  if (!month)
    return fail("--keep must be like \"3 years\", \"18 months\" or \"90 days\": so much is kept at least");
  if (auto ready = shared.be_ready(); !ready) return fail(ready.error().sentence);
  store::Dropped all;
  const auto done = store::prune(shared.connection(), *month, [&](const store::Dropped& dropped) {
    std::cout << dropped.month << ": dropped " << dropped.logs << " log(s) with " << dropped.findings
              << " finding(s), of which nobody had closed " << dropped.open << "; held: " << dropped.held
              << std::endl;
    all.logs += dropped.logs;
    all.findings += dropped.findings;
    all.held += dropped.held;
  });
  if (!done) return fail(done.error().sentence);
  std::cout << "from before " << *month << ": dropped " << all.logs << " log(s) with " << all.findings
            << " finding(s); held: " << all.held << '\n';
  return kOk;
}

int query(const store::Address& address, const Options& options) {
  const store::Question* const question = store::find_question(options.name);
  if (question == nullptr) return fail("query asks one of these: " + names_of_questions());
  auto connection = store::Connection::open(address, {}, store::Access::read);
  if (!connection) return fail(connection.error().sentence);
  arbiter::CsvText csv{question->columns};
  const auto asked = store::ask(**connection, *question, options.from, options.before,
                                [&](const std::vector<std::string>& row) { csv.row(row); });
  if (!asked) return fail(asked.error().sentence);
  const auto written = record::write_file(options.out, std::move(csv).text());
  return written ? kOk : fail(written.error());
}

int run(const Options& options) {
  auto address = store::Address::parse(options.url);
  if (!address) return fail("the address " + address.error());
  if (options.what == "status") return status(*address);
  if (options.what == "query") return query(*address, options);
  store::SharedStore shared{*std::move(address), {}, "jadoube " JADOUBE_VERSION};
  return options.what == "migrate" ? migrate(shared) : prune(shared, options.keep);
}

}  // namespace

void add_store(Command program, int& status) {
  auto command = program.add_subcommand("store", "What many halls and archives have found, in one database");
  auto options = std::make_shared<Options>();
  command
      .add_option(
          "url", options->url,
          "postgresql://USER@HOST/DATABASE or sqlite:FILE; a password stands in ~/.pgpass, PGPASSFILE or "
          "passfile=FILE, a service in ~/.pg_service.conf (postgresql:///?service=NAME)")
      .required();
  command
      .add_option("what", options->what,
                  "status (what is in it), migrate (makes its tables, or brings them up to date, which "
                  "everybody does "
                  "who writes), prune (drops what is old), query (answers NAME as CSV)")
      .required()
      .one_of({"status", "migrate", "prune", "query"});
  command.add_option("name", options->name, "query: " + names_of_questions()).type_name("NAME");
  command
      .add_option(
          "--keep", options->keep,
          "prune: months that lie further back than so long are dropped, such as \"3 years\", \"18 months\", "
          "\"90 days\", but for logs that are held")
      .type_name("TIME");
  command.add_option("--from", options->from, "query: of games that began then or later, such as 2026-09-01");
  command.add_option("--before", options->before,
                     "query: of games that began before then, such as 2027-06-01");
  command.add_option("-o,--output", options->out, "query: file to write; standard output, if not given");
  command.footer(
      "\nHalls write to it with [store] in jadoube.toml, archives with `jadoube replay --into URL`. Its "
      "tables can be asked "
      "in\nplain SQL; docs/store.md explains them, and how a log is held that somebody still needs." +
      examples(
          {{"jadoube store postgresql://jadoube@db/chess migrate",
            "makes the tables, before the first hall comes"},
           {"jadoube store postgresql://jadoube@db/chess query illegal-moves --from 2026-09-01 -o season.csv",
            "all illegal moves of the season, with the way to their evidence"},
           {"jadoube store postgresql://jadoube@db/chess prune --keep \"3 years\"",
            "once a month, from cron"},
           {"jadoube store sqlite:/srv/chess/shared.sqlite status", "how much there is"}}));
  command.callback([options, &status] { status = run(*options); });
}

}  // namespace jadoube::cli
