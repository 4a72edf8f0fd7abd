#include "notify/settings.hpp"

#include <algorithm>
#include <utility>

namespace jadoube::notify {
namespace {

std::string list_of_classes() {
  std::string list;
  for (const std::string_view name : kClassNames) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

/// "must,illegal_move", "all".
tl::expected<Choice, std::string> choice_from(std::string_view words) {
  Choice choice;
  while (true) {
    const std::string_view word = words.substr(0, words.find(','));
    const auto* const known = std::ranges::find(kClassNames, word);
    if (known != kClassNames.end()) {
      choice.classes.insert(static_cast<AlertClass>(known - kClassNames.begin()));
    } else if (const auto kind = report::kind_from_name(word)) {
      choice.kinds.insert(*kind);
    } else if (word == "all") {
      for (std::size_t i = 0; i < kClassNames.size(); ++i) choice.classes.insert(static_cast<AlertClass>(i));
    } else {
      return tl::unexpected{'"' + std::string{word} + "\" is neither a class of alerts (" +
                            list_of_classes() + ", or all) nor a kind of finding, such as illegal_move"};
    }
    if (word.size() == words.size()) return choice;
    words.remove_prefix(word.size() + 1);
  }
}

/// "WHICH=…": which, and what stands behind it.
tl::expected<std::pair<Choice, std::string_view>, std::string> of_which(std::string_view text,
                                                                        std::string_view what) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos)
    return tl::unexpected{'"' + std::string{text} + "\" does not say which alerts: write \"WHICH=" +
                          std::string{what} + "\", such as \"must,certain=" + std::string{what} + "\""};
  auto choice = choice_from(text.substr(0, equals));
  if (!choice) return tl::unexpected{std::move(choice).error()};
  return std::pair{*std::move(choice), text.substr(equals + 1)};
}

}  // namespace

tl::expected<WebhookPlace, std::string> webhook_from(std::string_view text) {
  auto parts = of_which(text, "https://HOST/PATH");
  if (!parts) return tl::unexpected{std::move(parts).error()};
  const std::string_view url = parts->second;
  const auto scheme = url.find("://");
  const auto path = scheme == std::string_view::npos ? scheme : url.find_first_of("/?", scheme + 3);
  auto place = broadcast::place_from_url(url.substr(0, path));
  if (!place) return tl::unexpected{std::move(place).error()};
  std::string target{path == std::string_view::npos ? "" : url.substr(path)};
  if (!target.starts_with('/')) target.insert(0, 1, '/');
  if (!std::ranges::all_of(target, [](char c) { return c > ' ' && c <= '~' && c != '#'; }))
    return tl::unexpected{'"' + std::string{url} +
                          "\" is no address: write what is no letter of ASCII as %XX, and nothing with #"};
  return WebhookPlace{std::move(parts->first), *std::move(place), std::move(target)};
}

tl::expected<HookProgram, std::string> hook_from(std::string_view text) {
  auto parts = of_which(text, "/PATH/TO/PROGRAM");
  if (!parts) return tl::unexpected{std::move(parts).error()};
  if (!parts->second.starts_with('/'))
    return tl::unexpected{'"' + std::string{parts->second} +
                          "\" is no program: write its whole path, which begins with /, and no arguments"};
  return HookProgram{std::move(parts->first), std::string{parts->second}};
}

std::optional<SettingsFault> fault_in(const Settings& settings) {
  for (const std::string& each : settings.webhooks)
    if (const auto webhook = webhook_from(each); !webhook) return SettingsFault{"webhooks", webhook.error()};
  for (const std::string& each : settings.hooks)
    if (const auto hook = hook_from(each); !hook) return SettingsFault{"hooks", hook.error()};
  if (!settings.webhooks.empty() && settings.webhook_secret.empty())
    return SettingsFault{"webhooks",
                         "`webhook_secret` is needed too: a file with the secret that they are signed with"};
  return std::nullopt;
}

}  // namespace jadoube::notify
