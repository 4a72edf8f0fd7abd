// What a centre asks a hall to do, or for, and what the hall says to that: signed with a secret that the two have in common,
// meant for one run of the hall, once, and not later than a moment.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "server/passed.hpp"

namespace jadoube::broker {

struct AskMessage {
  std::string centre;
  /// From 1, for each that a centre asks.
  std::uint64_t number = 0;
  std::string run;
  /// By the hall's clock (Status::clock).
  std::chrono::milliseconds not_after{0};
  server::PassedHere request;
};

struct AnswerMessage {
  std::uint64_t number = 0;
  unsigned status = 200;
  std::string type;
  /// The file that a browser keeps it as; empty: it is shown.
  std::string disposition;
  std::string body;
};

// `topic` is signed too: what was meant for one hall is nothing for another.
std::string payload_of(const AskMessage& ask, std::string_view topic, std::string_view secret);
std::string payload_of(const AnswerMessage& answer, std::string_view topic, std::string_view secret);
/// The error is a clause without its subject.
tl::expected<AskMessage, std::string> read_ask(std::string_view payload, std::string_view topic,
                                               std::string_view secret);
tl::expected<AnswerMessage, std::string> read_answer(std::string_view payload, std::string_view topic,
                                                     std::string_view secret);

/// What has been asked in a run of the hall, so that nothing is done twice or too late.
class AskBook {
 public:
  explicit AskBook(std::string run) : run_{std::move(run)} {}
  enum class Verdict : std::uint8_t {
    good,
    repeated,   ///< It has been asked before: it is passed over.
    other_run,  ///< It was meant for a run that is over.
    too_late,
  };
  /// `now` is the hall's clock. What is good is asked from then on.
  Verdict take(const AskMessage& ask, std::chrono::milliseconds now);

 private:
  struct Asked {
    std::uint64_t highest = 0;
    std::set<std::uint64_t> lately;
  };
  std::string run_;
  std::map<std::string, Asked, std::less<>> centres_;
};

}  // namespace jadoube::broker
