#include "archive/summary.hpp"

#include <algorithm>
#include <string_view>

#include "json/writer.hpp"

namespace jadoube::archive {
namespace {

constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kNumberWidth = 9;

std::string row(std::string_view name, std::initializer_list<std::string> cells) {
  std::string line{name};
  line.resize(std::max(kNameWidth, line.size()), ' ');
  for (const std::string& cell : cells)
    line += std::string(kNumberWidth - std::min(kNumberWidth - 1, cell.size()), ' ') + cell;
  return line + '\n';
}
std::string row(std::string_view name, std::uint64_t number) {
  return row(name, {std::to_string(number)});
}

std::uint64_t sum_of(const std::array<std::uint64_t, report::kGradeCount>& grades) {
  return grades[0] + grades[1] + grades[2];
}

bool is_whole(Part part) {
  return part.of == 1;
}
std::string in_words(Part part) {
  return std::to_string(part.number) + '/' + std::to_string(part.of);
}

}  // namespace

void Summary::add(const LogAccount& account) {
  ++logs;
  if (account.is_stopped) {
    ++not_followed;
    return;
  }
  if (!account.unreadable.empty()) {
    ++unreadable;
    return;
  }
  if (account.problems != 0) ++with_problems;
  if (account.is_serious) ++serious;
  records += account.records;
  games += account.games;
  plies += account.plies;
  for (const laws::Ruling& ruling : account.findings) {
    const report::Finding& finding = ruling.finding;
    if (finding.state == report::State::withdrawn)
      ++withdrawn;
    else
      ++findings[static_cast<std::size_t>(finding.kind)][static_cast<std::size_t>(finding.grade)];
  }
}

std::string to_table(const Summary& summary, Part part) {
  std::string text = is_whole(part) ? "" : "part " + in_words(part) + '\n';
  text += row("logs", summary.logs);
  if (summary.unreadable != 0) text += row("  could not be read", summary.unreadable);
  if (summary.with_problems != 0) text += row("  read with problems", summary.with_problems);
  if (summary.not_followed != 0) text += row("  not followed: stopped", summary.not_followed);
  text += row("  with findings A or B", summary.serious);
  text += row("records", summary.records) + row("games", summary.games) + row("plies", summary.plies);
  text += row("findings", {"A", "B", "C"});
  for (std::size_t kind = 0; kind < report::kKindCount; ++kind) {
    const auto& [a, b, c] = summary.findings[kind];
    if (a + b + c == 0) continue;
    text += row("  " + std::string{name(static_cast<report::Kind>(kind))},
                {std::to_string(a), std::to_string(b), std::to_string(c)});
  }
  return text + row("  withdrawn", summary.withdrawn);
}

std::string to_json(const Summary& summary, Part part) {
  const auto whole = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
  std::string text;
  json::Object o{text};
  o.text("type", "archive_summary");
  if (!is_whole(part)) o.text("part", in_words(part));
  o.number("logs", whole(summary.logs)).number("unreadable", whole(summary.unreadable));
  o.number("with_problems", whole(summary.with_problems)).number("not_followed", whole(summary.not_followed));
  o.number("serious", whole(summary.serious)).number("records", whole(summary.records));
  o.number("games", whole(summary.games)).number("plies", whole(summary.plies));
  o.object("findings", [&](json::Object& kinds) {
    for (std::size_t kind = 0; kind < report::kKindCount; ++kind) {
      const auto& grades = summary.findings[kind];
      if (sum_of(grades) == 0) continue;
      kinds.object(name(static_cast<report::Kind>(kind)), [&](json::Object& each) {
        for (std::size_t grade = 0; grade < report::kGradeCount; ++grade)
          if (grades[grade] != 0) each.number(name(static_cast<report::Grade>(grade)), whole(grades[grade]));
      });
    }
  });
  o.number("withdrawn", whole(summary.withdrawn));
  o.close();
  return text + '\n';
}

}  // namespace jadoube::archive
