// What the museum shows: a file of each format as a version of the program left it, and how today's program reads one.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace jadoube::museum {

/// What today's program makes of a file.
struct Account {
  /// What it has read, one by one, in their order.
  std::vector<std::string> items;
  /// What it says about it.
  std::vector<std::string> said;
};

struct Exhibit {
  /// In tests/museum/exhibits/.
  std::string file;
  /// What its items are: "records".
  std::string unit;
  std::function<Account(const std::string& bytes)> read;
  /// Makes it a file of a version that is still to come; empty: it names no version.
  std::function<std::string(std::string bytes)> later = {};
  /// Makes a length in it say more than there is; empty: it has none.
  std::function<std::string(std::string bytes)> lying = {};
  /// It has checksums: nothing may be read that was not written, whatever has befallen it.
  bool is_checked = false;
  /// Statements that make the file, behind those of the exhibits named here. What befalls it befalls what they make.
  bool is_script = false;
  std::vector<std::string> behind = {};
  /// It is shown as it is, and nothing befalls it: a later exhibit of the same format stands for it.
  bool only_intact = false;
  /// It is of a time before any release, and today's program says what it lacks.
  bool is_refused = false;
};

/// In the order in which they are shown.
std::vector<Exhibit> exhibits();

/// The file that these statements make.
std::string database_of(const std::string& statements);

}  // namespace jadoube::museum
