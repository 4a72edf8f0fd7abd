// A raw serial capture of a DGT board, read like a scan log.
#pragma once

#include <memory>

#include "record/scan_log.hpp"

namespace jadoube::captures {

/// Works like ScanLogReader::open; for what a capture can be and how it gets its times see
/// raw_capture.hpp. Refused: an empty file, and one in which there is no message of a board at all. Bytes
/// that belong to no message are reported as one problem at the end.
tl::expected<std::unique_ptr<record::ScanLogReader>, std::string> open_raw_log(
    std::unique_ptr<record::ByteSource> source, record::ProblemSink problems);

}  // namespace jadoube::captures
