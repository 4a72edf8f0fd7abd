#include "broadcast/feed_session.hpp"

#include <algorithm>

#include <boost/json.hpp>

#include "chess/position.hpp"
#include "json/writer.hpp"

namespace jadoube::broadcast {
namespace {

using json::Object;
namespace bj = boost::json;

/// The deepest message of a program has five levels.
constexpr std::size_t kDeepest = 12;
constexpr std::size_t kLongestId = 64;

const bj::object* object_in(const bj::object& object, std::string_view member) {
  const bj::value* value = object.if_contains(member);
  return value == nullptr ? nullptr : value->if_object();
}

std::string_view text_in(const bj::object& object, std::string_view member) {
  const bj::value* value = object.if_contains(member);
  const bj::string* text = value == nullptr ? nullptr : value->if_string();
  return text == nullptr ? std::string_view{} : std::string_view{text->data(), text->size()};
}

/// Empty: there is none.
std::string id_in(const bj::object& object) {
  const bj::value* value = object.if_contains("id");
  if (value == nullptr || !(value->is_int64() || value->is_uint64() || value->is_string())) return {};
  std::string id = bj::serialize(*value);
  return id.size() > kLongestId ? std::string{} : id;
}

std::string clock_json(const FeedClock& clock) {
  return json::object_text([&](Object& o) {
    o.number("white", clock.white_seconds).number("black", clock.black_seconds);
    if (clock.running)
      o.boolean("run", *clock.running == chess::Side::white);
    else
      o.json("run", "null");
    o.number("time", clock.time);
  });
}

std::string turned(std::string fen) {
  std::ranges::reverse(fen);
  return fen;
}

}  // namespace

struct FeedSession::Call {
  Id id;
  const bj::object& param;
};

void FeedSession::hear(std::string_view message) {
  bj::error_code error;
  bj::parse_options options;
  options.max_depth = kDeepest;
  const bj::value parsed = bj::parse({message.data(), message.size()}, error, {}, options);
  const bj::object* object = error ? nullptr : parsed.if_object();
  if (object == nullptr) return refuse("null", "this is no JSON object");
  const Id id = id_in(*object);
  if (id.empty()) return refuse("null", "a call needs an id: a number or a short text");
  const std::string_view call = text_in(*object, "call");
  if (call == "eboards") return list(id);
  const bj::object* param = object_in(*object, "param");
  if (param == nullptr) return refuse(id, "this call is not known here, or has no param");
  if (call == "subscribe") return subscribe({id, *param});
  if (call == "unsubscribe") return unsubscribe({id, *param});
  if (call == "call") return call_method({id, *param});
  refuse(id, "this call is not known here");
}

void FeedSession::subscribe(const Call& call) {
  const Id feed = id_in(call.param);
  const bj::object* param = object_in(call.param, "param");
  if (text_in(call.param, "feed") != "eboardevent") return refuse(call.id, "this feed is not known here");
  if (feed.empty() || param == nullptr) return refuse(call.id, "a feed needs an id and a param");
  const std::string serial{text_in(*param, "serialnr")};
  if (boards_.find(serial) == nullptr) return refuse(call.id, "there is no board with this serialnr");
  if (feeds_.size() >= kMostFeeds && !feeds_.contains(feed))
    return refuse(call.id, "there are too many feeds already");
  answer(call.id, "null");
  Feed& made = feeds_[feed] = {serial, false, {}, {}};
  tell(feed, made);
}

void FeedSession::unsubscribe(const Call& call) {
  if (feeds_.erase(id_in(call.param)) == 0) return refuse(call.id, "there is no feed with this id");
  answer(call.id, "null");
}

void FeedSession::call_method(const Call& call) {
  const auto found = feeds_.find(id_in(call.param));
  if (found == feeds_.end()) return refuse(call.id, "there is no feed with this id");
  Feed& feed = found->second;
  const std::string_view method = text_in(call.param, "method");
  const bj::object* param = object_in(call.param, "param");
  if (method == "unsubscribe") {
    feeds_.erase(found);
    return answer(call.id, "null");
  }
  if (method == "setup" && param != nullptr) {
    const auto setup = chess::setup_from_fen(text_in(*param, "fen"));
    if (!setup || !chess::Position::from(*setup, chess::kForgivable))
      return refuse(call.id, "this is no position: " +
                                 (setup ? std::string{"no game goes on from it"} : setup.error().message));
    feed.start = *setup;
    feed.start_fen = to_fen(*setup);
  } else if (method == "flip" && param != nullptr) {
    const bj::value* flip = param->if_contains("flip");
    if (flip == nullptr || !flip->is_bool()) return refuse(call.id, "flip is true or false");
    feed.is_flipped = flip->get_bool();
  } else {
    return refuse(call.id, "this method is not known here, or has no param");
  }
  answer(call.id, "null");
  tell(found->first, feed);
}

void FeedSession::tell(std::string_view serial) {
  for (const auto& [id, feed] : feeds_)
    if (feed.serial == serial) tell(id, feed);
}

void FeedSession::tell(const Id& id, const Feed& feed) {
  if (boards_.find(feed.serial) == nullptr) return;
  said_.push_back(json::object_text([&](Object& o) {
    o.text("response", "feed").json("id", id).json("param", board_json(feed.serial, feed, false));
    o.number("time", time_);
  }));
}

void FeedSession::list(const Id& id) {
  std::vector<std::string> boards;
  for (const std::string& serial : boards_.serials()) boards.push_back(board_json(serial, {}, true));
  said_.push_back(json::object_text([&](Object& o) {
    o.text("response", "call").json("id", id).json_list("param", boards).number("time", time_);
  }));
}

void FeedSession::answer(const Id& id, const std::string& param_json) {
  said_.push_back(json::object_text([&](Object& o) {
    o.text("response", "call").json("id", id).json("param", param_json).number("time", time_);
  }));
}

void FeedSession::refuse(const Id& id, std::string_view why) {
  said_.push_back(json::object_text([&](Object& o) {
    o.text("response", "error").json("id", id);
    o.object("param", [&](Object& param) { param.text("message", why); });
    o.number("time", time_);
  }));
}

std::string FeedSession::board_json(const std::string& serial, const Feed& feed, bool is_listed) const {
  const FeedBoard& board = *boards_.find(serial);
  return json::object_text([&](Object& o) {
    o.text("serialnr", serial);
    if (is_listed) {
      o.text("source", "jadoube").text("state", board.is_there ? "ACTIVE" : "NOTRESPONDING");
      o.json("battery", "null").json("comment", "null");
    }
    o.boolean("flipped", feed.is_flipped);
    const std::string fen = to_fen(board.pieces);
    o.text("board", feed.is_flipped ? turned(fen) : fen);
    o.json("clock", board.clock ? clock_json(*board.clock) : "null");
    if (!feed.start) return;
    const auto moves = boards_.moves_since(serial, *feed.start);
    o.text("start", feed.start_fen).list("san", moves.value_or(std::vector<std::string>{}));
    o.boolean("match", moves.has_value());
  });
}

}  // namespace jadoube::broadcast
