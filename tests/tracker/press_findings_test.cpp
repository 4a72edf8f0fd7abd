// What a press finds on the board, by what was touched before: at, just below and just above each limit.
#include "tracker/findings/press.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/tracker/changes.hpp"
#include "tests/tracker/positions.hpp"

namespace jadoube::tracker::findings {
namespace {

constexpr Time kPress = 10s;

class Pressed {
 public:
  Pressed(const char* fen, const std::vector<Change>& changes) {
    const auto position = chess::position_from_fen(fen).value();
    h_.step = StepPtr{new Step{position, SensedBoard::of(position)}};
    away_ = make(changes, h_.touches);
  }

  template <class Find>
  void find(Find make, std::vector<Notice>& notices) const {
    const Bitboard occupied = h_.step->position().occupied();
    make(AtPress{h_, h_.turn(), kPress, away_ & occupied, away_ & ~occupied}, notices);
  }
  /// The grade of each finding that this makes: "B"; and its squares.
  template <class Find>
  std::string grades(Find make) const {
    std::vector<Notice> notices;
    find(make, notices);
    std::string text;
    for (const Notice& n : notices) {
      text += n.grade == Grade::A ? "A" : n.grade == Grade::B ? "B" : "C";
      for (const Square square : n.squares) text += " " + to_string(square);
    }
    return text;
  }
  [[nodiscard]] std::string before_place() const { return grades(press_before_place); }
  [[nodiscard]] std::string without_move() const { return grades(press_without_move); }
  /// … while those sensors are not believed.
  [[nodiscard]] Grade without_move(Bitboard hidden) const {
    std::vector<Notice> notices;
    press_without_move({h_, h_.turn(), kPress, 0, 0, hidden}, notices);
    return notices.at(0).grade;
  }
  [[nodiscard]] std::string incomplete() const { return grades(promotion_incomplete); }
  [[nodiscard]] bool exchanged(const char* uci) const {
    return was_exchanged(h_.touches, *move_from_uci(h_.step->position(), uci));
  }

 private:
  Hypothesis h_;
  Bitboard away_ = 0;
};

constexpr const char* kTaking = "4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1";
constexpr const char* kPromoting = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
constexpr const char* kPromotingOrTaking = "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1";

TEST(PressFindings, TheBoardIsAsItWasOrAPieceIsInTheAir) {
  const Pressed nothing{kStart, {}};
  EXPECT_EQ(nothing.without_move(), "B");
  EXPECT_EQ(nothing.without_move(chess::bit(Square::g1)), Grade::C) << "the knight may have moved";
  EXPECT_EQ(nothing.before_place(), "");
  const Pressed lifted{kStart, {{Square::e2, 9s}}};
  EXPECT_EQ(lifted.without_move(), "");
  EXPECT_EQ(lifted.before_place(), "C e2") << "it may stand badly";
  EXPECT_EQ((Pressed{kStart, {{Square::e2, 8s}, {Square::e4, 9s}}}.before_place()), "") << "it was moved";
  EXPECT_EQ((Pressed{kStart, {{Square::e4, 9s}}}.without_move()), "");
  EXPECT_EQ((Pressed{kStart, {{Square::e7, 9s}}}.before_place()), "") << "it is not his own";
  EXPECT_EQ((Pressed{kStart, {{Square::e7, 9s}, {Square::e2, 9s}}}.before_place()), "C e2");
}

/// What the findings of that sort say.
template <class Find>
std::vector<Notice> notices(const Pressed& pressed, Find find) {
  std::vector<Notice> all;
  pressed.find(find, all);
  return all;
}

TEST(PressFindings, SayWhoPressedAndWhatIsWrong) {
  const auto nothing = notices(Pressed{kStart, {}}, press_without_move).at(0);
  EXPECT_EQ(nothing.kind, Kind::press_without_move);
  EXPECT_EQ(nothing.side, Side::white);
  EXPECT_EQ(nothing.ply, 1U);
  EXPECT_EQ(nothing.t, kPress);
  EXPECT_EQ(nothing.from, kPress);
  EXPECT_EQ(nothing.text.english(), "White pressed the clock, and the board is as it was before the move.");
  const auto lifted = notices(Pressed{kStart, {{Square::e2, 9s}}}, press_before_place).at(0);
  EXPECT_EQ(lifted.kind, Kind::press_before_place);
  EXPECT_EQ(lifted.from, 9s);
  EXPECT_EQ(lifted.text.english(), "White pressed the clock with the piece from e2 still in the air.");
  const auto stood = notices(Pressed{kStart, {{Square::e2, 8s}, {Square::e4, 9s}, {Square::e4, 9500ms}}},
                             press_before_place);
  EXPECT_EQ(stood.at(0).text.english(),
            "White pressed the clock with the piece from e2 still in the air, unless it stands badly on e4.");
  const auto taken = notices(
      Pressed{kTaking, {{Square::d4, 7s}, {Square::e5, kPress}, {Square::e5, 10020ms}}}, press_before_place);
  EXPECT_EQ(
      taken.at(0).text.english(),
      "White pressed the clock with the piece from d4 still in the air, unless it had taken on e5 already.");
  const auto pawn =
      notices(Pressed{kPromotingOrTaking, {{Square::a7, 8s}, {Square::a8, 8100ms}, {Square::a8, 9s}}},
              promotion_incomplete);
  EXPECT_EQ(pawn.at(0).kind, Kind::promotion_incomplete);
  EXPECT_EQ(
      pawn.at(0).text.english(),
      "White pressed the clock, and no piece stands on a8 where the pawn was promoted, unless it took on b8 "
      "between two scans.");
}

/// Where the piece in the air may be instead, as the finding says it: "e4"; nowhere: empty.
std::string may_be_on(const Pressed& pressed) {
  const std::string text = notices(pressed, press_before_place).at(0).text.english();
  const auto unless = text.find("unless");
  const auto on = text.find(" on ", unless == std::string::npos ? text.size() : unless);
  return on == std::string::npos ? "" : text.substr(on + 4, 2);
}

TEST(PressFindings, APieceThatStoodWhereItMayGoMayStandBadly) {
  const auto stood = [](Square square, Time lasts) {
    return may_be_on({kStart, {{Square::e2, 8s}, {square, 9s}, {square, 9s + lasts}}});
  };
  EXPECT_EQ(stood(Square::e4, 80ms), "e4");
  EXPECT_EQ(stood(Square::e4, 80ms - 1us), "");
  EXPECT_EQ(stood(Square::e5, 80ms), "") << "it may not go there";
  // It came only after the press.
  EXPECT_EQ(may_be_on({kStart, {{Square::e2, 8s}, {Square::e4, kPress + 1us}, {Square::e4, 11s}}}), "");
  EXPECT_EQ(may_be_on({kStart, {{Square::e2, 8s}, {Square::e4, kPress}, {Square::e4, 11s}}}), "e4");
}

TEST(PressFindings, WhereAnotherStoodTheSquareWasEmptyInBetween) {
  const auto stood = [](Time lasts) {
    return may_be_on(
        {kTaking, {{Square::d4, 7s}, {Square::e5, 8s}, {Square::e5, 9s - lasts}, {Square::e5, 9s}}});
  };
  EXPECT_EQ(stood(80ms), "e5");
  EXPECT_EQ(stood(80ms - 1us), "");
  // Lifted once, and still away: nothing has come there.
  EXPECT_EQ(may_be_on({kTaking, {{Square::d4, 7s}, {Square::e5, 8s}}}), "");
}

TEST(PressFindings, APieceMayHaveTakenUnseenWhereNoHandWasSinceThePress) {
  const auto changed = [](Square square, Time at) {
    return may_be_on({kTaking, {{Square::d4, 7s}, {square, at}, {square, at + 20ms}}});
  };
  EXPECT_EQ(changed(Square::e5, kPress - 100ms + 1us), "e5");
  EXPECT_EQ(changed(Square::e5, kPress - 100ms), "") << "a hand cannot be there and at the clock";
  EXPECT_EQ(changed(Square::e5, kPress + 50ms), "e5");
  EXPECT_EQ(changed(Square::c5, kPress + 50ms), "") << "there is nothing to take";
}

TEST(PressFindings, AnExchangeIsSeenByTheSecondFilling) {
  EXPECT_FALSE((Pressed{kPromoting, {{Square::a7, 0s}, {Square::a8, 500ms}}}.exchanged("a7a8q")));
  EXPECT_TRUE(
      (Pressed{kPromoting, {{Square::a7, 0s}, {Square::a8, 500ms}, {Square::a8, 2s}, {Square::a8, 3s}}}
           .exchanged("a7a8q")));
  EXPECT_FALSE((Pressed{kPromoting, {{Square::a7, 0s}}}.exchanged("a7a8q")));
  EXPECT_FALSE((Pressed{kPromoting, {{Square::a8, 0s}}}.exchanged("a7a8q")));
}

TEST(PressFindings, OrByThePieceThatWasThereBeforeThePawnLeft) {
  const auto first = [](Time before) {
    return Pressed{kPromoting, {{Square::a8, 5s - before}, {Square::a7, 5s}}}.exchanged("a7a8q");
  };
  EXPECT_TRUE(first(50ms));
  EXPECT_FALSE(first(50ms - 1us));
  // Where it takes, the square was filled again before.
  const auto taking = [](Time before) {
    return Pressed{kPromotingOrTaking, {{Square::b8, 1s}, {Square::b8, 5s - before}, {Square::a7, 5s}}}
        .exchanged("a7b8q");
  };
  EXPECT_TRUE(taking(50ms));
  EXPECT_FALSE(taking(50ms - 1us));
  EXPECT_FALSE((Pressed{kPromotingOrTaking, {{Square::b8, 1s}, {Square::a7, 5s}}}.exchanged("a7b8q")));
}

TEST(PressFindings, OrByTheTimeThatItTakesToFetchThePiece) {
  const auto fetched = [](Time after) {
    return Pressed{kPromoting, {{Square::a7, 5s}, {Square::a8, 5s + after}}}.exchanged("a7a8q");
  };
  EXPECT_TRUE(fetched(800ms));
  EXPECT_FALSE(fetched(800ms - 1us));
  EXPECT_FALSE((Pressed{kPromotingOrTaking, {{Square::a7, 0s}, {Square::b8, 5s}}}.exchanged("a7b8q")))
      << "a piece that is taken goes when it may";
}

TEST(PressFindings, APawnThatIsNowhereIsAPromotionThatIsNotFinished) {
  EXPECT_EQ((Pressed{kPromoting, {{Square::a7, 8s}}}.incomplete()), "B a8") << "the sensor of a8 may fail";
  EXPECT_EQ((Pressed{kPromoting, {{Square::a7, 8s}, {Square::a8, 8100ms}, {Square::a8, 9s}}}.incomplete()),
            "A a8");
  EXPECT_EQ((Pressed{kPromoting, {{Square::a7, 8s}, {Square::a8, 8800ms}, {Square::a8, 9s}}}.incomplete()),
            "B a8")
      << "it was fetched, and may stand badly";
  EXPECT_EQ((Pressed{kPromoting, {{Square::a7, 8s}, {Square::a8, 9s}}}.incomplete()), "")
      << "it stands there";
  EXPECT_EQ((Pressed{kPromoting, {{Square::e1, 8s}}}.incomplete()), "") << "a king does not promote";
  EXPECT_EQ((Pressed{kPromoting, {{Square::a7, 8s}, {Square::e1, 8s}}}.incomplete()), "");
  EXPECT_EQ((Pressed{kPromotingOrTaking, {{Square::a7, 8s}, {Square::b8, 8s}}}.incomplete()), "B b8");
  EXPECT_EQ(
      (Pressed{kPromotingOrTaking, {{Square::a7, 8s}, {Square::a8, 8100ms}, {Square::a8, 9s}}}.incomplete()),
      "B a8")
      << "unless it took on b8 between two scans";
  EXPECT_EQ((Pressed{"1r2k3/8/P7/8/8/8/8/4K3 w - - 0 1", {{Square::a6, 8s}}}.incomplete()), "") << "not yet";
  EXPECT_EQ(
      (Pressed{"4k3/8/8/8/8/8/p7/4K3 b - - 0 1", {{Square::a2, 8s}, {Square::a1, 8100ms}, {Square::a1, 9s}}}
           .incomplete()),
      "A a1");
}

/// The grade of a promotion on a8, after which nothing stands there, or what is shown.
Notice not_promoted_on_a8(const char* fen, const SensedBoard& shown, Time put = 8100ms) {
  const auto before = chess::position_from_fen(fen).value();
  const chess::Move move = *move_from_uci(before, "a7a8q");
  StepPtr root{new Step{before, SensedBoard::of(before)}};
  const auto after = before.after(move);
  Step step{after, SensedBoard::of(after)};
  step.parent = root;
  step.kind = StepKind::legal;
  step.side = Side::white;
  step.move = move;
  step.ply = 1;
  step.t = 9s;
  Touches touches;
  touches.update(chess::bit(Square::a7), chess::bit(Square::a7), 8s);
  touches.update(chess::bit(Square::a8), chess::bit(Square::a7) | chess::bit(Square::a8), put);
  step.evidence = std::make_unique<const Touches>(touches);
  Notice notice;
  not_promoted(step, shown, 10s, notice);
  return notice;
}

TEST(PressFindings, NothingThatMayBeTakenAtOnceIsCertain) {
  const SensedBoard nothing;
  const Notice certain = not_promoted_on_a8(kPromoting, nothing);
  EXPECT_EQ(certain.grade, Grade::A);
  EXPECT_EQ(certain.from, 8s);
  EXPECT_EQ(certain.t, 10s);
  EXPECT_EQ(certain.ply, 1U);
  EXPECT_EQ(not_promoted_on_a8("7r/P7/8/8/4k3/8/8/4K3 w - - 0 1", nothing).grade, Grade::B)
      << "Black's rook may take it";
  EXPECT_EQ(not_promoted_on_a8(kPromoting, nothing, 8800ms).grade, Grade::B) << "it was fetched";
}

TEST(PressFindings, WhatStandsThereIsSaidAsFarAsTheBoardTells) {
  SensedBoard shown;
  shown.occupied = chess::bit(Square::a8);
  const auto said = [&] { return not_promoted_on_a8(kPromoting, shown).text.english(); };
  const std::string begin = "White pressed the clock, and on a8, where the pawn was promoted, stands a ";
  EXPECT_EQ(said(), begin + "piece.");
  shown.colour_known = shown.occupied;
  EXPECT_EQ(said(), begin + "black piece.");
  shown.white = shown.occupied;
  EXPECT_EQ(said(), begin + "white piece.");
  shown.type_known = shown.occupied;
  EXPECT_EQ(said(), begin + "white pawn.");
  EXPECT_EQ(not_promoted_on_a8("7r/P7/8/8/4k3/8/8/4K3 w - - 0 1", shown).grade, Grade::A);
}

}  // namespace
}  // namespace jadoube::tracker::findings
