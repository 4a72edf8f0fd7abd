#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "laws/load.hpp"
#include "laws/text.hpp"

namespace jadoube::laws {

namespace {

/// What an action makes of a game. Empty: it leaves that open. Two actions of one list that say different things of the same
/// exclude each other.
struct Effect {
  Action action;
  std::string_view game = {};
  std::string_view result = {};
  std::string_view board = {};
  std::string_view cost = {};
  std::string_view pawn = {};
};
constexpr std::string_view kGoesOn = "goes on";
constexpr std::string_view kEnds = "ends";
constexpr std::string_view kAnew = "begins anew";
constexpr std::string_view kStays = "stays as it is";
constexpr std::string_view kBack = "goes back";
constexpr std::string_view kFree = "is nothing";
/// What is not here (`refer`, `by_log` …) goes with everything.
constexpr std::array<Effect, 33> kEffects{{
    {.action = Action::new_game, .game = kAnew},
    {.action = Action::keep_used_time, .game = kAnew},
    {.action = Action::transfer, .game = kGoesOn, .board = "is transferred"},
    {.action = Action::play_on, .game = kGoesOn, .board = kStays},
    {.action = Action::strike_castling, .game = kGoesOn},
    {.action = Action::back, .game = kGoesOn, .board = kBack},
    {.action = Action::or_new_game, .board = kBack},
    {.action = Action::penalty, .game = kGoesOn, .cost = "is that of the law"},
    {.action = Action::queen, .game = kGoesOn, .board = kStays, .pawn = "becomes a queen"},
    {.action = Action::free_choice, .game = kGoesOn, .pawn = "becomes what the player chooses"},
    {.action = Action::loss, .game = kEnds, .result = "is a loss"},
    {.action = Action::win_claim, .game = kEnds, .result = "is a win for the claimant"},
    {.action = Action::stand, .game = kGoesOn, .board = kStays},
    {.action = Action::stand_or_earliest, .game = kGoesOn, .board = "stays only if it is legal"},
    {.action = Action::own_time, .game = kGoesOn, .board = "is put right by the player"},
    {.action = Action::press_back, .game = kGoesOn},
    {.action = Action::rook_moves, .game = kGoesOn},
    {.action = Action::draw, .game = kEnds, .result = "is a draw"},
    {.action = Action::wait, .game = "waits for the next move", .board = kStays},
    {.action = Action::fix_clock, .game = kGoesOn},
    {.action = Action::clock_floor, .game = kGoesOn},
    {.action = Action::complete_sheet, .game = kGoesOn},
    {.action = Action::result_stands, .game = kEnds, .result = "is what was agreed"},
    {.action = Action::game_over, .game = kEnds},
    {.action = Action::or_last_identifiable, .board = kBack},
    {.action = Action::move_counter, .game = kGoesOn},
    {.action = Action::no_penalty, .cost = kFree},
    {.action = Action::keep_position, .board = kStays},
    {.action = Action::may_penalise, .cost = "is the arbiter's to say"},
    {.action = Action::set_right, .board = "is set right"},
    {.action = Action::no_fault, .cost = kFree},
    {.action = Action::king_claim, .game = kEnds, .result = "is a win for the captor"},
    {.action = Action::strike_king_castling, .game = kGoesOn},
}};

Effect effect_of(Action action) {
  const auto* const found = std::find_if(kEffects.begin(), kEffects.end(),
                                         [&](const Effect& effect) { return effect.action == action; });
  return found == kEffects.end() ? Effect{.action = action} : *found;
}

bool ends_game(const std::vector<Action>& actions) {
  return std::any_of(actions.begin(), actions.end(), [](Action action) {
    return effect_of(action).game == kEnds || action == Action::by_log;
  });
}

/// Why the two cannot both be done; empty: they can.
std::string exclusion(Action first, Action second) {
  const Effect a = effect_of(first);
  const Effect b = effect_of(second);
  constexpr std::array<std::pair<std::string_view, std::string_view Effect::*>, 5> kQuestions{
      {{"game", &Effect::game},
       {"result", &Effect::result},
       {"board", &Effect::board},
       {"penalty", &Effect::cost},
       {"pawn", &Effect::pawn}}};
  for (const auto& [what, says] : kQuestions)
    if (!(a.*says).empty() && !(b.*says).empty() && a.*says != b.*says)
      return concat({"the ", what, " ", a.*says, ", or ", b.*says});
  return {};
}

/// The speeds that a text for people names, in words or by FIDE's appendices.
std::vector<Speed> speeds_named(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, Speed>, 5> kWords{{{"standard", Speed::standard},
                                                                      {"rapid", Speed::rapid},
                                                                      {"appendix a", Speed::rapid},
                                                                      {"blitz", Speed::blitz},
                                                                      {"appendix b", Speed::blitz}}};
  std::string small{text};
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::vector<Speed> out;
  for (const auto& [word, speed] : kWords)
    if (small.find(word) != std::string::npos) out.push_back(speed);
  return out;
}

class Checker {
 public:
  explicit Checker(const LawSet& law) : law_{law} {}

  std::vector<Contradiction> run() {
    for (unsigned n = 1; n <= Row::kCount; ++n) {
      const Row row{n};
      check(name(row), law_.cell(row));
      limits(row, name(row), law_.cell(row));
      for (const auto& [which, cell] : law_.cases(row)) {
        check(name(row) + "." + which, cell);
        limits(row, name(row) + "." + which, cell);
      }
    }
    speed();
    governing();
    penalties();
    at_the_limit();
    claims_and_draws();
    flag();
    return std::move(found_);
  }

 private:
  void say(std::string section, std::string sentence, std::string also = {}) {
    found_.push_back({std::move(section), std::move(sentence), std::move(also)});
  }

  void check(const std::string& section, const Cell& cell) {
    if (!cell.report) return;
    const bool closes = cell.window != Window::none && cell.window != Window::game;
    if (!cell.later.empty() && !closes)
      say(section, "`later` can never apply: the window " + std::string{name(cell.window)} +
                       " does not close before the end");
    if (cell.authority == Authority::automatic && cell.window != Window::none)
      say(section, "what ends the game by itself (AUTO) has no window");
    if (cell.authority == Authority::silent && cell.actions != std::vector{Action::none})
      say(section, "the arbiter may not speak (SILENT), yet is told to act");
    exclusions(section, "actions", cell.actions);
    exclusions(section, "later", cell.later);
    if (!cell.later.empty() && cell.later == cell.actions)
      say(section, "`later` says what `actions` says: the window closes nothing", section + ".later");
    if (cell.authority == Authority::automatic)
      for (const Action action : cell.actions)
        if (const auto game = effect_of(action).game; !game.empty() && game != kEnds)
          say(section, concat({"what ends the game by itself (AUTO) leaves no ", quoted_action(action)}));
    const auto is_free = [](Action action) { return effect_of(action).cost == kFree; };
    if (!cell.sanction.empty() && std::any_of(cell.actions.begin(), cell.actions.end(), is_free))
      say(section, "a `sanction` where no penalty belongs to it", section + ".sanction");
    if (cell.has(Action::penalty) && !law_.parameters.costs_time() && law_.parameters.loss_at == 0)
      say(section, "a penalty without effect: penalty_s is 0 and loss_at is 0", "parameters.penalty_s");
    if (cell.has(Action::win_claim) && law_.parameters.draw_test == DrawTest::none)
      say(section, "a win by claim needs a draw_test");
    if (cell.has(Action::clock_floor) && law_.parameters.floor == Seconds{})
      say(section, "a clock floor without floor_s");
  }

  static std::string quoted_action(Action action) { return concat({"`", name(action), "`"}); }

  /// All of a list is to be done, one after the other. Rows and cases that repeat a list repeat its fault: it is said of
  /// the first.
  void exclusions(const std::string& section, std::string_view key, const std::vector<Action>& list) {
    const auto is_new = [&](const std::string& fault) {
      return std::find(excluded_.begin(), excluded_.end(), fault) == excluded_.end();
    };
    const auto complain = [&](std::string fault) {
      if (!is_new(fault)) return;
      excluded_.push_back(fault);
      say(section, std::move(fault), concat({section, ".", key}));
    };
    const auto holds = [&](Action action) {
      return std::find(list.begin(), list.end(), action) != list.end();
    };
    if (holds(Action::none) && list.size() > 1) complain("`none` stands beside other actions");
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = i + 1; j < list.size(); ++j)
        if (const std::string why = exclusion(list[i], list[j]); !why.empty())
          complain(concat({"`", key, "`: ", quoted_action(list[i]), " and ", quoted_action(list[j]),
                           " exclude each other: ", why}));
        else if (list[i] == list[j])
          complain(concat({"`", key, "`: ", quoted_action(list[i]), " stands there twice"}));
    const std::array<std::pair<Action, Action>, 3> of_another{{{Action::keep_used_time, Action::new_game},
                                                               {Action::or_new_game, Action::back},
                                                               {Action::or_last_identifiable, Action::back}}};
    for (const auto& [action, other] : of_another)
      if (holds(action) && !holds(other))
        complain(concat(
            {"`", key, "`: ", quoted_action(action), " means nothing without ", quoted_action(other)}));
  }

  /// What people read of a law is of the play that it is for.
  void speed() {
    for (const auto& [key, text] : {std::pair{"text", &law_.text}, std::pair{"name", &law_.name}}) {
      const auto named = speeds_named(*text);
      if (named.empty() || std::find(named.begin(), named.end(), law_.speed) != named.end()) continue;
      say(key,
          concat({"\"", *text, "\" is of ", name(named.front()), " play, and `speed` is \"", name(law_.speed),
                  "\""}),
          "speed");
    }
  }

  /// The offence that loses has to end the game, and nothing else ends the orders of others.
  void at_the_limit() {
    const Cell& repeated = law_.cell(Row{18});
    if (law_.parameters.loss_at != 0 && repeated.report && !ends_game(repeated.actions))
      say("R18",
          concat({"offence ", std::to_string(law_.parameters.loss_at),
                  " ends the game (loss_at), and no action here does"}),
          "parameters.loss_at");
    for (const Precedence& p : law_.precedence) {
      const Cell& cell = law_.cell(p.governing.row, p.governing.which);
      if (p.bond == Bond::ends && cell.report && !ends_game(cell.actions))
        say("governs." + name(p.governing),
            concat({name(p.governing), " cannot be the end (ends) of ", name(p.other),
                    ": none of its actions ends the game"}),
            name(p.governing) + ".actions");
    }
  }

  /// What is forbidden or claimed must come to an end: of the window, and of the count.
  void limits(Row row, const std::string& section, const Cell& cell) {
    if (!cell.report) return;
    constexpr unsigned kFirstAct = 6;
    constexpr unsigned kLastAct = 15;
    const unsigned n = row.number();
    const bool claimed = cell.authority == Authority::claim || cell.authority == Authority::must_or_claim;
    const bool costs = cell.has(Action::penalty) || cell.has(Action::back) || cell.has(Action::win_claim);
    // Rows that are the same as another (R08 to R11) have its fault, and the writer has made it once.
    const auto is_same = [&](const Cell* other) {
      return other->authority == cell.authority && other->actions == cell.actions;
    };
    if (claimed && costs && n >= kFirstAct && n <= kLastAct && cell.window == Window::none &&
        std::none_of(endless_.begin(), endless_.end(), is_same)) {
      endless_.push_back(&cell);
      say(section, "the window never closes: what a player may claim needs an end, W-GAME at the latest");
    }
    // No move follows on these.
    constexpr std::array kNoMoveFollows{18U, 20U, 21U, 22U, 23U, 28U, 30U, 31U};
    const bool by_a_move = cell.window == Window::opponent_moves || cell.window == Window::touch;
    if (by_a_move && std::find(kNoMoveFollows.begin(), kNoMoveFollows.end(), n) != kNoMoveFollows.end())
      say(section, concat({"the window ", name(cell.window), " never closes: no move follows"}));
    // Said of the first: it is one fault.
    if (cell.has(Action::penalty) && law_.parameters.costs_time() && law_.parameters.loss_at == 0 &&
        !std::exchange(without_limit_, true))
      say(section, "a penalty without a limit: loss_at is 0, so no offence ever ends the game",
          "parameters.loss_at");
  }

  /// What an offence costs that is never counted, or that ends the game, is never said.
  /// `uncounted`: so many steps need no count.
  void never_said(std::string_view key, std::size_t steps, std::size_t uncounted) {
    const unsigned loss_at = law_.parameters.loss_at;
    const std::string where = concat({"parameters.", key});
    if (loss_at == 0 && steps > uncounted)
      say("parameters", concat({"`", key, "` tells offences apart, and loss_at is 0: they are not counted"}),
          where);
    if (loss_at != 0 && steps >= std::max(loss_at, 2U))
      say("parameters",
          concat({"`", key, "` has ", std::to_string(steps), " steps, and offence ", std::to_string(loss_at),
                  " ends the game: at most ", std::to_string(std::max(loss_at, 2U) - 1), " can apply"}),
          where);
  }

  /// Of two findings of one event at most one may govern.
  void governing() {
    for (const Precedence& p : law_.precedence) {
      const std::string section = "governs." + name(p.governing);
      if (p.bond != Bond::later && p.governing == p.other)
        say(section, concat({name(p.governing), " cannot govern itself (", name(p.bond), ")"}));
      for (const Precedence& q : law_.precedence)
        if (&p < &q && clash(p, q))
          found_.push_back({section, concat({"two govern each other: ", sentence(p), " and ", sentence(q)}),
                            "governs." + name(q.governing)});
    }
    if (const auto ring = ring_of_one_ply(); !ring.empty())
      say("governs." + name(ring.front()),
          concat({"they govern one another in a circle (same_ply): ", joined_names(ring)}));
  }

  static std::string sentence(const Precedence& p) {
    return concat({name(p.governing), " over ", name(p.other), " (", name(p.bond), ")"});
  }
  static std::string joined_names(const std::vector<RowCase>& list) {
    std::vector<std::string> names;
    for (const RowCase& each : list) names.push_back(name(each));
    return joined(names);
  }

  /// A row is all of its cases, and two cases of one row are different acts.
  static bool overlap(const RowCase& a, const RowCase& b) {
    const bool is_row = a.which.empty() || b.which.empty();
    return a.covers(b.row, is_row ? a.which : b.which) || b.covers(a.row, is_row ? b.which : a.which);
  }
  /// The two say the opposite of the same pair of acts.
  static bool clash(const Precedence& p, const Precedence& q) {
    // Which of two acts was the earlier one cannot be said both ways.
    if (p.bond == Bond::since && q.bond == Bond::since) return false;
    if (!overlap(p.governing, q.other) || !overlap(p.other, q.governing)) return false;
    // On which side of the governing act the other may lie: before it, with it, after it.
    const auto places = [](Bond bond) -> std::array<bool, 3> {
      switch (bond) {
        case Bond::same_ply:
          return {false, true, false};
        case Bond::ply_before:
          return {true, false, false};
        case Bond::later:
          return {false, false, true};
        case Bond::excuses:
          return {false, true, true};
        default:
          return {true, true, true};
      }
    };
    const auto of_p = places(p.bond);
    const auto of_q = places(q.bond);
    return (of_p[0] && of_q[2]) || (of_p[1] && of_q[1]) || (of_p[2] && of_q[0]);
  }

  /// Rows that govern one another in a circle of three or more; empty if there is none.
  [[nodiscard]] std::vector<RowCase> ring_of_one_ply() const {
    for (const Precedence& start : law_.precedence) {
      if (start.bond != Bond::same_ply) continue;  // no ring begins there
      std::vector<RowCase> way{start.governing};
      if (comes_back(way)) return way;
    }
    return {};
  }
  bool comes_back(std::vector<RowCase>& way) const {
    for (const Precedence& p : law_.precedence) {
      if (p.bond != Bond::same_ply || !(p.governing == way.back())) continue;
      if (p.other == way.front() && way.size() > 2) return true;
      if (std::find(way.begin(), way.end(), p.other) != way.end()) continue;
      way.push_back(p.other);
      if (comes_back(way)) return true;
      way.pop_back();
    }
    return false;
  }

  void penalties() {
    const Parameters& p = law_.parameters;
    never_said("penalty_s", p.penalties.size(), 1);
    never_said("sanctions", p.sanctions.size(), 0);
    agree(p.loss_at != 0, law_.cell(Row{18}).report, "R18", "loss_at", "R18 is reported");
    agree(p.press_without_move_illegal, law_.cell(Row{14}).has(Action::penalty), "R14",
          "press_without_move_illegal", "R14 has a penalty");
    agree(p.two_hands_illegal, law_.cell(Row{15}).has(Action::penalty), "R15", "two_hands_illegal",
          "R15 has a penalty");
    agree(p.unpromoted_pawn == UnpromotedPawn::queen, law_.cell(Row{13}).has(Action::queen), "R13",
          "unpromoted_pawn = \"queen\"", "R13 puts a queen");
    agree(p.unpromoted_pawn == UnpromotedPawn::free_choice, law_.cell(Row{13}).has(Action::free_choice),
          "R13", "unpromoted_pawn = \"free_choice\"", "R13 leaves the choice");
    agree(p.unpromoted_pawn == UnpromotedPawn::may_stay, p.declared_below > Seconds{}, "parameters",
          "unpromoted_pawn = \"may_stay\"", "declared_below_s is set");
  }

  void claims_and_draws() {
    const Parameters& p = law_.parameters;
    agree(p.wrong_claim > Seconds{}, p.wrong_claim_on != WrongClaim::unregulated, "parameters",
          "wrong_claim_s", "wrong_claim_on says where it goes");
    agree(p.automatic_draws, law_.cell(Row{24}).report, "R24", "automatic_draws", "R24 is reported");
    agree(p.count_pairs != 0, law_.cell(Row{25}).report, "R25", "count_pairs", "R25 is reported");
    agree(p.scores_kept, law_.cell(Row{27}).report, "R27", "scores_kept", "R27 is reported");
    if (p.count_pairs_extended < p.count_pairs)
      say("parameters", "count_pairs_extended is less than count_pairs");
    if (p.floor_per_move > Seconds{} && p.floor == Seconds{})
      say("parameters", "floor_per_move_s without floor_s");
  }

  void flag() {
    const bool speaks = law_.cell(Row{20}).authority != Authority::claim;
    agree(law_.parameters.arbiter_calls_flag, speaks, "R20", "arbiter_calls_flag",
          "R20 is not left to a claim");
    agree(!law_.parameters.arbiter_calls_flag, law_.keeps_secret(Secret::single_flag), "parameters",
          "arbiter_calls_flag = false", "a single flag is a secret");
  }

  /// Two ways of saying one thing must say the same.
  void agree(bool a, bool b, const char* section, const std::string& first, const std::string& second) {
    if (a == b) return;
    const std::string parameter = "parameters." + first.substr(0, first.find(' '));
    if (a)
      say(section, first + " holds, but not: " + second, parameter);
    else
      say(section, second + ", but " + first + " does not hold", parameter);
  }

  const LawSet& law_;
  std::vector<Contradiction> found_;
  bool without_limit_ = false;
  std::vector<const Cell*> endless_;
  std::vector<std::string> excluded_;
};

}  // namespace

std::string drifted_rows(const LawSet& law, const LawSet& base) {
  static const std::array<RowCase, 5> together{
      {{Row{7}, {}}, {Row{12}, "king_released"}, {Row{13}, {}}, {Row{14}, {}}, {Row{15}, {}}}};
  const auto alike = [](const Cell& a, const Cell& b) {
    return a.report && b.report && a.window == b.window && a.authority == b.authority;
  };
  std::vector<std::string> changed;
  std::vector<std::string> kept;
  for (const auto& [row, which] : together) {
    const Cell& was = base.cell(row, which);
    if (!alike(was, base.cell(Row{7}))) continue;
    (alike(was, law.cell(row, which)) ? kept : changed).push_back(name(RowCase{row, which}));
  }
  if (changed.empty() || kept.empty()) return {};
  return concat({joined(changed), changed.size() == 1 ? " has" : " have",
                 " another window or authority than in ", base.id, ", where ", joined(kept),
                 " had the same; the texts treat all illegal acts alike"});
}

std::vector<Contradiction> contradictions(const LawSet& law) {
  return Checker{law}.run();
}

}  // namespace jadoube::laws
