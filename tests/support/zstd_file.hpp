// A zstd-compressed file as text, for tests that read the collections in ../shared/data.
#pragma once

#include <zstd.h>

#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace jadoube::support {

inline std::string read_zstd_file(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream{ZSTD_createDStream(),
                                                                          &ZSTD_freeDStream};
  std::vector<char> compressed(ZSTD_DStreamInSize());
  std::vector<char> plain(ZSTD_DStreamOutSize());
  std::string text;
  while (file.read(compressed.data(), static_cast<std::streamsize>(compressed.size())), file.gcount() > 0) {
    ZSTD_inBuffer in{compressed.data(), static_cast<std::size_t>(file.gcount()), 0};
    while (in.pos < in.size) {
      ZSTD_outBuffer out{plain.data(), plain.size(), 0};
      const std::size_t left = ZSTD_decompressStream(stream.get(), &out, &in);
      if (ZSTD_isError(left) != 0) throw std::runtime_error{path + ": " + ZSTD_getErrorName(left)};
      text.append(plain.data(), out.pos);
    }
  }
  return text;
}

}  // namespace jadoube::support
