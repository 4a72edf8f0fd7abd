#include "arbiter/timeline.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "chess/bitboard.hpp"
#include "clocks/clock_watch.hpp"
#include "json/writer.hpp"
#include "reading/sensed.hpp"
#include "record/scan_log.hpp"
#include "record/scanlog_jsonl.hpp"

namespace jadoube::arbiter {

namespace {

using json::Object;
using record::Time;

struct Event {
  Time t{};
  std::string json;
};

void write_clock(Object& o, const record::ClockReading& clock) {
  o.number("white_ms", clock.white.count()).number("black_ms", clock.black.count());
  if (clock.running) o.text("running", chess::name(*clock.running));
}

/// Events of the log, one after the other.
class Events {
 public:
  Events(bool turned, const record::Standing& standing) : turned_{turned} {
    if (standing.scan) begin(*standing.scan);
    if (standing.clock) presses_.on(*standing.clock);
  }

  void on(const record::Record& record) {
    std::visit([this](const auto& r) { handle(r); }, record);
  }
  /// What stands before the first lift or place.
  void begin(const record::Scan& scan) { start_ = occupied_ = in_frame(scan.occupied); }
  [[nodiscard]] chess::Bitboard start() const { return start_.value_or(0); }
  std::vector<Event> take() { return std::move(events_); }
  [[nodiscard]] std::size_t size() const { return events_.size(); }

 private:
  [[nodiscard]] chess::Bitboard in_frame(record::Occupancy set) const {
    return turned_ ? reading::half_turn(set.bits) : set.bits;
  }
  template <class Fill>
  void add(Time t, std::string_view what, Fill fill) {
    Event event{t, {}};
    Object o{event.json};
    o.number("t_us", t.count()).text("what", what);
    fill(o);
    o.close();
    events_.push_back(std::move(event));
  }
  void handle(const record::Scan& scan) {
    if (!start_) begin(scan);
    const chess::Bitboard now = in_frame(scan.occupied);
    for (const chess::Square square : chess::squares(now ^ occupied_)) {
      occupied_ ^= chess::bit(square);
      add(scan.t, chess::contains(now, square) ? "place" : "lift",
          [&](Object& o) { o.text("square", to_string(square)).hex16("occupied", occupied_); });
    }
  }
  void handle(const record::ClockReading& reading) {
    for (const auto& event : presses_.on(reading)) press(reading.t, event);
    add(reading.t, "clock", [&](Object& o) { write_clock(o, reading); });
  }
  void handle(const record::Press& press) {
    add(press.t, "press", [&](Object& o) { o.text("side", chess::name(press.side)); });
  }
  void press(Time t, const clocks::ClockEvent& event) {
    if (event.what != clocks::ClockEvent::What::pressed) return;
    add(t, "press", [&](Object& o) { o.text("side", chess::name(event.side)); });
  }
  void handle(const record::Link& link) {
    add(link.t, "link", [&](Object& o) {
      o.text("state", link.state == record::Link::State::lost ? "lost" : "restored");
      if (!link.reason.empty()) o.text("reason", link.reason);
    });
  }
  void handle(const record::Arbiter& entry) {
    add(entry.t, "arbiter", [&](Object& o) {
      o.text("action", record::name(entry.action)).json("record", record::to_json(record::Record{entry}));
    });
  }
  void handle(const record::Truth&) {}
  void handle(const record::Other&) {}
  void handle(const record::Advice&) {}
  void handle(const record::End&) {}

  bool turned_;
  std::optional<chess::Bitboard> start_;
  chess::Bitboard occupied_ = 0;
  clocks::ClockWatch presses_;
  std::vector<Event> events_;
};

Event event_of(const Mark& mark, const stream::PublishedGame& game) {
  Event event{mark.t, {}};
  Object o{event.json};
  o.number("t_us", mark.t.count());
  switch (mark.what) {
    case Mark::What::move: {
      const stream::PublishedPly& ply = game.plies()[mark.number - 1];
      o.text("what", "move").number("ply", static_cast<std::int64_t>(mark.number)).text("uci", ply.uci);
      o.text("san", ply.san).text("fen", to_fen(ply.after));
      break;
    }
    case Mark::What::finding:
      o.text("what", "finding").number("id", static_cast<std::int64_t>(mark.number));
      o.text("kind", name(mark.kind)).text("state", name(mark.state)).text("grade", name(mark.grade));
      break;
    case Mark::What::game:
      o.text("what", "game").text("state", name(mark.game));
      break;
  }
  o.close();
  return event;
}

/// The position on record at that time.
std::string fen_at(Time t, const TimelineSource& source) {
  if (source.game == nullptr) return {};
  std::string fen = to_fen(source.game->start());
  for (const Mark& mark : source.marks)
    if (mark.t <= t && mark.what == Mark::What::move && mark.number <= source.game->plies().size())
      fen = to_fen(source.game->plies()[mark.number - 1].after);
  return fen;
}

}  // namespace

tl::expected<std::string, std::string> timeline_json(const TimelineSource& source, Time from, Time to) {
  auto reader = record::ScanLogReader::open(source.log, [](const record::Problem&) {});
  if (!reader) return tl::unexpected{std::move(reader).error()};
  return timeline_json(source, **reader, from, to);
}

tl::expected<std::string, std::string> timeline_json(const TimelineSource& source, record::ScanLogReader& log,
                                                     Time from, Time to) {
  auto standing = log.seek(from);
  if (!standing) return tl::unexpected{std::move(standing).error()};
  Events events{source.turned, *standing};
  bool truncated = false;
  while (const record::Entry* entry = log.next()) {
    if (time_of(entry->record) > to) break;
    truncated = events.size() >= kMostEvents;
    if (truncated) break;
    events.on(entry->record);
  }
  std::vector<Event> sensed = events.take();
  std::vector<Event> concluded;
  for (const Mark& mark : source.marks) {
    if (mark.t < from || mark.t > to || source.game == nullptr) continue;
    if (mark.what == Mark::What::move && mark.number > source.game->plies().size()) continue;
    if (truncated && mark.t > sensed.back().t) break;
    concluded.push_back(event_of(mark, *source.game));
  }
  std::vector<Event> all;
  std::ranges::merge(sensed, concluded, std::back_inserter(all), {}, &Event::t, &Event::t);

  std::string text;
  Object o{text};
  o.text("board", source.board).number("from_us", from.count()).number("to_us", to.count());
  o.boolean("truncated", truncated);
  o.object("start", [&](Object& start) {
    start.hex16("occupied", events.start());
    if (const std::string fen = fen_at(from, source); !fen.empty()) start.text("fen", fen);
    if (standing->clock)
      start.object("clocks", [&](Object& clocks) { write_clock(clocks, *standing->clock); });
  });
  std::vector<std::string_view> events_text;
  for (const Event& event : all) events_text.push_back(event.json);
  o.json_list("events", events_text);
  o.close();
  return text;
}

}  // namespace jadoube::arbiter
