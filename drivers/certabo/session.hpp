// The session of a Certabo board, a Cerno or a Spectrum. It says which squares are occupied from the first
// frames on, and what stands there once the tags of the pieces are known.
#pragma once

#include <deque>

#include "drivers/certabo/codec.hpp"
#include "drivers/certabo/tag_book.hpp"
#include "drivers/tabutronic/frame_session.hpp"

namespace jadoube::drivers::certabo {

class CertaboSession final : public tabutronic::FrameSession<Decoder, Tags> {
 public:
  /// `white_is_near` holds while not one of the tags is known.
  explicit CertaboSession(bool white_is_near = true) : white_is_near_{white_is_near} {}

  [[nodiscard]] record::Header::Board board() const override;
  [[nodiscard]] std::string memory() const override { return book_.to_text(); }
  void recall(std::string_view memory) override;

 private:
  struct Frame {
    Tags tags;
    record::Time t;
  };

  void take(const Tags& tags, record::Time now) override;
  void begin_anew() override;
  void learn();
  [[nodiscard]] Tag believed(unsigned square) const;

  bool white_is_near_;
  TagBook book_;
  std::deque<Frame> frames_;  // the last ones
  Tags standing_{};           // what is believed
  std::optional<record::Scan> said_;
};

}  // namespace jadoube::drivers::certabo
