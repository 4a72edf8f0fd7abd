#include "broker/publisher.hpp"

#include <algorithm>
#include <utility>

#include <boost/json.hpp>

#include "json/text.hpp"
#include "server/secret.hpp"

namespace jadoube::broker {
namespace {

using arbiter::Role;
using arbiter::Update;
using namespace std::chrono_literals;

constexpr auto kTick = 100ms;
/// The hall waits while events go to the disk: a slow disk is used more seldom, for a tenth of the time at most.
constexpr int kDiskShare = 10;
constexpr auto kStatusEvery = 5s;
constexpr auto kServerEvery = 1s;
/// Events under way at a time, and states and replays.
constexpr std::size_t kEventsInFlight = 128;
constexpr std::size_t kOthersInFlight = 64;
constexpr unsigned kReplayAtOnce = 64;
constexpr std::size_t kMostReplays = 64;
constexpr const char* kAboutBroker = "broker";
constexpr const char* kAboutDisk = "broker: disk";
/// A short absence is no news.
constexpr auto kPatience = 10s;
constexpr std::int64_t kMebibyte = 1 << 20U;

std::string member_text(std::string_view object, std::string_view name) {
  for (const auto& member : json::members_of(object))
    if (member.name == name) return std::string{member.value};
  return {};
}

/// Of a board or an alert; empty if it is not there.
std::string text_member(const boost::json::value& value, std::string_view name) {
  const auto* found = value.as_object().if_contains(name);
  return found != nullptr && found->is_string() ? std::string{found->get_string()} : std::string{};
}

}  // namespace

tl::expected<std::unique_ptr<Publisher>, std::string> Publisher::start(
    const boost::asio::any_io_executor& executor, arbiter::Hall& hall, Options options) {
  auto client = client_options(options.config);
  if (!client) return tl::unexpected{client.error()};
  const std::string root = options.config.root;
  return start(executor, hall, std::move(options), [&, root](ConnectionEvents events, const Status& will) {
    client->will_topic = text_of(root, {will.from.hall, Channel::status, {}});
    client->will = payload_of(will);
    client->largest = kLargestPayload;
    // The broker knows by it that the connection before is over, and says its last will now and not later.
    client->id = "hall-" + will.from.journal;
    return broker::connect(executor, *client, std::move(events));
  });
}

tl::expected<std::unique_ptr<Publisher>, std::string> Publisher::start(
    const boost::asio::any_io_executor& executor, arbiter::Hall& hall, Options options,
    const Connect& connect) {
  auto journal = Journal::open((options.folder / "broker.sqlite").string(), options.config.hall,
                               static_cast<std::uint64_t>(options.config.queue_mib * kMebibyte));
  if (!journal) return tl::unexpected{journal.error()};
  std::unique_ptr<Publisher> made{new Publisher{executor, hall, std::move(options), *std::move(journal)}};
  Publisher* const self = made.get();
  made->begin();
  auto connection =
      connect(ConnectionEvents{[self] { self->up(); }, [self](const std::string& why) { self->down(why); },
                               [self](int number) { self->acknowledged(number); },
                               [self](const std::string& why) { self->refused(why); },
                               [self](const Heard& heard) { self->told_to_us(heard); }},
              self->status(false));
  if (!connection) return tl::unexpected{connection.error()};
  made->connection_ = *std::move(connection);
  made->connection_->subscribe(made->topic(Channel::replay));
  made->connection_->subscribe(made->topic(Channel::status));
  if (!made->secret_.empty()) made->connection_->subscribe(made->topic(Channel::ask));
  made->tick();
  return made;
}

Publisher::Publisher(boost::asio::any_io_executor executor, arbiter::Hall& hall, Options options,
                     Journal journal)
    : executor_{std::move(executor)},
      hall_{hall},
      options_{std::move(options)},
      journal_{std::move(journal)},
      run_{server::make_secret().value_or("0").substr(0, 16)},
      secret_{read_secret(options_.config).value_or(std::string{})},
      asks_{run_},
      timer_{executor_},
      sent_{journal_.acknowledged()} {}

Publisher::~Publisher() {
  *alive_ = false;
}

// ---- what the hall says

void Publisher::begin() {
  subscription_ = hall_.listen([this](const Update& update) { heard(update); });
  const std::string text = hall_.snapshot(Role::viewer);
  const auto snapshot = boost::json::parse(text);
  server_ = member_text(text, "server");
  std::set<std::string> here;
  for (const auto& board : snapshot.at("boards").as_array()) here.insert(text_member(board, "id"));
  const std::string alerts = member_text(text, "alerts");
  for (const std::string_view alert : json::values_of(alerts)) take_alert(alert);
  moved_ = stale_ = uncompared_ = here;
  for (const auto& [id, board] : journal_.told().boards)
    if (!here.contains(id)) gone_.insert(id);
}

void Publisher::heard(const Update& update) {
  switch (update.kind) {
    case Update::Kind::board:
      changed_.insert(update.board);
      stale_.insert(update.board);
      break;
    case Update::Kind::line:
      moved_.insert(update.board);
      break;
    case Update::Kind::alert:
      take_alert(member_text(*update.text, "alert"));
      break;
    case Update::Kind::forgotten:
      gone_.insert(update.board);
      changed_.erase(update.board);
      moved_.erase(update.board);
      stale_.erase(update.board);
      alerts_.erase(update.board);
      break;
    case Update::Kind::server:
      server_ = member_text(*update.text, "server");
      break;
    case Update::Kind::scan:
    case Update::Kind::press:
      break;
  }
}

void Publisher::take_alert(std::string_view text) {
  boost::system::error_code error;
  const auto value = boost::json::parse(text, error);
  if (error || !value.is_object()) return;
  NewAlert alert{static_cast<std::uint64_t>(value.at("id").as_int64()), text_member(value, "board"),
                 std::string{text}, text_member(value, "status") == "closed"};
  if (alert.is_closed)
    alerts_[alert.board].erase(alert.id);
  else
    alerts_[alert.board][alert.id] = alert.text;
  stale_.insert(alert.board);
  new_alerts_.push_back(std::move(alert));
}

std::optional<std::string> Publisher::closed_alert(const std::string& board, std::uint64_t id) const {
  const auto findings = hall_.findings(board);
  if (!findings) return std::nullopt;
  const std::string list = member_text(*findings, "findings");
  for (const std::string_view each : json::values_of(list))
    if (boost::json::parse(each).at("id").as_int64() == static_cast<std::int64_t>(id))
      return std::string{each};
  return std::nullopt;
}

// ---- to the disk

/// What an earlier run has told as open, and is not any more.
void Publisher::compare_alerts(const std::string& board, News& news) {
  for (const auto& [id, told] : journal_.told().alerts) {
    if (told.board != board || alerts_[board].contains(id)) continue;
    if (const auto text = closed_alert(board, id))
      news.alert(id, board, *text, true);
    else
      news.gone(id, board);
  }
}

Publisher::Looked Publisher::look_at_board(const std::string& id, bool moved, News& news) {
  const auto said = hall_.board(id, Role::viewer);
  if (!said) return Looked::done;
  const auto board = boost::json::parse(*said);
  news.link(id, text_member(board, "link"));
  if (board.as_object().contains("catching_up")) return Looked::catching_up;
  if (uncompared_.erase(id) != 0) compare_alerts(id, news);
  const std::string game = text_member(board, "utc_start");
  const auto told = journal_.told().boards.find(id);
  if (!moved && told != journal_.told().boards.end() && told->second.game == game) return Looked::done;
  const auto moves = hall_.moves(id);
  if (!moves) return Looked::done;
  if (const auto read = game_moves_from(*moves, game)) news.moves(id, *read);
  return Looked::done;
}

void Publisher::flush() {
  News news{journal_.told()};
  for (const NewAlert& alert : new_alerts_) news.alert(alert.id, alert.board, alert.text, alert.is_closed);
  const auto compared = uncompared_;
  const auto now = Clock::now();
  const auto every = std::chrono::milliseconds{options_.config.state_ms};
  std::set<std::string> changed_later, moved_later;
  for (const std::string& id : moved_) {
    if (look_at_board(id, true, news) == Looked::catching_up) moved_later.insert(id);
    looked_at_[id] = now;
  }
  for (const std::string& id : changed_) {
    if (moved_.contains(id)) continue;
    const auto looked = looked_at_.find(id);
    if (looked != looked_at_.end() && now - looked->second < every) {
      changed_later.insert(id);
      continue;
    }
    if (look_at_board(id, false, news) == Looked::catching_up) moved_later.insert(id);
    looked_at_[id] = now;
  }
  for (const std::string& id : gone_) news.forgotten(id);
  const auto done = news.is_nothing() ? journal_.save() : journal_.add(news.take());
  if (!done) {
    uncompared_ = compared;
    has_disk_ = false;
    return options_.warn(kAboutDisk, "What is to be told to the broker cannot be kept: " + done.error());
  }
  if (!has_disk_) options_.warn(kAboutDisk, {});
  has_disk_ = true;
  for (const std::string& id : gone_) publish({options_.config.hall, Channel::board, id}, {}, true);
  new_alerts_.clear();
  gone_.clear();
  changed_ = std::move(changed_later);
  moved_ = std::move(moved_later);
}

void Publisher::tick() {
  const auto begun = Clock::now();
  flush();
  const auto took = Clock::now() - begun;
  pump();
  look_for_silence();
  if (down_since_ && Clock::now() - *down_since_ > kPatience && !warned_.empty()) warn(warned_);
  timer_.expires_after(std::max<Clock::duration>(kTick, kDiskShare * took));
  timer_.async_wait([this, alive = alive_](const boost::system::error_code& error) {
    if (!error && *alive) tick();
  });
}

void Publisher::stop() {
  timer_.cancel();
  flush();
  subscription_.reset();
  if (is_up_) publish({options_.config.hall, Channel::status, {}}, payload_of(status(false)), true);
  if (connection_) connection_->close();
  is_up_ = false;
}

void Publisher::warn(const std::string& sentence) {
  is_well_ = false;
  options_.warn(kAboutBroker, sentence);
}

// ---- to the broker

std::string Publisher::topic(Channel channel, std::string about) const {
  return text_of(options_.config.root, {options_.config.hall, channel, std::move(about)});
}

Status Publisher::status(bool online) const {
  return {journal_.sender(), online, journal_.acknowledged(), run_,
          std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started_)};
}

std::optional<int> Publisher::publish(const Topic& topic, std::string_view payload, bool retained) {
  if (!is_up_) return std::nullopt;
  return connection_->publish(text_of(options_.config.root, topic), payload, retained);
}

void Publisher::up() {
  is_up_ = true;
  down_since_.reset();
  warned_.clear();
  // A broker that was started anew may have forgotten what it was to keep.
  next_status_ = next_server_ = {};
  server_told_.clear();
  state_told_.clear();
  for (const auto& [id, board] : journal_.told().boards) {
    if (hall_.board(id, Role::viewer))
      stale_.insert(id);
    else
      publish({options_.config.hall, Channel::board, id}, {}, true);
  }
  pump();
}

void Publisher::down(const std::string& why) {
  is_up_ = false;
  if (!down_since_) down_since_ = Clock::now();
  warned_ = "The broker at " + options_.config.url + " cannot be reached (" + why +
            "); what is to be told waits on the disk.";
}

void Publisher::acknowledged(int number) {
  last_word_ = Clock::now();
  others_.erase(number);
  if (!is_well_ && (in_flight_.contains(number) || sent_ == journal_.acknowledged())) {
    is_well_ = true;
    options_.warn(kAboutBroker, {});
  }
  if (const auto found = in_flight_.find(number); found != in_flight_.end()) {
    out_of_turn_.insert(found->second);
    in_flight_.erase(found);
    // Numbers that were given up together have one acknowledgement, under the last of them.
    const std::uint64_t open =
        in_flight_.empty()
            ? sent_ + 1
            : std::ranges::min_element(in_flight_, {}, [](const auto& each) { return each.second; })->second;
    while (!out_of_turn_.empty() && *out_of_turn_.begin() < open) {
      journal_.acknowledge(*out_of_turn_.begin());
      out_of_turn_.erase(out_of_turn_.begin());
    }
  }
  if (!is_up_) return;
  pump_events();
  pump_replays();
  if (states_wait_) pump_states();
}

/// It is sent again over the next connection, and over the one after that, until somebody has let it in.
void Publisher::refused(const std::string& why) {
  warn("The broker at " + options_.config.url + " does not take what is told (" + why +
       "): look at its access list.");
  in_flight_.clear();
  out_of_turn_.clear();
  others_.clear();
  sent_ = journal_.acknowledged();
  is_up_ = false;
  connection_->restart();
}

void Publisher::told_to_us(const Heard& heard) {
  const auto topic = read_topic(options_.config.root, heard.topic);
  if (!topic || topic->hall != options_.config.hall) return;
  if (topic->channel == Channel::ask) return asked(heard);
  if (topic->channel == Channel::status) return look_at_namesake(heard.payload);
  if (topic->channel != Channel::replay) return;
  const auto message = read_message(*topic, heard.payload);
  const auto* wish = message ? std::get_if<Replay>(&*message) : nullptr;
  if (wish == nullptr || wish->journal != journal_.sender().journal || wish->first > sent_) return;
  if (replays_.size() == kMostReplays) replays_.pop_front();
  replays_.push_back(*wish);
  replays_.back().last = std::min(wish->last, sent_);
  pump();
}

/// What is said under our name is told to us too.
void Publisher::look_at_namesake(std::string_view payload) {
  const auto message = read_message({options_.config.hall, Channel::status, {}}, payload);
  const auto* status = message ? std::get_if<Status>(&*message) : nullptr;
  if (status != nullptr && status->online && status->from.journal != journal_.sender().journal)
    options_.warn("broker: name", "Another daemon at the broker calls itself " + options_.config.hall +
                                      ", too: give one of them another name (`hall` of [broker]).");
}

/// Whoever knows the secret has asked: what may be done the hall says, as to anybody.
void Publisher::asked(const Heard& heard) {
  if (secret_.empty() || !options_.answer) return;
  const auto ask = read_ask(heard.payload, heard.topic, secret_);
  if (!ask)
    return options_.warn(
        "broker: asked",
        "Something has been asked through the broker that no centre of ours can have asked: it " +
            ask.error() + '.');
  const auto done = [this, alive = alive_, centre = ask->centre,
                     number = ask->number](server::Response made) {
    if (*alive) answer(centre, number, made);
  };
  switch (asks_.take(*ask, status(true).clock)) {
    case AskBook::Verdict::repeated:
      return;
    case AskBook::Verdict::good:
      return options_.answer(ask->request, done);
    case AskBook::Verdict::other_run:
    case AskBook::Verdict::too_late:
      return done(server::refusal(503, server::RefusalKind::unavailable,
                                  "That has come too late to the hall, and was not done: try again."));
  }
}

void Publisher::answer(const std::string& centre, std::uint64_t number, const server::Response& made) {
  AnswerMessage message{number, made.status, made.type, {}, made.body ? *made.body : std::string{}};
  for (const auto& [header, value] : made.headers)
    if (header == "Content-Disposition") message.disposition = value;
  const Topic to{options_.config.hall, Channel::answer, centre};
  const std::string text = text_of(options_.config.root, to);
  std::string payload = payload_of(message, text, secret_);
  if (payload.size() > kLargestAnswer) {
    const auto refused =
        server::refusal(413, server::RefusalKind::too_large,
                        "That is too large for the broker: get it at the hall's own daemon.");
    payload =
        payload_of(AnswerMessage{number, refused.status, refused.type, {}, *refused.body}, text, secret_);
  }
  publish(to, payload, false);
}

void Publisher::pump() {
  if (!is_up_ || !connection_) return;
  if (Clock::now() >= next_status_) publish_status();
  pump_events();
  pump_replays();
  pump_states();
}

void Publisher::publish_status() {
  if (publish({options_.config.hall, Channel::status, {}}, payload_of(status(true)), true))
    next_status_ = Clock::now() + kStatusEvery;
}

void Publisher::pump_events() {
  if (sent_ == journal_.head() || in_flight_.size() >= kEventsInFlight) return;
  const auto kept =
      journal_.read(sent_ + 1, journal_.head(), static_cast<unsigned>(kEventsInFlight - in_flight_.size()));
  if (!kept) return warn("What is to be told to the broker cannot be read: " + kept.error());
  const std::string& hall = options_.config.hall;
  for (const Journal::Kept& each : *kept) {
    if (each.seq > sent_ + 1) {
      const auto number = publish({hall, Channel::lost, {}},
                                  payload_of(Lost{journal_.sender(), sent_ + 1, each.seq - 1}), false);
      if (!number) return;
      sent_ = each.seq - 1;
      in_flight_[*number] = sent_;
    }
    const auto number = publish({hall, Channel::event, each.board}, each.payload, false);
    if (!number) return;
    sent_ = each.seq;
    in_flight_[*number] = sent_;
  }
}

void Publisher::pump_replays() {
  while (!replays_.empty() && others_.size() < kOthersInFlight) {
    Replay& wish = replays_.front();
    const Topic topic{options_.config.hall, Channel::again, wish.centre};
    const auto kept = journal_.read(wish.first, wish.last, kReplayAtOnce);
    if (!kept) return warn("What was told to the broker cannot be read: " + kept.error());
    const std::uint64_t there = kept->empty() ? wish.last + 1 : kept->front().seq;
    if (there > wish.first) {
      const auto number = publish(topic, payload_of(Lost{journal_.sender(), wish.first, there - 1}), false);
      if (!number) return;
      others_.insert(*number);
      wish.first = there;
    }
    for (const Journal::Kept& each : *kept) {
      const auto number = publish(topic, each.payload, false);
      if (!number) return;
      others_.insert(*number);
      wish.first = each.seq + 1;
    }
    if (wish.first > wish.last) replays_.pop_front();
  }
}

void Publisher::pump_states() {
  const auto now = Clock::now();
  if (now >= next_server_ && server_ != server_told_) publish_server();
  const auto every = std::chrono::milliseconds{options_.config.state_ms};
  for (auto at = stale_.begin(); at != stale_.end() && others_.size() < kOthersInFlight;) {
    const auto told = state_told_.find(*at);
    if (told != state_told_.end() && now - told->second < every) {
      ++at;
      continue;
    }
    // Whatever stands before others in the alphabet must not keep them waiting: it has been told now.
    if (!publish_state(*at)) return;
    state_told_[*at] = now;
    at = stale_.erase(at);
  }
  states_wait_ = others_.size() >= kOthersInFlight;
}

/// It takes what is sent, and says nothing: what is under way is sent again over a new connection.
void Publisher::look_for_silence() {
  if (!is_up_ || (in_flight_.empty() && others_.empty())) last_word_ = Clock::now();
  if (Clock::now() - last_word_ < options_.silence) return;
  last_word_ = Clock::now();
  warn("The broker at " + options_.config.url + " acknowledges nothing; it is connected to anew.");
  connection_->restart();
}

bool Publisher::publish_state(const std::string& id) {
  const auto said = hall_.board(id, Role::viewer);
  const auto said_in_hall = hall_.board(id, Role::hall);
  if (!said || !said_in_hall) return true;
  const auto told = journal_.told().boards.find(id);
  std::vector<std::string> alerts;
  for (const auto& [number, text] : alerts_[id]) alerts.push_back(text);
  const auto number = publish(
      {options_.config.hall, Channel::board, id},
      board_payload(journal_.sender(), id, told == journal_.told().boards.end() ? 0 : told->second.board_seq,
                    journal_.next_version(), *said, *said_in_hall, alerts),
      true);
  if (!number) return false;
  others_.insert(*number);
  return true;
}

void Publisher::publish_server() {
  const auto people = hall_.people();
  const std::string list = people ? member_text(*people, "people") : "[]";
  if (!publish({options_.config.hall, Channel::server, {}}, server_payload(journal_.sender(), server_, list),
               true))
    return;
  server_told_ = server_;
  next_server_ = Clock::now() + kServerEvery;
}

}  // namespace jadoube::broker
