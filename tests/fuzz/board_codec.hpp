// What the fuzz targets of all board codecs have in common: the bytes at once and in pieces, the session on
// top of them, and what must be true whatever the bytes are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "record/scan.hpp"
#include "tests/fuzz/demand.hpp"

namespace jadoube::fuzz {

using Bytes = std::span<const std::uint8_t>;

template <class Decoder, class Message>
struct Decoded {
  Bytes bytes;
  Decoder decoder;
  std::vector<Message> messages;
};

/// Decodes all but the first byte of the input, which chooses where it is cut into pieces. The pieces give
/// the same messages and losses as the whole; the records of a session that is fed the pieces never go back
/// in time, and it sends nothing but what `may_send` allows.
template <class Decoder, class Message, class Session, class MaySend>
Decoded<Decoder, Message> decode(const std::uint8_t* data, std::size_t size, MaySend may_send) {
  Decoded<Decoder, Message> whole{Bytes{data, size}.subspan(1), {}, {}};
  whole.decoder.push(whole.bytes, whole.messages);

  Decoder cut;
  std::vector<Message> same;
  Session session;
  session.connect(record::Time{0});
  std::vector<record::Record> records;
  std::uint32_t state = data[0];
  record::Time now{};
  for (Bytes rest = whole.bytes; !rest.empty();) {
    state = state * 1664525U + 1013904223U;
    const std::size_t length = std::min<std::size_t>(1 + (state >> 24U) % (data[0] + 1U), rest.size());
    cut.push(rest.first(length), same);
    now += record::Time{state >> 8U};
    session.wake(now);
    session.receive(rest.first(length), now);
    for (auto& record : session.take_records()) records.push_back(std::move(record));
    for (const auto& command : session.take_commands()) demand(may_send(command));
    rest = rest.subspan(length);
  }
  demand(whole.messages == same && cut.losses() == whole.decoder.losses() &&
         cut.pending() == whole.decoder.pending());
  demand(std::ranges::is_sorted(records, {}, record::time_of));
  return whole;
}

/// What a decoder that has seen anything says to two sound frames: the last message.
template <class Decoder, class Message, class Frame>
Message after_anything(Decoded<Decoder, Message>& seen, const Frame& sound) {
  seen.messages.clear();
  seen.decoder.push(sound, seen.messages);
  seen.decoder.push(sound, seen.messages);
  demand(!seen.messages.empty());
  return seen.messages.back();
}

}  // namespace jadoube::fuzz
