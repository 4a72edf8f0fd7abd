#include "stream/log_follower.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "chess/position.hpp"

namespace jadoube::stream {

using words::wording;

namespace {

/// The law of a log that names none (docs/scanlog.md).
constexpr std::string_view kLawUnlessNamed = "fide-2023-std";

/// Where laws differ in it the game goes on: each says what it makes of the finding.
bool ends_games_by_itself(const std::vector<laws::LawSet>& laws) {
  return std::all_of(laws.begin(), laws.end(),
                     [](const laws::LawSet& law) { return law.parameters.automatic_draws; });
}

}  // namespace

std::optional<words::Text> unplayable(const record::Header& header) {
  const std::string& fen = header.game.start_fen;
  const auto variant = chess::variant_of(header.game.variant);
  const bool is_drawn = fen.empty() && variant == chess::Variant::chess960;
  if (is_drawn && header.board.senses != record::Senses::identity)
    return wording(
        "the header names Chess960 and no start_fen, and a board that does not tell its pieces "
        "cannot show where the game began");
  const auto wrong = fen.empty() || fen == "startpos" ? std::nullopt : chess::unplayable(fen, variant);
  if (wrong) return wording("the start_fen {1}", words::known(*wrong));
  return std::nullopt;
}

LawOfLog law_of(const record::Header& header, const laws::Library& library) {
  auto found = library.law(header.law.empty() ? kLawUnlessNamed : header.law);
  if (found) return {{*std::move(found)}, std::nullopt};
  return {{}, wording("{1}; findings are not judged", in_words(found.error().front()))};
}

Pipeline::FindLaw find_law_in(const laws::Library& library) {
  // A log may ask for one again and again, and to read one takes milliseconds.
  using Known = std::map<std::string, laws::LawSet, std::less<>>;
  return [&library,
          known = std::make_shared<Known>()](std::string_view id) -> tl::expected<laws::LawSet, words::Text> {
    if (const auto before = known->find(id); before != known->end()) return before->second;
    auto found = library.law(id);
    if (!found) return tl::unexpected{in_words(found.error().front())};
    return known->emplace(id, *std::move(found)).first->second;
  };
}

LogFollower::LogFollower(const record::Header& header, std::vector<laws::LawSet> laws,
                         Pipeline::FindLaw find_law, StreamSink& sink, Hear also)
    : also_{std::move(also)},
      sink_{sink},
      detector_{header, [this](const report::Report& report) { reports_.push_back(report); },
                ends_games_by_itself(laws)},
      pipeline_{std::move(laws), header, std::move(find_law), sink} {}

std::vector<report::Report> LogFollower::take_reports() {
  if (also_)
    for (const report::Report& report : reports_) also_(report);
  return std::exchange(reports_, {});
}

void LogFollower::advance_to(record::Time now) {
  detector_.advance_to(now);
  pipeline_.advance_to(now, take_reports());
}

void LogFollower::on(const record::Record& record) {
  sink_.see(record);
  detector_.on(record);
  pipeline_.on(record, take_reports());
}

void LogFollower::finish() {
  detector_.finish();
  pipeline_.finish(reports_);
  sink_.finish();
}

}  // namespace jadoube::stream
