// Requests that are not what RFC 9112, 9110 and 6455 have, by families, each with the answer that these ask for. After each
// follows one more request: it must not be heard if the first one has left in doubt where it ends, and must be if it has not.
#include <gtest/gtest.h>

#include "tests/server/running_server.hpp"

namespace jadoube::server::malformed {
namespace {

struct Case {
  std::string name;
  std::string bytes;
  /// Any of these; none: the connection ends without an answer.
  std::vector<int> statuses;
  /// Whether the connection can be used any further.
  bool goes_on = false;
  /// Of the answer to the request that follows, if it can.
  int next = 200;
};
using Cases = std::vector<Case>;

constexpr const char* kNext = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
constexpr const char* kLogin = R"({"token":"viewer-token"})";
const std::string kToken = "Authorization: Bearer viewer-token\r\n";

std::string asking(const std::string& target, const std::string& headers = "Host: localhost\r\n") {
  return "GET " + target + " HTTP/1.1\r\n" + headers + "\r\n";
}
std::string post(const std::string& headers, const std::string& body) {
  return "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + headers +
         "\r\n" + body;
}
std::string chunk(const std::string& data) {
  char size[20];
  std::snprintf(size, sizeof size, "%zx\r\n", data.size());
  return size + data + "\r\n";
}
/// As people can read it.
std::string shown(std::string_view bytes) {
  std::string text;
  for (const char c : bytes.substr(0, 60)) {
    char code[8];
    std::snprintf(code, sizeof code, "\\x%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
    text += c >= ' ' && c <= '~' ? std::string{c} : std::string{code};
  }
  return text;
}

/// RFC 9112 2.2 and 3: "Recipients of an invalid request-line SHOULD respond with either a 400 … error".
Cases request_lines() {
  Cases cases;
  const auto wrong = [&](const std::string& line, std::vector<int> statuses = {400}) {
    cases.push_back({shown(line), line + "\r\nHost: localhost\r\n\r\n", std::move(statuses)});
  };
  for (const char* line : {"GET",
                           "GET ",
                           "GET /healthz",
                           "GET /healthz ",
                           " GET /healthz HTTP/1.1",
                           "\tGET /healthz HTTP/1.1",
                           "GET  /healthz HTTP/1.1",
                           "GET /healthz  HTTP/1.1",
                           "GET\t/healthz HTTP/1.1",
                           "GET /healthz\tHTTP/1.1",
                           "GET /healthz HTTP/1.1 ",
                           "GET /healthz HTTP/1.1\t",
                           "GET /healthz HTTP/1.1 x",
                           "GET /health z HTTP/1.1",
                           "GET  HTTP/1.1",
                           "/healthz HTTP/1.1",
                           "HTTP/1.1 200 OK",
                           "GET /healthz HTTP/1.1/",
                           "GET /healthz HTTP/1",
                           "GET /healthz HTTP/1.",
                           "GET /healthz HTTP/.1",
                           "GET /healthz HTTP/11",
                           "GET /healthz HTTP/1.1.1",
                           "GET /healthz HTTP/1.10",
                           "GET /healthz HTTP/01.1",
                           "GET /healthz HTTP/1,1",
                           "GET /healthz HTTP/a.b",
                           "GET /healthz HTTP 1.1",
                           "GET /healthz http/1.1",
                           "GET /healthz Http/1.1",
                           "GET /healthz HTTPS/1.1",
                           "GET /healthz ICY/1.1",
                           "GET /healthz HTTP/+1.1",
                           "GET /healthz HTTP/1.-1",
                           "GET /healthz H\x00TP/1.1",
                           "GET /healthz\vHTTP/1.1",
                           "GET\v/healthz HTTP/1.1",
                           "GET\xa0/healthz HTTP/1.1"})
    wrong(line);
  // RFC 9110 15.6.6, and 2.5: of the same major version a higher minor one is read as ours.
  for (const char* version : {"0.9", "0.0", "2.0", "3.0", "9.9"})
    wrong(std::string{"GET /healthz HTTP/"} + version, {505});
  for (const char* version : {"1.2", "1.9"})
    cases.push_back(
        {version, std::string{"GET /healthz HTTP/"} + version + "\r\nHost: localhost\r\n\r\n", {200}, true});
  wrong("PRI * HTTP/2.0", {505, 400});
  // A method is a token (RFC 9110 9.1).
  for (const char c : std::string_view{"\0\x01\x08\t\n\x0b\x0c\r\x1b\"(),/:;<=>?@[\\]{}\x7f\x80\xff", 30})
    wrong(std::string{"G"} + c + "T /healthz HTTP/1.1");
  wrong(" /healthz HTTP/1.1");
  // RFC 9110 9.1: "unrecognized or not implemented … SHOULD respond with the 501".
  for (const char* method : {"get", "Get", "GETT", "G", "BREW", "GET!", "PROPFIND", "x-y"})
    cases.push_back(
        {method, std::string{method} + " /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", {501}, true});
  for (const char* method : {"OPTIONS", "TRACE", "PATCH", "CONNECT"})
    cases.push_back(
        {method, std::string{method} + " /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", {405, 501}, true});
  for (const char* method : {"POST", "PUT", "DELETE"})
    cases.push_back(
        {method,
         std::string{method} + " /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
         {405},
         true});
  // 2.2: "SHOULD ignore at least one empty line … received prior to the request-line".
  for (const char* before : {"\r\n", "\r\n\r\n"})
    cases.push_back({shown(before), before + asking("/healthz"), {200}, true});
  cases.push_back({"three lines before", "\r\n\r\n\r\n" + asking("/healthz"), {400}});
  // 2.2: a line end is CR LF; a lone LF may be one, and a lone CR must not.
  for (const char* end : {"\n", "\r", "\r\r\n", "\n\r", "\r \n"})
    cases.push_back({std::string{"ends with "} + shown(end),
                     std::string{"GET /healthz HTTP/1.1"} + end + "Host: localhost" + end + end,
                     {400}});
  for (const char* noise :
       {"\x16\x03\x01\x02\x00\x01", "\x80\x2e\x01\x00\x02", "\xff\xfb\x01", "SSH-2.0-x\r\n\r\n", "{}\r\n\r\n",
        "EHLO x\r\n", "* OK\r\n", "<x/>\r\n\r\n", "\n\n\n\n", "\r\n\r\n\r\n\r\n\r\n"})
    cases.push_back({std::string{"noise "} + shown(noise), noise, {400}});
  return cases;
}

/// RFC 9112 3.2 and RFC 3986.
Cases targets() {
  Cases cases;
  for (const char* target :
       {"healthz", "*", "localhost", "localhost:80", "?x", "http:/healthz", "http:healthz"})
    cases.push_back({target, asking(target), {400}, true});
  for (const char* target : {"http://", "http:///healthz", "ftp://localhost/healthz",
                             "http://evil.example@localhost/healthz", "file:///etc/passwd", "://localhost/"})
    cases.push_back({target, asking(target), {400}});
  // Of a whole address the host counts, and not the header.
  for (const char* target : {"http://localhost/healthz", "HTTP://LOCALHOST/healthz",
                             "https://localhost:8064/healthz", "http://localhost/healthz?x=1"})
    for (const char* host : {"localhost", "evil.example"})
      cases.push_back({std::string{target} + " from " + host,
                       asking(target, std::string{"Host: "} + host + "\r\n"),
                       {200},
                       true});
  for (const char* target :
       {"http://evil.example/healthz", "https://evil.example/", "http://elsewhere/healthz"})
    cases.push_back({target, asking(target), {403, 421}, true});
  cases.push_back({"a whole address without Host", asking("http://localhost/healthz", ""), {400}, true});
  cases.push_back({"OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", {200, 204, 405, 501}, true});
  cases.push_back({"CONNECT",
                   "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
                   {400, 403, 405, 501},
                   true});
  cases.push_back(
      {"CONNECT us", "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n", {405, 501}, true});
  cases.push_back({"TRACE *", "TRACE * HTTP/1.1\r\nHost: localhost\r\n\r\n", {400, 405, 501}, true});
  // What no address has.
  for (const char c : std::string_view{"\0\x01\x1f\"<>\\^`{|}#\x7f\x80\xc3\xff", 17})
    cases.push_back({"target with " + shown({&c, 1}), asking(std::string{"/heal"} + c + "thz"), {400}});
  for (const char* path :
       {"/%", "/%4", "/%zz", "/%%20", "/%00", "/%0d%0aX:1", "/%7f", "/%2", "/healthz?%", "/healthz?a=%g1",
        "/../etc/passwd", "/%2e%2e/etc/passwd", "/./healthz", "/a/%2e%2e%2fb/../c"})
    cases.push_back({path, asking(path), {400, 404}, true});
  for (const char* path :
       {"//healthz", "/healthz/", "/HEALTHZ", "/healthz;x", "/healthz%2f", "//evil.example/%2f.."})
    cases.push_back({path, asking(path), {400, 404}, true});
  // RFC 9112 3: lines of 8000 bytes at least; what is longer MUST be answered with 414.
  cases.push_back({"a long address", asking("/healthz?" + std::string(7000, 'a')), {200}, true});
  for (const std::size_t size : {8001U, 9000U, 12000U, 20000U, 70000U})
    cases.push_back({"an address of " + std::to_string(size), asking('/' + std::string(size, 'a')), {414}});
  return cases;
}

/// RFC 9112 5 and RFC 9110 5.
Cases fields() {
  Cases cases;
  const auto with = [&](const std::string& line, std::vector<int> statuses, bool goes_on = false) {
    cases.push_back({shown(line), asking("/healthz", "Host: localhost\r\n" + line + "\r\n"),
                     std::move(statuses), goes_on});
  };
  // 5.1: "no whitespace is allowed between the field name and colon".
  for (const char* line :
       {"X : 1",    "X\t: 1",      "X  :1",    ": 1",           ":",       "X",      "X Y: 1",
        "X\tY: 1",  "\"X\": 1",    "X(Y): 1",  "X,Y: 1",        "X/Y: 1",  "X;Y: 1", "X<Y: 1",
        "X=Y: 1",   "X?Y: 1",      "X@Y: 1",   "[X]: 1",        "X\\Y: 1", "{X}: 1", "X\x01: 1",
        "X\x7f: 1", "\xc3\x9c: 1", "X\xff: 1", "Host localhost"})
    with(line, {400});
  // 5.2: folded lines; 2.2: a blank before the first.
  for (const char* line :
       {"X: a\r\n b", "X: a\r\n\tb", "X:\r\n b", "X: a\r\n \r\n b", "X: a\r\n  Host: evil", "X: a\r\n "})
    with(line, {400});
  for (const char* blank : {" ", "\t", "  "})
    cases.push_back({"a blank before the first line",
                     asking("/healthz", std::string{blank} + "Host: localhost\r\n"),
                     {400}});
  // RFC 9110 5.5: CR, LF and NUL in a value; other controls are invalid too.
  for (const char c : std::string_view{"\0\x01\x07\x08\n\x0b\x0c\r\x0e\x1b\x1f\x7f", 12})
    with("X: a" + std::string{c} + "b", {400});
  with("X: a\nY: b", {400});
  with("X: a\r\rY: b", {400});
  // Values that are odd and allowed.
  for (const char* line : {"X:",
                           "X: ",
                           "X:\t\ta \t",
                           "X: \xc3\xa6",
                           "X: \xff\xfe",
                           "x!#$%&'*+-.^_`|~9: 1",
                           "X: a, b;c=\"d\\\"\"",
                           "Accept-Encoding: gzip;q=nan",
                           "Range: bytes=9-1",
                           "If-None-Match: \"",
                           "Expect: the unexpected",
                           "Connection: keep-alive",
                           "TE: trailers",
                           "Upgrade: h2c",
                           "Date: yesterday",
                           "Max-Forwards: -1",
                           "Transfer_Encoding: chunked",
                           "Content_Length: 7",
                           "Cookie: =;;=",
                           "Cookie: \"",
                           "Via: 1.1 x",
                           "If-Modified-Since: 0",
                           "Content-Length: 0",
                           "Content-Length: 00000"})
    with(line, {200, 417}, true);
  with("Expect: 100-continue", {200, 417}, true);
  // RFC 6585 5.
  with("X: " + std::string(20'000, 'a'), {431});
  with(std::string(20'000, 'a') + ": 1", {431});
  std::string many;
  for (int i = 0; i < 300; ++i) many += "X: 1\r\n";
  with(many + "Y: 1", {431});
  for (int i = 0; i < 3000; ++i) many += "X: 1\r\n";
  with(many + "Y: 1", {431});
  return cases;
}

/// RFC 9112 3.2: "MUST respond with a 400 … to any HTTP/1.1 request message that lacks a Host header field and … contains more
/// than one Host header field line or a Host header field with an invalid field value".
Cases hosts() {
  Cases cases;
  const auto with = [&](const std::string& headers, std::vector<int> statuses) {
    cases.push_back({shown(headers), asking("/healthz", headers), std::move(statuses), true});
  };
  with("", {400});
  with("Host: localhost\r\nHost: localhost\r\n", {400});
  with("Host: localhost\r\nhost: evil.example\r\n", {400});
  with("HOST: evil.example\r\nHost: localhost\r\n", {400});
  with("X-Host: localhost\r\n", {400});
  for (const char* host : {"a b",
                           "localhost evil",
                           "localhost/",
                           "localhost/healthz",
                           "http://localhost",
                           "user@localhost",
                           "localhost:80@evil",
                           "localhost:x",
                           "localhost:80x",
                           "localhost:-1",
                           "localhost:+1",
                           "localhost: 80",
                           "localhost:0x50",
                           "localhost:80:80",
                           "[::1",
                           "::1]",
                           "[]",
                           "[::1]x",
                           "[::1]:",
                           "[::1]:x",
                           "<localhost>",
                           "\"localhost\"",
                           "localhost, localhost",
                           "localhost?x",
                           "localhost#x",
                           "local\\host",
                           "\xc3\xa6.example"})
    with(std::string{"Host: "} + host + "\r\n",
         std::string_view{host} == "[::1]:" ? std::vector{403, 421} : std::vector{400});
  for (const char* host : {"", "evil.example", "localhost.", "localhost:99999", "localhost:0", "127.0.0.2",
                           "[::1]", "0x7f.1", "2130706433", "localhost.evil.example",
                           "127.0.0.1.evil.example", "%6cocalhost", "localhost;x", "localhost,evil"})
    with(std::string{"Host: "} + host + "\r\n", {400, 403, 421});
  cases.push_back({"HTTP/1.0 without Host", "GET /healthz HTTP/1.0\r\n\r\n", {200, 400}});
  return cases;
}

/// RFC 9112 6.2, 6.3: with a length that is none "the server MUST respond with a 400 … and then close the connection".
Cases lengths() {
  Cases cases;
  for (const char* length : {"",
                             " ",
                             "-1",
                             "-0",
                             "+24",
                             "24,",
                             ",24",
                             "24, 24",
                             "24,24",
                             "24, 25",
                             "24 24",
                             "2 4",
                             "24;",
                             "24.0",
                             "2.4e1",
                             "0x18",
                             "18h",
                             "\"24\"",
                             "24x",
                             "x24",
                             "twenty",
                             "\xd9\xa2\xd9\xa4",
                             "24\t24",
                             "99999999999999999999999999",
                             "18446744073709551616",
                             "18446744073709551640",
                             "-18446744073709551592",
                             "1e3",
                             "_24",
                             "24_",
                             "2_4",
                             "NaN",
                             "inf",
                             "0b11000",
                             "024,0"})
    cases.push_back({std::string{"Content-Length: "} + shown(length),
                     post(std::string{"Content-Length: "} + length + "\r\n", kLogin),
                     {400, 413}});
  for (const char* lines :
       {"Content-Length: 24\r\nContent-Length: 25\r\n", "Content-Length: 0\r\nContent-Length: 24\r\n",
        "Content-Length: 24\r\ncontent-length: 0\r\n", "Content-Length: 24\r\nContent-Length: \r\n",
        "Content-Length: 24\r\nContent-Length: -24\r\n", "Content-Length: 24\r\nContent-Length: 24\r\n",
        "Content-Length : 24\r\n", "Content-Length\t: 24\r\n", " Content-Length: 24\r\n",
        "X: 1\r\n Content-Length: 24\r\n", "Content-Length: 2\r\n 4\r\n", "Content-Length: 24\r\n 0\r\n",
        "Content-Length:\v24\r\n", "Content-Length: 24\x0c\r\n"})
    cases.push_back({shown(lines), post(lines, kLogin), {400}});
  cases.push_back({"zeros before", post("Content-Length: 0024\r\n", kLogin), {200}, true});
  cases.push_back({"blanks around", post("Content-Length: \t 24 \t\r\n", kLogin), {200}, true});
  // What is too large, and a body where none belongs.
  for (const char* length : {"1000000", "4294967320", "18446744073709551615"})
    cases.push_back({length, post(std::string{"Content-Length: "} + length + "\r\n", kLogin), {413, 400}});
  cases.push_back({"a body for GET",
                   "GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
                   {400, 413}});
  cases.push_back({"a body for HEAD",
                   "HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
                   {400, 413}});
  // Its rest is no request.
  cases.push_back({"too short a length", post("Content-Length: 23\r\n", kLogin), {400, 422}, true, 400});
  return cases;
}

/// RFC 9112 6.1, 6.3, 7.
Cases codings() {
  Cases cases;
  const std::string pieces = chunk(kLogin) + "0\r\n\r\n";
  for (const char* coding : {"",
                             " ",
                             "identity",
                             "gzip",
                             "xchunked",
                             "chunkedx",
                             "chunked, identity",
                             "chunked, gzip",
                             "chunked, chunked",
                             "chunked,",
                             "chunked;q=1",
                             "chunked ; a=b",
                             "\"chunked\"",
                             "'chunked'",
                             "chun ked",
                             "chun\tked",
                             "chunked\xff",
                             "\xffgzip",
                             "chunk",
                             "cHuNkEd, x",
                             "x",
                             "0",
                             "true",
                             "chunked\\0",
                             "gzip;chunked",
                             "chunked gzip",
                             "=chunked",
                             "chunked=",
                             "c%68unked"})
    cases.push_back({std::string{"Transfer-Encoding: "} + shown(coding),
                     post(std::string{"Transfer-Encoding: "} + coding + "\r\n", pieces),
                     {400, 501}});
  for (const char* coding :
       {"gzip, chunked", "identity, chunked", ", chunked", "deflate , x , chunked", "compress,chunked"})
    cases.push_back({std::string{"Transfer-Encoding: "} + coding,
                     post(std::string{"Transfer-Encoding: "} + coding + "\r\n", pieces),
                     {501, 400}});
  for (const char* lines :
       {"Transfer-Encoding : chunked\r\n", "Transfer-Encoding\t: chunked\r\n",
        " Transfer-Encoding: chunked\r\n", "X: 1\r\n Transfer-Encoding: chunked\r\n",
        "Transfer-Encoding:\r\n chunked\r\n", "Transfer-Encoding:\vchunked\r\n",
        "Transfer-Encoding: chunked\v\r\n", "Transfer-Encoding: chunked\x0c\r\n",
        "X: 1\nTransfer-Encoding: chunked\r\n", "X: 1\rTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\nX: 1\r\n", "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        "Transfer-Encoding: chunked\r\ntransfer-encoding: x\r\n", "\"Transfer-Encoding\": chunked\r\n"})
    cases.push_back({shown(lines), post(lines, pieces), {400, 501}});
  for (const char* lines : {"Transfer-Encoding: chunked\r\n", "TRANSFER-ENCODING:chunked\r\n",
                            "transfer-encoding: \t CHUNKED \t\r\n"})
    cases.push_back({shown(lines), post(lines, pieces), {200}, true});
  cases.push_back({"chunked in HTTP/1.0",
                   "POST /api/v1/session HTTP/1.0\r\nHost: localhost\r\nContent-Type: "
                   "application/json\r\nTransfer-Encoding: chunked\r\n\r\n" +
                       pieces,
                   {400}});
  cases.push_back({"chunked for GET",
                   "GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces,
                   {400, 413}});
  return cases;
}

/// Both at once, in either order and in every spelling that somebody may take for one: RFC 9112 6.1, 6.3.3.
Cases both() {
  Cases cases;
  const std::string pieces = chunk(kLogin) + "0\r\n\r\n";
  for (const char* length :
       {"Content-Length: 0", "Content-Length: 4", "Content-Length: 24", "content-length:31",
        "Content-Length: 1000", "Content-Length: +0", "Content-Length: 0, 0"})
    for (const char* coding :
         {"Transfer-Encoding: chunked", "transfer-encoding:chunked", "Transfer-Encoding: CHUNKED",
          "Transfer-Encoding: x, chunked", "Transfer-Encoding: identity", "Transfer-Encoding:\tchunked",
          "Transfer-Encoding: chunked, x", "Transfer-Encoding : chunked", "Transfer-Encoding:\v chunked"})
      for (const bool length_first : {true, false}) {
        const std::string lines =
            length_first ? std::string{length} + "\r\n" + coding : std::string{coding} + "\r\n" + length;
        cases.push_back({shown(lines), post(lines + "\r\n", pieces), {400, 501}});
      }
  return cases;
}

/// RFC 9112 7.1.
Cases chunks() {
  Cases cases;
  const auto body = [&](const std::string& bytes, std::vector<int> statuses, bool goes_on = false) {
    cases.push_back(
        {shown(bytes), post("Transfer-Encoding: chunked\r\n", bytes), std::move(statuses), goes_on});
  };
  const std::string login = kLogin;
  const std::string last = "0\r\n\r\n";
  for (const char* size : {"",
                           " 18",
                           "\t18",
                           "-18",
                           "+18",
                           "0x18",
                           "x",
                           "18x",
                           "18 18",
                           "1 8",
                           "18h",
                           "$18",
                           "18,",
                           "1.8",
                           "18\v",
                           "18\x01",
                           "\"18\"",
                           "fffffffffffffffff",
                           "100000000000000018",
                           "-0"})
    body(size + std::string{"\r\n"} + login + "\r\n" + last, {400, 413});
  for (const char* end : {"\n", "\r", "\r\r\n", "\n\r\n", "\r\nX", " \n"})
    body(std::string{"18"} + end + login + "\r\n" + last, {400, 422});
  for (const char* end : {"", "\n", "\r", "X\r\n", " \r\n", "\r\r\n", "\r\n\r\n", "\r\n "})
    body("18\r\n" + login + end + last, {400, 422});
  body("17\r\n" + login + "\r\n" + last, {400});
  body("19\r\n" + login + "\r\n" + last, {400});
  body("ffffffffffffffff\r\n" + login + "\r\n" + last, {400, 413});
  body("7fffffffffffffff\r\n" + login + "\r\n" + last, {400, 413});
  body("fffffff\r\n" + login + "\r\n" + last, {400, 413});
  for (const char* extension : {";", "; ", ";;", ";=", ";a=", ";a=\"", ";a=\"b", ";a b", ";a=b c", ";a\x01",
                                ";a=\n", ";a=\"\x01\"", " ", "\t", ";\x7f", ";(a)"})
    body(std::string{"18"} + extension + "\r\n" + login + "\r\n" + last, {400});
  for (const char* extension : {";a", ";a=b", ";a=\"b c\"", ";a;b=c", " ; a = b", ";a=\"\\\"\""})
    body(std::string{"18"} + extension + "\r\n" + login + "\r\n" + last, {200}, true);
  for (const char* size : {"018", "0000000018", "18"})
    body(std::string{size} + "\r\n" + login + "\r\n" + last, {200}, true);
  body("18\r\n" + login + "\r\n000\r\n\r\n", {200}, true);
  body("18\r\n" + login + "\r\n0;a=b\r\n\r\n", {200}, true);
  body("18;" + std::string(100'000, 'a') + "\r\n" + login + "\r\n" + last, {400, 413, 431});
  // Trailers are read and forgotten: they must not come to mean anything (RFC 9110 6.5.1).
  const std::string data = chunk(login);
  for (const char* trailer :
       {"X: 1\r\n", "X: 1\r\nY: 2\r\n", "Authorization: Bearer admin-token\r\n", "Host: evil.example\r\n"})
    body(data + "0\r\n" + trailer + "\r\n", {200}, true);
  for (const char* trailer : {"Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n", "X\r\n", ": 1\r\n",
                              "X : 1\r\n", "X: \x01\r\n", "X: 1\n"})
    body(data + "0\r\n" + trailer + "\r\n", {400});
  body(data + "0\r\nX: " + std::string(100'000, 'a') + "\r\n\r\n", {400, 413, 431});
  return cases;
}

/// RFC 9110 8.3, 8.4, 10.1.1.
Cases contents() {
  Cases cases;
  const std::string length = "Content-Length: 24\r\n";
  for (const char* coding : {"gzip", "identity", "br", "x", "", "gzip, gzip", "GZIP"})
    cases.push_back({std::string{"Content-Encoding: "} + coding,
                     post(length + "Content-Encoding: " + coding + "\r\n", kLogin),
                     {415}});
  for (const char* type : {"", "text/html", "application/x-www-form-urlencoded",
                           "multipart/form-data; boundary=x", "application/json2", "application", "json", "/",
                           "application/ json", "application/json, text/plain", "text/json", "*/*"})
    cases.push_back({std::string{"Content-Type: "} + type,
                     std::string{"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: "} +
                         type + "\r\n" + length + "\r\n" + kLogin,
                     {415}});
  cases.push_back(
      {"no type", "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\n" + length + "\r\n" + kLogin, {415}});
  for (const char* json : {"", "{", "[]", "null", "\"token\"", "{}{}", "{\"token\":}", "{'token':1}",
                           "\xff\xfe", "{\"token\":\"\xff\"}", "{\"token\":\"\\ud800\"}", "{\"token\":1e999}",
                           "{\"token\":\"a\" }x", "{\"token\":\"\n\"}", "{\"token\":\"x\",}"}) {
    const std::string body = json;
    cases.push_back({"JSON " + shown(body),
                     post("Content-Length: " + std::to_string(body.size()) + "\r\n", body),
                     {400, 401, 422},
                     true});
  }
  const std::string deep = std::string(5000, '[') + std::string(5000, ']');
  cases.push_back({"JSON, deep",
                   post("Content-Length: " + std::to_string(deep.size()) + "\r\n", deep),
                   {400, 413, 422},
                   true});
  return cases;
}

/// RFC 6455 4.2.1, 4.2.2.
Cases handshakes() {
  Cases cases;
  constexpr const char* kKey = "dGhlIHNhbXBsZSBub25jZQ==";
  const auto ask = [&](const std::string& name, const std::string& line, const std::string& upgrade,
                       const std::string& connection, const std::string& version, const std::string& key,
                       std::vector<int> statuses, bool goes_on = false) {
    std::string headers = "Host: localhost\r\n" + kToken;
    if (!upgrade.empty()) headers += "Upgrade: " + upgrade + "\r\n";
    if (!connection.empty()) headers += "Connection: " + connection + "\r\n";
    if (!version.empty()) headers += "Sec-WebSocket-Version: " + version + "\r\n";
    if (!key.empty()) headers += "Sec-WebSocket-Key: " + key + "\r\n";
    cases.push_back({name, line + "\r\n" + headers + "\r\n", std::move(statuses), goes_on});
  };
  const std::string get_live = "GET /api/v1/live HTTP/1.1";
  for (const char* version : {"", "0", "8", "12", "14", "255", "-13", "013", "13, 8", "13.0", "x", " 13x"})
    ask(std::string{"version "} + version, get_live, "websocket", "Upgrade", version, kKey, {426, 400});
  for (const char* key :
       {"", "x", "dGhlIHNhbXBsZSBub25jZQ",
        "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ===", "dGhlIHNhbXBsZSBub25jZT09", "AAAA",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "dGhlIHNhbXBsZ!Bub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ==x",
        "dGhlIHNhbXBsZSBub25jZQ==, dGhlIHNhbXBsZSBub25jZQ==", "\xff"})
    ask(std::string{"key "} + key, get_live, "websocket", "Upgrade", "13", key, {400});
  // Not asked for as the RFC has it: an ordinary request for what speaks WebSocket only.
  for (const char* upgrade : {"", "h2c", "websockets", "web socket", "\"websocket\"", "WebSocke"})
    ask(std::string{"upgrade "} + upgrade, get_live, upgrade, "Upgrade", "13", kKey, {426, 400}, true);
  for (const char* connection : {"", "keep-alive", "Upgraded"})
    ask(std::string{"connection "} + connection, get_live, "websocket", connection, "13", kKey, {426, 400},
        true);
  ask("HTTP/1.0", "GET /api/v1/live HTTP/1.0", "websocket", "Upgrade", "13", kKey, {400, 426});
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS"})
    ask(method, std::string{method} + " /api/v1/live HTTP/1.1", "websocket", "Upgrade", "13", kKey,
        {400, 405, 501}, true);
  ask("HEAD", "HEAD /api/v1/live HTTP/1.1", "websocket", "Upgrade", "13", kKey, {400, 405, 426}, true);
  ask("where there is none", "GET /healthz HTTP/1.1", "websocket", "Upgrade", "13", kKey, {200}, true);
  ask("with a body", get_live, "websocket", "Upgrade", "13", std::string{kKey} + "\r\nContent-Length: 5",
      {400, 413});
  ask("in pieces", get_live, "websocket", "Upgrade", "13",
      std::string{kKey} + "\r\nTransfer-Encoding: chunked", {400, 413});
  ask("two keys", get_live, "websocket", "Upgrade", "13",
      std::string{kKey} + "\r\nSec-WebSocket-Key: " + kKey, {400});
  ask("two versions", get_live, "websocket", "Upgrade", "13",
      std::string{kKey} + "\r\nSec-WebSocket-Version: 13", {400, 426});
  ask("folded", get_live, "websocket", "Upgrade", "13", std::string{kKey} + "\r\n x", {400});
  return cases;
}

/// RFC 9112 8: an incomplete request; nothing of it is done.
Cases incomplete() {
  Cases cases;
  const std::string whole = post("Content-Length: 24\r\n", kLogin);
  for (std::size_t size = 0; size < whole.size(); size += 9)
    cases.push_back({"cut at " + std::to_string(size), whole.substr(0, size), {}});
  const std::string pieces = post("Transfer-Encoding: chunked\r\n", chunk(kLogin) + "0\r\n\r\n");
  for (std::size_t size = pieces.size() - 34; size < pieces.size(); size += 3)
    cases.push_back({"cut in pieces at " + std::to_string(size), pieces.substr(0, size), {}});
  return cases;
}

/// The statuses of all answers in the bytes, each with its Content-Length.
std::vector<int> statuses_in(std::string_view bytes, const std::string& request) {
  std::vector<int> found;
  while (bytes.starts_with("HTTP/1.1 ")) {
    found.push_back(std::stoi(std::string{bytes.substr(9, 3)}));
    const std::size_t end = bytes.find("\r\n\r\n");
    if (end == std::string_view::npos) break;
    const std::size_t at = bytes.find("Content-Length: ");
    const bool has_body = at < end && !(found.size() == 1 && request.starts_with("HEAD "));
    const std::size_t length = has_body ? std::stoul(std::string{bytes.substr(at + 16, 10)}) : 0;
    bytes.remove_prefix(std::min(bytes.size(), end + 4 + length));
  }
  return found;
}

class Malformed : public ::testing::Test {
 protected:
  void try_all(const Cases& cases) {
    for (const Case& each : cases) {
      SCOPED_TRACE(each.name);
      RawClient client{running_.port};
      const bool is_cut = each.statuses.empty();
      client.send(is_cut ? each.bytes : each.bytes + kNext);
      client.finish_sending();
      const std::string answers = client.read_until_closed(std::chrono::seconds{20});
      EXPECT_TRUE(client.is_closed);
      const std::vector<int> statuses = statuses_in(answers, each.bytes);
      if (is_cut) {
        EXPECT_EQ(answers, "");
        continue;
      }
      ASSERT_FALSE(statuses.empty()) << shown(answers);
      EXPECT_NE(std::ranges::find(each.statuses, statuses.front()), each.statuses.end()) << statuses.front();
      EXPECT_EQ(statuses.size(), each.goes_on ? 2 : 1);
      if (each.goes_on) {
        EXPECT_EQ(statuses.back(), each.next);
      }
    }
    // Whatever came, nobody has logged in who did not mean to, and the server is there.
    RecordProperty("cases", static_cast<int>(cases.size()));
    RawClient client{running_.port};
    client.send(kNext);
    EXPECT_TRUE(client.read_answer().starts_with("HTTP/1.1 200 "));
  }

 private:
  RunningServer running_{};
};

TEST_F(Malformed, RequestLines) {
  try_all(request_lines());
}
TEST_F(Malformed, Targets) {
  try_all(targets());
}
TEST_F(Malformed, Fields) {
  try_all(fields());
}
TEST_F(Malformed, Hosts) {
  try_all(hosts());
}
TEST_F(Malformed, Lengths) {
  try_all(lengths());
}
TEST_F(Malformed, Codings) {
  try_all(codings());
}
TEST_F(Malformed, LengthsAndCodingsAtOnce) {
  try_all(both());
}
TEST_F(Malformed, Chunks) {
  try_all(chunks());
}
TEST_F(Malformed, Contents) {
  try_all(contents());
}
TEST_F(Malformed, Handshakes) {
  try_all(handshakes());
}
TEST_F(Malformed, RequestsThatAreCutOff) {
  try_all(incomplete());
}

TEST(MalformedCorpus, IsOfHundreds) {
  std::size_t count = 0;
  for (const auto& family : {request_lines(), targets(), fields(), hosts(), lengths(), codings(), both(),
                             chunks(), contents(), handshakes(), incomplete()})
    count += family.size();
  EXPECT_GE(count, 600U);
}

// ---- frames

struct FrameCase {
  std::string name;
  std::string bytes;
  /// Of the frame that closes the connection (RFC 6455 7.4.1).
  std::vector<unsigned> codes;
};

/// `first` is the byte with FIN and the opcode. A client's frames are masked.
std::string frame(unsigned first, const std::string& payload, bool masked = true) {
  std::string bytes{static_cast<char>(first)};
  const unsigned mask = masked ? 0x80U : 0;
  if (payload.size() < 126) {
    bytes += static_cast<char>(mask | payload.size());
  } else {
    bytes += static_cast<char>(mask | 126U);
    bytes += static_cast<char>(payload.size() >> 8U);
    bytes += static_cast<char>(payload.size() & 0xFFU);
  }
  if (masked) bytes += std::string(4, '\0');
  return bytes + payload;
}

std::vector<FrameCase> frames() {
  std::vector<FrameCase> cases;
  // 5.1: "MUST close the connection upon receiving a frame that is not masked".
  cases.push_back({"not masked", frame(0x81, R"({"ping":1})", false), {1002}});
  // 5.2: reserved bits and opcodes.
  for (const unsigned bits : {0x40U, 0x20U, 0x10U, 0x70U})
    cases.push_back({"reserved bits " + std::to_string(bits), frame(0x81U | bits, R"({"ping":1})"), {1002}});
  for (const unsigned opcode : {3U, 4U, 5U, 6U, 7U, 11U, 12U, 13U, 14U, 15U})
    cases.push_back({"opcode " + std::to_string(opcode), frame(0x80U | opcode, ""), {1002}});
  // 5.4, 5.5: fragments and control frames.
  cases.push_back({"goes on without a beginning", frame(0x80, "x"), {1002}});
  cases.push_back({"begins within a message", frame(0x01, "{") + frame(0x81, "}"), {1002}});
  for (const unsigned opcode : {8U, 9U, 10U}) {
    cases.push_back({"control in fragments " + std::to_string(opcode), frame(opcode, ""), {1002}});
    cases.push_back(
        {"large control " + std::to_string(opcode), frame(0x80U | opcode, std::string(126, 'x')), {1002}});
  }
  // 5.2: "the minimal number of bytes MUST be used".
  cases.push_back(
      {"length in too many bytes", std::string("\x81\xfe\x00\x0a\0\0\0\0", 8) + R"({"ping":1})", {1002}});
  cases.push_back({"length with its first bit",
                   std::string("\x81\xff\x80\0\0\0\0\0\0\x0a\0\0\0\0", 14) + R"({"ping":1})",
                   {1002, 1009}});
  cases.push_back({"length of everything",
                   std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14),
                   {1002, 1009}});
  // 8.1: text is UTF-8.
  for (const char* text : {"\xff", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "{\"ping\":\x80}"})
    cases.push_back({std::string{"text "} + shown(text), frame(0x81, text), {1007}});
  // 5.5.1, 7.4: what may stand in a frame that closes.
  cases.push_back({"close with one byte", frame(0x88, "x"), {1002}});
  for (const unsigned code : {0U, 999U, 1004U, 1005U, 1006U, 1015U, 1016U, 2999U})
    cases.push_back({"close with " + std::to_string(code),
                     frame(0x88, {static_cast<char>(code >> 8U), static_cast<char>(code & 0xFFU)}),
                     {1002}});
  cases.push_back({"close with no text", frame(0x88, "\x03\xe8\xff\xff"), {1002, 1007}});
  // What our protocol has not.
  cases.push_back({"bytes", frame(0x82, R"({"ping":1})"), {1003, 1008}});
  for (const char* text : {"", "{", "[]", "{}", "ping", R"({"ping":"x"})", R"({"since":-1})",
                           R"({"watch":1})", R"({"watch":[1]})", R"({"x":1})", R"({"ping":1,"since":2})",
                           R"({"ping":1}{"ping":2})", "\xef\xbb\xbf{\"ping\":1}"})
    cases.push_back({std::string{"message "} + text, frame(0x81, text), {1008}});
  cases.push_back({"too large a message",
                   frame(0x01, std::string(40'000, 'x')) + frame(0x80, std::string(40'000, 'x')),
                   {1009}});
  return cases;
}

/// The code of the frame that closes; 0: there is none.
unsigned close_code(std::string_view bytes) {
  while (bytes.size() >= 2) {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
    };
    const std::size_t head = byte(1) == 126 ? 4 : 2;
    if (bytes.size() < head) break;
    const std::size_t size = head == 4 ? byte(2) << 8U | byte(3) : byte(1);
    if (byte(0) == 0x88 && size >= 2 && bytes.size() >= head + 2)
      return static_cast<unsigned>(byte(head) << 8U | byte(head + 1));
    bytes.remove_prefix(std::min(bytes.size(), head + size));
  }
  return 0;
}

TEST(MalformedFrames, CloseTheWebSocketWithTheirCode) {
  RunningServer running;
  for (const FrameCase& each : frames()) {
    SCOPED_TRACE(each.name);
    RawClient client{running.port};
    client.send(asking("/api/v1/live",
                       "Host: localhost\r\n" + kToken +
                           "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
    const std::string accepted =
        client.read([](const std::string& text) { return text.find("\r\n\r\n") != std::string::npos; });
    ASSERT_TRUE(accepted.starts_with("HTTP/1.1 101 ")) << accepted;
    client.send(each.bytes);
    std::string answer = accepted.substr(accepted.find("\r\n\r\n") + 4);
    answer += client.read([&](const std::string& text) { return close_code(answer + text) != 0; },
                          std::chrono::seconds{20});
    const unsigned code = close_code(answer);
    EXPECT_NE(std::ranges::find(each.codes, code), each.codes.end()) << code;
  }
}

}  // namespace
}  // namespace jadoube::server::malformed
