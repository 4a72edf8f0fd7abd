// What the daemon says on its way: sentences for whoever runs it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace jadoube::daemon {

/// As syslog(3) counts them.
enum class Urgency : int { error = 3, warning = 4, notice = 5, info = 6 };

class Journal {
 public:
  /// A field of an entry besides its text: {"JADOUBE_BOARD", "dgt-01025"}.
  using Field = std::pair<std::string_view, std::string_view>;

  /// Speaks to systemd's journal if standard error goes there, and to standard error otherwise.
  Journal();
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void say(Urgency urgency, std::string_view sentence, std::initializer_list<Field> fields = {});
  [[nodiscard]] bool is_native() const { return socket_ >= 0; }

 private:
  int socket_ = -1;
};

/// An entry in the form in which the journal takes it.
std::string journal_entry(Urgency urgency, std::string_view sentence,
                          std::initializer_list<Journal::Field> fields);

}  // namespace jadoube::daemon
