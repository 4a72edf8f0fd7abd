// Each request of the corpus, and after it one more: that must not be heard if the first one has left in doubt where it ends,
// and must be if it has not.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/server/malformed/cases.hpp"
#include "tests/server/running_server.hpp"

namespace jadoube::server::malformed {
namespace {

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

}  // namespace
}  // namespace jadoube::server::malformed
