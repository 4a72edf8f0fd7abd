// Laws: a request's body is an entry that its log reads back as the same, or a sentence; and whatever is claimed, declared,
// confirmed, taken back …, in any order and beside any finding, no law swallows it or gives orders that cannot be followed
// (tests/situations/README.md). The first byte chooses the law, and every line behind it is a body.
#include <algorithm>
#include <string>

#include "detector/detector.hpp"
#include "judge/judge.hpp"
#include "record/scanlog_jsonl.hpp"
#include "server/arbiter_entry.hpp"
#include "tests/fuzz/demand.hpp"
#include "tests/laws/script.hpp"
#include "tests/situations/watch.hpp"

namespace {

using namespace jadoube;
using fuzz::demand;
using record::Time;

/// A board on which White's rook has gone over its own pawn, and White has pressed: a finding that stands.
class Hall {
 public:
  explicit Hall(std::shared_ptr<const laws::LawSet> law)
      : watch_{law, chess::to_fen(chess::Position{}), {}}, judge_{law, header_, options()} {
    constexpr std::uint64_t kStart = chess::kStartOccupancy;
    using enum chess::Square;
    clock(chess::Side::white);
    scan(kStart);
    move(chess::bit(e2), chess::bit(e4), chess::Side::white);
    move(chess::bit(e7), chess::bit(e5), chess::Side::black);
    move(chess::bit(a1), chess::bit(a3), chess::Side::white);
  }

  void enter(record::Arbiter entry) {
    now_ += Time{1'500'000};
    entry.t = now_;
    hear(entry);
  }
  void finish() {
    detector_.finish();
    tell();
    for (const auto& broken : watch_.broken())
      std::fprintf(stderr, "%s: %s\n", broken.invariant.c_str(), broken.what.c_str());
    demand(watch_.broken().empty());
  }

 private:
  laws::Judge::Options options() {
    laws::Judge::Options options;
    options.say = [this](const laws::JudgedReport& line) { watch_.says(line); };
    options.reply = [this](const laws::Reply& reply) {
      demand(!reply.text.english().empty());
      watch_.says(reply);
    };
    return options;
  }
  void tell() {
    judge_.on(lines_);
    lines_.clear();
    watch_.pause();
  }
  void hear(const record::Record& record) {
    detector_.on(record);
    watch_.hears(record);
    judge_.on(record, lines_);
    lines_.clear();
    watch_.pause();
  }
  void scan(std::uint64_t bits) {
    occupied_ = bits;
    hear(record::Scan{now_, {bits}, {}, {}});
  }
  void clock(chess::Side running) {
    hear(record::ClockReading{now_, record::ClockTime{300'000}, record::ClockTime{300'000}, running, {}});
  }
  void move(std::uint64_t from, std::uint64_t to, chess::Side by) {
    scan(occupied_ & ~from);
    now_ += Time{600'000};
    scan(occupied_ | to);
    now_ += Time{400'000};
    clock(~by);
    now_ += Time{4'000'000};
  }

  record::Header header_;
  Time now_{};
  std::uint64_t occupied_ = 0;
  std::vector<report::Report> lines_;
  detector::Detector detector_{header_, [this](const report::Report& line) { lines_.push_back(line); }};
  situations::Watch watch_;
  laws::Judge judge_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& ids = laws::built_in_ids();
  Hall hall{laws::built_in_law(ids[data[0] % ids.size()])};
  std::string_view rest = fuzz::text_of(data + 1, size - 1);
  for (int i = 0; i < 20 && !rest.empty(); ++i) {
    const std::string_view body = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(body.size() + 1, rest.size()));
    const auto entry = server::read_arbiter_entry(body);
    if (!entry) {
      demand(!entry.error().sentence.empty() && (entry.error().status == 400 || entry.error().status == 422));
      continue;
    }
    const auto again = record::parse_record(record::to_json(*entry));
    demand(again && again->record == record::Record{*entry});
    hall.enter(*entry);
  }
  hall.finish();
  return 0;
}
