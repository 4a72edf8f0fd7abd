#include "transport/watch/names.hpp"

#include <utility>

namespace jadoube::transport::watch {
namespace {

/// Names become names of files.
std::string file_name(std::string text) {
  for (char& letter : text) {
    const bool good = (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z') ||
                      (letter >= 'A' && letter <= 'Z') || letter == '.' || letter == '-' || letter == '_';
    if (!good) letter = '_';
  }
  while (text.starts_with('_') || text.starts_with('.')) text.erase(0, 1);
  return text;
}

}  // namespace

BoardNames::BoardNames(const BoardMemory& memory, const std::map<std::string, Board>& boards,
                       std::function<void(const std::string&)> warning)
    : memory_{memory}, boards_{boards}, warning_{std::move(warning)} {}

std::string BoardNames::name_at(const std::string& port, const drivers::BoardModel& model,
                                const std::string& number) {
  const std::string by_port = "at-" + file_name(port);
  if (number.empty()) {
    // Of a path what tells it from others: "/dev/serial/by-path/…" and "/dev/ttyUSB0" by their last part.
    std::string shorter = model.id + "-at-" + file_name(port.substr(port.rfind('/') + 1));
    const auto same = boards_.find(shorter);
    return same == boards_.end() || same->second.port == port ? shorter : model.id + '-' + by_port;
  }
  std::string name = model.id + '-' + file_name(number);
  const std::string longer = name + '-' + by_port;
  std::string& keeper = keepers_[name];
  if (keeper.empty()) keeper = memory_.keeper_of(name);
  if (keeper.empty()) {
    const auto same = boards_.find(name);
    if (same == boards_.end() || !same->second.attached) return name;
    keeper = same->second.port;
    warning_("two boards say that they are " + name + ": the one at " + port + " is called " + longer +
             ", the one at " + keeper + " keeps the name");
    if (const auto kept = memory_.remember_keeper(name, keeper); !kept) warning_(kept.error());
  } else if (keeper != port && !boards_.contains(longer)) {
    warning_(name + " is the name of two boards: the one at " + port + " is called " + longer);
  }
  return keeper == port ? name : longer;
}

}  // namespace jadoube::transport::watch
