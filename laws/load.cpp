#include "laws/load.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "laws/text.hpp"
#include "laws/toml_section.hpp"
#include "toml/read.hpp"

namespace jadoube::laws {

namespace {

constexpr int kDeepestBase = 8;

constexpr std::array<std::string_view, 3> kSpeeds{"standard", "rapid", "blitz"};

/// The keys of a cell; the same in a row and in its cases.
const std::array<std::string_view, 8> kCellKeys{"report",  "articles", "authority", "window",
                                                "actions", "later",    "sanction",  "left"};

/// `over` on top of `base`: sections are merged, everything else is replaced. A row that falls silent forgets
/// its articles. A row that repeats another one keeps nothing of what it said before; `same_as = "none"`
/// makes it speak for itself again.
void overlay(toml::table& base, const toml::table& over) {
  for (const auto& [key, value] : over) {
    const toml::table* section = value.as_table();
    toml::table* below = base.get_as<toml::table>(key.str());
    if (!section || !below) {
      base.insert_or_assign(key, value);
      continue;
    }
    if ((*section)["report"].value<bool>() == false) below->erase("articles");
    if (const auto alias = (*section)["same_as"].value<std::string>(); alias && *alias != "none")
      for (const auto cell_key : kCellKeys) below->erase(cell_key);
    overlay(*below, *section);
  }
}

/// The new name of `article` where `then` stands for `now`: "A.5.2" for A.5 and A.6 becomes "A.6.2". None: `then` is not
/// what it begins with.
std::optional<std::string> renumbered(std::string_view article, std::string_view then, std::string_view now) {
  if (!article.starts_with(then)) return std::nullopt;
  const std::string_view rest = article.substr(then.size());
  const auto is_part_of_number = [](unsigned char c) { return std::isalnum(c) != 0; };
  if (!rest.empty() && is_part_of_number(static_cast<unsigned char>(rest.front()))) return std::nullopt;
  return concat({now, rest});
}

/// Calls `change` with each article that the sections of `table` name.
template <class Change>
void for_each_article(toml::table& table, Change change) {
  for (auto&& [key, value] : table) {
    if (toml::table* section = value.as_table()) for_each_article(*section, change);
    toml::array* articles = key.str() == "articles" ? value.as_array() : nullptr;
    if (!articles) continue;
    for (toml::node& item : *articles)
      if (toml::value<std::string>* article = item.as_string()) change(article->get());
  }
}

class Loader {
 public:
  explicit Loader(const FindSource& find) : find_{find} {}

  tl::expected<LawSet, Complaints> load(const Source& source) {
    file_ = source.file;
    auto table = merged(source, 0);
    if (table) read_all(*table);
    if (complaints_.empty())
      for (const Contradiction& c : contradictions(law_)) complaints_.push_back(located(c));
    if (complaints_.empty()) return std::move(law_);
    return tl::make_unexpected(std::move(complaints_));
  }

 private:
  /// The law's own text over everything it builds on; nothing if one of the files cannot be used (complained
  /// about).
  std::optional<toml::table> merged(const Source& source, int depth) {
    auto read = toml_text::read(source.text, source.file);
    if (!read) {
      complaints_.push_back({source.file, read.error().line, read.error().why});
      return std::nullopt;
    }
    toml::table own = *std::move(read);
    check_keys(own);
    if (!complaints_.empty()) return std::nullopt;
    const toml::node* based_on = own.get("based_on");
    if (!based_on) {
      if (const toml::node* renumber = own.get("renumber"))
        return refuse(*renumber, "`renumber` is for the articles of another law: it needs `based_on`");
      remember(places_, own, "");
      return own;
    }
    const auto id = based_on->value_exact<std::string>();
    if (!id) return refuse(*based_on, "`based_on` must be the id of a law");
    if (depth == kDeepestBase)
      return refuse(*based_on, "the laws build on one another in a circle, or too deep");
    const auto base_source = find_(*id);
    if (!base_source) return refuse(*based_on, "there is no law \"" + *id + "\" to build on");
    auto base = merged(*base_source, depth + 1);
    if (!base) return std::nullopt;
    law_.based_on = *id;  // the file that is asked for has the last word
    remember(places_, own, "");
    if (const toml::node* renumber = own.get("renumber")) renumber_articles(*base, *renumber, *id);
    check_speed(*base, own, *id);
    base->erase("based_on");
    own.erase("based_on");
    own.erase("renumber");
    overlay(*base, own);
    return base;
  }

  /// A text that rules one kind of play does not become one on another kind because a law that builds on it says so.
  void check_speed(const toml::table& base, const toml::table& own, const std::string& base_id) {
    const toml::node* speed = own.get("speed");
    const auto now = speed ? speed->value<std::string>() : std::nullopt;
    const auto then = base["speed"].value<std::string>();
    const auto text = own["text"].value<std::string>();
    // What is no speed is complained of where it is read.
    if (now && std::find(kSpeeds.begin(), kSpeeds.end(), *now) == kSpeeds.end()) return;
    if (!now || !then || *now == *then || (text && text != base["text"].value<std::string>())) return;
    complaints_.push_back(
        at(*speed, concat({"speed: \"", *now, "\", and `text` is that of ", base_id, ", which is of ", *then,
                           " play: say which text rules ", *now, " play"})));
  }

  /// Another edition of a text may have the same articles under other numbers. Where several of its numbers fit an
  /// article the longest holds, and what was renumbered once is not renumbered again: two appendices can change places.
  void renumber_articles(toml::table& base, const toml::node& renumber, const std::string& base_id) {
    const toml::table* table = renumber.as_table();
    if (!table) {
      complaints_.push_back(at(renumber, "`renumber` must be a section"));
      return;
    }
    struct Change {
      std::string then, now;
      const toml::node* where;
      bool is_used = false;
    };
    std::vector<Change> changes;
    for (const auto& [key, value] : *table) {
      const auto now = value.value_exact<std::string>();
      if (now && !now->empty())
        changes.push_back({std::string{key.str()}, *now, &value});
      else
        complaints_.push_back(
            at(value, concat({"renumber: ", quoted(key.str()), " must be an article's new number"})));
    }
    std::ranges::sort(changes, std::ranges::greater{}, [](const Change& c) { return c.then.size(); });
    for_each_article(base, [&](std::string& article) {
      for (Change& change : changes) {
        auto now = renumbered(article, change.then, change.now);
        if (!now) continue;
        article = *std::move(now);
        change.is_used = true;
        return;
      }
    });
    for (const Change& change : changes)
      if (!change.is_used)
        complaints_.push_back(at(*change.where, concat({"renumber: no article of ", base_id,
                                                        " begins with \"", change.then, "\""})));
  }

  std::optional<toml::table> refuse(const toml::node& where, std::string sentence) {
    complaints_.push_back(at(where, std::move(sentence)));
    return std::nullopt;
  }

  /// What must hold of each file by itself: rows and cases exist, and a row without a report says nothing
  /// more.
  void check_keys(const toml::table& own) {
    for (const auto& [key, value] : own) {
      const std::string_view text = key.str();
      if (text.size() < 2 || text[0] != 'R' ||
          text.find_first_not_of("0123456789", 1) != std::string_view::npos)
        continue;
      const auto row = row_from_name(text);
      const toml::table* section = value.as_table();
      if (!row)
        complaints_.push_back(at(value, "unknown row " + quoted(text) + "; the rows are R01 to R31"));
      else if (!section)
        complaints_.push_back(at(value, quoted(text) + " must be a section"));
      else
        check_row(*row, *section);
    }
  }

  void check_row(Row row, const toml::table& section) {
    check_silence(laws::name(row), section);
    for (const auto& [key, value] : section) {
      const toml::table* which = value.as_table();
      const auto& known = cases_of(row);
      const bool is_case = std::find(known.begin(), known.end(), key.str()) != known.end();
      const std::string title = path_of(laws::name(row), key.str());
      if (which && is_case)
        check_silence(title, *which);
      else if (which)
        complaints_.push_back(at(value, laws::name(row) + " knows no case " + quoted(key.str())));
      else if (is_case)
        complaints_.push_back(at(value, quoted(title) + " must be a section"));
    }
  }

  void check_silence(const std::string& title, const toml::table& section) {
    if (section["report"].value<bool>().value_or(true)) return;
    for (const auto& [key, value] : section)
      if (!value.is_table() && key != "report" && key != "articles" && key != "left")
        complaints_.push_back(
            at(value, title + ": " + quoted(key.str()) + " has no meaning where `report` is false"));
  }

  void read_all(const toml::table& table) {
    Section top{table, "", places_, complaints_};
    top.text("id", law_.id);
    top.text("name", law_.name);
    top.text("text", law_.text);
    if (top.has("chess960")) top.text("chess960", law_.chess960);
    top.word("speed", law_.speed, kSpeeds);
    top.flag("supervised", law_.supervised);
    top.list(
        "secrets", law_.secrets, [](const std::string& t) { return secret_from_name(t); }, "secret");
    if (!top.has("secrets")) top.missing("secrets");
    if (const toml::table* switches = section(top, "switches")) read_switches(*switches);
    if (const toml::table* parameters = section(top, "parameters")) read_parameters(*parameters);
    for (unsigned n = 1; n <= Row::kCount; ++n)
      if (const toml::table* row = section(top, laws::name(Row{n}))) read_row(Row{n}, *row);
    for (unsigned n = 1; n <= Row::kCount; ++n)
      if (const toml::table* row = table.get_as<toml::table>(laws::name(Row{n}))) repeat(Row{n}, *row);
    if (const toml::table* governs = section(top, "governs")) read_governs(*governs);
    top.refuse_unknown_keys();
  }

  const toml::table* section(Section& top, const std::string& key) {
    const toml::node* found = top.node(key);
    if (!found) {
      top.missing(key);
      return nullptr;
    }
    if (!found->is_table()) top.complain(key, quoted(key) + " must be a section");
    return found->as_table();
  }

  void read_switches(const toml::table& table) {
    Section s{table, "switches", places_, complaints_};
    Switches& w = law_.switches;
    using Words = std::array<std::string_view, 2>;
    s.duration("S1", w.s1);
    s.flag("S2", w.s2);
    s.word("S3", w.s3, Words{"logged", "unchanged"});
    s.word("S4", w.s4, Words{"advice", "observes"});
    s.word("S5", w.s5, Words{"either", "both"});
    s.flag("S6", w.s6);
    s.flag("S7", w.s7);
    s.word("S8", w.s8, Words{"move_numbers", "own_moves"});
    s.word("S9", w.s9, Words{"illegal", "allowed"});
    s.word("S10", w.s10, Words{"nothing", "refer"});
    s.word("S11", w.s11, Words{"refer", "completed"});
    s.word("S12", w.s12, Words{"claim", "press_without_move"});
    s.word("S13", w.s13, Words{"reinstated", "present"});
    s.word("S15", w.s15, Words{"refer", "offence"});
    s.word("S16", w.s16, std::array<std::string_view, 3>{"refer", "yes", "no"});
    if (const toml::table* times = section(s, "S14")) {
      Section t{*times, "switches.S14", places_, complaints_};
      t.duration("settle_ms", w.settle);
      t.duration("release_ms", w.release);
      t.duration("bounce_ms", w.bounce);
      t.duration("latency_ms", w.latency);
      t.duration("forgot_s", w.forgot);
      t.refuse_unknown_keys();
    }
    s.refuse_unknown_keys();
  }

  void read_parameters(const toml::table& table) {
    Section s{table, "parameters", places_, complaints_};
    Parameters& p = law_.parameters;
    penalties(s, p.penalties);
    if (!s.has("sanctions")) s.missing("sanctions");
    s.list(
        "sanctions", p.sanctions, [](const std::string& t) { return std::optional{t}; }, "sanction");
    s.number("loss_at", p.loss_at);
    s.word("completed_at", p.completed_at,
           std::array<std::string_view, 3>{"press", "opponent_clock_started", "when_found"});
    s.word("draw_test", p.draw_test, std::array<std::string_view, 3>{"helpmate", "us_material", "none"});
    s.flag("press_without_move_illegal", p.press_without_move_illegal);
    s.flag("two_hands_illegal", p.two_hands_illegal);
    s.word("unpromoted_pawn", p.unpromoted_pawn,
           std::array<std::string_view, 4>{"queen", "free_choice", "unregulated", "may_stay"});
    seconds_or_switch(s, "wrong_claim_s", p.wrong_claim);
    s.word("wrong_claim_on", p.wrong_claim_on,
           std::array<std::string_view, 3>{"opponent", "claimant_used", "unregulated"});
    s.flag("arbiter_calls_flag", p.arbiter_calls_flag);
    s.flag("own_flag_must_be_up", p.own_flag_must_be_up);
    s.flag("automatic_draws", p.automatic_draws);
    s.flag("resignation_needs_mate", p.resignation_needs_mate);
    s.flag("scores_kept", p.scores_kept);
    s.flag("proportional_times", p.proportional_times);
    s.duration("floor_s", p.floor);
    s.duration("floor_per_move_s", p.floor_per_move);
    s.number("count_pairs", p.count_pairs);
    s.number("count_pairs_extended", p.count_pairs_extended);
    s.duration("declared_below_s", p.declared_below);
    s.duration("no_chances_below_s", p.no_chances_below);
    s.flag("no_chances_with_increment", p.no_chances_with_increment);
    s.duration("record_until_s", p.record_until);
    s.duration("record_increment_s", p.record_increment);
    s.duration("default_time_s", p.default_time);
    s.refuse_unknown_keys();
  }

  /// As seconds_or_switch, or a list of numbers: of the first offence, the second …
  void penalties(Section& s, std::vector<Seconds>& out) {
    constexpr std::string_view key = "penalty_s";
    const toml::node* found = s.node(key);
    const toml::array* list = found ? found->as_array() : nullptr;
    if (!list) return seconds_or_switch(s, key, out.front());
    out.clear();
    for (const toml::node& item : *list)
      if (const auto seconds = s.count(key, item)) out.emplace_back(*seconds);
    if (out.empty()) {
      out.emplace_back();
      s.complain(key, "`penalty_s` is empty: write 0 if no time is added");
    }
  }

  /// A number of seconds, or "S1": the switch decides.
  void seconds_or_switch(Section& s, std::string_view key, Seconds& out) {
    const toml::node* found = s.node(key);
    if (!found) return s.missing(key);
    if (found->value_exact<std::string>() == "S1")
      out = law_.switches.s1;
    else if (found->is_string())
      s.complain(key, quoted(key) + " must be a number of seconds or \"S1\"");
    else if (const auto v = s.count(key, *found))
      out = Seconds{*v};
  }

  void read_row(Row row, const toml::table& table) {
    Section s{table, laws::name(row), places_, complaints_};
    Cell cell;
    read_alias(s, cell);
    read_cell(s, cell, cell.same_as ? Need::nothing : Need::everything);
    for (const auto which : cases_of(row)) {
      const toml::node* found = s.node(which);
      const toml::table* own = found ? found->as_table() : nullptr;
      if (!own) continue;
      Section inner{*own, path_of(laws::name(row), which), places_, complaints_};
      Cell special = cell;
      special.report = true;
      if (!own->contains("later") && own->contains("window")) special.later.clear();
      read_cell(inner, special, cell.report ? Need::nothing : Need::everything_or_row, &table);
      inner.refuse_unknown_keys();
      law_.set(row, std::string{which}, std::move(special));
    }
    s.refuse_unknown_keys();
    law_.set(row, std::move(cell));
  }

  /// Sections of the rows that govern others, and of their cases.
  void read_governs(const toml::table& table) {
    for (const auto& [key, value] : table) {
      const auto row = row_from_name(key.str());
      const std::string path = path_of("governs", key.str());
      if (!row)
        complaints_.push_back(placed(path, concat({"governs: unknown row ", quoted(key.str())})));
      else if (const toml::table* bonds = value.as_table())
        read_bonds({*row, {}}, *bonds, path);
      else
        complaints_.push_back(placed(path, concat({quoted(path), " must be a section"})));
    }
  }

  void read_bonds(const RowCase& governing, const toml::table& table, const std::string& path) {
    Section s{table, path, places_, complaints_};
    for (std::size_t i = 0; i < kBondCount; ++i) {
      const auto bond = static_cast<Bond>(i);
      std::vector<RowCase> others;
      s.list(
          laws::name(bond), others, [](const std::string& t) { return row_case_from_name(t); }, "row");
      for (RowCase& other : others) law_.precedence.push_back({governing, bond, std::move(other)});
    }
    if (governing.which.empty())
      for (const auto which : cases_of(governing.row))
        read_bonds_of_case({governing.row, std::string{which}}, s, path);
    s.refuse_unknown_keys();
  }

  void read_bonds_of_case(const RowCase& governing, Section& row, const std::string& row_path) {
    const toml::node* own = row.node(governing.which);
    if (!own) return;
    const std::string path = path_of(row_path, governing.which);
    if (const toml::table* bonds = own->as_table())
      read_bonds(governing, *bonds, path);
    else
      complaints_.push_back(placed(path, concat({quoted(path), " must be a section"})));
  }

  [[nodiscard]] Complaint placed(const std::string& path, std::string sentence) const {
    Complaint complaint = places_.at(path);
    complaint.sentence = std::move(sentence);
    return complaint;
  }

  enum class Need : std::uint8_t { nothing, everything, everything_or_row };

  void read_cell(Section& s, Cell& cell, Need need, const toml::table* row = nullptr) {
    if (s.has("report")) s.flag("report", cell.report);
    if (cell.report && need != Need::nothing)
      for (const auto key : {"articles", "authority", "window", "actions"})
        if (!s.has(key) && !(need == Need::everything_or_row && row->contains(key))) s.missing(key);
    s.list(
        "articles", cell.articles,
        [](const std::string& t) { return t.empty() ? std::nullopt : std::optional{t}; }, "article");
    if (s.has("authority")) one_of(s, "authority", cell.authority, authority_from_name);
    if (s.has("window")) one_of(s, "window", cell.window, window_from_name);
    s.list(
        "actions", cell.actions, [](const std::string& t) { return action_from_name(t); }, "action");
    s.list(
        "later", cell.later, [](const std::string& t) { return action_from_name(t); }, "action");
    if (s.has("sanction")) s.text("sanction", cell.sanction);
    if (s.has("left")) s.text("left", cell.left);
    if (cell.report && s.has("actions") && cell.actions.empty())
      s.complain("actions", "`actions` is empty; write [\"none\"] if there is nothing to do");
  }

  template <class Enum, class Parse>
  void one_of(Section& s, std::string_view key, Enum& out, Parse parse) {
    std::string text;
    s.text(key, text);
    const toml::node* where = s.node(key);
    if (!where->is_string()) return;
    if (const auto v = parse(text))
      out = *v;
    else
      s.complain(key, "there is no " + std::string{key} + " \"" + text + "\"");
  }

  void read_alias(Section& s, Cell& cell) {
    if (!s.has("same_as")) return;
    std::string text;
    s.text("same_as", text);
    if (text == "none") return;
    cell.same_as = row_from_name(text);
    if (!cell.same_as) s.complain("same_as", "`same_as` names no row: \"" + text + "\"");
  }

  /// Fills a row that repeats another one; what it says itself has the last word.
  void repeat(Row row, const toml::table& table) {
    const Cell own = law_.cell(row);
    if (!own.same_as) return;
    const Cell& other = law_.cell(*own.same_as);
    if (other.same_as) {
      complaints_.push_back(located({laws::name(row), concat({"repeats ", laws::name(*own.same_as),
                                                              ", which itself repeats another row"})}));
      return;
    }
    Cell cell = other;
    cell.same_as = own.same_as;
    if (table.contains("articles")) cell.articles = own.articles;
    if (table.contains("authority")) cell.authority = own.authority;
    if (table.contains("window")) {
      cell.window = own.window;
      cell.later.clear();
    }
    if (table.contains("actions")) cell.actions = own.actions;
    if (table.contains("later")) cell.later = own.later;
    if (table.contains("sanction")) cell.sanction = own.sanction;
    if (table.contains("left")) cell.left = own.left;
    law_.set(row, std::move(cell));
  }

  [[nodiscard]] Complaint located(const Contradiction& c) const {
    // Where one of the two stands in the file that is read, and not in its base, that one is to be put right.
    const auto also = places_.find(c.also);
    if (also != places_.end() && !c.also.empty() && also->second.file == file_)
      return placed(c.also, concat({c.also, ": ", c.sentence}));
    return placed(c.section, concat({c.section, ": ", c.sentence}));
  }

  const FindSource& find_;
  std::string file_;  // the one that is asked for
  LawSet law_;
  Places places_;
  Complaints complaints_;
};

}  // namespace

words::Text in_words(const Complaint& complaint) {
  const std::string line = complaint.line == 0 ? "" : concat({":", std::to_string(complaint.line)});
  return words::Text{concat({complaint.file, line, ": "})} + complaint.sentence;
}

std::string to_string(const Complaint& complaint) {
  return in_words(complaint).english();
}

tl::expected<LawSet, std::vector<Complaint>> load_law(const Source& source, const FindSource& find) {
  auto result = Loader{find}.load(source);
  if (!result)
    std::stable_sort(result.error().begin(), result.error().end(),
                     [](const Complaint& a, const Complaint& b) {
                       return a.file != b.file ? a.file < b.file : a.line < b.line;
                     });
  return result;
}

}  // namespace jadoube::laws
