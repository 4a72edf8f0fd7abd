// jadoube laws: which rule sets there are, what they say, and whether a new one can be used.
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "cli/law/law_files.hpp"
#include "laws/table.hpp"

namespace jadoube::cli {
namespace {

int list(const laws::Library& known) {
  int status = kOk;
  for (const auto& id : known.ids()) {
    const auto found = find_law(known, id);
    if (found)
      std::cout << id << std::string(22 - std::min<std::size_t>(21, id.size()), ' ') << found->name << '\n';
    else
      status = kUnusable;
  }
  return status;
}

int show(const laws::Library& known, const std::string& id) {
  const auto found = find_law(known, id);
  if (!found) return kUnusable;
  std::cout << laws::describe(*found);
  return kOk;
}

int check(const laws::Library& known, const std::vector<std::string>& files) {
  int status = kOk;
  for (const auto& file : files) {
    const auto source = read_law_file(file);
    if (!source) {
      status = kUnusable;
      continue;
    }
    const auto result = known.check(*source);
    if (result) {
      std::cout << file << ": " << result->id << " can be used\n";
      tell(known.warnings(*source, *result));
    } else {
      tell(result.error());
      status = kUnusable;
    }
  }
  return status;
}

int diff(const laws::Library& known, const std::string& a, const std::string& b) {
  const auto first = find_law(known, a);
  const auto second = find_law(known, b);
  if (!first || !second) return kUnusable;
  const auto all = laws::differences(*first, *second);
  std::size_t where = 0;
  std::size_t left = first->id.size();
  // Columns are counted in characters, of which the texts have a few that take several bytes.
  const auto width = [](const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
  };
  for (const auto& d : all) {
    where = std::max(where, width(d.where));
    left = std::max(left, width(d.a));
  }
  const auto padded = [&](const std::string& text, std::size_t to) {
    return text + std::string(to + 2 - width(text), ' ');
  };
  if (!all.empty()) std::cout << padded("", where) << padded(first->id, left) << second->id << '\n';
  for (const auto& d : all) std::cout << padded(d.where, where) << padded(d.a, left) << d.b << '\n';
  return kOk;
}

int table(const laws::Library& known) {
  std::vector<laws::LawSet> all;
  for (const auto& id : known.ids()) {
    auto found = find_law(known, id);
    if (!found) return kUnusable;
    all.push_back(std::move(*found));
  }
  std::cout << laws::markdown(all);
  return kOk;
}

struct Options {
  std::string folder;
  std::string id, other;
  std::vector<std::string> files;
};

}  // namespace

void add_laws(Command program, int& status) {
  auto options = std::make_shared<Options>();
  Command laws =
      program.add_subcommand("laws", "The rule sets: which there are, what they say, what differs");
  laws.require_subcommand(1);
  laws.add_option("--laws-dir", options->folder, "Folder with law files of your own, beside those built in");
  laws.footer(examples({
      {"jadoube laws show fide-2023-std", "everything that law says, with what is left to you"},
      {"jadoube laws diff fide-2023-rapid-A4 fide-2023-rapid-A5", "the cells that differ"},
      {"jadoube laws check my-federation.toml", "can this law be used? file, line and sentence if not"},
  }));

  const auto run = [options, &status](auto work) {
    return [options, &status, work] {
      const auto known = law_library(options->folder);
      status = known ? work(*known, *options) : kUnusable;
    };
  };
  laws.add_subcommand("list", "One line per law").callback(run([](const auto& known, const Options&) {
    return list(known);
  }));
  Command showing = laws.add_subcommand("show", "Everything one law says");
  showing.add_option("LAW", options->id, "Id of a law, or a .toml file").required();
  showing.callback(run([](const auto& known, const Options& o) { return show(known, o.id); }));
  Command checking = laws.add_subcommand("check", "Whether law files can be used");
  checking.add_option("FILE", options->files, "Law files").required();
  checking.callback(run([](const auto& known, const Options& o) { return check(known, o.files); }));
  Command differing = laws.add_subcommand("diff", "What two laws say differently");
  differing.add_option("A", options->id, "Id of a law, or a .toml file").required();
  differing.add_option("B", options->other, "Id of a law, or a .toml file").required();
  differing.callback(run([](const auto& known, const Options& o) { return diff(known, o.id, o.other); }));
  laws.add_subcommand("table", "All laws side by side, as Markdown (docs/laws.md)")
      .callback(run([](const auto& known, const Options&) { return table(known); }));
}

}  // namespace jadoube::cli
