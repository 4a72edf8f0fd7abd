// All halls of a broker as one hall, for the server: what they have told is shown, and what only they can answer is refused
// here, since the server passes it on before (relay.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/hall.hpp"
#include "arbiter/update_ring.hpp"
#include "broker/centre_book.hpp"
#include "evidence/store.hpp"

namespace jadoube::json {
class Object;
}

namespace jadoube::broker {

class CentralHall final : public arbiter::Hall {
 public:
  struct Options {
    std::string root;
    /// Our own name at the broker.
    std::string centre;
    std::string version;
    words::Language language = words::Language::english;
  };
  /// `store` has the audit trail of what is done here; it must outlive this.
  CentralHall(Options options, arbiter::Store& store);

  void hear(std::string_view topic, std::string_view payload);
  /// What is to be asked for now.
  [[nodiscard]] std::vector<CentreBook::Wish> wishes(CentreBook::Time now) { return book_.wishes(now); }
  /// Ten times a second is enough: tells what has changed of the halls as such.
  void tell_halls();
  /// One sentence about `what` for everybody; empty: it is no longer so.
  void warn(const std::string& what, const std::string& sentence);

  [[nodiscard]] const CentreBook& book() const { return book_; }
  /// The hall whose alerts begin like that.
  [[nodiscard]] std::optional<std::string> hall_of(std::uint64_t alert_prefix) const;

  [[nodiscard]] std::string snapshot(arbiter::Role role) const override;
  [[nodiscard]] std::uint64_t last_seq() const override { return ring_.last(); }
  [[nodiscard]] std::optional<std::vector<arbiter::Update>> since(std::uint64_t seq) const override {
    return ring_.since(seq);
  }
  [[nodiscard]] std::shared_ptr<void> listen(Listener listener) override {
    return ring_.listen(std::move(listener));
  }
  [[nodiscard]] arbiter::Outcome<std::string> board(std::string_view id, arbiter::Role role) const override;
  [[nodiscard]] arbiter::Outcome<std::string> moves(std::string_view id) const override;
  [[nodiscard]] arbiter::Outcome<std::string> audit(std::uint64_t before, unsigned limit,
                                                    std::optional<words::Language> language) const override;
  [[nodiscard]] arbiter::Outcome<std::string> people() const override;
  /// None of its own: a hall that is there is asked before.
  [[nodiscard]] std::string laws() const override { return R"({"laws":[]})"; }
  [[nodiscard]] arbiter::Health health() const override;
  void note(const arbiter::Actor& actor, const words::Text& what) override;

  // What only a hall itself can do.
  [[nodiscard]] arbiter::Outcome<std::string> findings(std::string_view) const override;
  [[nodiscard]] arbiter::Outcome<arbiter::Later> timeline(std::string_view, std::uint64_t, record::Time,
                                                          record::Time) const override;
  [[nodiscard]] arbiter::Outcome<std::string> pgn(std::string_view) const override;
  [[nodiscard]] arbiter::Outcome<arbiter::Later> round_file(std::string_view, unsigned) const override;
  [[nodiscard]] arbiter::Outcome<arbiter::Later> evidence(std::string_view, std::string_view) const override;
  arbiter::Outcome<std::string> enter(const arbiter::Actor&, std::string_view, record::Arbiter) override;
  arbiter::Outcome<std::string> acknowledge(const arbiter::Actor&, std::uint64_t, std::string_view) override;
  arbiter::Outcome<std::string> take_back_acknowledgement(const arbiter::Actor&, std::uint64_t,
                                                          std::string_view) override;
  arbiter::Outcome<std::string> hand(const arbiter::Actor&, std::uint64_t, std::string_view,
                                     std::string_view) override;
  arbiter::Outcome<std::string> add_note(const arbiter::Actor&, std::uint64_t, std::string_view) override;
  arbiter::Outcome<std::string> attend(const arbiter::Actor&, std::string_view) override;
  arbiter::Outcome<std::string> place_table(const arbiter::Actor&, unsigned,
                                            std::optional<desk::Place>) override;
  arbiter::Outcome<std::string> acknowledge_all(const arbiter::Actor&, report::Kind) override;
  arbiter::Outcome<std::string> note_repairs(const arbiter::Actor&) override;
  arbiter::Outcome<std::string> number(const arbiter::Actor&, std::string_view, unsigned) override;
  arbiter::Outcome<std::string> forget(const arbiter::Actor&, std::string_view) override;
  std::function<TakeIn()> tournament(const arbiter::Actor&, arbiter::PairingText) override;
  arbiter::Outcome<std::string> start_round(const arbiter::Actor&, unsigned) override;

 private:
  void tell(const Change& change);
  [[nodiscard]] std::string board_text(const std::string& hall, const HeardBoard& board, bool in_hall) const;
  [[nodiscard]] std::string server_text(bool in_hall, bool with_time) const;
  [[nodiscard]] std::vector<std::string> warnings() const;
  void write_halls(json::Object& o) const;

  Options options_;
  arbiter::Store& store_;
  CentreBook book_;
  arbiter::UpdateRing ring_;
  std::string started_utc_;
  std::map<std::string, std::string> warned_;
  std::string last_server_;
  /// Of each board what screens that players see were told last.
  std::map<std::string, std::string, std::less<>> told_in_hall_;
};

}  // namespace jadoube::broker
