// jadoube token: who may come in to the daemon, and as what.
#include <unistd.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "cli/command.hpp"
#include "cli/commands.hpp"
#include "daemon/daemon_files.hpp"
#include "evidence/store.hpp"
#include "record/utc.hpp"
#include "server/secret.hpp"
#include "server/store_tokens.hpp"

namespace jadoube::cli {
namespace {

using daemon::load_config;
using daemon::make_state_folder;
using daemon::state_folder;
using daemon::store_file;

struct Options {
  std::string config;
  std::string data;
  std::string name;
  std::string role = "viewer";
  std::uint64_t id = 0;
  bool force = false;
};

constexpr std::size_t kLongestName = 64;

/// The daemon's store, whether it runs or not.
class Book {
 public:
  static tl::expected<Book, std::string> open(const Options& options) {
    const auto loaded = load_config(options.config);
    if (!loaded) return tl::unexpected{loaded.error()};
    const auto folder = state_folder(options.data, loaded->config);
    if (!folder) return tl::unexpected{folder.error()};
    if (auto made = make_state_folder(*folder); !made) return tl::unexpected{made.error()};
    auto store = arbiter::Store::open(store_file(*folder).string());
    if (!store) return tl::unexpected{store.error()};
    return Book{*std::move(store)};
  }
  server::StoreTokens& tokens() { return *tokens_; }
  /// Into the audit trail.
  void note(const std::string& what) {
    const auto noted = store_->note({.id = 0,
                                     .utc = record::utc_text(record::utc_now()),
                                     .by = "jadoube token, user " + std::to_string(::getuid()),
                                     .role = arbiter::Role::admin,
                                     .what = what,
                                     .board = {},
                                     .alert = 0});
    if (!noted) complain(noted.error());
  }

 private:
  explicit Book(std::unique_ptr<arbiter::Store> store)
      : store_{std::move(store)}, tokens_{std::make_unique<server::StoreTokens>(store_->tokens())} {}
  std::unique_ptr<arbiter::Store> store_;
  std::unique_ptr<server::StoreTokens> tokens_;
};

int add(const Options& options) {
  const auto role = arbiter::role_from_name(options.role);
  if (options.name.empty() || options.name.size() > kLongestName)
    return fail("a name has 1 to " + std::to_string(kLongestName) + " characters");
  auto book = Book::open(options);
  if (!book) return fail(book.error());
  const auto token = server::make_secret();
  if (!role || !token) return fail("the system gives no random numbers");
  const auto id = book->tokens().add(options.name, *role, server::sha256_hex(*token));
  if (!id) return fail(id.error());
  book->note("made token " + std::to_string(*id) + " (" + options.name + ", " + options.role + ')');
  std::cout << *token << '\n';
  std::cerr << "Token " << *id << " for \"" << options.name << "\", role " << options.role
            << ". It is shown this once: put it behind the page's address as #token=…\n";
  return kOk;
}

int list(const Options& options) {
  auto book = Book::open(options);
  if (!book) return fail(book.error());
  for (const auto& each : book->tokens().list()) {
    std::string role{name(each.role)};
    role.resize(8, ' ');
    std::cout << each.id << '\t' << role << '\t' << each.created_utc << '\t'
              << (each.last_used_utc.empty() ? "never used              " : each.last_used_utc) << '\t'
              << each.name << '\n';
  }
  return kOk;
}

int revoke(const Options& options) {
  auto book = Book::open(options);
  if (!book) return fail(book.error());
  const auto entry = book->tokens().find(options.id);
  std::size_t admins = 0;
  for (const auto& each : book->tokens().list()) admins += each.role == arbiter::Role::admin ? 1 : 0;
  if (entry && entry->role == arbiter::Role::admin && admins == 1 && !options.force)
    return fail(
        "token " + std::to_string(options.id) +
        " is the only one of an administrator: make another one first (`jadoube token add NAME --role "
        "admin`), or --force");
  const auto done = book->tokens().revoke(options.id);
  if (!done) return fail(done.error());
  if (!*done)
    return fail("there is no token " + std::to_string(options.id) + "; `jadoube token list` shows them");
  book->note("revoked token " + std::to_string(options.id));
  return kOk;
}

}  // namespace

void add_token(Command program, int& status) {
  auto command = program.add_subcommand("token", "Tokens for the daemon: who may come in, and as what");
  command.require_subcommand(1);
  auto options = std::make_shared<Options>();
  command.add_option("--data", options->data, "State folder of the daemon, if it is not the usual one");
  command.add_option("--config", options->config, "Configuration of the daemon, if it is not the usual one");
  auto add_command = command.add_subcommand("add", "Make a token and print it, this once");
  add_command
      .add_option("NAME", options->name, "For whom: goes into the audit trail with all that is done with it")
      .required();
  add_command.add_option("--role", options->role, "hall, viewer, arbiter or admin")
      .one_of({"hall", "viewer", "arbiter", "admin"})
      .capture_default_str();
  auto list_command = command.add_subcommand("list", "Number, role, when made, when last used, name");
  auto revoke_command = command.add_subcommand("revoke", "A token is worth nothing any more, within seconds");
  revoke_command.add_option("ID", options->id, "Its number, as `jadoube token list` shows it").required();
  revoke_command.add_flag("--force", options->force, "Even if no administrator is left");
  command.footer(
      "\nRoles: `hall` is for screens that players can see, which are told nothing that players must not "
      "learn;\n"
      "`viewer` sees everything; `arbiter` acts; `admin` makes tokens as well.\n" +
      examples({
          {"jadoube token add \"tablet 2\" --role arbiter", "a token for a tablet"},
          {"jadoube token list", "who may come in"},
          {"jadoube token revoke 3 --data /var/lib/jadoube", "for the daemon that systemd runs; as its user"},
      }));
  // --data and --config may also stand behind the subcommand.
  for (Command each : {add_command, list_command, revoke_command}) each.fallthrough();
  add_command.callback([options, &status] { status = add(*options); });
  list_command.callback([options, &status] { status = list(*options); });
  revoke_command.callback([options, &status] { status = revoke(*options); });
}

}  // namespace jadoube::cli
