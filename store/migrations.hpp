// The tables of the shared store, version by version: one list for PostgreSQL and SQLite.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "store/connection.hpp"

namespace jadoube::store {

/// Of the tables that this program works with.
std::int64_t newest_version();

/// How many of the steps have been made; 0: there are no tables yet. Refused: tables of a later version, and a file of somebody else.
Expected<std::int64_t> version_of(Connection& connection, const std::string& address);

/// Makes the steps that are missing, all or none; several programs may do it at once. `program` is written down with each.
Done migrate(Connection& connection, const std::string& address, const std::string& program);

/// PostgreSQL has it, as of now: what to_regclass() says may have been so before somebody else's lock.
Expected<bool> has_table(Connection& connection, std::string_view name);

// Writers hold it together, whoever makes or drops tables holds it alone; until the end of the transaction that the caller is in.
// SQLite has one writer at a time anyway.
Done lock_to_write(Connection& connection);
Done lock_alone(Connection& connection);

}  // namespace jadoube::store
