#include "cli/command.hpp"

#include <cstdint>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>

namespace jadoube::cli {

Option Option::required() {
  return Option{*option_->required()};
}
Option Option::excludes(Option other) {
  return Option{*option_->excludes(other.option_)};
}
Option Option::needs(Option other) {
  return Option{*option_->needs(other.option_)};
}
Option Option::delimiter(char letter) {
  return Option{*option_->delimiter(letter)};
}
Option Option::allow_extra_args(bool allowed) {
  return Option{*option_->allow_extra_args(allowed)};
}
Option Option::type_name(const std::string& name) {
  return Option{*option_->type_name(name)};
}
Option Option::capture_default_str() {
  return Option{*option_->capture_default_str()};
}

template <class T>
Option Option::between(T low, T high) {
  return Option{*option_->check(CLI::Range(low, high))};
}
template Option Option::between(int, int);
template Option Option::between(unsigned, unsigned);
template Option Option::between(std::uint64_t, std::uint64_t);
template Option Option::between(double, double);

Option Option::positive() {
  return Option{*option_->check(CLI::PositiveNumber)};
}
Option Option::not_negative() {
  return Option{*option_->check(CLI::NonNegativeNumber)};
}
Option Option::one_of(const std::vector<std::string>& words) {
  return Option{*option_->check(CLI::IsMember(words))};
}
Option Option::check(std::function<std::string(const std::string&)> fault_of, const std::string& name) {
  return Option{*option_->check(CLI::Validator{std::move(fault_of), name})};
}

Command Command::add_subcommand(const std::string& name, const std::string& purpose) {
  return Command{*app_->add_subcommand(name, purpose)};
}
Command Command::require_subcommand(int count) {
  return Command{*app_->require_subcommand(count)};
}
Command Command::fallthrough() {
  return Command{*app_->fallthrough()};
}
Command Command::footer(const std::string& text) {
  return Command{*app_->footer(text)};
}
Command Command::callback(std::function<void()> work) {
  return Command{*app_->callback(std::move(work))};
}

template <class T>
Option Command::add_option(const std::string& names, T& value, const std::string& help) {
  return Option{*app_->add_option(names, value, help)};
}
template Option Command::add_option(const std::string&, std::string&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::add_option(const std::string&, double&, const std::string&);
template Option Command::add_option(const std::string&, unsigned&, const std::string&);
template Option Command::add_option(const std::string&, std::uint16_t&, const std::string&);
template Option Command::add_option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::add_option(const std::string&, std::vector<unsigned>&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<double>&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<std::int64_t>&, const std::string&);
template Option Command::add_option(const std::string&, std::optional<unsigned>&, const std::string&);

template <class T>
Option Command::add_flag(const std::string& names, T& value, const std::string& help) {
  return Option{*app_->add_flag(names, value, help)};
}
template Option Command::add_flag(const std::string&, bool&, const std::string&);
template Option Command::add_flag(const std::string&, std::string&, const std::string&);

}  // namespace jadoube::cli
