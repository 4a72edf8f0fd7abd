// What each law says of courses of events that nobody has thought of. Some are an arbiter's day, with things irregular of which
// all is known and what may come of them; in others findings of every kind, with more or less evidence, moves, presses and all that
// people enter come in any order. Some are under the laws that are built in, and some under laws such as somebody might write. The
// draws are the same each time; what is said of them, as a number for each walk, is in walks/, so that no ruling changes unnoticed.
// JADOUBE_WALK="fide-2023-std 17" shows one of them.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "chess/game_record.hpp"
#include "judge/adjournment.hpp"
#include "judge/advice_writer.hpp"
#include "judge/judged_game.hpp"
#include "tests/laws/script.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/fingerprint.hpp"

namespace jadoube::laws {
namespace {

using support::Draw;

constexpr std::array kStarts{"startpos",
                             kInCheck,
                             "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 6 5",
                             "7k/4P3/8/8/8/8/3p4/K7 w - - 0 9",
                             "3kr3/8/8/8/8/8/8/3RK3 w - - 0 10",
                             "4k3/p7/8/8/8/8/8/R3K3 b Q - 0 1",
                             "7k/8/8/8/8/8/P7/K1Q5 w - - 38 50",
                             "7k/8/8/8/8/8/8/K3R3 w - - 98 90",
                             "8/8/8/8/8/5k2/5q2/6NK w - - 0 60",
                             "7k/8/8/8/8/8/8/K2NR3 b - - 0 40",
                             "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 12"};
constexpr std::array kControls{"300+2", "40/300+30:60", "2/300:60+5", "", "300"};
/// In hundredths of a second: what is settled, released and waited for in the laws, and a little less and more.
constexpr std::array kWaits{0, 0, 0, 10, 10, 20, 25, 30, 50, 60, 100, 300, 490, 500, 510, 1000, 6000};
constexpr std::array kTimes{"5:00", "4:31", "0:59", "1:00", "0:30", "0:01", "0:00", "1:00:00"};
constexpr std::array kGrades{"A", "A", "B", "C"};
constexpr std::array kReasons{"king_in_check",    "castling_rights", "castling_through_check",
                              "castling_blocked", "path_blocked",    "not_a_move_of_that_piece"};
constexpr std::array kClaims{"illegal move",
                             "touched the piece",
                             "his flag",
                             "threefold",
                             "fifty moves",
                             "castled",
                             "pressed without a move",
                             "two hands",
                             "promotion",
                             "displaced",
                             "set-up",
                             "colours",
                             "board turned",
                             "adjusts",
                             "disturbs",
                             "absent",
                             "record",
                             "10.2",
                             "rule 10",
                             "his phone",
                             "something",
                             "castled"};
constexpr std::array kBeside{
    "two_hands",          "displaced",           "displaced_earlier",    "out_of_turn",
    "press_without_move", "both_kings_in_check", "touch_move",           "castling_order",
    "flag_fallen",        "illegal_move",        "promotion_unverified", "press_before_place"};
constexpr std::array kSeen{"P", "q", "n", "x"};
constexpr std::array kResults{"1-0", "0-1", "1/2-1/2", "*"};
constexpr std::array kGames{"paused", "resumed", "over", "setup", "started"};
constexpr std::array kLaws{"fide-2023-std", "fide-2023-blitz-B3", "skak-1985", "michigan-speed-2000", "none"};

std::string seconds_text(std::int64_t hundredths) {
  const std::string rest = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + (rest.size() < 2 ? ".0" : ".") + rest;
}

/// The pieces in a row. Those of a list in braces are made one after the other, those of a sum in any order: draws are not to
/// depend on the compiler.
std::string parts(std::initializer_list<std::string> pieces) {
  std::string out;
  for (const std::string& piece : pieces) out += piece;
  return out;
}

/// A script that makes itself up.
class Walk {
 public:
  /// Of the setting the law alone is looked at.
  Walk(Script::Setting setting, std::uint64_t seed, bool is_orderly) : draw_{seed}, is_orderly_{is_orderly} {
    setting.fen = draw_.of(kStarts);
    setting.time_control = draw_.of(kControls);
    setting.senses = draw_.one_in(4) ? record::Senses::identity : record::Senses::presence;
    setting.window = [this](std::uint64_t finding, std::optional<record::Time> closes_at) {
      windows_ += std::to_string(finding) +
                  (closes_at ? " closes at " + std::to_string(closes_at->count())
                             : std::string{" has no end that is known"}) +
                  "\n";
    };
    const std::uint64_t wins = draw_.below(4);
    if (wins != 0)
      setting.can_mate = [wins](const chess::Position&, Side) { return static_cast<WinAnswer>(wins - 1); };
    if (wins > 1)
      setting.forced_win = [wins](const chess::Position&, Side) { return static_cast<WinAnswer>(wins - 2); };
    script_.emplace(setting);
    if (const auto setup = chess::setup_from_fen(script_->fen())) turn_ = setup->turn;
    if (!draw_.one_in(5)) clock();
  }

  const Script& run(int steps) {
    for (int i = 0; i < steps; ++i) {
      now_ += draw_.of(kWaits);
      step();
    }
    // Counts what the judge has opened itself, without what the law does not know.
    script_->tell(report::SummaryReport{});
    return *script_;
  }
  [[nodiscard]] const std::string& told() const { return told_; }
  [[nodiscard]] const std::string& windows() const { return windows_; }

 private:
  void line(const std::string& text) {
    const std::string whole = seconds_text(now_) + " " + text;
    told_ += whole + "\n";
    script_->line(whole);
  }
  std::string side() { return draw_.one_in(2) ? "white" : "black"; }
  std::string turn() const { return std::string{chess::name(turn_)}; }

  void clock() {
    line(parts({"clock ", draw_.of(kTimes), " ", draw_.of(kTimes), " ",
                draw_.one_in(6)   ? "none"
                : draw_.one_in(4) ? side()
                                  : turn()}));
    has_clock_ = true;
  }

  void step() {
    if (is_orderly_) return orderly();
    switch (draw_.below(16)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return move();
      case 4:
      case 5:
      case 6:
        return finding();
      case 7:
        return has_clock_ ? line("press " + (draw_.one_in(3) ? side() : std::string{chess::name(~turn_)}))
                          : clock();
      case 8:
        return line(parts({draw_.one_in(2) ? "lift " : "place ", square()}));
      case 9:
        return line(parts({"claim ", side(), " ", draw_.of(kClaims)}));
      case 10:
      case 11:
        return decide();
      case 12:
        return draw_.one_in(3) ? clock() : position();
      case 13:
        return line(std::string{draw_.one_in(2) ? "pause" : "resume"});
      case 14:
        return told_again();
      default:
        return entry();
    }
  }

  // An arbiter's day: moves with their presses, now and then something irregular of which all is known, and what may come of it.

  void orderly() {
    switch (draw_.below(12)) {
      case 0:
      case 1:
        return incident();
      case 2:
      case 3:
      case 4:
      case 5:
        return follow_up();
      case 6:
        return draw_.one_in(3) ? entry() : draw_.one_in(2) ? told_again() : move_and_press();
      default:
        return move_and_press();
    }
  }
  /// The game has come to its end on the board, or what stands there is no position.
  void from_a_start() {
    if (draw_.one_in(2)) line("claim " + side() + " his flag");
    if (draw_.one_in(2)) line(std::string{"result "} + draw_.of(kResults));
    if (draw_.one_in(2)) line("game over");
    if (draw_.one_in(2)) line("new_game");
    const std::string start = draw_.of(kStarts);
    line("position " + (start == "startpos" ? to_fen(chess::Position{}) : start));
    if (const auto setup = chess::setup_from_fen(script_->fen())) turn_ = setup->turn;
    last_.clear();
  }
  void press() {
    if (has_clock_) line("press " + std::string{chess::name(~turn_)});
  }
  void move_and_press() {
    const std::string uci = legal();
    if (uci.empty()) return from_a_start();
    const bool completed = !draw_.one_in(4);
    if (draw_.one_in(3)) line("lift " + uci.substr(0, 2));
    if (draw_.one_in(3)) line("place " + uci.substr(2, 2));
    last_ = " " + turn() + " " + uci;
    line("move " + std::to_string(++ply_) + last_ + (completed ? " completed" : " made"));
    turn_ = ~turn_;
    if (completed && !draw_.one_in(4)) press();
  }
  std::string at_now() const { return " at=" + seconds_text(now_); }
  /// Told a little later than it was.
  void find(const std::string& kind, const char* grade, Side of, unsigned ply, const std::string& more) {
    const std::string at = at_now();
    now_ += static_cast<std::int64_t>(15 * draw_.below(5));
    subject_ = of;
    ids_.push_back(ids_.size() + 1);
    line("finding " + kind + " " + grade + " " + std::string{chess::name(of)} +
         " ply=" + std::to_string(ply) + more + at + " id=" + std::to_string(ids_.back()));
    // Often there is more than one thing wrong with a ply.
    if (!draw_.one_in(3)) return;
    const std::string beside = draw_.of(kBeside);
    const char* const its_grade = draw_.of(kGrades);
    const Side by = draw_.one_in(4) ? ~of : of;
    find(beside, its_grade, by, draw_.one_in(3) ? ply + 1 : ply, more.substr(0, more.find(" touched")));
  }

  void incident() {
    const char* const grade = draw_.of(kGrades);
    const Side mover = turn_;
    const unsigned before = ply_;
    switch (draw_.below(12)) {
      case 0:
      case 1:
      case 2: {
        irregular(draw_.one_in(4) ? " made" : " completed");
        if (ply_ == before) return;
        if (!draw_.one_in(4)) press();
        const std::string uci = last_.substr(last_.rfind(' ') + 1);
        const std::string from = uci.substr(0, 2);
        const std::string kind = draw_.one_in(5)   ? "king_captured"
                                 : draw_.one_in(6) ? "illegal_move_pending"
                                 : draw_.one_in(6) ? "both_kings_in_check"
                                                   : "illegal_move";
        return find(
            kind, grade, mover, ply_,
            parts({" squares=", from, ",", uci.substr(2), " touched=", draw_.one_in(4) ? square() + "," : "",
                   from, " played=", uci, " before=", std::to_string(ply_), " reason=", draw_.of(kReasons)}));
      }
      case 3:
        press_anyhow(mover);
        return find(draw_.one_in(4) ? "press_before_place" : "press_without_move", grade, mover, ply_ + 1,
                    "");
      case 4: {
        const std::string piece = a_piece(mover);
        if (draw_.one_in(2)) line("lift " + piece);
        press_anyhow(mover);
        find(draw_.one_in(4) ? "displaced_earlier" : "displaced", grade, mover, ply_, " squares=" + piece);
        if (draw_.one_in(2)) line("place " + piece);
        return;
      }
      case 5: {
        const Side flag = draw_.one_in(2) ? Side::white : Side::black;
        line(std::string{"clock "} + (flag == Side::white ? "0:00 " : "0:20 ") +
             (flag == Side::white ? "0:20 " : "0:00 ") +
             (draw_.one_in(3) ? "none" : std::string{chess::name(flag)}));
        has_clock_ = true;
        if (draw_.one_in(4)) {
          now_ += static_cast<std::int64_t>(10 * draw_.below(3));
          line("clock 0:00 0:00 none");
          return find("both_flags_fallen", "A", flag, ply_, "");
        }
        return find("flag_fallen", "A", flag, ply_, "");
      }
      case 6: {
        const std::string uci = legal();
        if (uci.empty()) return;
        move_and_press();
        return find(draw_.one_in(2) ? "promotion_unverified" : "promotion_incomplete", grade, mover, ply_,
                    " squares=" + uci.substr(2, 2) + " played=" + uci + " before=" + std::to_string(ply_));
      }
      case 7:
        return find("castling_order", grade, mover, ply_ + 1,
                    std::string{" squares="} + (mover == Side::white ? "h1,e1" : "a8,e8") +
                        draw_.of(std::array{"", " variant=rook_released", " variant=king_released",
                                            " variant=chess960"}));
      case 8: {
        const std::string kind =
            draw_.of(std::array{"touch_move", "out_of_turn", "two_hands", "move_changed_after_release"});
        const Side by = draw_.one_in(3) ? ~mover : mover;
        return find(kind, grade, by, ply_ + 1, parts({" squares=", a_piece(mover), ",", square()}));
      }
      case 9: {
        const std::string kind = draw_.of(std::array{"initial_position", "board_turned", "colours_reversed"});
        return find(kind, grade, mover, 0, parts({" squares=", square(), ",", square()}));
      }
      case 10:
        return find(draw_.of(std::array{"fivefold", "seventy_five_moves", "threefold_available",
                                        "fifty_moves_available", "dead_position", "result_signal",
                                        "clock_fault", "clock_not_pressed"}),
                    grade, mover, ply_, "");
      default:
        return find(draw_.of(std::array{"unresolved", "link_lost", "sensor_fault"}), grade, mover, ply_, "");
    }
  }
  void press_anyhow(Side side) {
    if (has_clock_) line("press " + std::string{chess::name(side)});
  }
  std::string a_piece(Side side) {
    const auto setup = chess::setup_from_fen(script_->fen());
    std::vector<std::string> all;
    if (setup)
      for (const chess::Square s : chess::squares(setup->placement.pieces(side))) all.push_back(to_string(s));
    return all.empty() ? square() : draw_.of(all);
  }

  void follow_up() {
    if (ids_.empty()) return move_and_press();
    const std::string last = std::to_string(draw_.one_in(4) ? draw_.of(ids_) : ids_.back());
    const std::string other{chess::name(~subject_)};
    switch (draw_.below(16)) {
      case 0:
      case 1:
        return line("confirm " + last);
      case 2:
        return line("dismiss " + last);
      case 3:
      case 4:
        return line("claim " + other + " " + draw_.of(kClaims));
      case 5:
        return line("claim " + other + " " +
                    draw_.of(std::array{"illegal move", "touched the piece", "his flag", "castled"}));
      case 6:
        return line("claim " + std::string{chess::name(subject_)} + " illegal move");
      case 7:
      case 8:
        return reinstate();
      case 9:
        return line("withdraw " + last);
      case 10:
        return line("update " + last);
      case 11:
        return line("retract " + last);
      case 12:
        return press_anyhow(~subject_);
      case 13:
        return line(draw_.one_in(2) ? "pause" : "resume");
      case 14:
        return entered_ < 0 ? line("resume") : line("retract entered " + seconds_text(entered_));
      default:
        return line(parts({"seen ", square_of_last(), " ", draw_.of(kSeen)}));
    }
  }
  std::string square_of_last() {
    for (auto r = script_->rulings().rbegin(); r != script_->rulings().rend(); ++r)
      if (!r->finding.squares.empty()) return to_string(r->finding.squares.front());
    return square();
  }
  /// What the last ruling asks for.
  void reinstate() {
    for (auto r = script_->rulings().rbegin(); r != script_->rulings().rend(); ++r) {
      if (r->advice.reinstate_fen.empty()) continue;
      entered_ = now_;
      line("position " + std::string{draw_.one_in(2) ? "5:00 4:00 " : ""} + r->advice.reinstate_fen);
      if (const auto setup = chess::setup_from_fen(script_->fen())) turn_ = setup->turn;
      last_.clear();
      return;
    }
    move_and_press();
  }

  std::string square() { return to_string(static_cast<chess::Square>(draw_.below(64))); }

  /// A legal move of what stands there; empty: there is none.
  std::string legal() {
    const auto position = position_of(script_->fen());
    chess::MoveList list;
    if (position) position->legal_moves(list);
    if (list.empty()) return {};
    return to_uci(*position, list[draw_.below(list.size())]);
  }

  void move() {
    const std::string how = draw_.one_in(3) ? " made" : " completed";
    if (draw_.one_in(4) && ply_ > 0 && !last_.empty())  // it is pressed
      return line("move " + std::to_string(ply_) + last_ + " completed again");
    if (draw_.one_in(5)) return irregular(how);
    const std::string uci = legal();
    if (uci.empty()) return finding();
    last_ = " " + turn() + " " + uci;
    line("move " + std::to_string(++ply_) + last_ + how);
    turn_ = ~turn_;
  }

  /// Something goes where it cannot go.
  void irregular(const std::string& how) {
    auto setup = chess::setup_from_fen(script_->fen());
    const chess::Bitboard own = setup ? setup->placement.pieces(turn_) : 0;
    if (own == 0) return finding();
    std::vector<chess::Square> pieces;
    for (const chess::Square s : chess::squares(own)) pieces.push_back(s);
    const chess::Square from = draw_.of(pieces);
    const auto to = static_cast<chess::Square>(draw_.below(64));
    const auto piece = setup->placement.at(from);
    setup->placement.remove(from);
    setup->placement.put(to, *piece);
    setup->turn = ~turn_;
    setup->en_passant.reset();
    last_ = " " + turn() + " " + to_string(from) + to_string(to);
    line("move " + std::to_string(++ply_) + last_ + how + " fen=" + to_fen(*setup));
    turn_ = ~turn_;
  }

  void finding() {
    const auto kind = static_cast<report::Kind>(draw_.below(report::kKindCount));
    std::string text = "finding " + std::string{name(kind)} + " " + draw_.of(kGrades);
    if (!draw_.one_in(8)) text += " " + (draw_.one_in(4) ? turn() : std::string{chess::name(~turn_)});
    text += " ply=" + std::to_string(draw_.one_in(4)               ? ply_ + 1
                                     : draw_.one_in(5) && ply_ > 1 ? ply_ - 1
                                                                   : ply_);
    const std::string uci = legal();
    std::string squares;
    if (!draw_.one_in(6))
      squares = draw_.one_in(3) && uci.size() >= 4 ? uci.substr(0, 2) + "," + uci.substr(2, 2)
                                                   : parts({square(), ",", square()});
    if (draw_.one_in(4) && !last_.empty()) {
      const std::string moved = last_.substr(last_.rfind(' ') + 1);
      squares = moved.substr(0, 2) + "," + moved.substr(2, 2);
    }
    if (!squares.empty()) text += " squares=" + squares;
    if (draw_.one_in(2)) text += std::string{" reason="} + draw_.of(kReasons);
    if (draw_.one_in(2))
      text += " touched=" + (uci.size() >= 2 && draw_.one_in(2) ? uci.substr(0, 2) : square());
    if (draw_.one_in(3)) text += " played=" + (uci.empty() ? parts({square(), square()}) : uci);
    if (const auto row = row_from_name(report::row_of(kind));
        row && draw_.one_in(4) && !cases_of(*row).empty())
      text += " variant=" + std::string{draw_.of(cases_of(*row))};
    if (draw_.one_in(12)) text += std::string{" variant="} + std::string{report::kPutRight};
    if (draw_.one_in(3) && ply_ > 0) text += " before=" + std::to_string(ply_);
    if (draw_.one_in(3)) {
      const std::int64_t at =
          std::max<std::int64_t>(0, now_ - static_cast<std::int64_t>(10 * draw_.below(60)));
      text += " at=" + seconds_text(at);
    }
    ids_.push_back(ids_.size() + 1);
    line(text + " id=" + std::to_string(ids_.back()));
  }

  std::string an_id() {
    if (!script_->rulings().empty() && draw_.one_in(2))  // the judge's own notes have ids too
      return std::to_string(draw_.of(script_->rulings()).finding.id);
    return std::to_string(ids_.empty() ? 1 : draw_.of(ids_));
  }
  void decide() {
    switch (draw_.below(7)) {
      case 0:
        return line("dismiss " + an_id());
      case 1:
        return line("retract " + an_id());
      case 2:
        return entered_ < 0 ? line("confirm") : line("retract entered " + seconds_text(entered_));
      default:
        return line("confirm " + an_id());
    }
  }
  void told_again() {
    if (draw_.one_in(4)) return line(std::string{"game "} + draw_.of(kGames));
    if (draw_.one_in(3) && ply_ > 0) {
      const std::string uci = legal();
      line("revise " + std::to_string(ply_) + (uci.empty() ? " e2e4" : " " + uci));
      return;
    }
    if (!ids_.empty())
      line(parts({draw_.one_in(3) ? "withdraw " : "update ", std::to_string(draw_.of(ids_))}));
  }
  void position() {
    entered_ = now_;
    std::string fen = script_->fen();
    for (const Ruling& each : script_->rulings())
      if (!each.advice.reinstate_fen.empty() && draw_.one_in(3)) fen = each.advice.reinstate_fen;
    if (draw_.one_in(8)) fen = draw_.one_in(3) ? "no board" : kInCheck;
    const std::string times = draw_.one_in(2) ? parts({draw_.of(kTimes), " ", draw_.of(kTimes), " "}) : "";
    line("position " + times + fen);
    if (const auto setup = chess::setup_from_fen(script_->fen())) turn_ = setup->turn;
    last_.clear();
  }
  void entry() {
    switch (draw_.below(11)) {
      case 0:
        return line(parts({"seen ", square(), " ", draw_.of(kSeen)}));
      case 1:
        return line("declare " + side());
      case 2:
        return line("count " + side());
      case 3:
      case 4:
        entered_ = now_;
        return line(std::string{"result "} + draw_.of(kResults));
      case 5:
        return line("adjourn");
      case 6:
        return draw_.one_in(3) ? line("new_game") : line("resume");
      case 7:
        return line(std::string{"law "} + draw_.of(kLaws));
      case 8:
        entered_ = now_;
        return line("pairing Carl Dora");
      case 9:
        return line(std::string{draw_.of(std::array{"claim", "declare", "count", "dismiss", "seen"})});
      default:
        if (has_clock_) line("stop");
    }
  }

  Draw draw_;
  bool is_orderly_;
  Side subject_ = Side::white;  // of the last finding
  std::optional<Script> script_;
  std::string told_;
  std::string windows_;
  std::int64_t now_ = 0;
  std::int64_t entered_ = -1;
  Side turn_ = Side::white;
  unsigned ply_ = 0;
  std::string last_;
  bool has_clock_ = false;
  std::vector<std::uint64_t> ids_;
};

constexpr std::array kWindows{Window::game,
                              Window::opponent_moves,
                              Window::touch,
                              Window::none,
                              Window{Window::Until::each_completed, 2},
                              Window{Window::Until::black_completed, 2},
                              Window{Window::Until::each_completed, 10}};

std::vector<Action> drawn_actions(Draw& draw) {
  std::vector<Action> out;
  do {
    out.push_back(static_cast<Action>(draw.below(kActionCount)));
  } while (draw.one_in(2));
  return out;
}

void say_otherwise(Draw& draw, Cell& cell) {
  switch (draw.below(6)) {
    case 0:
      cell.authority = static_cast<Authority>(draw.below(6));
      break;
    case 1:
      cell.window = draw.of(kWindows);
      cell.later = draw.one_in(2) ? drawn_actions(draw) : std::vector<Action>{};
      break;
    case 2:
      cell.actions = drawn_actions(draw);
      break;
    case 3:
      cell.actions.push_back(static_cast<Action>(draw.below(kActionCount)));
      break;
    case 4:
      cell.sanction = draw.one_in(2) ? "a fine" : "";
      cell.left = draw.one_in(2) ? "what it was" : "";
      break;
    default:
      cell.report = !cell.report;
      cell.articles.clear();
      if (cell.actions.empty()) cell.actions = drawn_actions(draw);
  }
}

void answer_otherwise(Draw& draw, Switches& s) {
  const auto turn = [&]<class Answer>(Answer& answer) {
    if (draw.one_in(3)) answer = static_cast<Answer>(draw.below(2));
  };
  turn(s.s2);
  turn(s.s3);
  turn(s.s4);
  turn(s.s5);
  turn(s.s6);
  turn(s.s7);
  turn(s.s8);
  turn(s.s9);
  turn(s.s11);
  turn(s.s12);
  turn(s.s13);
  turn(s.s15);
  turn(s.s16);
}

void cost_otherwise(Draw& draw, Parameters& p) {
  switch (draw.below(12)) {
    case 0:
      p.penalties = {Seconds{60}, Seconds{120}};
      p.loss_at = 3;
      break;
    case 1:
      p.loss_at = static_cast<unsigned>(1 + draw.below(3));
      break;
    case 2:
      p.sanctions = {"a word", "", "a card"};
      p.loss_at = 4;
      break;
    case 3:
      p.draw_test = static_cast<DrawTest>(draw.below(3));
      break;
    case 4:
      p.proportional_times = true;
      break;
    case 5:
      p.floor = Seconds{60};
      p.floor_per_move = Seconds{10};
      break;
    case 6:
      p.unpromoted_pawn = UnpromotedPawn::may_stay;
      p.declared_below = Seconds{60};
      break;
    case 7:
      p.wrong_claim = Seconds{30};
      p.wrong_claim_on = static_cast<WrongClaim>(draw.below(2));
      break;
    case 8:
      p.own_flag_must_be_up = !p.own_flag_must_be_up;
      p.resignation_needs_mate = !p.resignation_needs_mate;
      break;
    case 9:
      p.count_pairs = 1;
      p.count_pairs_extended = static_cast<unsigned>(1 + draw.below(2));
      break;
    case 10:
      p.record_until = p.no_chances_below = Seconds{60};
      p.record_increment = Seconds{static_cast<std::int64_t>(draw.below(8))};
      p.no_chances_with_increment = draw.one_in(2);
      break;
    default:
      p.default_time = Seconds{static_cast<std::int64_t>(draw.below(8))};
  }
}

/// One that somebody might have written: a built-in one, in which rows say something else, questions are answered otherwise and
/// offences cost something else, as far as it does not contradict itself.
LawSet own_law(Draw draw) {
  LawSet law = *built_in_law(draw.of(built_in_ids()));
  for (int i = 0; i < 60; ++i) {
    LawSet changed = law;
    const std::uint64_t what = draw.below(8);
    if (what == 0)
      answer_otherwise(draw, changed.switches);
    else if (what == 1)
      cost_otherwise(draw, changed.parameters);
    else if (const Row row{static_cast<unsigned>(1 + draw.below(Row::kCount))};
             what == 2 && !cases_of(row).empty()) {
      const std::string which{draw.of(cases_of(row))};
      Cell cell = changed.cell(row, which);
      say_otherwise(draw, cell);
      changed.set(row, which, std::move(cell));
    } else {
      Cell cell = changed.cell(row);
      say_otherwise(draw, cell);
      changed.set(row, std::move(cell));
    }
    if (contradictions(changed).empty()) law = std::move(changed);
  }
  law.id = "own";
  return law;
}

/// What has to hold of a ruling, whatever it is about.
void expect_sound(const Ruling& r) {
  EXPECT_EQ(r.advice.must_play.size(), std::set(r.advice.must_play.begin(), r.advice.must_play.end()).size());
  for (const ClockProposal& each : r.advice.clocks) {
    EXPECT_GE(each.times.white, ClockTime{});
    EXPECT_GE(each.times.black, ClockTime{});
  }
  const auto before = position_of(r.finding.evidence.before_fen);
  for (const std::string& uci : r.advice.must_play)
    EXPECT_TRUE(before && chess::move_from_uci(*before, uci)) << uci;
  if (r.advice.offence_number != 0) {
    EXPECT_TRUE(r.finding.side);
  }
}

/// What else a reply has, for programs.
std::string beside_the_text(const Reply& reply) {
  std::string out = reply.row ? name(*reply.row) : "-";
  if (reply.claim) out += " " + std::string{name(*reply.claim)};
  for (const ClockProposal& each : reply.clocks)
    out += " " + times_text(each.times).english() + " " + each.why;
  if (reply.adjournment) out += " " + envelope(*reply.adjournment).english();
  return out;
}

/// What a ruling has beside its line of the stream, for screens.
std::string beside_the_line(const Ruling& r) {
  std::string out = r.secret ? "secret" : "told";
  for (const Action each : r.actions) out += " " + std::string{name(each)};
  const AdviceParts& p = r.advice.parts;
  for (const words::Text* each :
       {&p.note, &p.fact, &p.to_do, &p.clocks, &p.offence, &p.window, &p.rule, &p.left})
    out += " | " + each->english();
  return out;
}

/// Walks of one name, each under a law: what is said of them is in the file of that name.
template <class LawOf>
void walk_under(const std::string& named, unsigned seed, LawOf law_of) {
  constexpr unsigned kWalks = 120;
  constexpr int kSteps = 40;
  support::SaidOfWalks now;
  for (unsigned n = 0; n < kWalks; ++n) {
    Walk walk{law_of(n), seed + n, n % 3 != 0};
    const Script& script = walk.run(kSteps);
    for (const Ruling& each : script.rulings()) expect_sound(each);
    ASSERT_FALSE(::testing::Test::HasFailure()) << named << ' ' << n << '\n' << walk.told();
    std::string said = script.transcript();
    for (const Reply& each : script.replies()) said += beside_the_text(each) + '\n';
    for (const Ruling& each : script.rulings()) said += beside_the_line(each) + '\n';
    said += walk.windows();
    support::show_if_wanted("JADOUBE_WALK", named + ' ' + std::to_string(n), walk.told() + said);
    now.add(n, said);
  }
  now.compare_with("tests/laws/walks/" + named + ".txt");
}

class GoldenWalks : public ::testing::TestWithParam<std::string_view> {};

TEST_P(GoldenWalks, AreRuledOnAsTheyWere) {
  const std::string law{GetParam()};
  const auto& ids = built_in_ids();
  const auto seed = 1000 * static_cast<unsigned>(std::find(ids.begin(), ids.end(), law) - ids.begin());
  walk_under(law, seed, [&](unsigned) { return Script::Setting{.law = law}; });
}

class GoldenWalksOfOwnLaws : public ::testing::TestWithParam<unsigned> {};

TEST_P(GoldenWalksOfOwnLaws, AreRuledOnAsTheyWere) {
  const unsigned seed = 1000 * (100 + GetParam());
  std::shared_ptr<const LawSet> law;
  walk_under("own-" + std::to_string(GetParam()), seed, [&](unsigned n) {
    if (n % 8 == 0) law = std::make_shared<const LawSet>(own_law(Draw{seed + n}));
    return Script::Setting{.law_set = law};
  });
}

INSTANTIATE_TEST_SUITE_P(Of, GoldenWalksOfOwnLaws, ::testing::Range(1U, 7U));

INSTANTIATE_TEST_SUITE_P(Under, GoldenWalks, ::testing::ValuesIn(built_in_ids()), [](const auto& law) {
  std::string id{law.param};
  std::replace(id.begin(), id.end(), '-', '_');
  return id;
});

}  // namespace
}  // namespace jadoube::laws
