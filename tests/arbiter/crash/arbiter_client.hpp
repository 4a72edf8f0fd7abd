// An arbiter: a program that sees what the daemon shows over a WebSocket, does things over HTTP, and
// remembers what it was shown, and which answers it got.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/json.hpp>

#include "tests/arbiter/crash/table.hpp"

namespace jadoube::tests {

/// Everything that the daemon has told somebody, over all its runs.
struct Promised {
  struct Shown {
    std::string board, log, kind;
    std::uint64_t finding = 0;
    friend auto operator<=>(const Shown&, const Shown&) = default;
  };
  std::map<std::uint64_t, Shown> shown;
  std::set<std::uint64_t> acknowledged;
  /// Before the store was lost: they are to be there again, under whatever number.
  std::set<Shown> shown_before;
  std::size_t acknowledged_before = 0;
  struct Entered {
    std::string board;
    std::uint64_t finding = 0;
    std::string state;  // "confirmed" or "dismissed"
    friend auto operator<=>(const Entered&, const Entered&) = default;
  };
  std::set<Entered> entered;
  /// How many results were entered at each board, and which numbers it was given.
  std::map<std::string, unsigned> results;
  std::map<std::string, std::set<unsigned>> numbers;
  /// Of each board, in log time: the scans that were shown, and when.
  struct ToldScan {
    std::int64_t t_us = 0;
    std::chrono::steady_clock::time_point heard;
  };
  std::map<std::string, std::vector<ToldScan>> scans;
  std::size_t scans_shown = 0;
};

/// For one run of the daemon.
class ArbiterClient : public std::enable_shared_from_this<ArbiterClient> {
 public:
  ArbiterClient(boost::asio::io_context& io, std::uint16_t port, std::string token, Promised& promised,
                std::vector<std::unique_ptr<Table>>& tables, unsigned seed)
      : token_{std::move(token)},
        where_{boost::asio::ip::address_v4::loopback(), port},
        promised_{promised},
        tables_{tables},
        random_{seed},
        live_{io},
        asking_{io},
        timer_{io} {}

  void begin() {
    const auto self = shared_from_this();
    live_.next_layer().async_connect(where_, [self](Error error) {
      if (error) return;
      // The stream keeps the decorator: it must not keep the stream.
      self->live_.set_option(boost::beast::websocket::stream_base::decorator(
          [token = self->token_](boost::beast::websocket::request_type& ask) {
            ask.set("Authorization", "Bearer " + token);
          }));
      self->live_.async_handshake("localhost", "/api/v1/live", [self](Error failed) {
        if (failed) return;
        boost::json::array ids;
        for (const auto& table : self->tables_) ids.emplace_back(table->id());
        self->text_ = boost::json::serialize(boost::json::object{{"watch", ids}});
        self->live_.async_write(boost::asio::buffer(self->text_), [self](Error not_written, std::size_t) {
          if (!not_written) self->listen();
        });
      });
    });
    asking_.async_connect(where_, [self](Error error) {
      if (!error) self->act_later();
    });
  }
  void end() {
    Error ignored;
    live_.next_layer().close(ignored);
    asking_.close(ignored);
    timer_.cancel();
  }

 private:
  using Error = boost::system::error_code;
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  using Answer = boost::beast::http::response<boost::beast::http::string_body>;

  // --- what is shown
  void listen() {
    live_.async_read(heard_, [self = shared_from_this()](Error error, std::size_t) {
      if (error) return;
      const std::string text = boost::beast::buffers_to_string(self->heard_.data());
      self->heard_.clear();
      self->hear(boost::json::parse(text));
      self->listen();
    });
  }

  static std::string text(const boost::json::value& object, const char* member) {
    return std::string{object.at(member).as_string()};
  }

  void hear(const boost::json::value& message) {
    const std::string type = text(message, "type");
    if (type == "snapshot")
      for (const auto& alert : message.at("alerts").as_array()) see(alert);
    if (type == "alert") see(message.at("alert"));
    if (type != "scan") return;
    ++promised_.scans_shown;
    promised_.scans[text(message, "board")].push_back(
        {message.at("t_us").to_number<std::int64_t>(), std::chrono::steady_clock::now()});
  }

  void see(const boost::json::value& alert) {
    const auto id = alert.at("id").to_number<std::uint64_t>();
    const auto finding = alert.at("finding").at("id").to_number<std::uint64_t>();
    const Promised::Shown one{text(alert, "board"), text(alert, "log"), text(alert.at("finding"), "kind"),
                              finding};
    const auto [known, is_new] = promised_.shown.emplace(id, one);
    EXPECT_EQ(known->second, one) << "alert " << id << " has become another";
    if (text(alert, "status") == "closed")
      open_.erase(id);
    else
      open_[id] = {one.board, finding, alert.at("past").as_bool()};
  }

  // --- what is done
  void act_later() {
    timer_.expires_after(std::chrono::milliseconds{5 + random_() % 30});
    timer_.async_wait([self = shared_from_this()](Error error) {
      if (!error) self->act();
    });
  }

  void act() {
    for (const auto& table : tables_)
      if (table->is_over())
        return ask("POST", "/api/v1/boards/" + table->id() + "/arbiter",
                   R"({"action":"result","result":"1/2-1/2"})", [this, &table = *table](bool granted) {
                     if (granted) ++promised_.results[table.id()];
                     table.play_next();
                   });
    if (open_.empty() || random_() % 4 == 0) {
      const std::string& board = tables_[random_() % tables_.size()]->id();
      const unsigned number = 1 + static_cast<unsigned>(random_() % 90);
      return ask("PUT", "/api/v1/boards/" + board + "/number", R"({"number":)" + std::to_string(number) + '}',
                 [this, board, number](bool granted) {
                   if (granted) promised_.numbers[board].insert(number);
                 });
    }
    auto each = open_.begin();
    std::advance(each, static_cast<std::ptrdiff_t>(random_() % open_.size()));
    const auto [id, of] = *each;
    if (of.past || random_() % 2 == 0)
      return ask("POST", "/api/v1/alerts/" + std::to_string(id) + "/acknowledge", R"({"remark":"seen"})",
                 [this, id = id](bool granted) {
                   if (granted) promised_.acknowledged.insert(id);
                 });
    open_.erase(each);
    const bool confirms = random_() % 2 == 0;
    ask("POST", "/api/v1/boards/" + of.board + "/arbiter",
        R"({"action":")" + std::string{confirms ? "confirm" : "dismiss"} + R"(","finding":)" +
            std::to_string(of.finding) + '}',
        [this, of = of, confirms](bool granted) {
          if (granted) promised_.entered.insert({of.board, of.finding, confirms ? "confirmed" : "dismissed"});
        });
  }

  /// `answered` is called with whether it was granted.
  void ask(const std::string& method, const std::string& target, std::string body,
           std::function<void(bool)> answered) {
    request_ = {};
    request_.method_string(method);
    request_.target(target);
    request_.version(11);
    request_.set("Host", "localhost");
    request_.set("Authorization", "Bearer " + token_);
    request_.set("Content-Type", "application/json");
    request_.body() = std::move(body);
    request_.prepare_payload();
    answer_ = {};
    boost::beast::http::async_write(
        asking_, request_,
        [self = shared_from_this(), answered = std::move(answered)](Error error, std::size_t) mutable {
          if (error) return;
          boost::beast::http::async_read(
              self->asking_, self->answered_, self->answer_,
              [self, answered = std::move(answered)](Error failed, std::size_t) {
                if (failed) return;
                const unsigned status = self->answer_.result_int();
                // It is asked again, or somebody else is.
                if (status == 503 && self->answer_.body().find("is catching up") != std::string::npos)
                  return self->act_later();
                answered(status == 200);
                // Refused is what was true a moment ago; anything else would be
                // a fault of ours.
                EXPECT_TRUE(status == 200 || status == 404 || status == 409) << self->answer_.body();
                self->act_later();
              });
        });
  }

  struct Open {
    std::string board;
    std::uint64_t finding = 0;
    bool past = false;
  };

  std::string token_;
  boost::asio::ip::tcp::endpoint where_;
  Promised& promised_;
  std::vector<std::unique_ptr<Table>>& tables_;
  std::mt19937 random_;
  boost::beast::websocket::stream<boost::asio::ip::tcp::socket> live_;
  boost::asio::ip::tcp::socket asking_;
  boost::asio::steady_timer timer_;
  std::string text_;
  boost::beast::flat_buffer heard_, answered_;
  Request request_;
  Answer answer_;
  std::map<std::uint64_t, Open> open_;
};

}  // namespace jadoube::tests
