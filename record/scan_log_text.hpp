// Reader and writer of the interchange form (docs/scanlog.md).
#pragma once

#include <memory>

#include "record/scan_log.hpp"

namespace jadoube::record {

tl::expected<std::unique_ptr<ScanLogReader>, std::string> open_text_log(std::unique_ptr<ByteSource> source,
                                                                        ProblemSink problems);
tl::expected<std::unique_ptr<ScanLogWriter>, std::string> create_text_log(std::unique_ptr<ByteSink> sink,
                                                                          const Header& header);

}  // namespace jadoube::record
