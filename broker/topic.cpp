#include "broker/topic.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "json/writer.hpp"
#include "words/direction.hpp"

namespace jadoube::broker {
namespace {

constexpr std::array<std::string_view, 9> kChannels{"status", "server", "board", "event", "lost",
                                                    "replay", "again",  "ask",   "answer"};
constexpr std::size_t kLongestHall = 64;
constexpr std::size_t kLongestAbout = 256;
constexpr std::size_t kLongestRoot = 128;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-' || c == ':';
}

std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return std::nullopt;
}

/// Nothing if level_of() would have written another one: two topics are never one board.
std::optional<std::string> name_of(std::string_view level) {
  std::string name;
  for (std::size_t i = 0; i < level.size(); ++i) {
    if (level[i] != '%') {
      name += level[i];
      continue;
    }
    if (i + 2 >= level.size()) return std::nullopt;
    const auto high = digit(level[i + 1]);
    const auto low = digit(level[i + 2]);
    if (!high || !low) return std::nullopt;
    name += static_cast<char>(*high << 4U | *low);
    i += 2;
  }
  if (name.empty() || level_of(name) != level) return std::nullopt;
  return name;
}

bool has_control(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

}  // namespace

std::string_view name(Channel channel) {
  return kChannels.at(static_cast<std::size_t>(channel));
}

std::string level_of(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string level;
  for (const char c : name) {
    if (is_plain(c)) {
      level += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    level += '%';
    level += digits[byte >> 4U];
    level += digits[byte & 15U];
  }
  return level;
}

std::string text_of(std::string_view root, const Topic& topic) {
  std::string text{root};
  text.append("/").append(level_of(topic.hall)).append("/").append(name(topic.channel));
  if (!topic.about.empty()) text.append("/").append(level_of(topic.about));
  return text;
}

std::optional<Topic> read_topic(std::string_view root, std::string_view text) {
  if (!text.starts_with(root) || text.size() <= root.size() || text[root.size()] != '/') return std::nullopt;
  text.remove_prefix(root.size() + 1);
  std::array<std::string_view, 3> levels;
  std::size_t count = 0;
  for (bool more = true; more; ++count) {
    if (count == levels.size()) return std::nullopt;
    const std::size_t slash = text.find('/');
    more = slash != std::string_view::npos;
    levels.at(count) = text.substr(0, slash);
    if (more) text.remove_prefix(slash + 1);
  }
  if (count < 2) return std::nullopt;
  auto hall = name_of(levels[0]);
  const auto* const found = std::ranges::find(kChannels, levels[1]);
  if (!hall || !check_hall_name(*hall) || found == kChannels.end()) return std::nullopt;
  Topic topic{*std::move(hall), static_cast<Channel>(found - kChannels.begin()), {}};
  const bool is_about = topic.channel == Channel::board || topic.channel == Channel::event ||
                        topic.channel == Channel::again || topic.channel == Channel::answer;
  if (is_about != (count == 3)) return std::nullopt;
  if (!is_about) return topic;
  auto about = name_of(levels[2]);
  if (!about || about->size() > kLongestAbout || has_control(*about) || !json::is_utf8(*about))
    return std::nullopt;
  topic.about = *std::move(about);
  return topic;
}

tl::expected<void, std::string> check_hall_name(std::string_view hall) {
  if (hall.empty()) return tl::unexpected{std::string{"is empty"}};
  if (hall.size() > kLongestHall) return tl::unexpected{std::string{"has more than 64 bytes"}};
  if (!json::is_utf8(hall)) return tl::unexpected{std::string{"is not UTF-8"}};
  if (has_control(hall) || words::turns_text(hall) || hall.find('~') != std::string_view::npos)
    return tl::unexpected{std::string{"has line ends, characters that turn text round, or a tilde"}};
  return {};
}

tl::expected<void, std::string> check_root(std::string_view root) {
  const auto is_allowed = [](char c) { return (is_plain(c) && c != ':') || c == '/'; };
  if (root.empty() || root.size() > kLongestRoot || !std::ranges::all_of(root, is_allowed) ||
      root.starts_with('/') || root.ends_with('/') || root.find("//") != std::string_view::npos)
    return tl::unexpected{
        std::string{"must be names of letters, digits, `.`, `_` and `-` with slashes between them, "
                    "at most 128 bytes"}};
  return {};
}

}  // namespace jadoube::broker
