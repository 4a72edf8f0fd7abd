// The interchange form of a scan log (docs/scanlog.md), line by line: text to values and back. Opens nothing,
// keeps nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "json/text.hpp"
#include "record/scan.hpp"
#include "record/senses.hpp"

namespace jadoube::record {

/// The largest `t_us` and, in its own unit, the largest clock time: what every JSON reader keeps exactly.
inline constexpr std::int64_t kLargestInteger = (std::int64_t{1} << 53U) - 1;

struct HeaderError : json::LineError {
  /// The line is a header, but of a format or version that this program does not know: the file must be
  /// refused.
  bool refuse = false;
};

tl::expected<Header, HeaderError> parse_header(std::string_view line);

struct RecordLine {
  Record record;
  /// Members that this version does not know: `"a":1,"b":[2]`. Empty for Truth and Other, which keep their
  /// whole text.
  std::string extra;
};

/// Reads one record. `not_before` is the time of the record before it: an earlier one is an error. Other
/// fills in for a missing time with it.
tl::expected<RecordLine, json::LineError> parse_record(std::string_view line, Time not_before = Time{0});

/// What makes a record impossible to write, in a few words; nothing if it is sound: a time out of range,
/// pieces on squares that are not occupied, an arbiter's entry without what its action needs, advice about no
/// move, a text of Truth or Other that does not read back.
std::optional<std::string> contradiction(const Record& record);

/// One line without its '\n', members in the order of docs/scanlog.md. What was read from such a line gives
/// the same bytes again.
std::string to_json(const Header& header);
/// The same, appended to `text`.
void append_json(std::string& text, const Record& record, std::string_view extra = {});
std::string to_json(const Record& record, std::string_view extra = {});

std::string_view name(Arbiter::Action action);

/// What an entry says beside its action, as it is written; numbers as digits.
struct EntryMember {
  std::string_view name;
  std::string value;
  bool is_number = false;
};
/// All of them, in their order.
std::vector<EntryMember> members_of(const Arbiter& entry);

/// FEN placement of the sensor board in its own frame: its own eighth rank first.
std::string to_fen(const PieceMap& pieces);
std::optional<PieceMap> pieces_from_fen(std::string_view text);

}  // namespace jadoube::record
