// Every exhibit, as it is and after each kind of damage, read by today's program, and compared with expected.txt.
// JADOUBE_MUSEUM=rewrite writes down what is expected from now on; `python3 tests/trust_doc_test.py --write` then brings it
// into docs/trust.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "record/byte_source.hpp"
#include "tests/museum/exhibits.hpp"

namespace jadoube::museum {
namespace {

const std::filesystem::path kMuseum = "tests/museum";

struct Damage {
  std::string name;
  std::string bytes;
};

/// Every kind of it that this exhibit can have. `made`: its bytes; `later`: those of a version that is still to come.
std::vector<Damage> damage_to(const Exhibit& exhibit, const std::string& made, const std::string& later) {
  const std::size_t place = made.size() * 5 / 8;
  const std::size_t page = exhibit.is_script ? 4096 : std::min<std::size_t>(512, made.size() / 4);
  const auto with = [&](auto change) {
    std::string bytes = made;
    change(bytes);
    return bytes;
  };
  std::vector<Damage> all{
      {"empty", ""},
      {"a foreign file", "\x89PNG\r\n\x1a\n" + std::string(200, 'x')},
      {"cut in its head", made.substr(0, std::min<std::size_t>(20, place))},
      {"cut off", made.substr(0, place)},
      {"one bit flipped",
       with([&](std::string& bytes) { bytes[place] = static_cast<char>(bytes[place] ^ 4); })},
      {"a page of zeros", with([&](std::string& bytes) {
         std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(place / page * page), page, '\0');
       })},
      {"a block twice", with([&](std::string& bytes) {
         bytes.insert(place / page * page, bytes.substr(place / page * page, page));
       })},
  };
  if (exhibit.lying) all.push_back({"a length that lies", exhibit.lying(made)});
  if (!later.empty()) all.push_back({"a later version", later});
  return all;
}

std::string in_words(const Account& account, const Account& whole, const std::string& unit) {
  constexpr std::size_t kTold = 2;
  const auto told = account.said.begin() + static_cast<std::ptrdiff_t>(std::min(account.said.size(), kTold));
  std::string text =
      std::to_string(account.items.size()) + " of " + std::to_string(whole.items.size()) + ' ' + unit;
  for (auto each = account.said.begin(); each != told; ++each)
    text += (each == account.said.begin() ? ": " : "; ") + *each;
  if (account.said.size() > kTold) text += "; and " + std::to_string(account.said.size() - kTold) + " more";
  return text;
}

/// Nothing is there that was not, and all stands in its order.
bool is_part_of(const std::vector<std::string>& some, const std::vector<std::string>& whole) {
  auto next = whole.begin();
  return std::ranges::all_of(some, [&](const std::string& each) {
    next = std::find(next, whole.end(), each);
    return next != whole.end() && next++ != whole.end();
  });
}

/// The block of one exhibit.
std::string shown(const Exhibit& exhibit) {
  const auto kept = [](const std::string& name) {
    return record::read_file(kMuseum / "exhibits" / name).value();
  };
  std::string file;
  for (const std::string& each : exhibit.behind) file += kept(each);
  file += kept(exhibit.file);
  const auto make = [&](const std::string& text) { return exhibit.is_script ? database_of(text) : text; };
  const std::string made = make(file);
  const Account whole = exhibit.read(made);
  EXPECT_EQ(whole.items.empty(), exhibit.is_refused) << exhibit.file;
  EXPECT_EQ(whole.said.empty(), !exhibit.is_refused) << exhibit.file;
  std::string text = '`' + exhibit.file + "`\nas it is: " + in_words(whole, whole, exhibit.unit) + '\n';
  if (exhibit.only_intact || exhibit.is_refused) return text;
  const std::string later = !exhibit.later      ? ""
                            : exhibit.is_script ? database_of(exhibit.later(file))
                                                : exhibit.later(made);
  for (const Damage& damage : damage_to(exhibit, made, later)) {
    const Account account = exhibit.read(damage.bytes);
    text += damage.name + ": " + in_words(account, whole, exhibit.unit) + '\n';
    EXPECT_TRUE(!exhibit.is_checked || is_part_of(account.items, whole.items))
        << exhibit.file << ", " << damage.name;
    EXPECT_NE(later, made) << exhibit.file;
  }
  return text;
}

TEST(Museum, WhatEveryVersionHasWrittenIsReadAndDamageIsTold) {
  std::string all;
  for (const Exhibit& exhibit : exhibits()) {
    if (!all.empty()) all += '\n';
    all += shown(exhibit);
  }
  const char* wish = std::getenv("JADOUBE_MUSEUM");
  if (wish != nullptr && std::string{wish} == "rewrite") {
    std::ofstream{kMuseum / "expected.txt"} << all;
    GTEST_SKIP() << "expected.txt has been written anew";
  }
  EXPECT_EQ(all, record::read_file(kMuseum / "expected.txt").value());
}

TEST(Museum, EveryFileThatIsKeptIsShown) {
  std::vector<std::string> kept, shown;
  for (const auto& each : std::filesystem::directory_iterator{kMuseum / "exhibits"}) {
    kept.push_back(each.path().filename());
    EXPECT_LT(each.file_size(), 8'000U) << each.path();
  }
  for (const Exhibit& exhibit : exhibits()) shown.push_back(exhibit.file);
  std::ranges::sort(kept);
  std::ranges::sort(shown);
  EXPECT_EQ(kept, shown);
}

}  // namespace
}  // namespace jadoube::museum
