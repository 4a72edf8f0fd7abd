// There is a piece too many.
//
//   order of events                                  thought of
//   +e4 !W, e4 should be empty                       yes
//   +e4                                              no: it may be put back
#include "tracker/acts/rows.hpp"

namespace jadoube::tracker::acts {

constinit const Row piece_added{
    .shape = Shape::come,
    .when = When::pressed,
    .reason = Reason::piece_added,
    .prior = model::kIllegal + model::kPieceMoreOrLess,
};

}  // namespace jadoube::tracker::acts
