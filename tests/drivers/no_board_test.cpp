// Devices that are no boards, behind a bridge that may be one's: an hour of what they say makes no board of any protocol,
// and nothing piles up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <functional>
#include <random>

#include "drivers/board_table.hpp"

namespace jadoube::drivers {
namespace {

using namespace std::chrono_literals;
using Bytes = std::vector<std::uint8_t>;

Bytes bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

/// What it sends at a time, having heard so much since the last one.
struct Stranger {
  const char* name;
  record::Time period;
  std::function<Bytes(unsigned count, const Bytes& heard, std::mt19937& random)> says;
};
void PrintTo(const Stranger& stranger, std::ostream* out) {
  *out << stranger.name;
}

std::vector<Stranger> strangers() {
  return {
      {"says_nothing", 1s, [](unsigned, const Bytes&, std::mt19937&) { return Bytes{}; }},
      {"repeats_what_it_is_told", 100ms, [](unsigned, const Bytes& heard, std::mt19937&) { return heard; }},
      {"noise", 100ms,
       [](unsigned, const Bytes&, std::mt19937& random) {
         Bytes noise(96);
         for (auto& byte : noise) byte = static_cast<std::uint8_t>(random());
         return noise;
       }},
      {"a_receiver_of_satellites", 1s,
       [](unsigned count, const Bytes&, std::mt19937&) {
         std::array<char, 80> line{};
         std::snprintf(line.data(), line.size(), "$GPGLL,5540.%03u,N,01234.567,E,12%02u%02u,A*%02X\r\n",
                       count % 1000, count / 60 % 60, count % 60, count % 256);
         return bytes_of(line.data());
       }},
      {"a_thermometer", 1s,
       [](unsigned, const Bytes&, std::mt19937& random) {
         return bytes_of("23." + std::to_string(random() % 4) + " C\r\n");
       }},
      {"a_line_that_is_broken", 100ms, [](unsigned, const Bytes&, std::mt19937&) { return Bytes(96, 0x00); }},
      {"a_line_that_is_busy", 100ms, [](unsigned, const Bytes&, std::mt19937&) { return Bytes(96, 0xFF); }},
  };
}

class NoBoard : public ::testing::TestWithParam<Stranger> {};

TEST_P(NoBoard, IsOneOfNoProtocolForAnHour) {
  for (const Protocol& protocol : protocols()) {
    // A LiveChess is named by its address, and is no serial device.
    if (protocol.name == "livechess") continue;
    const auto line = protocol.shared_line == nullptr ? nullptr : protocol.shared_line();
    const auto session = protocol.session({.white_is_near = true, .is_vouched_for = true});
    if (line)
      line->connect({});
    else
      session->connect({});
    std::mt19937 random{11};
    Bytes heard;
    std::size_t written = 0;
    unsigned count = 0;
    for (record::Time now{}; now < 1h; now += GetParam().period) {
      const Bytes said = GetParam().says(count++, std::exchange(heard, {}), random);
      if (line) {
        line->wake(now);
        line->receive(said, now);
        for (const Bytes& command : line->take_commands())
          heard.insert(heard.end(), command.begin(), command.end());
        EXPECT_THAT(line->take_found(), ::testing::IsEmpty()) << protocol.name;
      } else {
        session->wake(now);
        session->receive(said, now);
        for (const Bytes& command : session->take_commands())
          heard.insert(heard.end(), command.begin(), command.end());
        ASSERT_FALSE(session->is_recognised())
            << protocol.name << " after " << now.count() / 1'000'000 << " s";
      }
      written += heard.size();
    }
    // It is asked again and again, and not much: a few bytes a second.
    EXPECT_LT(written, 3600U * 4) << protocol.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Strangers, NoBoard, ::testing::ValuesIn(strangers()),
                         [](const auto& stranger) { return std::string{stranger.param.name}; });

}  // namespace
}  // namespace jadoube::drivers
