// A way to PostgreSQL that breaks at the worst moment.
#pragma once

#include <atomic>
#include <string>
#include <thread>

#include "tests/support/temporary_folder.hpp"

namespace jadoube::tests {

class CuttingProxy {
 public:
  /// Passes on to the server whose socket is in the folder `sockets`.
  explicit CuttingProxy(const std::string& sockets);
  ~CuttingProxy();
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  enum class At : std::uint8_t { never, before_commit, after_commit, first_statement };
  /// Once: before the server hears the next COMMIT, or when it has answered and nobody has heard that yet. At the first
  /// statement of each connection it is not cut: the server does not hear it, and nobody is answered.
  void cut(At at) { at_ = at; }
  [[nodiscard]] bool has_cut() const { return at_ == At::never; }
  /// Of all connections.
  void end() { ends_ = true; }
  /// Of its own socket.
  [[nodiscard]] std::string sockets() const { return folder_.path().string(); }

 private:
  void work();
  void pass_on(int client, int server);

  TemporaryFolder folder_;
  std::string server_;
  int listening_;
  std::atomic<At> at_ = At::never;
  std::atomic<bool> ends_ = false;
  std::thread thread_;
};

}  // namespace jadoube::tests
