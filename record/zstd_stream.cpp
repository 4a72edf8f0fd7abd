#include "record/zstd_stream.hpp"

#include <zstd.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace jadoube::record {
namespace {

struct Free {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<ByteSource> packed)
      : packed_{std::move(packed)}, context_{ZSTD_createDCtx()}, buffer_(ZSTD_DStreamInSize()) {}

  tl::expected<std::size_t, std::string> read(std::span<char> into) override {
    while (!ended_) {
      // What is left inside the context comes out before more is put in.
      // No more than it asks for goes in at a time: a call that fails keeps back what it has unpacked, and so
      // that is never more than the damaged block itself.
      ZSTD_outBuffer out{into.data(), into.size(), 0};
      ZSTD_inBuffer in{buffer_.data(), std::min(filled_, at_ + std::max<std::size_t>(wanted_, 1)), at_};
      const std::size_t wanted = ZSTD_decompressStream(context_.get(), &out, &in);
      if (ZSTD_isError(wanted) != 0) {
        failure_ = std::string{"the compressed data are damaged ("} + ZSTD_getErrorName(wanted) + ")";
        ended_ = true;
      } else if (out.pos != 0 || in.pos != at_) {
        wanted_ = wanted;
        at_ = in.pos;
      }
      if (out.pos != 0) return out.pos;
      if (ended_ || at_ < filled_) continue;
      const auto got = packed_->read(buffer_);
      if (!got || *got == 0) {
        ended_ = true;
        if (!got)
          failure_ = got.error();
        else if (wanted_ != 0)
          failure_ = "the compressed data are cut off";
        break;
      }
      filled_ = *got;
      at_ = 0;
    }
    if (failure_.empty()) return std::size_t{0};
    return tl::unexpected{std::exchange(failure_, {})};
  }
  [[nodiscard]] const std::string& name() const override { return packed_->name(); }

 private:
  std::unique_ptr<ByteSource> packed_;
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::vector<char> buffer_;
  std::size_t at_ = 0;
  std::size_t filled_ = 0;
  /// How many packed bytes the context wants next; 0 between two frames.
  std::size_t wanted_ = 1;
  bool ended_ = false;
  std::string failure_;
};

class ZstdSink final : public ByteSink {
 public:
  explicit ZstdSink(std::unique_ptr<ByteSink> packed)
      : packed_{std::move(packed)}, context_{ZSTD_createCCtx()}, buffer_(ZSTD_CStreamOutSize()) {
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  Result write(std::string_view bytes) override { return pack(bytes, ZSTD_e_continue); }
  Result flush() override {
    if (auto done = pack({}, ZSTD_e_flush); !done) return done;
    return packed_->flush();
  }
  Result sync() override {
    if (auto done = pack({}, ZSTD_e_flush); !done) return done;
    return packed_->sync();
  }
  Result close() override {
    if (auto done = pack({}, ZSTD_e_end); !done) return done;
    return packed_->close();
  }
  [[nodiscard]] const std::string& name() const override { return packed_->name(); }

 private:
  Result pack(std::string_view bytes, ZSTD_EndDirective directive) {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(context_.get(), &out, &in, directive);
      if (ZSTD_isError(left) != 0)
        return tl::unexpected{name() + ": cannot be compressed: " + ZSTD_getErrorName(left)};
      if (out.pos != 0)
        if (auto done = packed_->write({buffer_.data(), out.pos}); !done) return done;
      if (directive == ZSTD_e_continue ? in.pos == in.size : left == 0) return {};
    }
  }

  std::unique_ptr<ByteSink> packed_;
  std::unique_ptr<ZSTD_CCtx, Free> context_;
  std::vector<char> buffer_;
};

}  // namespace

bool is_zstd(std::string_view start) {
  if (start.size() < 4) return false;
  const bool frame = start.substr(0, 4) == "\x28\xB5\x2F\xFD";
  const bool skippable =
      (static_cast<unsigned char>(start[0]) & 0xF0U) == 0x50 && start.substr(1, 3) == "\x2A\x4D\x18";
  return frame || skippable;
}

std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<ZstdSource>(std::move(packed));
}
std::unique_ptr<ByteSink> zstd_sink(std::unique_ptr<ByteSink> packed) {
  return std::make_unique<ZstdSink>(std::move(packed));
}

}  // namespace jadoube::record
