// Loaded into the program before the C library: the N-th call of a class fails, once or from then on, as the environment
// says (faults.py). What the program does not ask of the C library's own names (the library's inner calls) is not seen.
//
//   JADOUBE_FAULT_CLASS  a class of calls: open, read, write …, as below
//   JADOUBE_FAULT_AT     number of the first that fails, from 1
//   JADOUBE_FAULT_ERROR  errno that it fails with, or "short": a byte is written and no more
//   JADOUBE_FAULT_STAYS  set: all after it fail too
//   JADOUBE_FAULT_UNDER  calls on files count only below this folder
//   JADOUBE_FAULT_TOLD   a file that gets a line for the first failures
//   JADOUBE_CLOCK_STEP   "AFTER SECONDS": so many seconds after the start, the wall clock is that much ahead
#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int kShort = -1;
constexpr int kMostTold = 20;

struct Plan {
  bool is_on = false;
  const char* which = "";
  long at = 0;
  int error = EIO;
  bool stays = false;
  const char* under = "";
  const char* told = nullptr;
  std::atomic<long> count{0};
  std::atomic<int> failed{0};

  Plan() {
    // Programs that this one runs inherit the environment.
    if (std::strcmp(program_invocation_short_name, "jadoube") != 0) return;
    const char* name = std::getenv("JADOUBE_FAULT_CLASS");
    const char* first = std::getenv("JADOUBE_FAULT_AT");
    const char* how = std::getenv("JADOUBE_FAULT_ERROR");
    if (name == nullptr || first == nullptr || how == nullptr) return;
    which = name;
    at = std::atol(first);
    error = std::strcmp(how, "short") == 0 ? kShort : std::atoi(how);
    stays = std::getenv("JADOUBE_FAULT_STAYS") != nullptr;
    if (const char* folder = std::getenv("JADOUBE_FAULT_UNDER")) under = folder;
    told = std::getenv("JADOUBE_FAULT_TOLD");
    is_on = true;
  }

  void tell(const char* function, const char* path) {
    if (told == nullptr || failed.fetch_add(1) >= kMostTold) return;
    const int file = static_cast<int>(
        ::syscall(SYS_openat, AT_FDCWD, told, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));
    if (file < 0) return;
    char line[600];
    const int length = std::snprintf(line, sizeof line, "%s %s\n", function, path);
    ::syscall(SYS_write, file, line,
              std::min<std::size_t>(static_cast<std::size_t>(length), sizeof line - 1));
    ::syscall(SYS_close, file);
  }

  /// This call fails, with `error`.
  bool strikes(const char* call_class, const char* function, const char* path) {
    if (!is_on || std::strcmp(which, call_class) != 0) return false;
    if (path != nullptr && std::strncmp(path, under, std::strlen(under)) != 0) return false;
    const long number = ++count;
    if (number < at || (number > at && !stays)) return false;
    tell(function, path == nullptr ? "" : path);
    return true;
  }
};

Plan& plan() {
  static Plan only;
  return only;
}

/// Of an open file; other descriptors have none.
class PathOf {
 public:
  explicit PathOf(int descriptor) {
    if (!plan().is_on) return;
    char link[40];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = ::syscall(SYS_readlinkat, AT_FDCWD, link, text_, sizeof text_ - 1);
    text_[length > 0 ? length : 0] = '\0';
  }
  [[nodiscard]] const char* text() const { return text_; }
  [[nodiscard]] bool is_file() const { return text_[0] == '/'; }
  [[nodiscard]] bool is_socket() const { return std::strncmp(text_, "socket:", 7) == 0; }

 private:
  char text_[500] = "";
};

template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

template <class Result>
Result failed() {
  errno = plan().error == kShort ? EIO : plan().error;
  return static_cast<Result>(-1);
}

/// Reading and writing by descriptor: of files by path, of sockets as what they send and hear, of pipes apart.
bool strikes_transfer(const char* for_files, const char* for_sockets, const char* for_others, int descriptor,
                      const char* function) {
  if (!plan().is_on) return false;
  const PathOf path{descriptor};
  if (path.is_file()) return plan().strikes(for_files, function, path.text());
  return plan().strikes(path.is_socket() ? for_sockets : for_others, function, nullptr);
}
bool strikes_reading(int descriptor, const char* function) {
  return strikes_transfer("read", "receive", "read_pipe", descriptor, function);
}
bool strikes_writing(int descriptor, const char* function) {
  return strikes_transfer("write", "send", "write_pipe", descriptor, function);
}
bool strikes_file(const char* call_class, int descriptor, const char* function) {
  return plan().is_on && plan().strikes(call_class, function, PathOf{descriptor}.text());
}

}  // namespace

#define REAL(name) static const auto call = real<decltype(::name)>(#name)

extern "C" {

// --- files

static mode_t mode_of(int flags, va_list arguments) {
  return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

#define OPEN(name)                                                    \
  int name(const char* path, int flags, ...) {                        \
    va_list arguments;                                                \
    va_start(arguments, flags);                                       \
    const mode_t mode = mode_of(flags, arguments);                    \
    va_end(arguments);                                                \
    if (plan().strikes("open", #name, path)) return failed<int>();    \
    static const auto call = real<int(const char*, int, ...)>(#name); \
    return call(path, flags, mode);                                   \
  }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                      \
  int name(int folder, const char* path, int flags, ...) {                 \
    va_list arguments;                                                     \
    va_start(arguments, flags);                                            \
    const mode_t mode = mode_of(flags, arguments);                         \
    va_end(arguments);                                                     \
    if (plan().strikes("open", #name, path)) return failed<int>();         \
    static const auto call = real<int(int, const char*, int, ...)>(#name); \
    return call(folder, path, flags, mode);                                \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

FILE* fopen(const char* path, const char* mode) {
  if (plan().strikes("open", "fopen", path)) return failed<long>(), nullptr;
  REAL(fopen);
  return call(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
  if (plan().strikes("open", "fopen64", path)) return failed<long>(), nullptr;
  REAL(fopen64);
  return call(path, mode);
}

ssize_t read(int descriptor, void* bytes, size_t size) {
  if (strikes_reading(descriptor, "read")) return failed<ssize_t>();
  REAL(read);
  return call(descriptor, bytes, size);
}
ssize_t readv(int descriptor, const iovec* parts, int count) {
  if (strikes_reading(descriptor, "readv")) return failed<ssize_t>();
  REAL(readv);
  return call(descriptor, parts, count);
}
#define READ_AT(name)                                                 \
  ssize_t name(int descriptor, void* bytes, size_t size, off_t at) {  \
    if (strikes_reading(descriptor, #name)) return failed<ssize_t>(); \
    REAL(name);                                                       \
    return call(descriptor, bytes, size, at);                         \
  }
READ_AT(pread)
READ_AT(pread64)

ssize_t write(int descriptor, const void* bytes, size_t size) {
  REAL(write);
  if (strikes_writing(descriptor, "write")) {
    if (plan().error == kShort && size > 1) return call(descriptor, bytes, 1);
    return failed<ssize_t>();
  }
  return call(descriptor, bytes, size);
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
  REAL(writev);
  if (strikes_writing(descriptor, "writev")) {
    if (plan().error == kShort && parts[0].iov_len > 1) {
      const iovec byte{parts[0].iov_base, 1};
      return call(descriptor, &byte, 1);
    }
    return failed<ssize_t>();
  }
  return call(descriptor, parts, count);
}
#define WRITE_AT(name)                                                               \
  ssize_t name(int descriptor, const void* bytes, size_t size, off_t at) {           \
    REAL(name);                                                                      \
    if (strikes_writing(descriptor, #name)) {                                        \
      if (plan().error == kShort && size > 1) return call(descriptor, bytes, 1, at); \
      return failed<ssize_t>();                                                      \
    }                                                                                \
    return call(descriptor, bytes, size, at);                                        \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

#define ON_FILE(name, call_class, parameters, arguments)                   \
  int name parameters {                                                    \
    if (strikes_file(call_class, descriptor, #name)) return failed<int>(); \
    REAL(name);                                                            \
    return call arguments;                                                 \
  }
ON_FILE(fsync, "sync", (int descriptor), (descriptor))
ON_FILE(fdatasync, "sync", (int descriptor), (descriptor))
int syncfs(int descriptor) noexcept {
  if (strikes_file("sync", descriptor, "syncfs")) return failed<int>();
  REAL(syncfs);
  return call(descriptor);
}
#define TRUNCATE(name)                                                     \
  int name(int descriptor, off_t size) noexcept {                          \
    if (strikes_file("truncate", descriptor, #name)) return failed<int>(); \
    REAL(name);                                                            \
    return call(descriptor, size);                                         \
  }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define ON_PATH(name, call_class, path, parameters, arguments)         \
  int name parameters noexcept {                                       \
    if (plan().strikes(call_class, #name, path)) return failed<int>(); \
    REAL(name);                                                        \
    return call arguments;                                             \
  }
ON_PATH(rename, "name", to, (const char* from, const char* to), (from, to))
ON_PATH(unlink, "name", path, (const char* path), (path))
ON_PATH(mkdir, "name", path, (const char* path, mode_t mode), (path, mode))

#define MAP(name)                                                                                      \
  void* name(void* where, size_t size, int protection, int flags, int descriptor, off_t at) noexcept { \
    if (descriptor >= 0 && strikes_file("map", descriptor, #name)) return failed<long>(), MAP_FAILED;  \
    REAL(name);                                                                                        \
    return call(where, size, protection, flags, descriptor, at);                                       \
  }
MAP(mmap)
MAP(mmap64)

#define CONTROL(name)                                                                         \
  int name(int descriptor, int command, ...) {                                                \
    va_list arguments;                                                                        \
    va_start(arguments, command);                                                             \
    void* const argument = va_arg(arguments, void*);                                          \
    va_end(arguments);                                                                        \
    const bool is_lock = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK; \
    if (is_lock && strikes_file("lock", descriptor, #name)) return failed<int>();             \
    static const auto call = real<int(int, int, ...)>(#name);                                 \
    return call(descriptor, command, argument);                                               \
  }
CONTROL(fcntl)
CONTROL(fcntl64)
int flock(int descriptor, int how) noexcept {
  if (strikes_file("lock", descriptor, "flock")) return failed<int>();
  REAL(flock);
  return call(descriptor, how);
}

// --- sockets, and what waits for them

#define PLAIN(name, call_class, result, parameters, arguments)               \
  result name parameters {                                                   \
    if (plan().strikes(call_class, #name, nullptr)) return failed<result>(); \
    REAL(name);                                                              \
    return call arguments;                                                   \
  }
#define PLAIN_NOEXCEPT(name, call_class, parameters, arguments)           \
  int name parameters noexcept {                                          \
    if (plan().strikes(call_class, #name, nullptr)) return failed<int>(); \
    REAL(name);                                                           \
    return call arguments;                                                \
  }
PLAIN_NOEXCEPT(socket, "socket", (int domain, int type, int protocol), (domain, type, protocol))
PLAIN_NOEXCEPT(bind, "socket", (int descriptor, const sockaddr* where, socklen_t size),
               (descriptor, where, size))
PLAIN_NOEXCEPT(listen, "socket", (int descriptor, int most), (descriptor, most))
PLAIN(connect, "connect", int, (int descriptor, const sockaddr* where, socklen_t size),
      (descriptor, where, size))
PLAIN(accept, "accept", int, (int descriptor, sockaddr* whom, socklen_t* size), (descriptor, whom, size))
PLAIN(accept4, "accept", int, (int descriptor, sockaddr* whom, socklen_t* size, int flags),
      (descriptor, whom, size, flags))
PLAIN(send, "send", ssize_t, (int descriptor, const void* bytes, size_t size, int flags),
      (descriptor, bytes, size, flags))
PLAIN(sendmsg, "send", ssize_t, (int descriptor, const msghdr* message, int flags),
      (descriptor, message, flags))
PLAIN(recv, "receive", ssize_t, (int descriptor, void* bytes, size_t size, int flags),
      (descriptor, bytes, size, flags))
PLAIN(recvmsg, "receive", ssize_t, (int descriptor, msghdr* message, int flags), (descriptor, message, flags))
PLAIN_NOEXCEPT(epoll_create1, "wait", (int flags), (flags))
PLAIN_NOEXCEPT(epoll_ctl, "wait", (int descriptor, int what, int which, epoll_event* event),
               (descriptor, what, which, event))
PLAIN_NOEXCEPT(timerfd_create, "wait", (int clock, int flags), (clock, flags))
PLAIN_NOEXCEPT(eventfd, "wait", (unsigned value, int flags), (value, flags))

// --- children and threads

PLAIN_NOEXCEPT(fork, "child", (), ())
PLAIN_NOEXCEPT(pipe, "child", (int* ends), (ends))
PLAIN_NOEXCEPT(pipe2, "child", (int* ends, int flags), (ends, flags))
PLAIN_NOEXCEPT(dup2, "child", (int from, int to), (from, to))
PLAIN_NOEXCEPT(execve, "child", (const char* path, char* const* arguments, char* const* environment),
               (path, arguments, environment))

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
  if (plan().strikes("thread", "pthread_create", nullptr)) return plan().error;
  REAL(pthread_create);
  return call(thread, attributes, work, argument);
}

// --- the wall clock

static long long clock_step() {
  struct Step {
    double after = 0;
    long long seconds = 0;
    timespec start{};
    Step() {
      const char* text = std::getenv("JADOUBE_CLOCK_STEP");
      if (text == nullptr || std::sscanf(text, "%lf %lld", &after, &seconds) != 2) seconds = 0;
      ::syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &start);
    }
  };
  static const Step step;
  if (step.seconds == 0) return 0;
  timespec now{};
  ::syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  const double passed = static_cast<double>(now.tv_sec - step.start.tv_sec) +
                        static_cast<double>(now.tv_nsec - step.start.tv_nsec) * 1e-9;
  if (passed < step.after) return 0;
  static const bool is_told = (plan().tell("clock", ""), true);
  static_cast<void>(is_told);
  return step.seconds;
}

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  REAL(clock_gettime);
  const int result = call(clock, time);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
    time->tv_sec += clock_step();
  return result;
}
int gettimeofday(timeval* __restrict time, void* __restrict zone) noexcept {
  REAL(gettimeofday);
  const int result = call(time, zone);
  if (result == 0) time->tv_sec += clock_step();
  return result;
}
time_t time(time_t* to) noexcept {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  if (to != nullptr) *to = now.tv_sec;
  return now.tv_sec;
}
}
