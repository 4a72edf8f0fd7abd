// What a law makes of a finding: a ruling. And what is said back to a person who entered something.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "judge/claim.hpp"
#include "judge/clock_times.hpp"
#include "laws/law.hpp"
#include "report/report.hpp"
#include "words/text.hpp"

namespace jadoube::laws {

/// What an advice is put together from, for screens that set the parts apart. Any may be empty.
struct AdviceParts {
  /// What has just happened to the finding: "Black claims."
  words::Text note;
  /// What was found, with board and move number.
  words::Text fact;
  /// Sentences: what to do, or what to wait for.
  words::Text to_do;
  words::Text clocks;
  words::Text offence;
  words::Text window;
  /// Law and articles, no sentence: "fide-2023-std 7.5.1, 7.5.5".
  words::Text rule;
  /// What remains the arbiter's decision, no sentence.
  words::Text left;
};

struct Advice {
  /// All of it, for a person.
  words::Text text;
  AdviceParts parts;
  /// Empty: no position to go back to.
  std::string reinstate_fen;
  std::optional<Side> to_move;
  /// Moves that may replace an illegal one, in UCI; empty: any, or none to be replaced.
  std::vector<std::string> must_play;
  /// The proposal first, then the alternatives.
  std::vector<ClockProposal> clocks;
  /// Which offence of that player it is, or would be once confirmed; 0: it does not count.
  unsigned offence_number = 0;
};

/// A finding under one law. `finding.t` and `finding.state` are the ruling's own, and where
/// judge/ruling_grade.hpp says so, `finding.grade` is.
struct Ruling {
  report::Finding finding;
  std::string law;
  /// Findings that spring from one act are one event: the number of the first of them.
  std::uint64_t event = 0;
  /// The finding whose ruling holds for the event; nothing: this one's does. A governed one has no orders of its
  /// own: no actions, no position, no moves, no times.
  std::optional<std::uint64_t> governed_by;
  /// Nothing for operating faults, of which no law speaks.
  std::optional<Row> row;
  Authority authority = Authority::judge;
  Window window = Window::none;
  /// Empty: the law's text is silent.
  std::string article;
  std::vector<Action> actions;
  Advice advice;
  /// Must not be seen or heard in the hall (docs/rules.md 11); alerts are the arbiter's in any case.
  bool secret = false;
};

/// The finding stream with rulings in place of findings.
using JudgedReport = std::variant<report::GameReport, report::MoveReport, report::RevisionReport, Ruling,
                                  report::SummaryReport>;

/// An adjourned game (docs/rules.md 10): what goes on the envelope.
struct Adjournment {
  record::Time t{};
  std::string white, black;
  std::string fen;
  Side to_move = Side::white;
  /// The player that seals, and the number of the sealed move.
  Side sealer = Side::white;
  unsigned move_number = 0;
  /// Remaining at the stop, and used so far if the time control is known.
  std::optional<Readings> remaining;
  std::optional<Readings> used;
};

/// An answer to what a person entered: refused, or what follows from it. Not part of the finding stream.
struct Reply {
  record::Time t{};
  bool refused = false;
  words::Text text;
  std::optional<Row> row;
  std::vector<ClockProposal> clocks;
  std::optional<Adjournment> adjournment;
  /// Of a claim.
  std::optional<ClaimAnswer> claim = {};
};

}  // namespace jadoube::laws
