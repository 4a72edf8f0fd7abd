#include "engine_bridge/child.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include <boost/asio/buffer.hpp>
#include <boost/asio/connect_pipe.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/readable_pipe.hpp>
#include <boost/asio/writable_pipe.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/system_error.hpp>

namespace jadoube::engine_bridge {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr int kNicer = 5;  // scans come first

/// What the child does between fork and exec. Another thread may have held any lock while we were forked, and nobody lets go of
/// it here: nothing that allocates memory is called, and nothing comes back.
[[noreturn]] void become(const char* path, int input, int output, pid_t parent, int news) {
  const std::array<char*, 2> arguments{const_cast<char*>(path), nullptr};
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(0);  // we are gone already
  ::signal(SIGPIPE, SIG_DFL);
  [[maybe_unused]] const int priority = ::nice(kNicer);
  const int nowhere = ::open("/dev/null", O_RDWR);
  if (nowhere != -1 && ::dup2(input, STDIN_FILENO) != -1 && ::dup2(output, STDOUT_FILENO) != -1 &&
      ::dup2(nowhere, STDERR_FILENO) != -1) {
    // An engine that holds the end of another's pipe would keep us from seeing how that ends.
    ::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    ::execve(path, arguments.data(), environ);
  }
  const int error = errno;
  [[maybe_unused]] const auto told = ::write(news, &error, sizeof error);
  // By exit() what we have in our buffers would be written out a second time.
  ::_exit(127);
}

/// Why the program does not run, as errno; 0: it does. `pid` is that of a child also where it has not become the program.
int launch(const std::string& path, int input, int output, pid_t& pid) {
  std::array<int, 2> news{};
  if (::pipe2(news.data(), O_CLOEXEC) != 0) return errno;
  const pid_t parent = ::getpid();
  pid = ::fork();
  if (pid == 0) become(path.c_str(), input, output, parent, news[1]);
  int error = pid == -1 ? errno : 0;
  ::close(news[1]);
  ssize_t count = 0;
  // Of a child that has become the program nothing comes.
  if (pid != -1)
    while ((count = ::read(news[0], &error, sizeof error)) == -1 && errno == EINTR) {
    }
  if (count == -1) error = errno;
  ::close(news[0]);
  return error;
}

}  // namespace

std::string Exit::in_words() const {
  if (WIFSIGNALED(status)) return "by signal " + std::to_string(WTERMSIG(status));
  return "with exit status " + std::to_string(WEXITSTATUS(status));
}

struct Child::Impl : std::enable_shared_from_this<Child::Impl> {
  Impl(const asio::any_io_executor& executor, Events all)
      : events{std::move(all)}, out{executor}, in{executor}, ended{executor} {}
  ~Impl() {
    if (is_running) end();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// At once, and waits for it.
  void end() const {
    ::kill(pid, SIGKILL);
    while (::waitpid(pid, nullptr, 0) == -1 && errno == EINTR) {
    }
  }

  void read() {
    out.async_read_some(asio::buffer(buffer),
                        [self = shared_from_this()](const error_code& error, std::size_t count) {
                          if (self->events.output)
                            self->events.output({self->buffer.data(), error ? 0 : count});
                          if (!error) self->read();
                        });
  }

  void write_next() {
    if (is_writing || broken) return;
    if (to_write.empty()) {
      if (close_when_written) in.close();
      return;
    }
    is_writing = true;
    being_written.swap(to_write);
    to_write.clear();
    asio::async_write(in, asio::buffer(being_written),
                      [self = shared_from_this()](const error_code& error, std::size_t /*count*/) {
                        self->is_writing = false;
                        // A child that does not read has ended, or misses a deadline.
                        self->broken = self->broken || error;
                        self->write_next();
                      });
  }

  void await_exit() {
    ended.async_wait(asio::posix::descriptor_base::wait_read,
                     [self = shared_from_this()](const error_code& error) {
                       if (!error) self->look_whether_it_has_ended();
                     });
  }

  /// Of a descriptor that was closed a moment ago Asio may still tell something, to whoever has got its place: the child may run.
  void look_whether_it_has_ended() {
    int status = 0;
    if (::waitpid(pid, &status, WNOHANG) == 0) return await_exit();
    is_running = false;
    broken = true;
    if (events.exit) events.exit({status});
  }

  Events events;
  asio::readable_pipe out;
  asio::writable_pipe in;
  /// Can be read when the child has ended.
  asio::posix::stream_descriptor ended;
  pid_t pid = -1;
  bool is_running = false;
  bool is_writing = false;
  bool broken = false;
  bool close_when_written = false;
  std::string to_write;
  std::string being_written;
  std::array<char, 16384> buffer{};
};

Child::Child(const asio::any_io_executor& executor, Events events)
    : impl_{std::make_shared<Impl>(executor, std::move(events))} {
  // A child that goes away while it is written to is an error value, not our end.
  static const auto ignored = ::signal(SIGPIPE, SIG_IGN);
  static_cast<void>(ignored);
}

Child::~Child() {
  impl_->events = {};
}

std::optional<std::string> Child::start(const std::string& path) {
  error_code error;
  asio::readable_pipe read_by_child{impl_->out.get_executor()};
  asio::writable_pipe written_by_child{impl_->out.get_executor()};
  try {
    asio::connect_pipe(read_by_child, impl_->in);
    asio::connect_pipe(impl_->out, written_by_child);
    int number = launch(path, read_by_child.native_handle(), written_by_child.native_handle(), impl_->pid);
    const int ended = number == 0 ? static_cast<int>(::syscall(SYS_pidfd_open, impl_->pid, 0)) : -1;
    if (number == 0 && ended == -1) number = errno;
    error.assign(number, boost::system::system_category());
    if (!error) impl_->ended.assign(ended, error);
    if (error && ended != -1) ::close(ended);
  } catch (const boost::system::system_error& failure) {  // no pipes, or none that can be waited for
    error = failure.code();
  }
  if (error) {
    if (impl_->pid > 0) impl_->end();
    return "cannot be started: " + error.message();
  }
  impl_->is_running = true;
  impl_->read();
  impl_->await_exit();
  return std::nullopt;
}

void Child::write(std::string_view text) {
  impl_->to_write += text;
  impl_->write_next();
}

void Child::close_input() {
  impl_->close_when_written = true;
  impl_->write_next();
}

void Child::kill() {
  if (!impl_->is_running) return;
  const int pid = impl_->pid;
  if (::kill(-pid, SIGKILL) != 0) ::kill(pid, SIGKILL);
}

std::chrono::microseconds Child::worked() const {
  clockid_t clock{};
  timespec time{};
  if (!impl_->is_running || ::clock_getcpuclockid(impl_->pid, &clock) != 0 ||
      ::clock_gettime(clock, &time) != 0)
    return {};
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::seconds{time.tv_sec} +
                                                               std::chrono::nanoseconds{time.tv_nsec});
}

int Child::pid() const {
  return impl_->is_running ? impl_->pid : 0;
}

}  // namespace jadoube::engine_bridge
