#include "drivers/certabo/session.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/drivers/certabo/start_position.hpp"
#include "tests/drivers/sessions.hpp"

namespace jadoube::drivers::certabo {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::kStart;
using ::testing::VariantWith;

constexpr unsigned kE2 = 12;
constexpr unsigned kE4 = 28;

class CertaboSessionTest : public testing::SessionTest<CertaboSession> {
 protected:
  /// A frame, a quarter of a second after the one before.
  std::vector<record::Record> hear(const Tags& tags, int times = 1) {
    std::vector<record::Record> records;
    for (; times > 0; --times) {
      const std::string text = encode(tags);
      for (record::Record& record :
           SessionTest::hear(std::vector<std::uint8_t>{text.begin(), text.end()}, now_ += 250ms))
        records.push_back(std::move(record));
    }
    return records;
  }
  static std::optional<char> letter(const record::Record& record, unsigned square) {
    const auto* scan = std::get_if<record::Scan>(&record);
    if (scan == nullptr || !scan->pieces || !(*scan->pieces)[square]) return std::nullopt;
    return to_letter(*(*scan->pieces)[square]);
  }
  static record::Occupancy occupied(const record::Record& record) {
    return std::get<record::Scan>(record).occupied;
  }

  record::Time now_{};
};

TEST_F(CertaboSessionTest, SaysWhatIsOccupiedAndOnceItHasLearnedWhoStandsThere) {
  const auto first = hear(start_position(), 6);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_EQ(occupied(first[0]), kStart);
  EXPECT_FALSE(std::get<record::Scan>(first[0]).pieces);
  EXPECT_EQ(session_.memory(), "");
  const auto later = hear(start_position());
  ASSERT_EQ(later.size(), 1U);
  EXPECT_EQ(letter(later[0], 4), 'K');
  EXPECT_EQ(letter(later[0], 60), 'k');
  EXPECT_TRUE(session_.is_recognised());
  EXPECT_THAT(session_.take_commands(), IsEmpty());
}

TEST_F(CertaboSessionTest, ABoardThatIsKnownIsReadAtOnceEvenInTheMiddleOfAGame) {
  hear(start_position(), 7);
  Tags tags = start_position();
  std::swap(tags[kE2], tags[kE4]);
  CertaboSession again;
  again.recall(session_.memory());
  again.connect(0s);
  const std::string text = encode(tags);
  for (int i = 0; i < 3; ++i) again.receive(std::vector<std::uint8_t>{text.begin(), text.end()}, i * 250ms);
  const auto records = again.take_records();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(letter(records[0], kE4), 'P');
}

TEST_F(CertaboSessionTest, TwoOfThreeFramesAreBelievedAndTheTimeIsThatOfTheFirst) {
  hear(start_position(), 7);
  Tags lifted = start_position();
  lifted[kE2] = Tag::none;
  EXPECT_THAT(hear(lifted), IsEmpty());
  const auto records = hear(lifted);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(time_of(records[0]), now_ - 250ms);
  EXPECT_EQ(occupied(records[0]), record::Occupancy{kStart.bits & ~(1ULL << kE2)});
  Tags glitch = lifted;
  glitch[0] = Tag::none;
  EXPECT_THAT(hear(glitch), IsEmpty());
  EXPECT_THAT(hear(lifted, 2), IsEmpty());
}

TEST_F(CertaboSessionTest, NoiseOnEmptySquaresMakesNoPieces) {
  std::uint64_t noise = 0x0E8E07E1CF;
  for (int i = 0; i < 40; ++i) {
    Tags tags = start_position();
    for (unsigned square = 16; square < 48; ++square)
      if (square % 3 == 0) tags[square] = Tag{noise += 0x10203};
    for (const record::Record& record : hear(tags)) EXPECT_EQ(occupied(record), kStart);
  }
  EXPECT_NE(session_.memory(), "") << "noise does not keep it from learning";
}

TEST_F(CertaboSessionTest, APieceThatNobodyKnowsIsThereAllTheSame) {
  hear(start_position(), 7);
  Tags tags = start_position();
  tags[kE4] = tag_of(60);
  const auto records = hear(tags, 2);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(occupied(records[0]), record::Occupancy{kStart.bits | 1ULL << kE4});
  EXPECT_EQ(letter(records[0], kE4), std::nullopt);
  EXPECT_EQ(letter(records[0], kE2), 'P');
}

TEST_F(CertaboSessionTest, SilenceIsALostLinkAndWhatStandsIsSaidAgain) {
  hear(start_position(), 7);
  session_.wake(now_ + 1500ms);
  EXPECT_THAT(session_.take_records(), ElementsAre(VariantWith<record::Link>(record::Link{
                                           now_ + 1500ms, record::Link::State::lost, "silent"})));
  now_ += 1h;
  const auto records = hear(start_position(), 3);
  ASSERT_EQ(records.size(), 2U);
  EXPECT_EQ(std::get<record::Link>(records[0]).state, record::Link::State::restored);
  EXPECT_EQ(letter(records[1], 4), 'K');
}

}  // namespace
}  // namespace jadoube::drivers::certabo
