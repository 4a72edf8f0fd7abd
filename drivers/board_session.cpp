#include "drivers/board_session.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::drivers {

void BoardSession::listen(record::Time now) {
  now_ = std::max(now_, now);
  if (state_ != State::closed) return;
  state_ = State::waiting;
  may_ask_ = false;
  on_connect(now_);
}

void BoardSession::connect(record::Time now) {
  listen(now);
  may_ask_ = true;
}

void BoardSession::receive(std::span<const std::uint8_t> bytes, record::Time now) {
  now_ = std::max(now_, now);
  if (state_ != State::closed) on_receive(bytes, now_);
}

void BoardSession::disconnect(std::string_view reason, record::Time now) {
  now_ = std::max(now_, now);
  if (state_ == State::closed) return;
  if (state_ == State::alive) lose(reason, now_);
  state_ = State::closed;
  on_disconnect();
}

void BoardSession::fall_silent(record::Time now) {
  now_ = std::max(now_, now);
  if (state_ != State::alive) return;
  state_ = State::silent;
  lose("silent", now_);
}

void BoardSession::wake(record::Time now) {
  now_ = std::max(now_, now);
  if (state_ == State::closed || !may_ask_) return;
  if (const auto wanted = wanted_wake(); wanted && *wanted <= now_) on_wake(now_);
  const auto limit = silence_limit();
  if (state_ == State::alive && limit && last_heard_ + *limit <= now_) {
    state_ = State::silent;
    lose("silent", last_heard_ + *limit);
  }
}

std::optional<record::Time> BoardSession::wake_at() const {
  if (state_ == State::closed || !may_ask_) return std::nullopt;
  std::optional<record::Time> at = wanted_wake();
  const auto limit = silence_limit();
  if (state_ == State::alive && limit) {
    const record::Time loss = last_heard_ + *limit;
    at = at ? std::min(*at, loss) : loss;
  }
  return at;
}

std::vector<record::Record> BoardSession::take_records() {
  return std::exchange(records_, {});
}

std::vector<std::vector<std::uint8_t>> BoardSession::take_commands() {
  return std::exchange(commands_, {});
}

void BoardSession::heard(record::Time now) {
  last_heard_ = std::max(last_heard_, now);
  state_ = State::alive;
  if (loss_told_ && !std::exchange(is_back_, true)) on_back(now);
}

void BoardSession::restore(record::Time now, std::string remark) {
  if (!std::exchange(loss_told_, false)) return;
  give(record::Link{now, record::Link::State::restored, std::move(remark)});
  on_restored();
}

void BoardSession::lose_track(std::string_view reason, record::Time now) {
  lose(reason, now);
  is_back_ = true;
}

void BoardSession::give(record::Record record) {
  std::visit([this](auto& r) { last_record_ = r.t = std::max(r.t, last_record_); }, record);
  records_.push_back(std::move(record));
}

void BoardSession::give_all(std::vector<record::Record>& records) {
  for (record::Record& record : records) give(std::move(record));
  records.clear();
}

void BoardSession::lose(std::string_view reason, record::Time t) {
  is_back_ = false;
  if (!std::exchange(loss_told_, true)) give(record::Link{t, record::Link::State::lost, std::string{reason}});
  on_lost(t);
}

}  // namespace jadoube::drivers
