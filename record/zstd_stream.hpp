// zstd around a source or a sink (RFC 8878).
#pragma once

#include <memory>
#include <string_view>

#include "record/byte_sink.hpp"
#include "record/byte_source.hpp"

namespace jadoube::record {

/// Do data begin like a zstd frame? Needs four bytes.
bool is_zstd(std::string_view start);

/// What the packed bytes of `packed` mean; any number of frames. Data that are cut off or damaged end with an
/// error after everything that can be unpacked before it.
std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> packed);

/// Packs on the way. `flush` ends a block, so that everything before it can be unpacked from a file that is
/// cut there.
std::unique_ptr<ByteSink> zstd_sink(std::unique_ptr<ByteSink> packed);

}  // namespace jadoube::record
