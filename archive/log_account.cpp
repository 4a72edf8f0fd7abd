#include "archive/log_account.hpp"

#include <map>
#include <utility>

#include "record/scan_log.hpp"
#include "stream/log_follower.hpp"
#include "stream/published_game.hpp"

namespace jadoube::archive {
namespace {

/// Counts games and keeps the latest of each finding.
class Listener final : public stream::StreamSink {
 public:
  explicit Listener(LogAccount& account) : account_{account}, game_{account.header} {}

  void see(const record::Record& record) override {
    ++account_.records;
    game_.see(record);
  }
  void tell(const report::Report& line) override {
    if (game_.ends_before(line)) end_game();
    game_.tell(line);
    if (const auto* finding = std::get_if<report::Finding>(&line)) latest_[finding->id].finding = *finding;
  }
  void rule(const laws::Ruling& ruling) override { latest_[ruling.finding.id] = ruling; }
  void finish() override {
    if (game_.is_begun()) end_game();
    for (auto& [id, ruling] : latest_) account_.findings.push_back(std::move(ruling));
  }
  std::string take() override { return {}; }

 private:
  void end_game() {
    ++account_.games;
    account_.plies += game_.plies().size();
    game_.begin_anew();
  }

  LogAccount& account_;
  stream::PublishedGame game_;
  std::map<std::uint64_t, laws::Ruling> latest_;
};

void follow(record::ScanLogReader& reader, const HowToFollow& how, const record::ProblemSink& report,
            LogAccount& account) {
  std::vector<laws::LawSet> laws;
  if (how.law) {
    laws.push_back(*how.law);
  } else {
    auto found = stream::law_of(account.header, how.library);
    if (found.problem) report({{1, 1, 0}, found.problem->in(how.language)});
    laws = std::move(found.laws);
  }
  Listener listener{account};
  stream::LogFollower follower{account.header, std::move(laws), stream::find_law_in(how.library), listener};
  while (const record::Entry* entry = reader.next()) {
    if (how.stop) {
      account.is_stopped = true;
      return;
    }
    follower.advance_to(time_of(entry->record));
    follower.on(entry->record);
    if (const auto& why = follower.refusal()) report({entry->place, why->in(how.language)});
  }
  follower.finish();
  account.is_serious = follower.is_serious();
}

}  // namespace

LogAccount account_of(const std::string& path, const HowToFollow& how) {
  LogAccount account;
  account.path = path;
  if (how.stop) {
    account.is_stopped = true;
    return account;
  }
  const auto report = [&](const record::Problem& problem) {
    if (account.problems++ == 0) account.first_problem = to_string(problem, path);
  };
  auto reader = record::ScanLogReader::open(path, report);
  if (!reader) {
    account.unreadable = reader.error();
    return account;
  }
  account.header = (*reader)->header();
  if (const auto why = stream::unplayable(account.header))
    account.unreadable = to_string(record::Problem{{1, 1, 0}, why->in(how.language)}, path);
  else
    follow(**reader, how, report, account);
  return account;
}

}  // namespace jadoube::archive
