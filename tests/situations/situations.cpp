#include "tests/situations/situations.hpp"

#include <algorithm>
#include <sstream>

#include "chess/game_record.hpp"
#include "detector/detector.hpp"
#include "judge/judged_game.hpp"
#include "laws/library.hpp"
#include "laws/text.hpp"
#include "tests/laws/script.hpp"
#include "tests/situations/acts.hpp"
#include "tests/support/story.hpp"

namespace jadoube::situations {
namespace {

using chess::Side;
using laws::concat;

using Law = std::shared_ptr<const laws::LawSet>;

const std::vector<Law>& all_laws() {
  static const std::vector<Law> list = [] {
    std::vector<Law> out;
    for (const auto id : laws::built_in_ids()) out.push_back(laws::built_in_law(id));
    return out;
  }();
  return list;
}

/// Unoptimised and sanitized builds are ten times slower: there a situation is judged under every third law, and the next one
/// under the laws after those. What users run judges each under all.
#ifdef NDEBUG
constexpr std::size_t kOfLaws = 1;
#else
constexpr std::size_t kOfLaws = 3;
#endif

std::vector<Law> laws_in_turn() {
  static std::size_t turn = 0;
  std::vector<Law> laws;
  for (std::size_t i = turn++ % kOfLaws; i < all_laws().size(); i += kOfLaws) laws.push_back(all_laws()[i]);
  return laws;
}

std::string filled(std::string text, std::string_view name, std::string_view value) {
  for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + value.size()))
    text.replace(at, name.size(), value);
  return text;
}

// ---- at the board

/// A story as the detector understood it: the same under every law.
struct Film {
  record::Header header;
  std::vector<record::Record> records;
  std::vector<std::vector<report::Report>> lines;
  std::vector<report::Report> at_end;
};

Film filmed(const std::string& story, const std::string& fen) {
  auto compiled = support::compile_story(story);
  if (!compiled)
    throw std::runtime_error(concat(
        {compiled.error().sentence, " in line ", std::to_string(compiled.error().line), " of\n", story}));
  Film film;
  film.header = compiled->header;
  film.header.game.start_fen = fen;
  film.records = std::move(compiled->records);
  std::vector<report::Report> lines;
  detector::Detector detector{film.header, [&](const report::Report& line) { lines.push_back(line); }, true};
  for (const auto& record : film.records) {
    detector.on(record);
    film.lines.push_back(std::exchange(lines, {}));
  }
  detector.finish();
  film.at_end = std::move(lines);
  return film;
}

/// The last finding of which a law may speak, as far as the story goes; 0: there is none.
std::uint64_t last_finding(const Film& film) {
  std::map<std::uint64_t, bool> stands;
  const auto look = [&](const report::Report& line) {
    if (const auto* f = std::get_if<report::Finding>(&line))
      stands[f->id] = f->state != report::State::withdrawn && f->grade != report::Grade::C &&
                      !report::row_of(f->kind).empty();
  };
  for (const auto& lines : film.lines)
    for (const auto& line : lines) look(line);
  std::uint64_t last = 0;
  for (const auto& [id, is] : stands)
    if (is) last = id;
  return last;
}

/// Somebody is told that something is wrong.
bool is_noticed(const Film& film) {
  return std::any_of(film.lines.begin(), film.lines.end(), [](const auto& lines) {
    return std::any_of(lines.begin(), lines.end(),
                       [](const auto& line) { return std::holds_alternative<report::Finding>(line); });
  });
}

Watch judged(const Film& film, const Law& law, std::vector<Side> innocent) {
  Watch watch{law, film.header.game.start_fen, innocent};
  laws::Judge::Options options;
  options.say = [&](const laws::JudgedReport& line) { watch.says(line); };
  options.reply = [&](const laws::Reply& reply) { watch.says(reply); };
  laws::Judge judge{law, film.header, std::move(options)};
  for (std::size_t i = 0; i < film.records.size(); ++i) {
    watch.hears(film.records[i]);
    judge.on(film.records[i], film.lines[i]);
    watch.pause();
  }
  judge.on(film.at_end);
  watch.pause();
  return watch;
}

class Stories {
 public:
  explicit Stories(Outcome& outcome) : outcome_{outcome} {}

  void tell_all() {
    for (const std::string senses : {"presence", "colour", "identity"})
      for (const Act& act : acts())
        for (unsigned offence = 1; offence <= 3; ++offence) tell(act, senses, offence);
  }

 private:
  void tell(const Act& act, const std::string& senses, unsigned offence) {
    if (offence > 1 && *act.undo == '\0') return;
    for (const Sequel& sequel : sequels()) {
      if (offence > 1 && !sequel.of_later_offences) continue;
      const auto lacks = [&](const char* part, std::string_view name) {
        return *part == '\0' && std::string_view{sequel.text}.find(name) != std::string_view::npos;
      };
      if (lacks(act.takes, "{takes}") || lacks(act.error, "{error}") || lacks(act.undo, "{undo}") ||
          lacks(act.reply, "{reply}") || lacks(act.reply, "{touch}") || lacks(act.undo, "{again}"))
        continue;
      if (const auto story = written(act, senses, offence, sequel))
        judge_all(concat({act.name, "/", senses, "/", std::to_string(offence), "/", sequel.name}), act,
                  sequel, *story, senses);
    }
  }

  /// Nothing: there is no finding that it is about.
  static std::optional<std::string> written(const Act& act, const std::string& senses, unsigned offence,
                                            const Sequel& sequel) {
    const bool has_variant = *act.variant != '\0';
    std::string story = concat(
        {"control 300+2\n", has_variant ? "variant " : "", act.variant, has_variant ? "\n" : "", "senses ",
         senses, "\nfen ", *act.board != '\0' ? act.board : act.fen, "\n", sequel.clock, "\n!B [0.5]\n"});
    std::string rest;
    for (unsigned i = 1; i < offence; ++i)
      rest += concat({act.pieces, "\n. [+2] ||\nARB confirm {id}\n", act.undo, "\nARB set_position ", act.fen,
                      "\n. [+1] >W . [+1]\n"});
    rest += concat({act.pieces, "\n", sequel.text, "\n"});
    const std::string lift = std::string{act.reply}.substr(0, 3);
    rest = filled(rest, "{touch}", concat({lift, " [+1] +", lift.empty() ? lift : lift.substr(1)}));
    rest = filled(rest, "{takes}", act.takes);
    rest = filled(rest, "{reply}", act.reply);
    rest = filled(rest, "{again}", act.pieces);
    rest = filled(rest, "{error}", act.error);
    rest = filled(rest, "{undo}", act.undo);
    rest = filled(rest, "{fen}", act.fen);
    for (auto at = rest.find("{id}"); at != std::string::npos; at = rest.find("{id}")) {
      const auto id = last_finding(filmed(story + rest.substr(0, rest.rfind('\n', at) + 1), act.fen));
      if (id == 0) return std::nullopt;
      rest.replace(at, 4, std::to_string(id));
    }
    return story + rest;
  }

  void judge_all(const std::string& name, const Act& act, const Sequel& sequel, const std::string& story,
                 const std::string& senses) {
    const std::string mirror = mirrored_story(story);
    const Film film = filmed(story, act.fen);
    const Film other = filmed(mirror, mirrored_fen(act.fen));
    const auto innocent = [&](Side side) {
      return sequel.both_err ? std::vector<Side>{}
             : act.no_fault  ? std::vector{side, ~side}
                             : std::vector{side};
    };
    if (!act.no_fault && !act.may_be_missed && std::string_view{sequel.name} == "nothing" &&
        !is_noticed(film))
      outcome_.broken.push_back({name, {"noticed", "nothing is found"}, story});
    for (const Law& law : laws_in_turn()) {
      const Watch white = judged(film, law, innocent(Side::black));
      const Watch black = judged(other, law, innocent(Side::white));
      const std::string axis = *act.variant == '\0' ? senses : concat({senses, ", ", act.variant});
      for (const auto& row : white.rows()) outcome_.ruled[axis][row].insert(law->id);
      ++outcome_.judged;
      ++outcome_.judged;
      const auto report = [&](const Watch& watch, const char* who, const std::string& text) {
        for (const Broken& fault : watch.broken())
          outcome_.broken.push_back(
              {concat({name, "/", who, "@", law->id}), fault,
               concat({"laws = [\"", law->id, "\"]\nfen = \"", act.fen, "\"\nstory:\n", text})});
      };
      report(white, "white", story);
      report(black, "black", mirror);
      if (white.outline(Side::white) != black.outline(Side::black))
        outcome_.broken.push_back(
            {concat({name, "/both@", law->id}),
             {"mirror", concat({"the other way round it is ruled otherwise:\n",
                                laws::joined(white.outline(Side::white), "\n"), "\nbut\n",
                                laws::joined(black.outline(Side::black), "\n")})},
             story});
    }
  }

  Outcome& outcome_;
};

// ---- as the detector tells it

std::string fen_after(const std::string& fen, std::string_view uci) {
  const auto setup = *chess::setup_from_fen(fen);
  if (const auto position = laws::position_of(fen))
    if (const auto move = move_from_uci(*position, uci)) return to_fen(position->after(*move));
  chess::Setup after = setup;
  const auto from = *chess::square_from_string(uci.substr(0, 2));
  const auto to = *chess::square_from_string(uci.substr(2, 2));
  const auto piece = setup.placement.at(from);
  if (!piece) throw std::runtime_error(concat({"nothing on ", uci, " in ", fen}));
  after.placement.remove(from);
  after.placement.put(to, *piece);
  after.turn = ~setup.turn;
  after.en_passant.reset();
  after.castling = chess::CastlingRights{};
  if (setup.turn == Side::black) ++after.fullmove_number;
  return to_fen(after);
}

struct Scene {
  std::string name;
  std::string fen;
  std::string script;
  std::vector<Side> innocent;
};

Watch judged(const Scene& scene, const Law& law) {
  Watch watch{law, scene.fen, scene.innocent};
  laws::Script::Setting setting;
  setting.fen = scene.fen;
  setting.time_control = "300+2";
  setting.law_set = law;
  setting.hears = [&](const record::Record& record) { watch.hears(record); };
  setting.says = [&](const laws::JudgedReport& line) { watch.says(line); };
  setting.replies = [&](const laws::Reply& reply) { watch.says(reply); };
  setting.paused = [&] { watch.pause(); };
  laws::Script script{setting};
  script.run(scene.script);
  return watch;
}

void report(const Scene& scene, const Law& law, const Watch& watch, Outcome& outcome) {
  ++outcome.judged;
  for (const Broken& fault : watch.broken())
    outcome.broken.push_back(
        {concat({scene.name, "@", law->id}), fault,
         concat({"laws = [\"", law->id, "\"]\nfen = \"", scene.fen, "\"\nscript:\n", scene.script})});
}

/// White's act with the telling of it, up to three times, and what follows.
std::string script_of(const Told& told, const std::string& sequel, unsigned offence) {
  const std::string fen = told.fen;
  std::string script = "0 clock 5:00 5:00 white\n";
  // Earlier offences, each put right again.
  for (unsigned i = 1; i < offence; ++i)
    script += concat({"1.", std::to_string(i), " finding illegal_move A white id=9", std::to_string(i),
                      " ply=1 squares=a1,a4 reason=path_blocked at=1.", std::to_string(i), "\n1.",
                      std::to_string(i), " confirm 9", std::to_string(i), "\n1.", std::to_string(i),
                      " position ", fen, "\n"});
  const bool moves = *told.ply != '\0';
  const std::string after = moves ? fen_after(fen, told.ply) : fen;
  if (moves) script += concat({"3 move 1 white ", told.ply, " completed fen=", after, "\n"});
  const bool flag = std::string_view{told.finding}.find("flag") != std::string_view::npos;
  script += flag ? "3 clock 0:00 5:00 white\n" : "3 press white\n";
  script += concat({"3.4 finding ", told.finding, " id=1", moves ? " before=1" : "", "\n"});
  std::string made;
  std::string reply;
  if (*told.reply != '\0') {
    const std::string then = fen_after(after, told.reply);
    made = concat({"move 2 black ", told.reply, " made fen=", then});
    reply = concat({"move 2 black ", told.reply, " completed fen=", then, "\n9 press black"});
  }
  std::istringstream lines{sequel};
  for (std::string line; std::getline(lines, line);) {
    if ((line.find("{reply}") != std::string::npos || line.find("{made}") != std::string::npos) &&
        reply.empty())
      continue;
    if (line.find("revise") != std::string::npos && !moves) continue;
    script += filled(filled(filled(line, "{reply}", reply), "{made}", made), "{fen}", fen) + "\n";
  }
  // The press of a reply at its own time; the lines stay in order.
  std::string out;
  double now = 0;
  std::istringstream all{script};
  for (std::string line; std::getline(all, line);) {
    const auto blank = line.find(' ');
    now = std::max(now, std::stod(line.substr(0, blank)));
    std::ostringstream time;
    time << now;
    out += time.str() + line.substr(blank) + "\n";
  }
  return out + "30 stop\n";
}

}  // namespace

void tell_findings(Outcome& outcome) {
  for (const Told& each : told())
    for (const Sequel& sequel : told_sequels())
      for (unsigned offence = 1; offence <= 3; ++offence) {
        // What has ended the game by itself has ended it; whether it is told wrongly is the detector's affair.
        const bool ended = std::string_view{each.finding}.starts_with("dead_position") ||
                           std::string_view{each.finding}.starts_with("fivefold");
        const std::string_view follows = sequel.name;
        if (offence > 1 && !sequel.of_later_offences) continue;
        if (ended && (follows == "withdrawn" || follows == "revised" || follows == "dismissed")) continue;
        Scene scene{concat({each.name, "/told/", std::to_string(offence), "/", sequel.name}), each.fen,
                    script_of(each, sequel.text, offence),
                    each.no_fault ? std::vector<Side>{} : std::vector{Side::black}};
        Scene other{scene.name, mirrored_fen(scene.fen), mirrored_script(scene.script),
                    each.no_fault ? std::vector<Side>{} : std::vector{Side::white}};
        const std::string name = scene.name;
        scene.name += "/white";
        other.name += "/black";
        for (const Law& law : laws_in_turn()) {
          const Watch white = judged(scene, law);
          const Watch black = judged(other, law);
          report(scene, law, white, outcome);
          report(other, law, black, outcome);
          if (white.outline(Side::white) != black.outline(Side::black))
            outcome.broken.push_back(
                {concat({name, "/both@", law->id}),
                 {"mirror", concat({laws::joined(white.outline(Side::white), "\n"), "\nbut\n",
                                    laws::joined(black.outline(Side::black), "\n")})},
                 scene.script});
        }
      }
}

void tell_pairs(Outcome& outcome) {
  for (const Told& one : told())
    for (const Told& two : told()) {
      // Both are about one move, or one of them is about none.
      const bool one_move = std::string_view{one.ply} == two.ply || *two.ply == '\0' || *one.reply == '\0';
      if (&one == &two || std::string_view{one.fen} != two.fen || *one.ply == '\0' || !one_move) continue;
      for (const bool answered : {false, true}) {
        if (answered && *one.reply == '\0') continue;
        const std::string after = fen_after(one.fen, one.ply);
        std::string head = concat({"0 clock 5:00 5:00 white\n3 move 1 white ", one.ply,
                                   " completed fen=", after, "\n3 press white\n"});
        if (answered)
          head += concat({"5 move 2 black ", one.reply, " completed fen=", fen_after(after, one.reply),
                          "\n5 press black\n"});
        head += "6 stop\n";
        const auto line = [&](const Told& told, const char* id) {
          return concat({"7 finding ", told.finding, " id=", id, " before=1\n"});
        };
        Scene first{concat({one.name, "+", two.name, answered ? "/answered" : "/at-once"}),
                    one.fen,
                    head + line(one, "1") + line(two, "2"),
                    {}};
        Scene second{concat({two.name, "+", one.name, answered ? "/answered" : "/at-once"}),
                     one.fen,
                     head + line(two, "1") + line(one, "2"),
                     {}};
        for (const Law& law : laws_in_turn()) {
          const Watch a = judged(first, law);
          const Watch b = judged(second, law);
          report(first, law, a, outcome);
          report(second, law, b, outcome);
          if (a.standing() != b.standing())
            outcome.broken.push_back({concat({first.name, "@", law->id}),
                                      {"order", concat({"told the other way round it is ruled otherwise:\n",
                                                        laws::joined(a.standing(), "\n"), "\nbut\n",
                                                        laws::joined(b.standing(), "\n")})},
                                      concat({"fen = \"", first.fen, "\"\nscript:\n", first.script})});
        }
      }
    }
}

void tell_stories(Outcome& outcome) {
  Stories{outcome}.tell_all();
}

}  // namespace jadoube::situations
