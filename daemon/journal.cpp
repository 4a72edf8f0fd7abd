#include "daemon/journal.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iostream>

namespace jadoube::daemon {
namespace {

constexpr std::string_view kSocket = "/run/systemd/journal/socket";

/// Whether standard error is the stream that systemd says it has made: "DEVICE:INODE".
bool goes_to_the_journal() {
  const char* stream = std::getenv("JOURNAL_STREAM");
  struct stat there {};
  if (stream == nullptr || ::fstat(STDERR_FILENO, &there) != 0) return false;
  return std::to_string(there.st_dev) + ':' + std::to_string(there.st_ino) == stream;
}

void append_field(std::string& entry, std::string_view name, std::string_view value) {
  entry += name;
  if (value.find('\n') == std::string_view::npos) {
    entry.append("=").append(value).append("\n");
    return;
  }
  // Values of several lines go with their length: 64 bits, little-endian.
  entry += '\n';
  for (unsigned i = 0; i < 8; ++i) entry += static_cast<char>(value.size() >> (8 * i) & 0xFFU);
  entry.append(value).append("\n");
}

}  // namespace

std::string journal_entry(Urgency urgency, std::string_view sentence,
                          std::initializer_list<Journal::Field> fields) {
  std::string entry;
  append_field(entry, "MESSAGE", sentence);
  append_field(entry, "PRIORITY", std::to_string(static_cast<int>(urgency)));
  append_field(entry, "SYSLOG_IDENTIFIER", "jadoube");
  for (const auto& [name, value] : fields)
    if (!value.empty()) append_field(entry, name, value);
  return entry;
}

Journal::Journal() {
  if (!goes_to_the_journal()) return;
  socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un to{};
  to.sun_family = AF_UNIX;
  std::memcpy(to.sun_path, kSocket.data(), kSocket.size());
  if (socket_ >= 0 && ::connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0) {
    ::close(socket_);
    socket_ = -1;
  }
}

Journal::~Journal() {
  if (socket_ >= 0) ::close(socket_);
}

void Journal::say(Urgency urgency, std::string_view sentence, std::initializer_list<Field> fields) {
  if (socket_ >= 0) {
    const std::string entry = journal_entry(urgency, sentence, fields);
    if (::send(socket_, entry.data(), entry.size(), MSG_NOSIGNAL | MSG_DONTWAIT) >= 0) return;
  }
  std::cerr << "jadoube: " << sentence << std::endl;
}

}  // namespace jadoube::daemon
