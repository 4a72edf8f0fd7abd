// Each board that can be had as software is recognised by what it says, and is no longer once it says nothing or is gone.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "devices/models.hpp"
#include "drivers/board_table.hpp"

namespace jadoube::drivers {
namespace {

using namespace std::chrono_literals;

/// Whether the board has been recognised within a minute in which somebody plays 1. e4.
bool is_heard(BoardSession& session, devices::Firmware& board) {
  board.power_up(0s);
  session.connect(0s);
  bool recognised = false;
  const chess::Position start;
  const auto show = [&](const chess::Position& position, record::Time now) {
    record::PieceMap pieces{};
    for (const chess::Square square : chess::squares(position.occupied()))
      pieces[chess::index(square)] = position.at(square);
    board.see(record::Scan{.t = now, .occupied = {position.occupied()}, .white = {}, .pieces = pieces});
  };
  for (record::Time now = 0s; now < 60s && !recognised; now += 50ms) {
    if (now == 0s) show(start, now);
    if (now == 20s) show(start.after(*chess::move_from_uci(start, "e2e4")), now);
    session.wake(now);
    for (const auto& command : session.take_commands()) board.hear(command, now);
    for (const auto& bytes : board.advance(now)) session.receive(bytes, now);
    recognised = session.is_recognised();
  }
  return recognised;
}

TEST(ABoard, IsRecognisedOnlyWhileItSaysSomething) {
  unsigned recognised = 0;
  for (const devices::VirtualModel& model : devices::virtual_models()) {
    const BoardModel* make = board_model(model.make);
    ASSERT_NE(make, nullptr) << model.name;
    if (make->protocol->shared_line != nullptr) continue;
    for (const bool falls_silent : {true, false}) {
      const auto session = make->protocol->session({.white_is_near = true, .is_vouched_for = true});
      const auto board = model.firmware(1);
      if (!is_heard(*session, *board)) continue;
      ++recognised;
      if (falls_silent)
        session->fall_silent(61s);
      else
        session->disconnect("pulled", 61s);
      EXPECT_FALSE(session->is_recognised()) << model.name;
    }
  }
  EXPECT_GT(recognised, devices::virtual_models().size()) << "most of them";
}

}  // namespace
}  // namespace jadoube::drivers
