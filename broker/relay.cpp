#include "broker/relay.hpp"

#include <charconv>
#include <memory>
#include <utility>

#include <boost/json.hpp>

#include "broker/message.hpp"
#include "broker/names.hpp"
#include "json/writer.hpp"

namespace jadoube::broker {
namespace {

using server::Ask;
using server::Passed;
using server::RefusalKind;
using server::Response;

Response unavailable(const std::string& sentence) {
  return server::refusal(503, RefusalKind::unavailable, sentence);
}

/// The target with another name in place of the id of its path.
std::string target_with(const Passed& request, const std::string& id) {
  std::string target;
  bool is_done = false;
  for (const std::string& part : request.target.path) {
    const bool is_id = !is_done && part == request.id;
    is_done = is_done || is_id;
    target.append("/").append(level_of(is_id ? id : part));
  }
  const std::size_t query = request.target_text.find('?');
  return query == std::string::npos ? target : target + request.target_text.substr(query);
}

void rename(boost::json::object& object, std::string_view key, const std::string& hall) {
  auto* board = object.if_contains(key);
  if (board != nullptr && board->is_string())
    *board = central_board(hall, std::string_view{board->get_string()});
}

void rename_each(boost::json::object& object, std::string_view key,
                 const std::function<void(boost::json::object&)>& again) {
  auto* list = object.if_contains(key);
  if (list == nullptr || !list->is_array()) return;
  for (auto& each : list->get_array())
    if (each.is_object()) again(each.get_object());
}

/// What a hall has said of its boards and alerts, in the centre's names.
std::function<void(boost::json::object&)> again_for(Ask ask, const std::string& hall) {
  switch (ask) {
    case Ask::number:
      return [hall](boost::json::object& o) { make_central_board(hall, o); };
    case Ask::acknowledge:
    case Ask::take_back_acknowledgement:
    case Ask::hand:
    case Ask::add_note:
      return [hall](boost::json::object& o) { make_central_alert(hall, o); };
    case Ask::findings:
      return [hall](boost::json::object& o) {
        rename_each(o, "findings", [&](boost::json::object& alert) { make_central_alert(hall, alert); });
      };
    case Ask::timeline:
      return [hall](boost::json::object& o) { rename(o, "board", hall); };
    case Ask::attend:
      return [hall](boost::json::object& o) {
        rename_each(o, "at_boards", [&](boost::json::object& each) { rename(each, "board", hall); });
      };
    default:
      return {};
  }
}

Response response_of(const AnswerMessage& answer, const std::function<void(boost::json::object&)>& again) {
  Response response;
  response.status = answer.status;
  response.type = answer.type;
  if (!answer.disposition.empty()) response.headers.emplace_back("Content-Disposition", answer.disposition);
  response.body = std::make_shared<const std::string>(answer.body);
  if (!again || answer.status != 200) return response;
  boost::system::error_code error;
  auto value = boost::json::parse(answer.body, error);
  if (error || !value.is_object()) return response;
  again(value.get_object());
  response.body = std::make_shared<const std::string>(boost::json::serialize(value));
  return response;
}

}  // namespace

std::optional<Response> Relay::pass(const Passed& request) {
  if (!server::may_be_passed(request.ask) || request.ask == Ask::board) return std::nullopt;
  switch (request.ask) {
    case Ask::acknowledge:
    case Ask::take_back_acknowledgement:
    case Ask::hand:
    case Ask::add_note:
      return pass_to_alert(request);
    case Ask::attend:
      return pass_to_attend(request);
    case Ask::acknowledge_all:
      return pass_to_all(request, "acknowledged");
    case Ask::note_repairs:
      return pass_to_all(request, "noted");
    case Ask::laws:
      for (const auto& [name, hall] : hall_.book().halls())
        if (!away(name)) return ask(request, {name, request.target_text, {}, {}});
      return std::nullopt;
    default:
      return pass_to_board(request);
  }
}

std::optional<Response> Relay::away(const std::string& hall) const {
  if (options_.secret.empty())
    return unavailable(
        "This centre only looks on: give it and its halls a secret (`secret_file` of [broker]) for the "
        "rest.");
  const auto found = hall_.book().halls().find(hall);
  if (found == hall_.book().halls().end() || !found->second.is_online || !status_heard_.contains(hall))
    return unavailable(hall + " is not connected: go to its own daemon, or try again when it is back.");
  return std::nullopt;
}

std::optional<Response> Relay::pass_to_board(const Passed& request) {
  const auto at = board_at_hall(request.id);
  const HeardBoard* board = at ? hall_.book().board(at->hall, at->board) : nullptr;
  // Who is told that there is no such board is told so here.
  if (board == nullptr)
    return server::refusal(404, RefusalKind::not_found, "There is no board " + request.id + '.');
  if (request.ask == Ask::moves && board->has_all_moves) return std::nullopt;
  return ask(request,
             {at->hall, target_with(request, at->board), request.body, again_for(request.ask, at->hall)});
}

std::optional<Response> Relay::pass_to_alert(const Passed& request) {
  std::uint64_t central = 0;
  const char* const end = request.id.data() + request.id.size();
  const bool is_number = std::from_chars(request.id.data(), end, central).ptr == end;
  const AlertAtHall at = alert_at_hall(central);
  const auto hall = is_number ? hall_.hall_of(at.prefix) : std::nullopt;
  if (!hall) return server::refusal(404, RefusalKind::not_found, "There is no alert " + request.id + '.');
  return ask(request, {*hall, target_with(request, std::to_string(at.alert)), request.body,
                       again_for(request.ask, *hall)});
}

/// Who goes to a board of one hall is at none of another.
std::optional<Response> Relay::pass_to_attend(const Passed& request) {
  boost::system::error_code error;
  auto value = boost::json::parse(request.body, error);
  auto* const board = error || !value.is_object() ? nullptr : value.get_object().if_contains("board");
  if (board == nullptr || !board->is_string()) return std::nullopt;
  const auto at = board_at_hall(std::string_view{board->get_string()});
  if (!at && !board->get_string().empty())
    return server::refusal(404, RefusalKind::not_found, "There is no such board.");
  std::optional<Response> answered;
  for (const auto& [name, hall] : hall_.book().halls()) {
    const bool is_it = at && name == at->hall;
    if (!is_it && away(name)) continue;
    *board = is_it ? at->board : std::string{};
    Part part{name, request.target_text, boost::json::serialize(value), again_for(request.ask, name)};
    if (is_it || (!at && !answered))
      answered = ask(request, std::move(part));
    else
      ask(request, std::move(part), [](const Response&) {});
  }
  return answered ? answered : server::json(std::string{R"({"at_boards":[]})"});
}

std::optional<Response> Relay::pass_to_all(const Passed& request, const char* count) {
  std::vector<std::string> halls;
  for (const auto& [name, hall] : hall_.book().halls())
    if (!away(name)) halls.push_back(name);
  if (halls.empty()) return options_.secret.empty() ? away({}) : unavailable("No hall is connected.");
  Response response;
  response.elsewhere = [this, request, halls, count](const Done& done) {
    struct Sum {
      std::size_t open;
      std::int64_t count = 0;
      std::optional<Response> refused;
    };
    auto sum = std::make_shared<Sum>(Sum{halls.size(), 0, {}});
    for (const std::string& hall : halls)
      ask(request, {hall, request.target_text, request.body, {}}, [sum, done, count](Response each) {
        boost::system::error_code error;
        const auto value = boost::json::parse(*each.body, error);
        const auto* own = error || !value.is_object() ? nullptr : value.get_object().if_contains(count);
        if (each.status != 200)
          sum->refused = std::move(each);
        else if (own != nullptr && own->is_int64())
          sum->count += own->get_int64();
        if (--sum->open != 0) return;
        if (sum->refused) return done(*std::move(sum->refused));
        done(server::json(json::object_text([&](json::Object& o) { o.number(count, sum->count); })));
      });
  };
  return response;
}

Response Relay::ask(const Passed& request, Part part) {
  Response response;
  response.elsewhere = [this, request, part = std::move(part)](Done done) {
    ask(request, part, std::move(done));
  };
  return response;
}

void Relay::ask(const Passed& request, Part part, Done done) {
  if (auto refused = away(part.hall)) return done(*std::move(refused));
  const HeardHall& hall = hall_.book().halls().at(part.hall);
  const auto now = Clock::now();
  const auto since = std::chrono::duration_cast<std::chrono::milliseconds>(now - status_heard_.at(part.hall));
  AskMessage message;
  message.centre = options_.centre;
  message.number = ++number_;
  message.run = hall.run;
  message.not_after = hall.clock + since + options_.patience;
  message.request = {request.method, part.target, part.body, request.actor};
  const std::string topic = text_of(options_.root, {part.hall, Channel::ask, {}});
  if (!publish_(topic, payload_of(message, topic, options_.secret)))
    return done(unavailable("The broker cannot be reached: go to the hall's own daemon, or try again."));
  waiting_[message.number] = {part.hall, now + options_.patience, std::move(part.again), std::move(done)};
}

void Relay::hear(std::string_view topic, std::string_view payload) {
  const auto read = read_topic(options_.root, topic);
  if (!read || read->channel != Channel::answer || read->about != options_.centre) return;
  const auto answer = read_answer(payload, topic, options_.secret);
  if (!answer) return;
  const auto found = waiting_.find(answer->number);
  if (found == waiting_.end() || found->second.hall != read->hall) return;
  const Waiting waiting = std::move(found->second);
  waiting_.erase(found);
  waiting.done(response_of(*answer, waiting.again));
}

void Relay::tick(Clock::time_point now) {
  std::vector<Waiting> late;
  for (auto at = waiting_.begin(); at != waiting_.end();) {
    if (at->second.until > now) {
      ++at;
      continue;
    }
    late.push_back(std::move(at->second));
    at = waiting_.erase(at);
  }
  for (const Waiting& each : late)
    each.done(
        unavailable(each.hall + " has not answered: look whether it is done there before you do it again."));
}

}  // namespace jadoube::broker
