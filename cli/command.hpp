// What commands say of their options. CLI11 is behind it and included in one other file alone: whatever
// includes it compiles for four seconds longer.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace jadoube::cli {

/// One option; that of CLI11, which lives as long as the program does.
class Option {
 public:
  explicit Option(CLI::Option& option) : option_{&option} {}

  Option required();
  Option excludes(Option other);
  Option needs(Option other);
  /// Several values may stand in one argument, with this between them.
  Option delimiter(char letter);
  Option allow_extra_args(bool allowed);
  /// What `--help` shows for the value.
  Option type_name(const std::string& name);
  /// `--help` shows the value that the variable has now.
  Option capture_default_str();

  template <class T>
  Option between(T low, T high);
  Option positive();
  Option not_negative();
  Option one_of(const std::vector<std::string>& words);
  /// `fault_of` gives what is wrong with a value, or nothing. `name` is what `--help` shows for the value.
  Option check(std::function<std::string(const std::string&)> fault_of, const std::string& name);

 private:
  CLI::Option* option_;
};

/// The program or one of its commands; that of CLI11, which lives as long as the program does.
class Command {
 public:
  explicit Command(CLI::App& app) : app_{&app} {}

  Command add_subcommand(const std::string& name, const std::string& purpose);
  Command require_subcommand(int count);
  /// Options that the command does not know may be those of the one above.
  Command fallthrough();
  /// A name without a dash is that of a positional argument. Kinds of values are listed in command.cpp.
  template <class T>
  Option add_option(const std::string& names, T& value, const std::string& help);
  template <class T>
  Option add_flag(const std::string& names, T& value, const std::string& help);
  /// Below the options in `--help`.
  Command footer(const std::string& text);
  /// The command's work.
  Command callback(std::function<void()> work);

 private:
  CLI::App* app_;
};

}  // namespace jadoube::cli
