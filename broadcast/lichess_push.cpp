#include "broadcast/lichess_push.hpp"

#include <algorithm>
#include <utility>

#include <boost/json.hpp>

#include "broadcast/token_file.hpp"

namespace jadoube::broadcast {
namespace {

namespace json = boost::json;
using std::chrono::seconds;

/// Between a push and the next, whatever changes meanwhile: Lichess wants one request at a time.
constexpr seconds kPace{2};
/// Lichess wants a full minute of silence after 429.
constexpr seconds kAfterTooMany{60};
constexpr seconds kLongestWait{3600};
/// What a person has to put right: the token, the id.
constexpr seconds kAfterRefusal{60};
/// After a failure on the way, twice as long each time.
constexpr seconds kAfterFailure{2};
constexpr seconds kMostAfterFailure{60};

/// A text from elsewhere for a line of ours.
std::string printable(std::string_view text) {
  constexpr std::size_t longest = 120;
  std::string sound{text.substr(0, longest)};
  std::ranges::replace_if(
      sound, [](char c) { return c < ' ' || c > '~'; }, '?');
  return sound;
}

/// What Lichess says of the first game that it did not take; empty: it took all.
std::string refused_game(std::string_view body) {
  json::error_code error;
  const json::value parsed = json::parse({body.data(), body.size()}, error);
  const json::value* games = error                ? nullptr
                             : parsed.is_object() ? parsed.get_object().if_contains("games")
                                                  : nullptr;
  if (games == nullptr || !games->is_array()) return {};
  const auto text = [](const json::object* object, const char* member) {
    const json::value* value = object == nullptr ? nullptr : object->if_contains(member);
    return value != nullptr && value->is_string() ? printable(value->get_string()) : std::string{};
  };
  for (const json::value& game : games->get_array()) {
    const json::object* members = game.if_object();
    const std::string why = text(members, "error");
    if (why.empty()) continue;
    const json::value* tags = members->if_contains("tags");
    const json::object* named = tags == nullptr ? nullptr : tags->if_object();
    return text(named, "White") + " - " + text(named, "Black") + ": " + why;
  }
  return {};
}

}  // namespace

void LichessPush::issue(const std::shared_ptr<const Issue>& issue) {
  if (!options_.rounds.contains(issue->round)) return;
  rounds_[issue->round].issue = issue;
  tick();
}

LichessPush::Texts LichessPush::untaken(const Round& round) {
  Texts texts;
  const auto& tables = round.issue->tables;
  for (std::size_t i = 0; i < std::min(tables.size(), kLichessGames); ++i) {
    const auto& [table, text] = tables[i];
    const auto taken = round.taken.find(table);
    if (taken == round.taken.end() || taken->second != text) texts.emplace(table, text);
  }
  return texts;
}

void LichessPush::tick() {
  if (flying_ || options_.now() < not_before_) return;
  // The latest round first.
  for (auto round = rounds_.rbegin(); round != rounds_.rend(); ++round)
    if (auto texts = untaken(round->second); !texts.empty()) return push(round->first, std::move(texts));
}

void LichessPush::push(unsigned number, Texts texts) {
  // Each time: a file that is put right, or a new token, needs no restart.
  const auto token = read_token(options_.token_file);
  if (!token) {
    wait(kAfterFailure);
    return tell(token.error());
  }
  std::string body;
  for (const auto& [table, text] : texts) body += text;
  HttpRequest request{options_.place,
                      "/api/broadcast/round/" + options_.rounds.at(number) + "/push",
                      {{"User-Agent", "jadoube"},
                       {"Authorization", "Bearer " + *token},
                       {"Content-Type", "text/plain; charset=utf-8"},
                       {"Accept", "application/json"}},
                      std::move(body)};
  flying_ = post(executor_, options_.tls, std::move(request),
                 [this, number, texts = std::move(texts)](const HttpResult& result) {
                   flying_.reset();
                   heard(number, texts, result);
                 });
}

void LichessPush::heard(unsigned number, const Texts& texts, const HttpResult& result) {
  std::string sentence;
  if (!result) {
    sentence = result.error();
    wait(std::min(kMostAfterFailure, kAfterFailure * (1U << std::min(failures_++, 6U))));
  } else if (is_taken(*result, sentence)) {
    failures_ = 0;
    wait(kPace);
    Round& round = rounds_.at(number);
    for (const auto& [table, text] : texts) round.taken[table] = text;
    if (sentence.empty() && round.issue->tables.size() > kLichessGames)
      sentence = "a Lichess broadcast has room for " + std::to_string(kLichessGames) +
                 " games: those after table " + std::to_string(round.issue->tables[kLichessGames - 1].first) +
                 " are not sent";
  }
  tell(sentence);
}

bool LichessPush::is_taken(const HttpAnswer& answer, std::string& sentence) {
  const std::string status = "Lichess answers " + std::to_string(answer.status);
  if (answer.status == 200) {
    // The text would be refused again: the next one is tried.
    if (const std::string refused = refused_game(answer.body); !refused.empty())
      sentence = "Lichess does not take a game: " + refused;
    return true;
  }
  if (answer.status == 429) {
    wait(std::clamp(answer.retry_after.value_or(kAfterTooMany), kAfterTooMany, kLongestWait));
    sentence = status + ": too many requests; it is left alone for a while";
  } else if (answer.status >= 500) {
    wait(std::min(kMostAfterFailure, kAfterFailure * (1U << std::min(failures_++, 6U))));
    sentence = status;
  } else {
    wait(kAfterRefusal);
    const bool is_token = answer.status == 401 || answer.status == 403;
    sentence =
        status +
        (is_token ? ": make a token with the scope study:write, of somebody who may write to this broadcast"
         : answer.status == 404 ? ": there is no such round; look at the ids in `lichess`"
                                : ": " + printable(answer.body));
  }
  return false;
}

void LichessPush::tell(const std::string& trouble) {
  if (trouble != std::exchange(told_, trouble)) options_.trouble(trouble);
}

}  // namespace jadoube::broadcast
