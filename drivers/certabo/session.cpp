#include "drivers/certabo/session.hpp"

#include <algorithm>

namespace jadoube::drivers::certabo {
namespace {

using namespace std::chrono_literals;

/// At 38400 baud a frame takes that long.
constexpr record::Time kScanPeriod = 250ms;
/// A tag is believed that two of the last three frames say.
constexpr std::size_t kWitnesses = 3;
/// And learned if more than half of so many do.
constexpr std::size_t kToLearn = 7;

}  // namespace

record::Header::Board CertaboSession::board() const {
  return {.id = facts_.serial,
          .model = "Certabo board",
          .senses = record::Senses::identity,
          .scan_period = kScanPeriod,
          .extra = {}};
}

void CertaboSession::recall(std::string_view memory) {
  if (auto book = TagBook::from_text(memory)) book_ = *std::move(book);
}

void CertaboSession::begin_anew() {
  frames_.clear();
  standing_ = {};
  said_.reset();
}

/// Of the last three frames. Weak tags make squares without a piece show a number that is another one each
/// time: what nobody else says and nobody knows is nothing.
Tag CertaboSession::believed(unsigned square) const {
  std::array<Tag, kWitnesses> said{};
  for (std::size_t i = 0; i < kWitnesses; ++i)
    said[i] = frames_[frames_.size() - kWitnesses + i].tags[square];
  if (said[0] == said[1] || said[0] == said[2]) return said[0];
  if (said[1] == said[2]) return said[1];
  const auto known = std::ranges::count_if(said, [this](Tag tag) { return book_.piece_of(tag).has_value(); });
  return known > 1 ? standing_[square] : Tag::none;
}

void CertaboSession::take(const Tags& tags, record::Time now) {
  Frame frame{tags, now};
  for (Tag& tag : frame.tags)
    if (is_empty(tag)) tag = Tag::none;
  frames_.push_back(frame);
  if (frames_.size() > kToLearn) frames_.pop_front();
  if (frames_.size() < kWitnesses) return;
  // What two frames say was so at the first of them.
  const Frame& before = frames_[frames_.size() - 2];
  record::Scan scan{.t = now, .occupied = {}, .white = {}, .pieces = {}};
  for (unsigned square = 0; square < standing_.size(); ++square) {
    const Tag tag = believed(square);
    if (standing_[square] != tag && before.tags[square] == tag) scan.t = before.t;
    standing_[square] = tag;
  }
  learn();
  if (!book_.empty()) scan.pieces = record::PieceMap{};
  for (unsigned square = 0; square < standing_.size(); ++square) {
    if (standing_[square] == Tag::none) continue;
    scan.occupied.bits |= std::uint64_t{1} << square;
    if (scan.pieces) (*scan.pieces)[square] = book_.piece_of(standing_[square]);
  }
  if (said_ && said_->occupied == scan.occupied && said_->pieces == scan.pieces) return;
  said_ = scan;
  give(scan);
}

void CertaboSession::learn() {
  if (frames_.size() < kToLearn) return;
  const bool knows_all =
      std::ranges::all_of(standing_, [this](Tag tag) { return tag == Tag::none || book_.piece_of(tag); });
  if (knows_all) return;
  Tags stable{};
  for (unsigned square = 0; square < stable.size(); ++square) {
    const auto says = [&](Tag tag) {
      return 2 * std::ranges::count_if(frames_, [&](const Frame& each) { return each.tags[square] == tag; }) >
             static_cast<std::ptrdiff_t>(kToLearn);
    };
    if (standing_[square] != Tag::none && says(standing_[square])) stable[square] = standing_[square];
  }
  book_.learn(stable, white_is_near_);
}

}  // namespace jadoube::drivers::certabo
