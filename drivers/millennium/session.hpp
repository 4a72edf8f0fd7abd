// The session of a board of the ChessLink family. It listens until a sound position has come: the bridge is a
// chip that is in many things. Only a board for which the user vouches is asked for its position when it is
// silent. Then it finds out whether the board senses pieces or, as the eONE does, only guesses
// them.
#pragma once

#include <vector>

#include "drivers/board_session.hpp"
#include "drivers/millennium/codec.hpp"

namespace jadoube::drivers::millennium {

class MillenniumSession final : public BoardSession {
 public:
  /// `is_vouched_for`: the user says that it is such a board.
  explicit MillenniumSession(bool is_vouched_for = false) : is_vouched_for_{is_vouched_for} {}
  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] Tally tally() const override;
  /// It has sent its position, and is known to sense pieces or not.
  [[nodiscard]] bool is_recognised() const override {
    return kind_ != Kind::unknown && BoardSession::is_recognised();
  }

 private:
  enum class Kind : std::uint8_t {
    unknown,
    identity,
    presence,  ///< not known to sense pieces: only what is occupied is believed
    eone,      ///< its own sensors are read with G
  };

  void on_connect(record::Time now) override;
  void on_receive(std::span<const std::uint8_t> bytes, record::Time now) override;
  void on_restored() override { said_.reset(); }
  void on_wake(record::Time now) override;
  [[nodiscard]] std::optional<record::Time> wanted_wake() const override { return next_; }
  [[nodiscard]] std::optional<record::Time> silence_limit() const override;

  void take(const Frame& frame, record::Time now);
  void decide(Kind kind, record::Time now);
  void ask_what_it_is(record::Time now);
  void read(const record::Scan& scan);

  bool is_vouched_for_;
  Decoder decoder_;
  std::vector<Frame> frames_;
  Tally tally_;
  Kind kind_ = Kind::unknown;
  std::optional<Version> version_;
  std::optional<record::Scan> said_;
  unsigned unanswered_ = 0;           // questions what it is, since the last answer
  bool was_heard_ = false;            // a position has come since it was connected
  std::optional<record::Time> next_;  // when something will be asked; nothing: not before it was heard
  record::Time back_off_{};           // between positions asked for
};

}  // namespace jadoube::drivers::millennium
