#include "evidence/store_rescue.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "evidence/store_schema.hpp"
#include "record/utc.hpp"

namespace jadoube::arbiter {

namespace {

namespace fs = std::filesystem;

/// What SQLite keeps beside a database.
constexpr std::array<std::string_view, 3> kBeside{"-wal", "-journal", "-shm"};

// ---- is it sound?

/// Every table, index and trigger, and the columns.
constexpr std::string_view kParts =
    "SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' UNION ALL "
    "SELECT 'column ' || t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c "
    "WHERE t.type = 'table' ORDER BY 1";

tl::expected<std::vector<std::string>, std::string> texts(Database& database, std::string_view question) {
  std::vector<std::string> texts;
  auto asked = database.run(question, {}, [&](const SqlRow& row) { texts.push_back(row.text(0)); });
  if (!asked) return tl::unexpected{std::move(asked).error()};
  return texts;
}

/// Those of a store of this version, which is small enough for the memory.
tl::expected<std::vector<std::string>, std::string> parts_of_version(std::size_t version) {
  auto database = Database::open(":memory:");
  if (!database) return tl::unexpected{std::move(database).error()};
  for (std::size_t step = 0; step < version; ++step)
    if (auto done = database->script(kSchemaSteps.at(step)); !done)
      return tl::unexpected{std::move(done).error()};
  return texts(*database, kParts);
}

/// A store that lacks something cannot be used, and an earlier one that has more cannot be brought up to date.
std::optional<std::string> lack_of(const std::vector<std::string>& parts, std::size_t version) {
  const auto expected = parts_of_version(version);
  if (!expected) return std::nullopt;
  for (const std::string& part : *expected)
    if (!std::ranges::binary_search(parts, part)) return "its " + part + " is not there";
  if (version < kSchemaSteps.size() && parts.size() > expected->size())
    return "it has tables that its version " + std::to_string(version) + " has not got";
  return std::nullopt;
}

/// What may be read of a damaged store, in an order in which rows find those that they refer to.
struct StoredTable {
  std::string_view name;
  std::string_view what;
  /// What its rows are read by, from the end.
  std::string_view backwards;
  /// Which rows make sense.
  std::string_view where = "1";
};
constexpr std::string_view kKnownRole = "role IN ('hall', 'viewer', 'arbiter', 'admin')";
constexpr std::array kTables{
    StoredTable{"tokens", "tokens", "id DESC", kKnownRole},
    StoredTable{"numbers", "table numbers", "id DESC"},
    StoredTable{"rounds", "rounds", "id DESC"},
    StoredTable{"pairings", "pairings", "round DESC, number DESC"},
    StoredTable{"alerts", "alerts", "id DESC"},
    StoredTable{"alert_history", "lines of what was done about them", "alert DESC, place DESC"},
    StoredTable{"audit", "entries of the audit trail", "id DESC", kKnownRole},
    StoredTable{"anchors", "digests", "id DESC"},
    StoredTable{"forgotten", "boards taken from the wall", "id DESC"},
    StoredTable{"table_places", "places of tables", "id DESC"},
    StoredTable{"notes", "notes", "id DESC"},
    StoredTable{"attendances", "times at tables", "id DESC"},
};

struct Salvage {
  /// "3 tokens", for each table.
  std::string taken;
  /// Tables of which something is gone.
  std::string gone;
};

void append(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ", ") + item;
}

/// Row by row: where one cannot be read or does not fit, the others are taken all the same.
void take_over(const StoredTable& table, Database& from, Database& into, Salvage& salvage) {
  const std::string name{table.name};
  std::uint64_t taken = 0;
  bool is_whole = true;
  const auto columns = texts(from, "SELECT name FROM pragma_table_info('" + name + "')");
  std::string names, values;
  for (const std::string& column : columns.value_or(std::vector<std::string>{})) {
    append(names, column);
    values += (values.empty() ? "quote(" : "||','||quote(") + column + ')';
  }
  const std::string question = "SELECT 'INSERT OR IGNORE INTO " + name + '(' + names + ") VALUES(' || " +
                               values + " || ')' FROM " + name + " WHERE ";
  const auto read = [&](const std::string& rows) {
    return from.run(question + rows, {}, [&](const SqlRow& row) {
      if (into.script(row.text(0)))
        taken += into.changes();
      else
        is_whole = false;
    });
  };
  const std::string where{table.where};
  if (values.empty() || !read(where)) {
    is_whole = false;
    // What lies behind the damage is reached from the end.
    if (!values.empty()) static_cast<void>(read(where + " ORDER BY " + std::string{table.backwards}));
  }
  if (taken != 0) append(salvage.taken, std::to_string(taken) + ' ' + std::string{table.what});
  if (!is_whole) append(salvage.gone, std::string{table.what});
}

/// The error: nothing was taken over.
tl::expected<Salvage, std::string> take_over_all(const std::string& damaged, const std::string& begun) {
  auto from = Database::open_to_read(damaged);
  if (!from) return tl::unexpected{std::move(from).error()};
  // Else nothing at all is read of a file that is shorter than its first page says.
  if (auto done = from->script("PRAGMA writable_schema=ON"); !done) return tl::unexpected{done.error()};
  auto into = Database::open(begun);
  if (!into) return tl::unexpected{std::move(into).error()};
  Salvage salvage;
  const auto done = into->transaction([&]() -> Database::Result {
    for (const StoredTable& table : kTables) take_over(table, *from, *into, salvage);
    return {};
  });
  if (!done) return tl::unexpected{done.error()};
  return salvage;
}

// ---- putting aside

/// While it is being put aside: a start that finds such a file goes on with that.
std::string unfinished(const std::string& path) {
  return path + ".damaged";
}
std::string mark(const std::string& path) {
  return path + ".is-damaged";
}

bool is_there(const std::string& path) {
  std::error_code error;
  return fs::exists(path, error);
}

tl::expected<void, std::string> move_file(const std::string& from, const std::string& to) {
  std::error_code error;
  if (!fs::exists(from, error)) return {};
  fs::rename(from, to, error);
  if (error) return tl::unexpected{from + ": cannot be renamed to " + to + ": " + error.message()};
  return {};
}

tl::expected<void, std::string> move_beside(const std::string& from, const std::string& to) {
  for (const std::string_view ending : kBeside)
    if (auto moved = move_file(from + std::string{ending}, to + std::string{ending}); !moved) return moved;
  return {};
}

/// The file itself last: as long as it is there, it is known that this is not finished.
tl::expected<void, std::string> move_store(const std::string& from, const std::string& to) {
  if (auto moved = move_beside(from, to); !moved) return moved;
  return move_file(from, to);
}

std::string name_of_damaged(const std::string& path) {
  const std::string utc = record::utc_text(record::utc_now());
  std::string name = path + ".damaged-";
  std::ranges::copy_if(utc, std::back_inserter(name), [](char c) { return c != '-' && c != ':'; });
  return name;
}

std::string what_was_done(const std::string& path, const std::string& name, const std::string& why,
                          const tl::expected<Salvage, std::string>& salvage) {
  std::string said = fs::path{path}.filename().string() + " was damaged (" + why + "); it lies in " +
                     fs::path{name}.filename().string() + " now. ";
  said += salvage && !salvage->taken.empty()
              ? "Its successor has of it: " + salvage->taken +
                    (salvage->gone.empty() ? "" : "; of these some or all are gone: " + salvage->gone)
              : "Nothing could be read of it: what was done about findings, tokens, table numbers, "
                "pairings and digests are gone";
  return said + ". What was found in the logs is found again";
}

/// An empty store under this name, whatever was there.
tl::expected<std::unique_ptr<Store>, std::string> begin_store(const std::string& path) {
  std::error_code error;
  fs::remove(path, error);
  for (const std::string_view ending : kBeside) fs::remove(path + std::string{ending}, error);
  return Store::open(path);
}

/// What was done. The new store has a note of it before it is in its place.
tl::expected<std::string, std::string> put_aside(const std::string& path, const std::string& why) {
  const std::string aside = unfinished(path), begun = path + ".begun", name = name_of_damaged(path);
  // A write-ahead log that is left alone belongs to no store that comes after.
  if (!is_there(aside))
    if (auto moved = move_file(path, aside); !moved) return tl::unexpected{moved.error()};
  if (auto moved = move_beside(path, aside); !moved) return tl::unexpected{moved.error()};
  auto store = begin_store(begun);
  if (!store) return tl::unexpected{std::move(store).error()};
  std::string said = what_was_done(path, name, why, take_over_all(aside, begun));
  const auto noted = (*store)->note(
      {0, record::utc_text(record::utc_now()), "jadoube", Role::admin, said, std::string{kAboutStore}, 0});
  store->reset();
  if (!noted) return tl::unexpected{noted.error()};
  if (auto moved = move_store(begun, path); !moved) return tl::unexpected{moved.error()};
  std::error_code error;
  fs::remove(mark(path), error);
  if (auto moved = move_store(aside, name); !moved) return tl::unexpected{moved.error()};
  return said;
}

/// Nothing: nothing speaks against the file.
std::optional<std::string> reason_to_put_aside(const std::string& path, std::chrono::milliseconds within,
                                               bool& is_checked) {
  if (is_there(unfinished(path))) return "the program ended while it was being put aside";
  if (!is_there(path)) return std::nullopt;
  if (is_there(mark(path))) return "that was found while the program before was running";
  StoreCheck check = check_store(path, within);
  is_checked = check.is_complete;
  return std::move(check.damage);
}

}  // namespace

StoreCheck check_store(const std::string& path, std::chrono::milliseconds within) {
  std::error_code error;
  if (fs::file_size(path, error) == 0 && !error) return {"it is empty", true};
  auto database = Database::open_to_read(path);
  if (!database) return {};
  const auto damage = [&](const std::string& sentence) -> StoreCheck {
    if (!database->is_damaged()) return {{}, !database->is_stopped()};
    return {sentence.substr(sentence.rfind(": ") + 2), true};
  };
  std::int64_t version = 0;
  const auto asked =
      database->run("PRAGMA user_version", {}, [&](const SqlRow& row) { version = row.integer(0); });
  if (!asked) return damage(asked.error());
  if (version < 0) return {"it has no version", true};
  if (static_cast<std::size_t>(version) > kSchemaSteps.size()) return {};
  const auto parts = texts(*database, kParts);
  if (!parts) return damage(parts.error());
  if (auto lack = lack_of(*parts, static_cast<std::size_t>(version))) return {std::move(lack), true};
  if (within <= std::chrono::milliseconds::zero()) return {{}, false};
  database->stop_after(within);
  const auto faults = texts(*database, "PRAGMA quick_check(1)");
  if (!faults) return damage(faults.error());
  if (faults->empty() || faults->front() == "ok") return {};
  std::string fault = faults->front();
  std::ranges::replace(fault, '\n', ' ');
  return {std::move(fault), true};
}

tl::expected<std::unique_ptr<Store>, std::string> open_sound_store(const std::string& path) {
  if (!is_there(path)) return tl::unexpected{path + ": there is no such file"};
  if (const auto check = check_store(path, std::chrono::minutes{10}); check.damage)
    return tl::unexpected{path + ": is damaged (" + *check.damage + ')'};
  return Store::open(path);
}

void mark_as_damaged(const std::string& path) {
  std::ofstream{mark(path)};
}

tl::expected<StoreAtStart, std::string> open_store_at_start(const std::string& path,
                                                            std::chrono::milliseconds within) {
  // All but the name has been done.
  if (is_there(unfinished(path)) && is_there(path))
    if (auto moved = move_store(unfinished(path), name_of_damaged(path)); !moved)
      return tl::unexpected{moved.error()};
  StoreAtStart start;
  const auto why = reason_to_put_aside(path, within, start.is_checked);
  if (why) {
    auto said = put_aside(path, *why);
    if (!said)
      return tl::unexpected{path + ": is damaged (" + *why + ") and cannot be put aside: " + said.error()};
    start.rescue = *std::move(said);
  }
  start.is_new = why || !is_there(path);
  auto store = Store::open(path);
  if (!store) return tl::unexpected{std::move(store).error()};
  start.store = *std::move(store);
  return start;
}

}  // namespace jadoube::arbiter
