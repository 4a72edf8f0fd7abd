#include "daemon/config.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <optional>

#include "chess/chess960.hpp"
#include "laws/text.hpp"
#include "laws/toml_section.hpp"
#include "server/clients.hpp"
#include "server/listen_address.hpp"
#include "toml/read.hpp"
#include "words/catalogue.hpp"

namespace jadoube::daemon {
namespace {

using laws::concat;
using laws::quoted;

/// What a key may be.
struct Range {
  std::int64_t low = 0;
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
};

/// Those of what halls have in common.
template <class SomeConfig, class Visit>
void each_key_beyond(SomeConfig& c, Visit visit) {
  visit("broker", "url", c.broker.url, Range{}, false);
  visit("broker", "hall", c.broker.hall, Range{}, false);
  visit("broker", "root", c.broker.root, Range{}, false);
  visit("broker", "user", c.broker.user, Range{}, false);
  visit("broker", "password_file", c.broker.password_file, Range{}, false);
  visit("broker", "ca", c.broker.ca, Range{}, false);
  visit("broker", "certificate", c.broker.certificate, Range{}, false);
  visit("broker", "key", c.broker.key, Range{}, false);
  visit("broker", "mqtt", c.broker.mqtt, Range{}, false);
  visit("broker", "keep_alive_s", c.broker.keep_alive_s, Range{5, 3600}, false);
  visit("broker", "state_ms", c.broker.state_ms, Range{100, 60'000}, false);
  visit("broker", "queue_mib", c.broker.queue_mib, Range{1, 1'000'000}, false);
  visit("broker", "secret_file", c.broker.secret_file, Range{}, false);
  visit("store", "url", c.store.url, Range{}, false);
  visit("store", "hall", c.store.hall, Range{}, false);
  visit("store", "password_file", c.store.password_file, Range{}, false);
}

/// Every key once: `visit(section, key, value, range, reload)`. `reload`: it holds without a restart.
template <class SomeConfig, class Visit>
void each_key(SomeConfig& c, Visit visit) {
  constexpr std::int64_t many = 1'000'000;
  visit("server", "listen", c.server.listen, Range{}, false);
  visit("server", "names", c.server.names, Range{}, true);
  visit("server", "trusted_proxies", c.server.trusted_proxies, Range{}, false);
  visit("server", "session_days", c.server.session_days, Range{1, 365}, false);
  visit("tls", "certificate", c.tls.certificate, Range{}, true);
  visit("tls", "key", c.tls.key, Range{}, true);
  visit("hall", "data", c.hall.data, Range{}, false);
  visit("hall", "law", c.hall.law, Range{}, true);
  visit("hall", "law_folder", c.hall.law_folder, Range{}, true);
  visit("hall", "start", c.hall.start, Range{}, true);
  visit("hall", "language", c.hall.language, Range{}, false);
  visit("hall", "sync_ms", c.hall.sync_ms, Range{10, 60'000}, true);
  visit("hall", "remember_hours", c.hall.remember_hours, Range{1, 24 * 365}, false);
  visit("boards", "usb", c.boards.usb, Range{}, false);
  visit("boards", "as", c.boards.as, Range{}, false);
  visit("boards", "ignore", c.boards.ignore, Range{}, false);
  visit("boards", "livechess", c.boards.livechess, Range{}, false);
  visit("boards", "white", c.boards.white, Range{}, false);
  visit("broadcast", "folder", c.broadcast.folder, Range{}, false);
  visit("broadcast", "url", c.broadcast.url, Range{}, false);
  visit("broadcast", "delay_s", c.broadcast.delay_s, Range{0, broadcast::kLongestDelay.count()}, true);
  visit("broadcast", "delays", c.broadcast.delays, Range{}, true);
  visit("broadcast", "lichess", c.broadcast.lichess, Range{}, false);
  visit("broadcast", "lichess_token", c.broadcast.lichess_token, Range{}, false);
  visit("broadcast", "lichess_url", c.broadcast.lichess_url, Range{}, false);
  visit("broadcast", "livechess", c.broadcast.livechess, Range{}, false);
  visit("notify", "webhooks", c.notify.webhooks, Range{}, false);
  visit("notify", "webhook_secret", c.notify.webhook_secret, Range{}, false);
  visit("notify", "hooks", c.notify.hooks, Range{}, false);
  visit("notify", "hook_seconds", c.notify.hook_seconds, Range{1, notify::kMostHookSeconds}, false);
  visit("notify", "secret", c.notify.secret, Range{}, false);
  visit("simulate", "boards", c.simulate.boards, Range{0, 10'000}, false);
  visit("simulate", "speed", c.simulate.speed, Range{}, false);
  visit("limits", "connections", c.limits.connections, Range{1, many}, true);
  visit("limits", "connections_per_address", c.limits.connections_per_address, Range{1, many}, true);
  visit("limits", "connections_kept", c.limits.connections_kept, Range{0, many}, true);
  visit("limits", "requests_per_second", c.limits.requests_per_second, Range{1, many}, true);
  visit("limits", "body_kib", c.limits.body_kib, Range{1, many}, true);
  visit("limits", "tournament_kib", c.limits.tournament_kib, Range{1, many}, true);
  visit("limits", "seconds_to_ask", c.limits.seconds_to_ask, Range{1, 3600}, true);
  visit("limits", "seconds_to_take", c.limits.seconds_to_take, Range{1, 3600}, true);
  visit("limits", "seconds_of_silence", c.limits.seconds_of_silence, Range{5, 3600}, true);
  visit("limits", "queue_messages", c.limits.queue_messages, Range{1, many}, true);
  visit("limits", "queue_kib", c.limits.queue_kib, Range{1, many}, true);
  each_key_beyond(c, visit);
}

/// How many letters must be put in, left out or changed to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, changed}));
    }
  }
  return row.back();
}

class Reader {
 public:
  Reader(const toml::table& table, const std::string& file) : table_{table}, file_{file} {}

  tl::expected<Config, std::vector<Complaint>> read() {
    each_key(config_, [&](const char* section, const char* key, auto& value, Range range, bool) {
      known_.emplace_back(section, key);
      const toml::table* found = table_[section].as_table();
      const toml::node* node = found == nullptr ? nullptr : found->get(key);
      if (node != nullptr) take(*node, key, value, range);
    });
    for (const auto& [name, node] : table_) {
      const toml::table* section = node.as_table();
      if (section == nullptr || !is_section(name.str())) {
        unknown_section(node, name.str(), section != nullptr);
        continue;
      }
      for (const auto& [key, value] : *section)
        if (std::ranges::find(known_, std::pair{std::string{name.str()}, std::string{key.str()}}) ==
            known_.end())
          unknown_key(value, name.str(), key.str());
    }
    if (complaints_.empty()) check_sense();
    if (complaints_.empty()) return config_;
    std::ranges::stable_sort(complaints_, {}, &Complaint::line);
    return tl::unexpected{std::move(complaints_)};
  }

 private:
  void complain(const toml::node& node, std::string sentence) {
    complaints_.push_back({file_, static_cast<unsigned>(node.source().begin.line), std::move(sentence)});
  }
  void wrong_type(const toml::node& node, const char* key, const char* wanted) {
    complain(node, concat({quoted(key), " must be ", wanted, ", not ", laws::type_name(node)}));
  }

  void take(const toml::node& node, const char* key, std::string& value, Range) {
    if (const auto text = node.value_exact<std::string>())
      value = *text;
    else
      wrong_type(node, key, "a text in quotes");
  }
  void take(const toml::node& node, const char* key, bool& value, Range) {
    if (const auto yes = node.value_exact<bool>())
      value = *yes;
    else
      wrong_type(node, key, "true or false");
  }
  void take(const toml::node& node, const char* key, double& value, Range) {
    if (const auto number = node.value<double>(); number && !node.is_boolean())
      value = *number;
    else
      wrong_type(node, key, "a number");
  }
  void take(const toml::node& node, const char* key, std::int64_t& value, Range range) {
    const auto number = node.value_exact<std::int64_t>();
    if (!number) return wrong_type(node, key, "a whole number");
    if (*number < range.low || *number > range.high)
      return complain(node, concat({quoted(key), " is ", std::to_string(*number), "; it must be from ",
                                    std::to_string(range.low), " to ", std::to_string(range.high)}));
    value = *number;
  }
  void take(const toml::node& node, const char* key, std::vector<std::string>& value, Range) {
    const toml::array* list = node.as_array();
    if (list == nullptr) return wrong_type(node, key, "a list of texts in quotes: [\"…\"]");
    value.clear();
    for (const toml::node& each : *list) {
      if (const auto text = each.value_exact<std::string>())
        value.push_back(*text);
      else
        wrong_type(each, key, "a list of texts in quotes, and one of them is no text: it must be \"…\"");
    }
  }

  [[nodiscard]] bool is_section(std::string_view name) const {
    return std::ranges::any_of(known_, [&](const auto& each) { return each.first == name; });
  }
  void unknown_section(const toml::node& node, std::string_view name, bool is_table) {
    std::string sentence = is_table ? concat({"there is no section [", name, "]"})
                                    : concat({quoted(name), " stands before the first section"});
    std::string nearest;
    for (const auto& [section, key] : known_) {
      if (!is_table && key == name)
        return complain(node, concat({sentence, "; it belongs into [", section, "]"}));
      if (is_table && distance(section, name) <= 2) nearest = section;
    }
    if (!nearest.empty()) sentence += concat({"; did you mean [", nearest, "]?"});
    complain(node, std::move(sentence));
  }
  void unknown_key(const toml::node& node, std::string_view section, std::string_view key) {
    std::string sentence = concat({"there is no key ", quoted(key), " in [", section, "]"});
    std::size_t least = 4;
    std::string hint;
    for (const auto& [own_section, own_key] : known_) {
      if (own_section != section) {
        if (own_key == key && hint.empty()) hint = concat({"; it belongs into [", own_section, "]"});
        continue;
      }
      const std::size_t letters = distance(own_key, key);
      if (letters >= least) continue;
      least = letters;
      hint = concat({"; did you mean ", quoted(own_key), "?"});
    }
    complain(node, sentence + hint);
  }

  /// What each key alone does not show.
  void check_sense() {
    const auto at = [&](const char* section, const char* key) -> const toml::node& {
      const toml::node* node = table_[section][key].node();
      return node == nullptr ? static_cast<const toml::node&>(table_) : *node;
    };
    if (const auto listen = server::parse_listen_address(config_.server.listen); !listen)
      complain(at("server", "listen"), concat({"`listen`: ", listen.error()}));
    for (std::size_t i = 0; i < config_.server.trusted_proxies.size(); ++i)
      if (const auto network = server::Network::parse(config_.server.trusted_proxies[i]); !network)
        complain(*table_["server"]["trusted_proxies"][i].node(),
                 concat({"`trusted_proxies`: ", network.error()}));
    if (config_.tls.certificate.empty() != config_.tls.key.empty())
      complain(at("tls", config_.tls.key.empty() ? "certificate" : "key"),
               "`certificate` and `key` of [tls] are both needed, or none");
    if (!config_.hall.start.empty())
      if (const auto start = chess::named_start(config_.hall.start); !start)
        complain(at("hall", "start"), concat({"`start`: ", describe(start.error())}));
    if (const auto fault = words::language_fault(config_.hall.language); !fault.empty())
      complain(at("hall", "language"), concat({"`language`: ", fault}));
    if (config_.boards.white != "near" && config_.boards.white != "far")
      complain(at("boards", "white"),
               concat({"`white` is \"", config_.boards.white, "\"; it must be \"near\" or \"far\""}));
    if (const auto fault = broadcast::fault_in(config_.broadcast))
      complain(at("broadcast", fault->key), concat({quoted(fault->key), ": ", fault->sentence}));
    if (const auto fault = notify::fault_in(config_.notify))
      complain(at("notify", fault->key), concat({quoted(fault->key), ": ", fault->sentence}));
    if (!(config_.simulate.speed > 0) || config_.simulate.speed > 1000)
      complain(at("simulate", "speed"), "`speed` must be more than 0 and at most 1000");
    for (const broker::ConfigFault& fault : broker::faults_of(config_.broker))
      complain(at("broker", fault.key), fault.sentence);
    for (const auto& [key, sentence] : sharing::faults_of(config_.store))
      complain(at("store", key), sentence);
  }

  const toml::table& table_;
  const std::string& file_;
  Config config_;
  std::vector<std::pair<std::string, std::string>> known_;
  std::vector<Complaint> complaints_;
};

std::string toml_text(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return concat({"\"", escaped, "\""});
}
std::string toml_text(bool yes) {
  return yes ? "true" : "false";
}
std::string toml_text(std::int64_t number) {
  return std::to_string(number);
}
std::string toml_text(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), std::trunc(number) == number ? "%.1f" : "%g", number);
  return text.data();
}
std::string toml_text(const std::vector<std::string>& list) {
  std::vector<std::string> texts;
  for (const std::string& each : list) texts.push_back(toml_text(each));
  return concat({"[", laws::joined(texts), "]"});
}

}  // namespace

tl::expected<Config, std::vector<Complaint>> read_config(std::string_view text, const std::string& file) {
  const auto table = toml_text::read(text, file);
  if (!table) return tl::unexpected{std::vector{Complaint{file, table.error().line, table.error().why}}};
  return Reader{*table, file}.read();
}

std::string to_toml(const Config& config) {
  std::string out;
  std::string section;
  std::string_view rest = embedded_config().front().text;
  while (!rest.empty()) {
    std::string line{rest.substr(0, rest.find('\n'))};
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with('[')) section = line.substr(1, line.size() - 2);
    each_key(config, [&](const char* own_section, const char* key, const auto& value, Range, bool) {
      const std::string begin = concat({key, " = "});
      if (section == own_section && line.starts_with(begin)) line = concat({begin, toml_text(value)});
    });
    out += line += '\n';
  }
  return out;
}

ChangedKeys changed_keys(const Config& before, const Config& after) {
  std::vector<std::string> then;
  each_key(before, [&](const char*, const char*, const auto& value, Range, bool) {
    then.push_back(toml_text(value));
  });
  ChangedKeys keys;
  std::size_t i = 0;
  each_key(after, [&](const char* section, const char* key, const auto& value, Range, bool reload) {
    if (toml_text(value) != then[i++])
      (reload ? keys.at_once : keys.after_restart).push_back(concat({section, ".", key}));
  });
  return keys;
}

}  // namespace jadoube::daemon
