// libjadoube in C++: jadoube.h with an owner, std::string_view and callbacks. Nothing but this header is needed beside it.
#ifndef JADOUBE_HPP
#define JADOUBE_HPP

#include <jadoube.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace jadoube {

/// What could not be done, in one sentence.
class Error : public std::runtime_error {
 public:
  Error(jadoube_status status, const std::string& why) : std::runtime_error{why}, status_{status} {}
  [[nodiscard]] jadoube_status status() const { return status_; }

 private:
  jadoube_status status_;
};

/// Follows one log; on one thread at a time. Every function throws Error where its namesake of jadoube.h gives a negative
/// status, and passes on what a callback throws.
class Follower {
 public:
  /// A line of the finding stream, or what was passed over; good during the call. It may not use the follower.
  using Hear = std::function<void(std::string_view)>;

  /// `problem` may be empty. Throws std::bad_alloc.
  explicit Follower(Hear line, Hear problem = {}) : line_{std::move(line)}, problem_{std::move(problem)} {
    if (!follower_) throw std::bad_alloc{};
  }

  void add_law(const std::string& name, std::string_view toml) {
    check(jadoube_add_law(follower_.get(), name.c_str(), toml.data(), toml.size()));
  }
  void set_law(const std::string& id) { check(jadoube_set_law(follower_.get(), id.c_str())); }
  void set_language(const std::string& code) { check(jadoube_set_language(follower_.get(), code.c_str())); }

  void feed(std::string_view bytes) { tell(jadoube_feed(follower_.get(), bytes.data(), bytes.size())); }
  void advance(std::int64_t t_us) { tell(jadoube_advance(follower_.get(), t_us)); }
  void finish() { tell(jadoube_finish(follower_.get())); }

  /// How many problems there have been.
  [[nodiscard]] std::uint64_t problems() const { return jadoube_problems(follower_.get()); }

 private:
  struct Free {
    void operator()(jadoube_follower* follower) const { jadoube_free(follower); }
  };

  void check(jadoube_status status) const {
    if (status < 0) throw Error{status, jadoube_error(follower_.get())};
  }
  void tell(jadoube_status status) {
    while (const char* problem = jadoube_next_problem(follower_.get()))
      if (problem_) problem_(problem);
    while (const char* line = jadoube_next_line(follower_.get())) line_(line);
    check(status);
  }

  std::unique_ptr<jadoube_follower, Free> follower_{jadoube_new()};
  Hear line_;
  Hear problem_;
};

}  // namespace jadoube

#endif
