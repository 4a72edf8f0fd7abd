// Every cell of the matrix, row by law, as the judge really applies it. The expected cells are those of
// matrix.txt; the table below only says what has to happen for a row to be reached. The count of cells
// reached is printed, and it must be all of them.
#include <gmock/gmock.h>

#include <iostream>
#include <set>

#include "judge/score_sheets.hpp"
#include "tests/laws/matrix.hpp"
#include "tests/laws/script.hpp"

namespace jadoube::laws {
namespace {

struct Probe {
  unsigned row;
  const char* fen;
  const char* script;
  /// What the judge says about; 0: its last ruling with an id of its own.
  std::uint64_t id = 1;
};

constexpr const char* kStart = "startpos";
constexpr const char* kCastling = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 6 5";
constexpr const char* kPromotion = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1";
constexpr const char* kKings = "3kr3/8/8/8/8/8/8/3RK3 w - - 0 1";

/// The rows that come to the judge as a finding of the detector.
const std::vector<Probe> kByFinding{
    {1, kStart, "0 finding initial_position A ply=0"},
    {2, kStart, "0 finding board_turned A ply=0"},
    {3, kStart, "0 finding colours_reversed B ply=1"},
    {4, kStart,
     "0 clock 5:00 5:00 white\n2 press white\n2.4 finding displaced B white ply=1 squares=d2 at=2"},
    {5, kStart,
     "0 clock 5:00 5:00 white\n2 press white\n9 finding displaced_earlier B white ply=1 squares=d2 at=2"},
    {6, kInCheck, "5 finding illegal_move_pending C white ply=1 squares=a2,a3 touched=a2"},
    {7, kStart, "5 finding illegal_move A white ply=1 squares=e2,e5 reason=not_a_move_of_that_piece"},
    {8, kInCheck, "5 finding illegal_move A white ply=1 squares=a2,a3 reason=king_in_check"},
    {9, kKings, "5 finding king_captured A white ply=1 squares=d1,d8"},
    {10, kKings, "5 finding both_kings_in_check A ply=1"},
    {11, kCastling, "5 finding illegal_move A white ply=1 squares=e1,g1 reason=castling_through_check"},
    {12, kCastling, "5 finding castling_order B white ply=1 squares=h1,e1"},
    {13, kPromotion, "5 finding promotion_unverified B white ply=1 squares=e8"},
    {14, kStart, "5 finding press_without_move B white ply=1"},
    {15, kStart, "5 finding two_hands C white ply=1"},
    {16, kStart, "5 finding out_of_turn B black ply=1 squares=e7,e5"},
    {17, kStart, "5 finding touch_move C white ply=1 squares=d2"},
    {19, kStart, "5 finding clock_not_pressed A white ply=1"},
    {20, kStart, "5 finding flag_fallen A white ply=1"},
    {21, kStart, "5 finding both_flags_fallen A white ply=1"},
    {22, kStart, "5 finding dead_position A ply=1"},
    {24, kStart, "5 finding fivefold A ply=1"},
    {26, kStart, "5 finding clock_fault B ply=1"},
    {31, kStart, "5 finding result_signal B ply=1"},
};

/// The ruling as matrix.txt writes a cell, with what applies once its window has passed.
std::string as_expected(const Ruling& opened, const std::string& later) {
  std::string out = opened.article.empty() ? "no text" : opened.article;
  out += "; ";
  out += name(opened.authority);
  out += "; ";
  out += name(opened.window);
  std::string_view between = "; ";
  for (const Action a : opened.actions) {
    out += between;
    out += code(a);
    between = " ";
  }
  return later.empty() ? out : out + "; " + later;
}

std::string codes(const std::vector<Action>& actions) {
  std::string out;
  for (const Action a : actions) {
    if (!out.empty()) out += ' ';
    out += code(a);
  }
  return out;
}

/// Lets every window pass that can: the opponent moves, and both players complete ten moves.
void let_windows_pass(Script& script, const std::string& start) {
  unsigned ply = 2;
  Side side = Side::black;
  for (int i = 0; i < 24; ++i, ++ply, side = ~side) {
    report::MoveReport m;
    m.t = script.now() + std::chrono::seconds{i + 1};
    m.ply = ply;
    m.side = side;
    m.uci = "0000";
    m.fen = start;
    m.completed = true;
    script.tell(m);
  }
}

class Reached {
 public:
  void compare(unsigned row, const std::string& law, const std::string& came, const std::string& transcript) {
    const std::string wanted = expected_.at({name(Row{row}), law});
    EXPECT_EQ(came, wanted) << name(Row{row}) << " under " << law << "\n" << transcript;
    if (came == wanted) reached_.insert({name(Row{row}), law});
  }
  [[nodiscard]] std::size_t count() const { return reached_.size(); }
  [[nodiscard]] std::string missing() const {
    std::string out;
    for (const auto& [cell, text] : expected_)
      if (!reached_.contains(cell)) out += cell.first + " under " + cell.second + "\n";
    return out;
  }

 private:
  Matrix expected_ = expected_matrix();
  std::set<std::pair<std::string, std::string>> reached_;
};

void by_finding(const std::string& law, Reached& reached) {
  for (const Probe& probe : kByFinding) {
    Script script{{.law = law, .fen = probe.fen, .time_control = "300+2"}};
    script.run(probe.script);
    const auto said = script.about(probe.id);
    if (said.empty()) {
      reached.compare(probe.row, law, "-", script.transcript());
      continue;
    }
    let_windows_pass(script, script.fen());
    const auto all = script.about(probe.id);
    std::string later;
    for (const Ruling& r : all)
      if (r.finding.state == report::State::closed ||
          (r.actions == std::vector{Action::wait} && said.front().actions != r.actions))
        if (later.empty()) later = codes(r.actions);
    reached.compare(probe.row, law, as_expected(said.front(), later), script.transcript());
  }
}

/// R18 and R23: the third confirmed offence, and the test that a flag's ruling names.
void by_offences(const std::string& law, Reached& reached) {
  Script script{{.law = law, .fen = kStart}};
  script.run(
      "10 finding illegal_move A white ply=1 squares=e2,e5 reason=path_blocked\n"
      "11 confirm 1\n"
      "20 finding illegal_move A white ply=3 squares=e2,e5 reason=path_blocked\n"
      "21 confirm 2\n"
      "30 finding illegal_move A white ply=5 squares=e2,e5 reason=path_blocked\n"
      "31 confirm 3\n");
  const auto limit = std::find_if(script.rulings().begin(), script.rulings().end(), [](const Ruling& r) {
    return r.finding.kind == report::Kind::offence_limit;
  });
  reached.compare(18, law, limit == script.rulings().end() ? "-" : as_expected(*limit, ""),
                  script.transcript());
}

void by_flag(const std::string& law, Reached& reached) {
  // White has a bare king, so Black's flag draws.
  Script script{{.law = law, .fen = "8/8/8/3k4/3q4/8/8/4K3 b - - 0 1"}};
  script.line("5 finding flag_fallen A black ply=1");
  const Ruling ruling = script.rulings().front();
  const LawSet set = *Library{}.law(law);
  const Cell& cell = set.cell(Row{23});
  std::string came = "-";
  if (cell.report &&
      ruling.advice.text.english().find("Test for a draw: " + cell.articles.front()) != std::string::npos &&
      ruling.advice.text.english().find("Drawn:") != std::string::npos)
    came = as_expected(cell);
  reached.compare(23, law, came, script.transcript());
}

void by_count(const std::string& law, Reached& reached) {
  Script script{{.law = law, .fen = "8/8/8/3k4/3q4/8/8/4K2Q w - - 0 1"}};
  script.line("5 count white");
  reached.compare(25, law, script.rulings().empty() ? "-" : as_expected(script.rulings().front(), ""),
                  script.transcript());
  EXPECT_EQ(script.replies().size(), script.rulings().empty() ? 1U : 0U);
}

/// The rows that answer what a person enters.
void by_arbiter(const std::string& law, Reached& reached) {
  const LawSet set = *Library{}.law(law);
  const auto answered = [&](unsigned row, const std::string& event) {
    Script script{{.law = law, .fen = kStart, .time_control = "300+2"}};
    script.line("0 clock 0:01 5:00 white");
    script.line("3 stop");
    script.line("3 clock 0:00 5:00 none");
    script.line(event);
    const Cell& cell = set.cell(Row{row});
    bool found = false;
    for (const Reply& r : script.replies())
      found = found ||
              (r.row == Row{row} &&
               (cell.articles.empty() || r.text.english().find(cell.articles.front()) != std::string::npos));
    // A law without a rule for it either says nothing or says so.
    if (!cell.report) {
      EXPECT_TRUE(script.replies().empty() ||
                  script.replies().front().text.english().find("no rule") != std::string::npos);
      found = false;
    }
    reached.compare(row, law, found ? as_expected(cell) : "-", script.transcript());
  };
  answered(28, "9 adjourn");
  answered(29, "9 pause");
  answered(30, "9 result 1/2-1/2");
  const SheetDuty duty = score_sheet_duty(set, {.white = true});
  const Cell& sheets = set.cell(Row{27});
  reached.compare(27, law, duty.article.empty() ? "-" : as_expected(sheets), duty.text.english());
}

TEST(MatrixReach, EveryCellIsReachedAndSaysWhatItShould) {
  Reached reached;
  for (const auto id : built_in_ids()) {
    const std::string law{id};
    by_finding(law, reached);
    by_offences(law, reached);
    by_flag(law, reached);
    by_count(law, reached);
    by_arbiter(law, reached);
  }
  std::cout << reached.count() << " of " << Row::kCount * built_in_ids().size()
            << " cells of the matrix reached\n";
  EXPECT_EQ(reached.count(), Row::kCount * built_in_ids().size()) << "not reached:\n" << reached.missing();
}

}  // namespace
}  // namespace jadoube::laws
