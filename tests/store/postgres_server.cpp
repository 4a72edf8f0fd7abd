#include "tests/store/postgres_server.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>

#include "store/connection.hpp"

namespace jadoube::tests {
namespace {

namespace fs = std::filesystem;

/// Where Debian has the latest; empty: nowhere.
std::string programs_of_postgres() {
  std::string found;
  std::error_code error;
  for (fs::directory_iterator each{"/usr/lib/postgresql", error}, end; !error && each != end;
       each.increment(error))
    if (fs::exists(each->path() / "bin/postgres")) found = std::max(found, (each->path() / "bin").string());
  return found;
}

/// PostgreSQL does not run as root.
const passwd* somebody_else() {
  if (::geteuid() != 0) return nullptr;
  const passwd* const user = ::getpwnam("postgres");
  return user != nullptr ? user : ::getpwnam("nobody");
}

}  // namespace

PostgresServer* PostgresServer::get() {
  static const std::unique_ptr<PostgresServer> server = [] {
    const std::string programs = programs_of_postgres();
    std::unique_ptr<PostgresServer> made;
    if (!programs.empty()) made.reset(new PostgresServer{programs});
    return made;
  }();
  return server.get();
}

PostgresServer::PostgresServer(std::string programs) : programs_{std::move(programs)} {
  fs::create_directory(sockets());
  if (const passwd* const user = somebody_else()) {
    if (::chown(folder_.path().c_str(), user->pw_uid, user->pw_gid) != 0) throw std::runtime_error{"chown"};
    if (::chown(sockets().c_str(), user->pw_uid, user->pw_gid) != 0) throw std::runtime_error{"chown"};
  }
  const pid_t initdb = spawn("initdb", "-U jadoube -A trust -E UTF8 --locale=C --no-sync --no-instructions");
  int status = 0;
  if (::waitpid(initdb, &status, 0) != initdb || status != 0)
    throw std::runtime_error{"initdb has failed: " + (folder_ / "log")};
  start();
}

PostgresServer::~PostgresServer() {
  if (postmaster_ < 0) return;
  ::kill(postmaster_, SIGQUIT);
  ::waitpid(postmaster_, nullptr, 0);
}

pid_t PostgresServer::spawn(const std::string& program, const std::string& arguments) const {
  const std::string line =
      "exec " + programs_ + '/' + program + " -D " + (folder_ / "data") + ' ' + arguments;
  const std::string log = folder_ / "log";
  const passwd* const user = somebody_else();
  const pid_t child = ::fork();
  if (child != 0) return child;
  if (user != nullptr &&
      (::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0))
    ::_exit(126);
  // It does not outlive the test, however that ends.
  ::prctl(PR_SET_PDEATHSIG, SIGQUIT);
  const int out = ::open(log.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0644);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(out, STDERR_FILENO);
  if (::chdir("/") != 0) ::_exit(126);
  ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
  ::_exit(127);
}

std::string PostgresServer::address(const std::string& sockets, const std::string& schema) {
  return "postgresql:///postgres?user=jadoube&host=" + sockets + "&options=-csearch_path%3D" + schema;
}

bool PostgresServer::answers() const {
  return store::Connection::open(*store::Address::parse(address(sockets(), "public")), "",
                                 store::Access::write)
      .has_value();
}

void PostgresServer::start() {
  // A crash of the program loses nothing that the kernel has.
  const std::string arguments =
      "-F -k " + sockets() +
      " -c listen_addresses= -c full_page_writes=off -c shared_buffers=16MB -c max_connections=20 "
      "-c autovacuum=off -c wal_level=minimal -c max_wal_senders=0";
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  do {
    // Children of one that was killed may not have noticed yet.
    if (postmaster_ < 0 || ::waitpid(postmaster_, nullptr, WNOHANG) == postmaster_)
      postmaster_ = spawn("postgres", arguments);
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
    if (answers()) return;
  } while (std::chrono::steady_clock::now() < end);
  throw std::runtime_error{"PostgreSQL does not answer: " + (folder_ / "log")};
}

void PostgresServer::signal(int number) const {
  const std::string pid = std::to_string(postmaster_);
  std::ifstream children{"/proc/" + pid + "/task/" + pid + "/children"};
  // What has nobody above it any more serves on for a moment.
  ::kill(postmaster_, number);
  for (pid_t child = 0; children >> child;) ::kill(child, number);
}

void PostgresServer::kill() {
  signal(SIGKILL);
  ::waitpid(postmaster_, nullptr, 0);
  postmaster_ = -1;
}

void PostgresServer::stand_still(bool stands_still) const {
  signal(stands_still ? SIGSTOP : SIGCONT);
}

std::string PostgresServer::fresh_schema() {
  const std::string schema = "test_" + std::to_string(++schemas_);
  auto connection =
      store::Connection::open(*store::Address::parse(address(sockets(), "public")), "", store::Access::write);
  if (!connection) throw std::runtime_error{connection.error().sentence};
  if (auto made = (*connection)->script("CREATE SCHEMA " + schema); !made)
    throw std::runtime_error{made.error().sentence};
  return address(sockets(), schema);
}

}  // namespace jadoube::tests
