// A PostgreSQL from Debian in a temporary folder, on a Unix socket alone: one for the whole test program, a schema for each test.
#pragma once

#include <sys/types.h>

#include <string>

#include "tests/support/temporary_folder.hpp"

namespace jadoube::tests {

class PostgresServer {
 public:
  /// Runs when this returns. Null: it is not installed here.
  static PostgresServer* get();
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  /// On the thread that began the program: with another one the server would end.
  void start();
  /// As a crash does: with SIGKILL, and all that belongs to it.
  void kill();
  /// It and all that belongs to it says nothing while `stands_still`.
  void stand_still(bool stands_still) const;
  /// Folder of its socket.
  [[nodiscard]] std::string sockets() const { return folder_ / "sockets"; }
  /// The address of a schema with nothing in it.
  std::string fresh_schema();
  /// The address of a schema, over the socket in `sockets`.
  static std::string address(const std::string& sockets, const std::string& schema);

 private:
  explicit PostgresServer(std::string programs);
  [[nodiscard]] pid_t spawn(const std::string& program, const std::string& arguments) const;
  [[nodiscard]] bool answers() const;
  void signal(int number) const;

  TemporaryFolder folder_;
  std::string programs_;
  pid_t postmaster_ = -1;
  unsigned schemas_ = 0;
};

}  // namespace jadoube::tests
