// Where a request ends: lengths, codings, pieces; what its body is said to be; requests that are cut off.
#include "tests/server/malformed/cases.hpp"

namespace jadoube::server::malformed {

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

}  // namespace jadoube::server::malformed
