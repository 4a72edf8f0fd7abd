// Every sentence in every language, with the same places; and what data says, the laws' files above all.
#include "words/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "chess/square.hpp"
#include "judge/claim.hpp"
#include "judge/material.hpp"
#include "laws/library.hpp"
#include "report/report.hpp"
#include "words/embedded.hpp"

namespace jadoube::words {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Places {
  std::multiset<char> numbers;
  std::set<std::string> forms;
};

/// What a template asks for: "{1:gen} … {2}".
Places places_of(const std::string& text) {
  Places places;
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
    places.numbers.insert(text[at + 1]);
    if (text[at + 2] == ':') {
      std::string form = text.substr(at + 3, text.find('}', at) - at - 3);
      form.front() = static_cast<char>(form.front() | 0x20);
      places.forms.insert(form);
    }
  }
  return places;
}

std::set<char> once(const Places& places) {
  return {places.numbers.begin(), places.numbers.end()};
}

TEST(Catalogue, ReadsWithoutAFault) {
  for (const Language language : kLanguages) {
    std::vector<std::string> faults;
    const Catalogue read = Catalogue::read(embedded_sentences().front().text, code(language), faults);
    EXPECT_THAT(faults, IsEmpty()) << code(language);
    EXPECT_GT(read.entries().size(), 400U);
  }
}

TEST(Catalogue, HasEverySentenceInEveryLanguageWithTheSamePlaces) {
  for (const Language language : kLanguages) {
    const Catalogue& catalogue = Catalogue::of(language);
    std::set<std::string> known{"nom"};
    for (const auto& [english, entry] : catalogue.entries())
      for (const auto& [form, text] : entry.forms) known.insert(form);
    for (const auto& [english, entry] : catalogue.entries()) {
      EXPECT_NE(entry.text, "") << code(language) << " does not say: " << english;
      EXPECT_EQ(once(places_of(entry.text)), once(places_of(english))) << entry.text;
      for (const std::string& form : places_of(entry.text).forms)
        EXPECT_TRUE(known.contains(form)) << entry.text << ": no word has the form " << form;
    }
  }
}

/// A word that is put into places has the forms that places ask for.
TEST(Catalogue, InflectsPiecesAndPlayers) {
  const auto forms = [](Language language, std::string_view english) {
    std::vector<std::string> names;
    const Catalogue::Entry* entry = Catalogue::of(language).find(english);
    if (entry == nullptr) return names;
    for (const auto& [form, text] : entry->forms) names.push_back(form);
    return names;
  };
  for (const chess::Side side : chess::kSides) {
    for (const chess::PieceType type : chess::kPieceTypes) {
      const std::string piece = std::string{name(side)} + " " + std::string{name(type)};
      EXPECT_THAT(forms(Language::danish, piece), ElementsAre("a", "def")) << piece;
      EXPECT_THAT(forms(Language::icelandic, piece), ElementsAre("acc", "dat", "def")) << piece;
      EXPECT_THAT(forms(Language::danish, name(type)), ElementsAre("a")) << piece;
      EXPECT_NE(Catalogue::of(Language::icelandic).find(name(type)), nullptr) << piece;
    }
    EXPECT_THAT(forms(Language::icelandic, name(side)), ElementsAre("acc", "dat", "gen"));
  }
  for (const std::string_view player : {"White", "Black", "the opponent", "The opponent"}) {
    EXPECT_THAT(forms(Language::danish, player), ElementsAre("gen"));
    EXPECT_THAT(forms(Language::icelandic, player), ElementsAre("acc", "dat", "gen"));
  }
}

/// What is said of tables and law files, whose English no wording() names.
TEST(Catalogue, HasWhatTheLawsSay) {
  const Catalogue& catalogue = Catalogue::of(Language::icelandic);
  const auto has = [&](std::string_view english) {
    EXPECT_TRUE(english.empty() || catalogue.find(english) != nullptr) << english;
  };
  for (std::size_t i = 0; i < laws::kActionCount; ++i) has(phrase(static_cast<laws::Action>(i)));
  const laws::Library library;
  for (const std::string& id : library.ids()) {
    const laws::LawSet law = *library.law(id);
    for (unsigned row = 1; row <= laws::Row::kCount; ++row) {
      has(law.cell(laws::Row{row}).left);
      for (const auto& [which, cell] : law.cases(laws::Row{row})) has(cell.left);
    }
  }
  using report::State;
  for (const State state :
       {State::opened, State::updated, State::withdrawn, State::closed, State::confirmed, State::dismissed})
    has(name(state));
  using laws::ClaimAnswer;
  for (const ClaimAnswer answer : {ClaimAnswer::valid, ClaimAnswer::wrong, ClaimAnswer::too_late,
                                   ClaimAnswer::not_his, ClaimAnswer::judgement})
    has(name(answer));
  for (const laws::WinAnswer answer : {laws::WinAnswer::yes, laws::WinAnswer::no, laws::WinAnswer::unknown})
    has(name(answer));
}

TEST(Catalogue, SaysWhatIsWrongWithItsFile) {
  std::vector<std::string> faults;
  const Catalogue read = Catalogue::read(
      "# a comment\nda for tidligt\nen One\nda.gen Ens\nda En\nda Igen\n\nen One\nnothing\n", "da", faults);
  EXPECT_THAT(faults, ElementsAre("da for tidligt", "da Igen", "en One", "nothing"));
  ASSERT_NE(read.find("One"), nullptr);
  EXPECT_EQ(read.find("One")->forms.at("gen"), "Ens");
}

TEST(Language, IsKnownByItsCode) {
  EXPECT_EQ(language_from_code("da"), Language::danish);
  EXPECT_EQ(language_from_code("de"), std::nullopt);
  EXPECT_EQ(language_list(), "en (English), da (dansk), is (íslenska)");
}

}  // namespace
}  // namespace jadoube::words
