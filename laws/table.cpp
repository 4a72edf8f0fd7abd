#include "laws/table.hpp"

#include <algorithm>
#include <array>

#include "laws/text.hpp"

namespace jadoube::laws {

namespace {

std::string codes(const std::vector<Action>& actions) {
  std::string out;
  for (const Action action : actions) {
    if (!out.empty()) out += ' ';
    out += code(action);
  }
  return out;
}

std::string seconds(Seconds s) {
  return std::to_string(s.count()) + " s";
}
std::string millis(std::chrono::milliseconds ms) {
  return std::to_string(ms.count()) + " ms";
}
/// What the first costs, the second …
template <class T, class Words>
std::string by_offence(const std::vector<T>& list, Words words) {
  std::string out;
  for (const T& each : list) out += concat({out.empty() ? "" : ", then ", words(each)});
  return out.empty() ? "none" : out;
}
std::string yes_no(bool b) {
  return b ? "yes" : "no";
}
template <class Enum>
std::string either(Enum value, const char* first, const char* second) {
  return static_cast<unsigned>(value) == 0 ? first : second;
}

std::string case_name(Row row, std::string_view which) {
  return concat({name(row), ".", which});
}

/// A cell of a Markdown table must not end the column.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

void table_line(std::string& out, const std::vector<std::string>& columns) {
  out += '|';
  for (const auto& column : columns) out += concat({" ", escaped(column), " |"});
  out += '\n';
}

void table_head(std::string& out, const std::vector<std::string>& columns) {
  table_line(out, columns);
  out += '|';
  for (std::size_t i = 0; i < columns.size(); ++i) out += " --- |";
  out += '\n';
}

std::string marked(std::string_view word) {
  return concat({"`", word, "`"});
}

void vocabulary(std::string& out) {
  out +=
      "## Words\n\n"
      "**Who may act.** `MUST`: the arbiter steps in when he observes it. `CLAIM`: only the opponent may "
      "raise it. "
      "`MUST/CLAIM`: the arbiter acts if he sees it, otherwise the opponent may claim. `SILENT`: the arbiter "
      "may not "
      "speak up; it is kept in the private log. `JUDGE`: the arbiter's free judgement. `AUTO`: the game is "
      "over by "
      "itself.\n\n"
      "**Until when.** `W-GAME`: until the game is over. `W-OPPMOVE`: until the opponent has made his next "
      "move. "
      "`W-TOUCH`: until the player who would claim touches a piece. `W-10`, `W-3`: until each player has "
      "completed "
      "that many moves. `W-B10`: before Black's tenth move is completed. `W-NONE`: no limit stated.\n\n"
      "**What to do.**\n\n";
  table_head(out, {"code", "in a law file", "meaning"});
  for (std::size_t i = 0; i < kActionCount; ++i) {
    const auto action = static_cast<Action>(i);
    table_line(out, {std::string{code(action)}, marked(name(action)), std::string{phrase(action)}});
  }
  out += '\n';
}

void row_section(std::string& out, Row row, const std::vector<LawSet>& laws) {
  out += concat({"### ", name(row), " ", title(row), "\n\n"});
  table_head(out, {"law", "rule; who; until when; what", "left to the arbiter"});
  // Neighbouring laws that say the same share a line.
  for (std::size_t i = 0; i < laws.size();) {
    const Cell& cell = laws[i].cell(row);
    std::string ids;
    std::size_t next = i;
    for (; next < laws.size(); ++next) {
      const Cell& other = laws[next].cell(row);
      if (cell_text(other) != cell_text(cell) || (cell.report && other.left != cell.left)) break;
      ids += concat({ids.empty() ? "" : ", ", marked(laws[next].id)});
    }
    table_line(out, {ids, cell_text(cell), cell.report ? cell.left : ""});
    i = next;
  }
  for (const auto which : cases_of(row)) {
    for (std::size_t i = 0; i < laws.size();) {
      const Cell& cell = laws[i].cell(row, which);
      std::string ids;
      std::size_t next = i;
      for (; next < laws.size() && cell_text(laws[next].cell(row, which)) == cell_text(cell) &&
             laws[next].cell(row, which).left == cell.left;
           ++next)
        ids += concat({ids.empty() ? "" : ", ", marked(laws[next].id)});
      table_line(out, {concat({"*", which, "*: ", ids}), cell_text(cell), cell.report ? cell.left : ""});
      i = next;
    }
  }
  out += '\n';
}

template <class Of>
void settings_table(std::string& out, const std::vector<LawSet>& laws, Of of) {
  std::vector<std::string> head{""};
  for (const auto& law : laws) head.push_back(marked(law.id));
  table_head(out, head);
  const std::size_t count = settings(of(laws.front())).size();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::string> line{marked(settings(of(laws.front()))[i].name)};
    for (const auto& law : laws) line.push_back(settings(of(law))[i].value);
    table_line(out, line);
  }
  out += '\n';
}

void compare(std::vector<Difference>& out, const std::vector<Setting>& a, const std::vector<Setting>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].value != b[i].value) out.push_back({a[i].name, a[i].value, b[i].value});
}

std::string secrets_text(const LawSet& law) {
  std::vector<std::string> names;
  for (const Secret secret : law.secrets) names.emplace_back(name(secret));
  return joined(names);
}

/// "R10 (same_ply), R09 (later)": what one row governs.
std::vector<Setting> governed_rows(const LawSet& law) {
  std::vector<Setting> out;
  for (const Precedence& p : law.precedence) {
    const std::string governing = name(p.governing);
    if (out.empty() || out.back().name != governing) out.push_back({governing, {}});
    std::string& text = out.back().value;
    text += concat({text.empty() ? "" : ", ", name(p.other), " (", name(p.bond), ")"});
  }
  return out;
}

void governing_table(std::string& out, const std::vector<LawSet>& laws) {
  table_head(out, {"law", "governs", "over"});
  for (std::size_t i = 0; i < laws.size();) {
    std::string ids;
    std::size_t next = i;
    for (; next < laws.size() && laws[next].precedence == laws[i].precedence; ++next)
      ids += concat({ids.empty() ? "" : ", ", marked(laws[next].id)});
    for (const Setting& each : governed_rows(laws[i])) table_line(out, {ids, each.name, each.value});
    i = next;
  }
  out += '\n';
}

std::string_view words(Authority authority) {
  static constexpr std::array<std::string_view, 6> words{"you step in",
                                                         "only on the claim of a player",
                                                         "you if you have seen it, else on a claim",
                                                         "nobody may say a word",
                                                         "your own judgement",
                                                         "the game is over by itself"};
  return words[static_cast<std::size_t>(authority)];
}
std::string words(Window window) {
  switch (window.until) {
    case Window::Until::game_over:
      return "until the game is over";
    case Window::Until::opponent_moves:
      return "until the opponent has made his next move";
    case Window::Until::touch:
      return "until the claimant touches a piece";
    case Window::Until::each_completed:
      return concat({"until each has completed ", std::to_string(window.moves), " moves"});
    case Window::Until::black_completed:
      return concat({"until Black has completed ", std::to_string(window.moves), " moves"});
    case Window::Until::no_limit:
      break;
  }
  return "no limit";
}

std::string phrases(const std::vector<Action>& actions) {
  std::vector<std::string_view> list;
  for (const Action action : actions) list.push_back(phrase(action));
  return joined(list, "; ");
}

/// What is watched for, by which rule, who may act and until when, what is said, what is left.
void page_line(std::string& out, const std::string& what, const Cell& cell) {
  table_line(out, {what, cell.articles.empty() ? "no text" : joined(cell.articles),
                   concat({words(cell.authority), ", ", words(cell.window)}),
                   concat({phrases(cell.actions), cell.sanction.empty() ? "" : "; also: ", cell.sanction,
                           cell.later.empty() ? "" : "; later: ", phrases(cell.later)}),
                   cell.left});
}

std::string of_chess960(const LawSet& law) {
  return law.chess960.empty() ? "nothing of its own" : law.chess960;
}

/// What each law makes of Chess960: its text, and the rows that have a case for it.
void chess960_table(std::string& out, const std::vector<LawSet>& laws) {
  out +=
      "## Chess960\n\nAn event plays Chess960 where its pairings, its configuration or the log say so, "
      "whatever the law. "
      "Castling is "
      "then possible from wherever king and rook began, to the squares where ordinary castling leaves them, "
      "and the start position "
      "is the one that was named. Two rows have a case of their own, below; in all others Chess960 changes "
      "nothing: castling "
      "without the right to it, through pieces or through an attacked square is "
      "[R11](#r11-castling-not-allowed) as ever.\n\n";
  table_head(out, {"law", "its text has", "start position wrong", "castling carried out wrongly"});
  const auto cell_of = [](const LawSet& law, unsigned row) {
    return cell_text(law.cell(Row{row}, "chess960"));
  };
  const auto line_of = [&](const LawSet& law) {
    return std::array{of_chess960(law), cell_of(law, 1), cell_of(law, 12)};
  };
  for (std::size_t i = 0; i < laws.size();) {
    const auto line = line_of(laws[i]);
    std::string ids;
    std::size_t next = i;
    for (; next < laws.size() && line_of(laws[next]) == line; ++next)
      ids += concat({ids.empty() ? "" : ", ", marked(laws[next].id)});
    table_line(out, {ids, line[0], line[1], line[2]});
    i = next;
  }
  out += '\n';
}

/// "2:00", "0:30"
std::string minutes(Seconds s) {
  const std::string rest = std::to_string(s.count() % 60);
  return concat({std::to_string(s.count() / 60), rest.size() < 2 ? ":0" : ":", rest});
}

std::string ordinal(unsigned n) {
  constexpr std::array<std::string_view, 5> words{"first", "second", "third", "fourth", "fifth"};
  return n <= words.size() ? std::string{words[n - 1]} : std::to_string(n) + "th";
}

/// What an illegal move or the like costs.
std::string offences_in_words(const Parameters& p) {
  const std::string time = p.costs_time()
                               ? concat({by_offence(p.penalties, minutes), " more for the opponent"})
                               : std::string{"no time"};
  const std::string sanctions =
      p.sanctions.empty() ? std::string{} : concat({"; also ", by_offence(p.sanctions, [](const auto& s) {
                                                      return s.empty() ? "nothing" : s;
                                                    })});
  if (p.loss_at == 0) return concat({"An offence costs ", time, sanctions, "; none is counted."});
  return concat({"An offence costs ", time, sanctions, "; the ", ordinal(p.loss_at), " one of a player loses",
                 p.draw_test == DrawTest::none ? "." : ", or draws if the opponent cannot mate."});
}

/// Parameters and secrets as an arbiter would say them.
std::string in_short(const LawSet& law) {
  const Parameters& p = law.parameters;
  std::string out = offences_in_words(p);
  const auto illegal = [](bool is) { return is ? "is" : "is not"; };
  out += concat({" A press without a move ", illegal(p.press_without_move_illegal),
                 " an illegal move, two hands ", p.two_hands_illegal ? "are one" : "are none", "."});
  if (p.wrong_claim > Seconds{})
    out += concat({" A wrong claim of a draw costs ", minutes(p.wrong_claim),
                   p.wrong_claim_on == WrongClaim::opponent ? ", given to the opponent."
                                                            : " of the claimant's own time."});
  out += p.arbiter_calls_flag ? " You call a fallen flag."
                              : " A fallen flag is the opponent's to claim: say nothing.";
  out += p.scores_kept ? " Moves are recorded." : " Nobody has to record moves.";
  std::vector<std::string> hidden;
  for (const Secret secret : law.secrets) hidden.emplace_back(name(secret));
  for (std::string& each : hidden) std::replace(each.begin(), each.end(), '_', ' ');
  if (!hidden.empty())
    out += concat({" Players must not learn from you or from a screen: ", joined(hidden), "."});
  return out;
}

/// One law by itself.
void law_page(std::string& out, const LawSet& law) {
  out += concat({"### ", law.id, "\n\n", law.name, ": ", law.text, ". ",
                 law.supervised ? "Supervised play" : "Play without supervision", ", ", name(law.speed),
                 ".\n\n", in_short(law), "\n\nChess960: ", of_chess960(law), ".\n\n"});
  table_head(out, {"the program watches", "rule", "who, and until when", "what it says", "left to you"});
  std::vector<std::string> unknown;
  for (unsigned n = 1; n <= Row::kCount; ++n) {
    const Row row{n};
    const Cell& cell = law.cell(row);
    const std::string what{title(row)};
    if (cell.report)
      page_line(out, what, cell);
    else
      unknown.push_back(what);
    for (const auto& [which, own] : law.cases(row)) {
      std::string named = concat({what, ": ", which});
      std::replace(named.begin(), named.end(), '_', ' ');
      if (own.report && !(own == cell)) page_line(out, named, own);
    }
  }
  out += unknown.empty() ? "\n" : concat({"\nNot known to this law: ", joined(unknown, "; "), ".\n\n"});
}

}  // namespace

std::string cell_text(const Cell& cell) {
  if (!cell.report) return cell.articles.empty() ? "–" : concat({"– (", joined(cell.articles), ")"});
  std::string out = cell.articles.empty() ? "no text" : joined(cell.articles);
  out += "; ";
  out += name(cell.authority);
  out += "; ";
  out += name(cell.window);
  out += concat({"; ", codes(cell.actions)});
  if (!cell.later.empty()) out += concat({", later ", codes(cell.later)});
  if (!cell.sanction.empty()) out += concat({"; also: ", cell.sanction});
  return out;
}

std::vector<Setting> settings(const Parameters& p) {
  return {{"penalty_s", by_offence(p.penalties, seconds)},
          {"sanctions", by_offence(p.sanctions, [](const std::string& s) { return s.empty() ? "none" : s; })},
          {"loss_at", std::to_string(p.loss_at)},
          {"completed_at", std::string{name(p.completed_at)}},
          {"draw_test", std::string{name(p.draw_test)}},
          {"press_without_move_illegal", yes_no(p.press_without_move_illegal)},
          {"two_hands_illegal", yes_no(p.two_hands_illegal)},
          {"unpromoted_pawn", std::string{name(p.unpromoted_pawn)}},
          {"wrong_claim_s", seconds(p.wrong_claim)},
          {"wrong_claim_on", std::string{name(p.wrong_claim_on)}},
          {"arbiter_calls_flag", yes_no(p.arbiter_calls_flag)},
          {"own_flag_must_be_up", yes_no(p.own_flag_must_be_up)},
          {"automatic_draws", yes_no(p.automatic_draws)},
          {"resignation_needs_mate", yes_no(p.resignation_needs_mate)},
          {"scores_kept", yes_no(p.scores_kept)},
          {"proportional_times", yes_no(p.proportional_times)},
          {"floor_s", seconds(p.floor)},
          {"floor_per_move_s", seconds(p.floor_per_move)},
          {"count_pairs", std::to_string(p.count_pairs)},
          {"count_pairs_extended", std::to_string(p.count_pairs_extended)},
          {"declared_below_s", seconds(p.declared_below)},
          {"no_chances_below_s", seconds(p.no_chances_below)},
          {"no_chances_with_increment", yes_no(p.no_chances_with_increment)},
          {"record_until_s", seconds(p.record_until)},
          {"record_increment_s", seconds(p.record_increment)},
          {"default_time_s", seconds(p.default_time)}};
}

std::vector<Setting> settings(const Switches& s) {
  return {{"S1", seconds(s.s1)},
          {"S2", yes_no(s.s2)},
          {"S3", either(s.s3, "logged", "unchanged")},
          {"S4", either(s.s4, "advice", "observes")},
          {"S5", either(s.s5, "either", "both")},
          {"S6", yes_no(s.s6)},
          {"S7", yes_no(s.s7)},
          {"S8", either(s.s8, "move_numbers", "own_moves")},
          {"S9", either(s.s9, "illegal", "allowed")},
          {"S10", either(s.s10, "nothing", "refer")},
          {"S11", either(s.s11, "refer", "completed")},
          {"S12", either(s.s12, "claim", "press_without_move")},
          {"S13", either(s.s13, "reinstated", "present")},
          {"S14.settle_ms", millis(s.settle)},
          {"S14.release_ms", millis(s.release)},
          {"S14.bounce_ms", millis(s.bounce)},
          {"S14.latency_ms", millis(s.latency)},
          {"S14.forgot_s", seconds(s.forgot)},
          {"S15", either(s.s15, "refer", "offence")},
          {"S16", std::string{name(s.s16)}}};
}

std::string describe(const LawSet& law) {
  std::string out = law.id + " – " + law.name + "\n" + law.text + "\n" + std::string{name(law.speed)} +
                    (law.supervised ? ", supervised" : ", not supervised") +
                    "\nChess960: " + of_chess960(law) + "\nkept from players: " + secrets_text(law) + "\n\n";
  const auto list = [&out](const std::vector<Setting>& all) {
    for (const Setting& s : all)
      out += concat({"  ", s.name}) + std::string(28 - std::min<std::size_t>(27, s.name.size()), ' ') +
             s.value + '\n';
    out += '\n';
  };
  list(settings(law.parameters));
  list(settings(law.switches));
  const auto line = [&out](const std::string& what, const std::string& about, const Cell& cell) {
    out += what + (about.empty() ? about : concat({" ", about})) + "\n    " + cell_text(cell) + '\n';
    if (cell.report && !cell.left.empty()) out += concat({"    yours: ", cell.left, "\n"});
  };
  for (unsigned n = 1; n <= Row::kCount; ++n) {
    const Row row{n};
    line(name(row), std::string{title(row)}, law.cell(row));
    for (const auto& [which, cell] : law.cases(row)) line(concat({"  ", case_name(row, which)}), "", cell);
  }
  for (const Setting& each : governed_rows(law)) out += concat({each.name, " governs ", each.value, "\n"});
  return out;
}

std::vector<Difference> differences(const LawSet& a, const LawSet& b) {
  std::vector<Difference> out;
  compare(out,
          {{"speed", std::string{name(a.speed)}},
           {"supervised", yes_no(a.supervised)},
           {"secrets", secrets_text(a)}},
          {{"speed", std::string{name(b.speed)}},
           {"supervised", yes_no(b.supervised)},
           {"secrets", secrets_text(b)}});
  compare(out, settings(a.parameters), settings(b.parameters));
  compare(out, settings(a.switches), settings(b.switches));
  for (unsigned n = 1; n <= Row::kCount; ++n) {
    const Row row{n};
    const std::string in_a = cell_text(a.cell(row));
    const std::string in_b = cell_text(b.cell(row));
    if (in_a != in_b) out.push_back({concat({name(row), " ", title(row)}), in_a, in_b});
    for (const auto which : cases_of(row)) {
      const std::string case_a = cell_text(a.cell(row, which));
      const std::string case_b = cell_text(b.cell(row, which));
      if (case_a != case_b) out.push_back({case_name(row, which), case_a, case_b});
    }
  }
  const auto governed = [](const LawSet& law, unsigned n) {
    std::string text;
    for (const Setting& each : governed_rows(law))
      if (each.name.starts_with(name(Row{n}))) text += concat({text.empty() ? "" : "; ", each.value});
    return text.empty() ? std::string{"nothing"} : text;
  };
  for (unsigned n = 1; n <= Row::kCount; ++n)
    if (governed(a, n) != governed(b, n))
      out.push_back({concat({name(Row{n}), " governs"}), governed(a, n), governed(b, n)});
  return out;
}

std::string markdown(const std::vector<LawSet>& laws) {
  std::string out =
      "# What each law says\n\n"
      "This table is the program's own: `jadoube laws table` prints it from the law files that are built in "
      "(`laws/data/`), and a test compares the two. It tells an arbiter what the program will advise, and by "
      "which "
      "rule; it is not the text of any law.\n\n";
  table_head(out, {"id", "law", "text"});
  for (const auto& law : laws) table_line(out, {marked(law.id), law.name, law.text});
  out += '\n';
  vocabulary(out);
  out += "## Irregularities\n\n";
  for (unsigned n = 1; n <= Row::kCount; ++n) row_section(out, Row{n}, laws);
  out +=
      "## Which finding governs\n\nFindings that spring from one act are one event, and one of them rules: "
      "[rules.md 2.7](rules.md#2-words) says what the words in brackets mean.\n\n";
  governing_table(out, laws);
  chess960_table(out, laws);
  out += "## Parameters\n\nTimes of 0 s and counts of 0: the law gives none.\n\n";
  settings_table(out, laws, [](const LawSet& law) -> const Parameters& { return law.parameters; });
  out +=
      "## Open questions, and how they are answered\n\nAn event may answer them otherwise in a law file of "
      "its own.\n\n";
  settings_table(out, laws, [](const LawSet& law) -> const Switches& { return law.switches; });
  out += "## What players must not learn\n\n";
  table_head(out, {"law", "kept from players"});
  for (const auto& law : laws) table_line(out, {marked(law.id), secrets_text(law)});
  out +=
      "\n## Each law by itself\n\nThe same as above, a law on a page: what it costs, what the program "
      "watches, whom it "
      "tells what, and what it leaves to you.\n\n";
  for (const auto& law : laws) law_page(out, law);
  out.pop_back();
  return out;
}

}  // namespace jadoube::laws
