#include "drivers/livechess/server.hpp"

namespace jadoube::drivers::livechess {
namespace {

using namespace std::chrono_literals;

constexpr record::Time kListPeriod = 2s;
constexpr record::Time kAnswerLimit = 5s;

SharedLine::Bytes bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

}  // namespace

void Server::connect(record::Time now) {
  next_id_ = 1;
  has_searched_ = false;
  present_.clear();
  feeds_.clear();
  subscribing_.clear();
  subscribed_.clear();
  complaint_.clear();
  ask_for_boards(now);
}

void Server::call(const std::string& text) {
  commands_.push_back(bytes_of(text));
}

void Server::ask_for_boards(record::Time now) {
  asked_ = next_id_++;
  deadline_ = now + kAnswerLimit;
  next_list_ = now + kListPeriod;
  call(eboards_call(*asked_));
}

void Server::wake(record::Time now) {
  if (asked_ && deadline_ <= now)
    complaint_ = has_searched_ ? "does not answer any more"
                               : "does not answer as LiveChess 2 does (its interface v1.0); is it running?";
  if (!asked_ && next_list_ <= now) ask_for_boards(now);
}

record::Time Server::wake_at() const {
  return asked_ ? deadline_ : next_list_;
}

void Server::receive(std::span<const std::uint8_t> bytes, record::Time /*now*/) {
  std::vector<std::string> lists;
  const auto message = parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, lists);
  if (!message) {
    skipped_bytes_ += bytes.size();
    return;
  }
  switch (message->kind) {
    case Message::Kind::answer:
      if (message->id && message->id == asked_) {
        asked_.reset();
        if (message->is_list)
          take_list(*message, std::move(lists));
        else
          complaint_ = "does not list its boards as LiveChess 2 does (its interface v1.0)";
      } else if (message->id) {
        subscribing_.erase(*message->id);
      }
      return;
    case Message::Kind::feed:
      // A feed that we have given up, or one that tells of another of the boards than it was asked for.
      if (const auto feed = feeds_.find(message->id.value_or(0));
          feed != feeds_.end() && message->boards.size() == 1 &&
          (message->boards.front().serial == feed->second || renumber(feed->second, *message)))
        said_.emplace_back(message->boards.front().serial, Bytes{bytes.begin(), bytes.end()});
      else
        skipped_bytes_ += bytes.size();
      return;
    case Message::Kind::error:
      take_error(*message);
      return;
    case Message::Kind::other:
      skipped_bytes_ += bytes.size();
  }
}

void Server::take_list(const Message& message, std::vector<std::string> lists) {
  std::map<std::string, unsigned> listed;
  for (const BoardNews& news : message.boards) ++listed[news.serial];
  std::vector<std::string> left;
  for (const std::string& serial : present_)
    if (!listed.contains(serial)) left.push_back(serial);
  for (const std::string& serial : left) lose(serial, "no longer in LiveChess");
  const std::size_t found_before = found_.size();
  for (std::size_t i = 0; i < message.boards.size(); ++i) {
    const BoardNews& news = message.boards[i];
    if (listed[news.serial] > 1) {
      // The feed names boards by their numbers: what it says could be of either.
      if (is_news(news.serial))
        warnings_.push_back("two boards have the number " + news.serial +
                            "; LiveChess cannot say which of them it tells of, and neither is followed");
      lose(news.serial, "another board has its number");
      continue;
    }
    if (news.is_present() && present_.insert(news.serial).second) found_.push_back(news.serial);
    if (!present_.contains(news.serial)) continue;
    if (news.is_present() && subscribed_.insert(news.serial).second) subscribe(news.serial);
    said_.emplace_back(news.serial, bytes_of(lists[i]));
  }
  if (left.size() == 1 && found_.size() == found_before + 1 && is_news(found_.back()))
    warnings_.push_back("LiveChess no longer has board " + left.front() + ", and has " + found_.back() +
                        " now: if that took its place, what it tells is that of a new board");
  has_searched_ = true;
}

/// A board was replaced under its feed, or has another number now: that is a new board for whoever keeps records by number.
/// False: it is one that is known, or that has been told before; the next list says more.
bool Server::renumber(const std::string& serial, const Message& message) {
  const std::string old = serial;  // which goes with its feed
  const std::string& other = message.boards.front().serial;
  if (present_.contains(other) || !is_news(other)) return false;
  warnings_.push_back("board " + old + " has the number " + other +
                      " in LiveChess now: what it tells from here on is that of a new board");
  lose(old, "has another number in LiveChess now");
  present_.insert(other);
  found_.push_back(other);
  // Whether the old feed goes on is not written anywhere.
  feeds_[*message.id] = other;
  subscribed_.insert(other);
  subscribe(other);
  return true;
}

void Server::subscribe(const std::string& serial) {
  const std::int64_t feed = next_id_++;
  const std::int64_t id = next_id_++;
  feeds_[feed] = serial;
  subscribing_[id] = serial;
  call(subscribe_call(id, feed, serial));
}

/// A board of which only the list tells is followed by that: the next list asks for its feed again.
void Server::take_error(const Message& message) {
  const std::string words = message.error.empty() ? "" : ": " + message.error;
  const auto refused = subscribing_.find(message.id.value_or(0));
  if (refused != subscribing_.end()) {
    const std::string serial = refused->second;
    subscribing_.erase(refused);
    subscribed_.erase(serial);
    std::erase_if(feeds_, [&](const auto& feed) { return feed.second == serial; });
    if (is_news(serial)) warnings_.push_back("LiveChess does not give the feed of board " + serial + words);
  } else if (!has_searched_ || (asked_ && message.id == asked_)) {
    complaint_ = "refuses to list its boards; LiveChess 2 with its interface v1.0 is needed" + words;
  }
}

/// Something is said of each board once; and of no more boards than there can be, whatever numbers are made up.
bool Server::is_news(const std::string& serial) {
  return warned_.size() < kMostBoards && warned_.insert(serial).second;
}

void Server::lose(const std::string& serial, const std::string& reason) {
  subscribed_.erase(serial);
  std::erase_if(subscribing_, [&](const auto& call) { return call.second == serial; });
  std::erase_if(feeds_, [&](const auto& feed) { return feed.second == serial; });
  if (present_.erase(serial) != 0) gone_.emplace_back(serial, reason);
}

}  // namespace jadoube::drivers::livechess
