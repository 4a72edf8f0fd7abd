// Request lines, addresses, header fields and Host.
#include "tests/server/malformed/cases.hpp"

namespace jadoube::server::malformed {

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

}  // namespace jadoube::server::malformed
