// A recording and its score sheet become a log with the truth in it: what fits is taken from both, what does not is
// asked. It asks nobody itself.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "chess/game_record.hpp"
#include "record/scan.hpp"
#include "report/report.hpp"
#include "score/alignment.hpp"
#include "score/findings.hpp"

namespace jadoube::score {

/// Moves that the score sheet has and the program does not, or the other way round.
struct Difference {
  /// Of the score sheet, from 1: where they part.
  unsigned ply = 1;
  /// In UCI; either may be empty.
  std::vector<std::string> sheet;
  std::vector<std::string> board;
  /// "12. Nf3 Nc6"; "nothing".
  std::string sheet_san;
  std::string board_san;
};

/// What people say of a finding.
enum class Opinion : std::uint8_t {
  not_known,  ///< is then counted neither way
  right,
  wrong,
};

struct LabelledFinding {
  SaidFinding said;
  report::Evidence evidence;
  Opinion opinion = Opinion::not_known;
  /// The log or the moves decide it; nobody needs to be asked.
  bool is_proven = false;
  /// It only asks or informs, or stood for less than 2 s: nobody needs to be asked.
  bool is_passed_over = false;
};

/// Something that happened and that the program did not say.
struct Missed {
  report::Kind kind{};
  std::optional<chess::Side> side;
  record::Time t{};
};

/// What was answered, in a file: lines "ply 23 sheet", "ply 23 board", "ply 23 Nf3 Nc6", "finding illegal_move 24 right"
/// (kind, ply; or "wrong"), "missed two_hands white 0:12:05" (side or not). "#" begins a remark.
struct Answers {
  struct OfPly {
    unsigned ply = 0;
    std::string answer;
  };
  struct OfFinding {
    report::Kind kind{};
    unsigned ply = 0;
    Opinion opinion = Opinion::not_known;
  };
  std::vector<OfPly> plies;
  std::vector<OfFinding> findings;
  std::vector<Missed> missed;
};
/// The error names the line.
tl::expected<Answers, std::string> read_answers(std::string_view text);
/// "two_hands white 0:12:05"; the error says what is wrong with it.
tl::expected<Missed, std::string> read_missed(std::string_view text);
/// "0:12:05.3".
std::string to_text(record::Time t);

/// In this order: `on` for every record, `finish`; `answer` for each difference; `settle`; `answer` for each finding, and
/// `add` what was missed; `truths` and `account`.
class Labelling {
 public:
  using Result = tl::expected<void, std::string>;

  /// `sheet` without illegal moves.
  Labelling(const record::Header& header, const chess::GameRecord& sheet);
  ~Labelling();
  Labelling(const Labelling&) = delete;
  Labelling& operator=(const Labelling&) = delete;

  /// Truth records of an earlier labelling are passed over.
  void on(const record::Record& record);
  void finish();

  [[nodiscard]] const std::vector<Difference>& differences() const;
  /// "sheet", "board" or the moves as they were. Refused, and nothing changes, if they cannot be played there.
  Result answer(std::size_t difference, std::string_view words);

  /// Where nobody has answered, the score sheet is right. The error says that this is another game, or that it is too
  /// long.
  Result settle();

  [[nodiscard]] const std::vector<LabelledFinding>& findings() const;
  void answer_finding(std::size_t finding, Opinion opinion);
  /// Refused if it is behind the end of the recording.
  Result add(const Missed& missed);

  /// In the order of time.
  [[nodiscard]] std::vector<record::Truth> truths() const;
  /// For people: which moves are where, what was right.
  [[nodiscard]] std::string account() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace jadoube::score
