// A Certabo board, a Cerno or a Spectrum: every piece has a radio tag of its own, and the board sends which
// tag it receives on which square.
#pragma once

#include <map>

#include "devices/tabutronic.hpp"
#include "drivers/certabo/codec.hpp"

namespace jadoube::devices {

class CertaboFirmware final : public FrameFirmware {
 public:
  struct Options {
    /// At 38400 baud at most four or five frames go over the line in a second.
    Time frame_period = std::chrono::milliseconds{250};
    /// The Spectrum and boards with an RGB kit.
    bool has_rgb_lamps = false;
    /// Pieces with weak tags: a square without a piece shows, in one frame out of so many, a number that
    /// nobody has. 0: never.
    unsigned noise_every = 0;
  };
  explicit CertaboFirmware(const Options& options)
      : FrameFirmware{options.frame_period, options.has_rgb_lamps ? Lamps::rgb : Lamps::mono},
        options_{options} {}

  /// A piece keeps its tag wherever it is put. One that was not on the board before has a new tag.
  void see(const Record& record) override;
  [[nodiscard]] const drivers::certabo::Tags& tags() const { return tags_; }

 private:
  std::string frame() override;

  Options options_;
  record::PieceMap pieces_;
  drivers::certabo::Tags tags_{};
  std::multimap<char, drivers::certabo::Tag> beside_;  // pieces off the board, by their letter
  unsigned made_ = 0;
  std::uint32_t noise_ = 1;
};

}  // namespace jadoube::devices
