#include <algorithm>
#include <boost/beast/http.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "bench/worst/counted.hpp"
#include "bench/worst/quarries.hpp"
#include "chess/pgn.hpp"
#include "daemon/config.hpp"
#include "laws/library.hpp"
#include "laws/table.hpp"
#include "record/line_splitter.hpp"
#include "record/scanlog_jsonl.hpp"
#include "record/text_log.hpp"
#include "server/api.hpp"
#include "server/head.hpp"
#include "server/live_request.hpp"
#include "server/secret.hpp"
#include "tests/server/fake_hall.hpp"
#include "tournament/pairing_file.hpp"

namespace jadoube::bench {

namespace {

/// What is shorter counts as if it were as long: else the shortest that is taken at all would be the worst.
constexpr std::size_t kShortest = 4096;
constexpr std::size_t kLongest = 16'384;

/// Run in the project's root.
std::vector<std::string> seeds_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator{folder, missing})
    names.push_back(entry.path().string());
  std::sort(names.begin(), names.end());
  std::vector<std::string> seeds;
  for (const std::string& name : names) {
    std::ifstream in{name, std::ios::binary};
    seeds.emplace_back(std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{});
  }
  return seeds;
}

template <class Read>
std::function<Cost(const std::string&)> counted(const Read& read) {
  return [read](const std::string& input) {
    const std::uint64_t start = cost_so_far();
    read(input);
    return Cost{cost_so_far() - start, std::max(input.size(), kShortest)};
  };
}

void read_games(const std::string& text) {
  for (const chess::PgnGame& game : chess::read_pgn(text)) static_cast<void>(to_pgn(game.record));
}

void read_law(const std::string& text) {
  static const laws::Library library;
  const auto law = library.check({"law.toml", text});
  if (law) static_cast<void>(describe(*law));
}

void read_settings(const std::string& text) {
  const auto config = daemon::read_config(text, "jadoube.toml");
  if (config) static_cast<void>(to_toml(*config));
}

void read_round(const std::string& text) {
  static_cast<void>(arbiter::read_pairings(text, 1, [](std::string_view) { return false; }));
}

void read_log(const std::string& text) {
  record::TextLog reader{"log", [](const record::Problem&) {}};
  record::LineSplitter splitter;
  splitter.add(text);
  splitter.end();
  record::Entry entry;
  while (const auto line = splitter.next()) {
    if (reader.take(*line, entry)) static_cast<void>(to_json(entry.record));
    if (reader.refusal() || line->kind == record::LineSplitter::Kind::end) return;
  }
}

/// As it would come from a client that says how long its body is.
std::string with_length(const std::string& bytes) {
  const std::size_t line = bytes.find("\r\n");
  const std::size_t head = bytes.find("\r\n\r\n");
  if (head == std::string::npos || bytes.find("Content-Length") < head) return bytes;
  return bytes.substr(0, line) + "\r\nContent-Length: " + std::to_string(bytes.size() - head - 4) +
         bytes.substr(line);
}

std::optional<server::Request> request_from(const std::string& bytes, const server::Limits& limits) {
  constexpr std::size_t kPiece = 64;
  server::HeadScan head{limits.head};
  for (std::size_t size = kPiece; !head.is_complete() && !head.fault(); size += kPiece) {
    head.look(std::string_view{bytes}.substr(0, size));
    if (size >= bytes.size()) break;
  }
  if (!head.is_complete() || head.fault()) return std::nullopt;
  boost::beast::http::request_parser<boost::beast::http::string_body> parser;
  parser.eager(true);
  parser.header_limit(static_cast<std::uint32_t>(limits.head));
  parser.body_limit(limits.body);
  boost::system::error_code error;
  parser.put(boost::asio::buffer(bytes), error);
  if (error || !parser.is_done()) return std::nullopt;
  server::Request request;
  const auto& message = parser.get();
  request.method = server::method_from_name({message.method_string().data(), message.method_string().size()});
  request.target.assign(message.target().data(), message.target().size());
  for (const auto& field : message)
    request.headers.emplace_back(std::string{field.name_string()}, std::string{field.value()});
  request.body = message.body();
  request.peer = {"127.0.0.1", "127.0.0.1", true, false};
  return request;
}

Cost answer(const std::string& input) {
  static const server::Page page{{}};
  static const server::Counts counts;
  static const server::Limits limits;
  const std::string bytes = with_length(input);
  server::FakeHall hall;
  server::FakeTokens tokens;
  static_cast<void>(tokens.add("arbiter", arbiter::Role::arbiter, server::sha256_hex("t")));
  server::LoginBook logins{"", std::chrono::hours{1}, std::chrono::system_clock::now};
  server::Authorizer authorizer{hall, tokens, logins, {}, std::chrono::system_clock::now};
  server::Api api{{hall, authorizer, tokens, page, counts, limits, "0", "",
                   [](unsigned) { return std::make_shared<const std::string>("1. e4 *"); }, [] {}}};
  const std::uint64_t start = cost_so_far();
  if (const auto request = request_from(bytes, limits)) {
    static_cast<void>(server::read_live_request(request->body));
    const auto admission = api.admit(*request);
    if (!admission.refused) {
      const server::Response response = api.answer(admission, *request);
      const server::Response made = response.later ? response.later() : response;
      if (made.then) static_cast<void>(made.then());
    }
  }
  return {cost_so_far() - start, std::max(bytes.size(), kShortest)};
}

/// So often that the whole is nearly as long as an input may be: the head of a request has no more room.
std::string filled(std::string text, std::string_view again) {
  while (text.size() + again.size() <= kLongest - 1024) text += again;
  return text;
}

Quarry text(std::string_view name, std::string_view seeds, std::vector<std::string> words,
            std::function<Cost(const std::string&)> run, const std::string& worst = {}) {
  Quarry quarry;
  quarry.name = name;
  quarry.unit = "byte";
  quarry.longest = kLongest;
  quarry.seeds = seeds_in("tests/fuzz/seeds/" + std::string{seeds});
  if (!worst.empty()) quarry.seeds.insert(quarry.seeds.begin(), worst);
  quarry.words = std::move(words);
  quarry.run = std::move(run);
  return quarry;
}

}  // namespace

std::vector<Quarry> text_quarries() {
  const std::vector<std::string> toml{
      "[", "]", "[[", "]]", "{",     "}",       "=",   "\n", "\"",   "\"\"\"", "'''",       ".",
      ",", "#", "a.", "a=", "a=[[[", "\\u00e9", "1e9", "0x", "true", "a={a={", "[a.a.a]\n", "[[a]]\n"};
  return {
      text("pgn", "pgn", {"(",        ")",
                          "{",        "}",
                          "$1 ",      ";",
                          "\n",       "1. e4 ",
                          "e5 ",      "Nf3 ",
                          "N",        "x",
                          "O-O ",     "*\n",
                          "1-0\n",    "[A \"",
                          "\"]\n",    "%",
                          "--",       "[FEN \"",
                          "Qa1b2c3 ", "a8=Q ",
                          "\\\"",     "Nb1xc3 ",
                          "(e4 ",     "Q1Q1Q1Q1/Q1Q1Q1Q1/Q1Q1Q1Q1/Q1Q1Q1Q1/8/8/k7/7K w - - 0 1"},
           counted(read_games), filled({}, "1. e4 e5 *\n")),
      text("law", "law", toml, counted(read_law)),
      text("config", "config", toml, counted(read_settings)),
      text("pairings", "pairings",
           {",", "\n", "\"", ";", "\t", "001 ", "   1", "012 ", "XXR 1\n", "board,white,black\n", "1,A,B\n"},
           counted(read_round), filled("board,white,black,law\n", "1,A,B,x\n")),
      text("scanlog", "scanlog_jsonl",
           {"{", "}", "[", "]", ":", ",", "\"", "\\u0041", "\\\\", "\n", "\"t_us\":1", "\"type\":\"scan\"",
            "1e1", "{\"a\":", "[[[["},
           counted(read_log)),
      text("http", "http",
           {"\r\n",
            "a: b\r\n",
            "GET / HTTP/1.1\r\n",
            "POST /api/v1/boards/a/arbiter HTTP/1.1\r\n",
            "Cookie: ",
            "a=b; ",
            "%41",
            "?",
            "&",
            "a=1&",
            "/",
            "..",
            "Authorization: Bearer t\r\n",
            "Host: localhost\r\n",
            "{",
            "}",
            "[",
            "\"a\":",
            "\\u0041",
            ",",
            "Accept-Encoding: gzip;q=0.5, ",
            "X-Forwarded-For: 1.1.1.1, ",
            "If-None-Match: \"a\", ",
            "Range: bytes=0-1,"},
           answer,
           filled("GET /api/v1/snapshot HTTP/1.1\r\nHost: localhost\r\nCookie: ", "a=b; ") + "\r\n\r\n"),
  };
}

}  // namespace jadoube::bench
