// A hall of two boards that does nothing but keep what it was asked, for tests of what stands before it.
#pragma once

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "arbiter/hall.hpp"
#include "server/token_book.hpp"

namespace jadoube::server {

class FakeHall : public arbiter::Hall {
 public:
  [[nodiscard]] std::string snapshot(arbiter::Role role) const override {
    return R"({"type":"snapshot","seq":)" + std::to_string(updates_.size()) + R"(,"role":")" +
           std::string{name(role)} + R"(","boards":[],"alerts":[]})";
  }
  [[nodiscard]] std::uint64_t last_seq() const override { return updates_.size(); }
  [[nodiscard]] std::optional<std::vector<arbiter::Update>> since(std::uint64_t seq) const override {
    if (seq > updates_.size() || seq < forgotten) return std::nullopt;
    return std::vector<arbiter::Update>{updates_.begin() + static_cast<std::ptrdiff_t>(seq), updates_.end()};
  }
  [[nodiscard]] std::shared_ptr<void> listen(Listener listener) override {
    listener_ = std::move(listener);
    return std::make_shared<int>(0);
  }
  [[nodiscard]] arbiter::Outcome<std::string> board(std::string_view id, arbiter::Role) const override {
    return about(id, "board");
  }
  [[nodiscard]] arbiter::Outcome<std::string> moves(std::string_view id) const override {
    return about(id, "moves");
  }
  [[nodiscard]] arbiter::Outcome<std::string> findings(std::string_view id) const override {
    return about(id, "findings");
  }
  [[nodiscard]] arbiter::Outcome<arbiter::Later> timeline(std::string_view id, std::uint64_t alert,
                                                          record::Time from, record::Time to) const override {
    if (alert == 7) return film;
    if (alert != 0) return refused(arbiter::Refusal::Kind::not_found, "There is no such alert.");
    auto text = about(id, "timeline");
    if (!text) return tl::unexpected{std::move(text).error()};
    return [from, to] {
      return arbiter::Outcome<std::string>{R"({"from_us":)" + std::to_string(from.count()) + R"(,"to_us":)" +
                                           std::to_string(to.count()) + "}"};
    };
  }
  [[nodiscard]] arbiter::Outcome<std::string> pgn(std::string_view id) const override {
    return about(id, "pgn");
  }
  [[nodiscard]] arbiter::Outcome<arbiter::Later> evidence(std::string_view id,
                                                          std::string_view log) const override {
    auto text = about(id, "evidence");
    if (!text) return tl::unexpected{std::move(text).error()};
    return [log = std::string{log}] { return arbiter::Outcome<std::string>{"<html>" + log}; };
  }
  [[nodiscard]] arbiter::Outcome<arbiter::Later> round_file(std::string_view file,
                                                            unsigned round) const override {
    if (file != "games.pgn") return refused(arbiter::Refusal::Kind::not_found, "There is no such file.");
    return [round] { return arbiter::Outcome<std::string>{"games of round " + std::to_string(round)}; };
  }
  [[nodiscard]] arbiter::Outcome<std::string> audit(std::uint64_t before, unsigned limit,
                                                    std::optional<words::Language>) const override {
    return R"({"before":)" + std::to_string(before) + R"(,"limit":)" + std::to_string(limit) + "}";
  }
  [[nodiscard]] std::string laws() const override { return R"({"laws":[]})"; }
  [[nodiscard]] arbiter::Health health() const override { return health_now; }

  arbiter::Outcome<std::string> enter(const arbiter::Actor& actor, std::string_view board,
                                      record::Arbiter record) override {
    auto text = about(board, "enter");
    if (!text) return text;
    if (record.finding == 99) return refused(arbiter::Refusal::Kind::conflict, "Finding 99 was withdrawn.");
    notes.push_back(actor.name + " entered something");
    entered.push_back(std::move(record));
    return R"({"accepted":true,"text":"","clocks":[]})";
  }
  arbiter::Outcome<std::string> acknowledge(const arbiter::Actor& actor, std::uint64_t alert,
                                            std::string_view remark) override {
    if (alert != 7) return refused(arbiter::Refusal::Kind::not_found, "There is no such alert.");
    notes.push_back(actor.name + " acknowledged 7: " + std::string{remark});
    return R"({"id":7})";
  }
  arbiter::Outcome<std::string> take_back_acknowledgement(const arbiter::Actor& actor, std::uint64_t alert,
                                                          std::string_view reason) override {
    if (alert != 7) return refused(arbiter::Refusal::Kind::not_found, "There is no such alert.");
    notes.push_back(actor.name + " took back the acknowledgement of 7: " + std::string{reason});
    return R"({"id":7})";
  }
  arbiter::Outcome<std::string> hand(const arbiter::Actor& actor, std::uint64_t alert, std::string_view to,
                                     std::string_view remark) override {
    if (alert != 7) return refused(arbiter::Refusal::Kind::not_found, "There is no such alert.");
    notes.push_back(actor.name + " handed 7 to " + std::string{to} + ": " + std::string{remark});
    return R"({"id":7})";
  }
  arbiter::Outcome<std::string> add_note(const arbiter::Actor& actor, std::uint64_t alert,
                                         std::string_view text) override {
    if (alert != 7) return refused(arbiter::Refusal::Kind::not_found, "There is no such alert.");
    notes.push_back(actor.name + " noted on 7: " + std::string{text});
    return R"({"id":7})";
  }
  [[nodiscard]] arbiter::Outcome<std::string> people() const override { return R"({"people":[]})"; }
  arbiter::Outcome<std::string> attend(const arbiter::Actor& actor, std::string_view board) override {
    if (!board.empty())
      if (auto text = about(board, "attend"); !text) return text;
    notes.push_back(actor.name + " is at " + std::string{board});
    return R"({"at_boards":[]})";
  }
  arbiter::Outcome<std::string> place_table(const arbiter::Actor& actor, unsigned number,
                                            std::optional<desk::Place> place) override {
    notes.push_back(actor.name + " put table " + std::to_string(number) +
                    (place ? " at " + std::to_string(place->x) + '/' + std::to_string(place->y) : " away"));
    return R"({"map":[]})";
  }
  arbiter::Outcome<std::string> acknowledge_all(const arbiter::Actor& actor, report::Kind kind) override {
    notes.push_back(actor.name + " acknowledged all of " + std::string{report::name(kind)});
    return R"({"acknowledged":1})";
  }
  arbiter::Outcome<std::string> note_repairs(const arbiter::Actor& actor) override {
    notes.push_back(actor.name + " noted the repairs");
    return R"({"noted":1})";
  }
  arbiter::Outcome<std::string> number(const arbiter::Actor& actor, std::string_view board,
                                       unsigned number) override {
    auto text = about(board, "number");
    if (!text) return text;
    if (!health_now.disk_ok) return refused(arbiter::Refusal::Kind::unavailable, "The disk is full.");
    notes.push_back(actor.name + " numbered " + std::string{board} + ' ' + std::to_string(number));
    return R"({"number":)" + std::to_string(number) + "}";
  }
  arbiter::Outcome<std::string> forget(const arbiter::Actor& actor, std::string_view board) override {
    auto text = about(board, "forget");
    if (text) notes.push_back(actor.name + " forgot " + std::string{board});
    return text;
  }
  std::function<TakeIn()> tournament(const arbiter::Actor& actor, arbiter::PairingText pairings) override {
    return [this, actor, size = pairings.text.size(), round = pairings.round, start = pairings.start,
            dry_run = pairings.dry_run]() -> TakeIn {
      reads_on = std::this_thread::get_id();
      return [this, actor, size, round, start, dry_run] {
        takes_in_on = std::this_thread::get_id();
        notes.push_back(actor.name + (dry_run ? " looked at round " : " read round ") +
                        std::to_string(round) + (start.empty() ? "" : " from " + start));
        return arbiter::Outcome<std::string>{R"({"bytes":)" + std::to_string(size) + "}"};
      };
    };
  }
  arbiter::Outcome<std::string> start_round(const arbiter::Actor& actor, unsigned round) override {
    if (round != 3)
      return refused(arbiter::Refusal::Kind::conflict, "Those are not the pairings of that round.");
    notes.push_back(actor.name + " started round 3");
    return R"({"round":3,"opened":[],"before":[],"waiting":[]})";
  }
  void note(const arbiter::Actor& actor, const words::Text& what) override {
    notes.push_back(actor.name + ' ' + what.english());
  }

  /// An update of `text`, with `hall_text` for clients of the role hall if there is one.
  void tell(std::string text, std::string hall_text = {}, std::string board = "a",
            arbiter::Update::Kind kind = arbiter::Update::Kind::alert) {
    arbiter::Update update;
    update.seq = updates_.size() + 1;
    update.board = std::move(board);
    update.kind = kind;
    update.changed = changed;
    update.text = std::make_shared<const std::string>(std::move(text));
    if (!hall_text.empty()) update.hall_text = std::make_shared<const std::string>(std::move(hall_text));
    updates_.push_back(update);
    if (listener_) listener_(updates_.back());
  }

  /// Where pairings were read, and where they were taken in.
  std::thread::id reads_on, takes_in_on;
  std::vector<std::string> notes;
  std::vector<record::Arbiter> entered;
  arbiter::Health health_now;
  /// Of alert 7.
  arbiter::Later film = [] { return arbiter::Outcome<std::string>{"{}"}; };
  /// Of all updates from now on.
  std::optional<std::chrono::steady_clock::time_point> changed;
  /// Updates up to this one are no longer kept.
  std::uint64_t forgotten = 0;

 private:
  static tl::unexpected<arbiter::Refusal> refused(arbiter::Refusal::Kind kind, std::string sentence) {
    return tl::unexpected{arbiter::Refusal{kind, std::move(sentence)}};
  }
  static arbiter::Outcome<std::string> about(std::string_view id, std::string_view what) {
    if (id != "a" && id != "tcp:b/1")
      return refused(arbiter::Refusal::Kind::not_found, "There is no such board.");
    return R"({"id":")" + std::string{id} + R"(","what":")" + std::string{what} + "\"}";
  }

  std::vector<arbiter::Update> updates_;
  Listener listener_;
};

class FakeTokens : public TokenBook {
 public:
  tl::expected<std::uint64_t, std::string> add(std::string_view name, arbiter::Role role,
                                               std::string_view sha256) override {
    const std::uint64_t id = ++last_;
    entries_[std::string{sha256}] = {id, std::string{name}, role, "2026-11-21T18:00:00.000Z", {}};
    return id;
  }
  std::vector<TokenEntry> list() override {
    std::vector<TokenEntry> list;
    for (const auto& [hash, entry] : entries_) list.push_back(entry);
    return list;
  }
  std::optional<TokenEntry> find(std::uint64_t id) override {
    for (const auto& [hash, entry] : entries_)
      if (entry.id == id) return entry;
    return std::nullopt;
  }
  std::optional<TokenEntry> find(std::string_view sha256) override {
    const auto found = entries_.find(sha256);
    return found == entries_.end() ? std::nullopt : std::optional{found->second};
  }
  tl::expected<bool, std::string> revoke(std::uint64_t id) override {
    return std::erase_if(entries_, [&](const auto& each) { return each.second.id == id; }) != 0;
  }
  void touch(std::uint64_t) override { ++touched; }

  int touched = 0;

 private:
  std::map<std::string, TokenEntry, std::less<>> entries_;
  std::uint64_t last_ = 0;
};

}  // namespace jadoube::server
