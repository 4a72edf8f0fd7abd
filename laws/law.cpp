#include "laws/law.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <charconv>
#include <utility>

#include "laws/text.hpp"

namespace jadoube::laws {

namespace {

struct RowFacts {
  std::string_view title;
  std::vector<std::string_view> cases;
};

const std::array<RowFacts, Row::kCount>& rows() {
  static const std::array<RowFacts, Row::kCount> facts{{
      {"start position wrong", {"chess960"}},
      {"board turned", {}},
      {"colours reversed", {}},
      {"piece displaced now", {}},
      {"displacement found later", {}},
      {"illegal move, not pressed", {}},
      {"illegal move completed", {"upside_down_rook"}},
      {"king left or put in check", {}},
      {"king captured", {}},
      {"both kings in check", {"just_made"}},
      {"castling not allowed", {}},
      {"castling carried out wrongly", {"chess960", "king_released", "rook_released"}},
      {"promotion not completed", {"declared"}},
      {"clock pressed without a move", {"answered", "press_back", "press_before_place"}},
      {"two hands", {"clock_handling"}},
      {"moving before the press", {}},
      {"touch-move, release, adjusting", {"adjusting", "move_changed_after_release"}},
      {"repeated illegal moves", {}},
      {"clock not pressed", {}},
      {"flag fall", {"absent"}},
      {"both flags down", {}},
      {"mate, stalemate, dead position", {"how_made"}},
      {"opponent cannot mate", {"no_winning_chances"}},
      {"draws by repetition and by moves", {"fifty_moves_available", "threefold_available", "wrong_claim"}},
      {"Michigan count and claims", {"draw_reached", "queens_or_rooks"}},
      {"clock defect or wrong setting", {}},
      {"score sheets at the control", {"recording"}},
      {"adjournment", {"wrong_set_up"}},
      {"interruption", {"distraction", "wrong_restart"}},
      {"result agreed with a flag down", {}},
      {"after the game", {}},
  }};
  return facts;
}

constexpr std::array<std::string_view, 6> kAuthorities{"MUST",   "CLAIM", "MUST/CLAIM",
                                                       "SILENT", "JUDGE", "AUTO"};
/// Windows whose name is all there is to them.
constexpr std::array<std::pair<std::string_view, Window>, 4> kWindows{{{"W-GAME", Window::game},
                                                                       {"W-OPPMOVE", Window::opponent_moves},
                                                                       {"W-TOUCH", Window::touch},
                                                                       {"W-NONE", Window::none}}};
constexpr std::string_view kEachCompleted = "W-";
constexpr std::string_view kBlackCompleted = "W-B";

struct ActionFacts {
  std::string_view name;
  std::string_view code;
  std::string_view phrase;
};
constexpr std::array<ActionFacts, kActionCount> kActions{{
    {"none", "NONE", "nothing to do"},
    {"new_game", "NEW", "cancel and start a new game"},
    {"keep_used_time", "(used time kept)", "with the time already used"},
    {"transfer", "XFER", "transfer the position to a board that lies the right way, same clock times"},
    {"play_on", "PLAYON", "play on"},
    {"strike_castling", "minus castling", "strike castling with the misplaced king or rook"},
    {"back", "BACK", "reinstate the position before it; touch-move for the replacement"},
    {"or_new_game", "or NEW", "if that position cannot be set up: game void, new game"},
    {"penalty", "+T", "time to the opponent; the offence counts"},
    {"queen", "Q", "replace the pawn by a queen"},
    {"free_choice", "free choice", "the player chooses the promotion piece"},
    {"loss", "LOSS*", "loss; draw if the opponent cannot mate"},
    {"win_claim", "WINCLAIM*", "on claim a win for the claimant; draw if he lacks mating material"},
    {"stand", "STAND", "what stands on the board stands"},
    {"stand_or_earliest", "STAND, else back to earliest",
     "stands if the board is now legal, else back to the earliest infraction"},
    {"own_time", "OWNTIME", "the offender puts it right on his own time"},
    {"press_back", "O may press back", "the opponent may press back without moving"},
    {"rook_moves", "rook must move",
     "castling on that side is barred for this move: the rook must move if it can"},
    {"draw", "DRAW", "draw"},
    {"wait", "WAIT1", "wait for the next completed move; if the position is then still illegal: draw"},
    {"by_log", "by log", "the flag that fell first loses, as the log shows"},
    {"fix_clock", "fix", "put the clock right"},
    {"clock_floor", "with floor P8", "leave at least the law's minimum"},
    {"complete_sheet", "sheets", "the score sheet is brought up to date"},
    {"adjourn", "record", "seal, record and resume as for adjourned games"},
    {"freeze", "FREEZE", "no judgement during the pause; compare board and record at the restart"},
    {"result_stands", "RESULT STANDS", "the result stands"},
    {"game_over", "OVER", "the game is over"},
    {"ask_result", "ASK", "ask the players for the result"},
    {"refer", "REFER", "the arbiter's judgement"},
    {"or_last_identifiable", "or last",
     "if that position cannot be determined: play goes on from the last identifiable one before it"},
    {"move_counter", "counter", "the clock's move-counter is adjusted, if necessary"},
    {"no_penalty", "no penalty", "no penalty belongs to it"},
    {"keep_position", "KEEP", "the position stays as it is: nothing is taken back"},
    {"may_penalise", "may penalise",
     "the arbiter may penalise the player; what he confirms is noted against that player"},
    {"set_right", "SET RIGHT", "set the pieces right before anybody moves"},
    {"no_fault", "no fault", "nobody is at fault: it is the arbiter's slip"},
    {"stop_clocks", "may stop", "either player may stop the clocks and ask for the arbiter"},
    {"king_claim", "KINGCLAIM*",
     "taking the king left in check is the claim: a win for the captor; draw if he lacks mating material"},
    {"strike_king_castling", "minus castling of K/Q",
     "a king that stood exchanged with the queen castles no more"},
    {"claim_time", "+C", "the time that a wrong claim costs; no offence is counted"},
}};

constexpr std::array<std::string_view, 6> kSecrets{"move_count",  "opponent_moved", "clock_not_pressed",
                                                   "draw_counts", "single_flag",    "open_window"};

constexpr std::array<std::string_view, kBondCount> kBonds{"same_ply", "ply_before", "later", "excuses",
                                                          "together", "since",      "ends"};

template <class Enum, class Names>
std::optional<Enum> find(const Names& names, std::string_view text) {
  const auto it = std::find(names.begin(), names.end(), text);
  if (it == names.end()) return std::nullopt;
  return static_cast<Enum>(it - names.begin());
}

}  // namespace

std::string name(Row row) {
  const unsigned n = row.number();
  return {'R', static_cast<char>('0' + n / 10), static_cast<char>('0' + n % 10)};
}

std::optional<Row> row_from_name(std::string_view text) {
  for (unsigned n = 1; n <= Row::kCount; ++n)
    if (name(Row{n}) == text) return Row{n};
  return std::nullopt;
}

std::string_view title(Row row) {
  return rows()[row.index()].title;
}
const std::vector<std::string_view>& cases_of(Row row) {
  return rows()[row.index()].cases;
}

std::string_view name(Authority authority) {
  return kAuthorities[static_cast<std::size_t>(authority)];
}
std::optional<Authority> authority_from_name(std::string_view text) {
  return find<Authority>(kAuthorities, text);
}

std::string name(Window window) {
  for (const auto& [text, named] : kWindows)
    if (named == window) return std::string{text};
  return concat({window.until == Window::Until::black_completed ? kBlackCompleted : kEachCompleted,
                 std::to_string(window.moves)});
}
std::optional<Window> window_from_name(std::string_view text) {
  for (const auto& [name, window] : kWindows)
    if (name == text) return window;
  const bool is_black = text.starts_with(kBlackCompleted);
  if (!is_black && !text.starts_with(kEachCompleted)) return std::nullopt;
  const std::string_view digits = text.substr(is_black ? kBlackCompleted.size() : kEachCompleted.size());
  unsigned moves = 0;
  // What is no number, or too large for one, leaves it 0.
  const char* const end = std::from_chars(digits.data(), digits.data() + digits.size(), moves).ptr;
  if (end != digits.data() + digits.size() || digits.starts_with('0') || moves < 2 || moves > 99)
    return std::nullopt;
  return Window{is_black ? Window::Until::black_completed : Window::Until::each_completed, moves};
}

std::string_view name(Action action) {
  return kActions[static_cast<std::size_t>(action)].name;
}
std::string_view code(Action action) {
  return kActions[static_cast<std::size_t>(action)].code;
}
std::string_view phrase(Action action) {
  return kActions[static_cast<std::size_t>(action)].phrase;
}
std::optional<Action> action_from_name(std::string_view text) {
  for (std::size_t i = 0; i < kActions.size(); ++i)
    if (kActions[i].name == text) return static_cast<Action>(i);
  return std::nullopt;
}

std::string_view name(Bond bond) {
  return kBonds[static_cast<std::size_t>(bond)];
}

bool RowCase::covers(Row other, std::string_view other_which) const {
  const bool illegal_move = row == Row{7} && (other == Row{8} || other == Row{11});
  return (row == other || illegal_move) && (which.empty() || which == other_which);
}

std::string name(const RowCase& named) {
  return named.which.empty() ? name(named.row) : name(named.row) + "." + named.which;
}

std::optional<RowCase> row_case_from_name(std::string_view text) {
  const auto dot = text.find('.');
  const auto row = row_from_name(text.substr(0, dot));
  if (!row) return std::nullopt;
  if (dot == std::string_view::npos) return RowCase{*row, {}};
  const std::string_view which = text.substr(dot + 1);
  const auto& known = cases_of(*row);
  if (std::find(known.begin(), known.end(), which) == known.end()) return std::nullopt;
  return RowCase{*row, std::string{which}};
}

bool Cell::has(Action action) const {
  return std::find(actions.begin(), actions.end(), action) != actions.end();
}
words::Text in_words(std::string_view article) {
  // A number, or a word and a number: "7.5.1", "regular 11F".
  const std::size_t blank = std::min(article.find(' '), article.size());
  const std::string_view first = article.substr(0, blank);
  const bool is_word = std::ranges::all_of(first, [](unsigned char c) { return std::isalpha(c) != 0; });
  return is_word ? words::known(first) + words::Text{article.substr(blank)} : words::Text{article};
}

words::Text articles_of(const Cell& cell) {
  std::vector<words::Text> list;
  for (const std::string& article : cell.articles) list.push_back(in_words(article));
  return words::strung(list);
}

words::Text rule_of(std::string_view law, const Cell& cell) {
  return words::Text{concat({law, " "})} + articles_of(cell);
}

words::Text cited(std::string_view law, const Cell& cell) {
  return cell.articles.empty() ? words::Text{' '} + words::wording("({1}, no article at hand)", law)
                               : ' ' + ('(' + rule_of(law, cell)) + ')';
}
bool Cell::later_has(Action action) const {
  return std::find(later.begin(), later.end(), action) != later.end();
}

std::string_view name(Speed speed) {
  static constexpr std::array<std::string_view, 3> names{"standard", "rapid", "blitz"};
  return names[static_cast<std::size_t>(speed)];
}
std::string_view name(Completion completion) {
  static constexpr std::array<std::string_view, 3> names{"press", "opponent_clock_started", "when_found"};
  return names[static_cast<std::size_t>(completion)];
}
std::string_view name(Switches::Announced announced) {
  static constexpr std::array<std::string_view, 3> names{"refer", "yes", "no"};
  return names[static_cast<std::size_t>(announced)];
}
std::string_view name(DrawTest test) {
  static constexpr std::array<std::string_view, 3> names{"helpmate", "us_material", "none"};
  return names[static_cast<std::size_t>(test)];
}
std::string_view name(UnpromotedPawn rule) {
  static constexpr std::array<std::string_view, 4> names{"queen", "free_choice", "unregulated", "may_stay"};
  return names[static_cast<std::size_t>(rule)];
}
std::string_view name(WrongClaim rule) {
  static constexpr std::array<std::string_view, 3> names{"opponent", "claimant_used", "unregulated"};
  return names[static_cast<std::size_t>(rule)];
}
std::string_view name(Secret secret) {
  return kSecrets[static_cast<std::size_t>(secret)];
}
std::optional<Secret> secret_from_name(std::string_view text) {
  return find<Secret>(kSecrets, text);
}

const Cell& LawSet::cell(Row row, std::string_view which) const {
  const auto& own = cases_[row.index()];
  const auto it = own.find(which);
  return it == own.end() ? cells_[row.index()] : it->second;
}

bool LawSet::keeps_secret(Secret secret) const {
  return std::find(secrets.begin(), secrets.end(), secret) != secrets.end();
}

namespace {

/// Of a list in which the last holds for all that follow.
template <class T>
T at_offence(const std::vector<T>& list, unsigned offence) {
  if (list.empty()) return {};
  return list[std::min<std::size_t>(std::max(offence, 1U), list.size()) - 1];
}

}  // namespace

Seconds Parameters::penalty(unsigned offence) const {
  return at_offence(penalties, offence);
}
std::string Parameters::sanction(unsigned offence) const {
  return at_offence(sanctions, offence);
}
bool Parameters::costs_time() const {
  return std::ranges::any_of(penalties, [](Seconds penalty) { return penalty > Seconds{}; });
}

}  // namespace jadoube::laws
