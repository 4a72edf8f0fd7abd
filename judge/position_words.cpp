#include "judge/position_words.hpp"

#include <string>

namespace jadoube::laws {

words::Text in_words(chess::FaultSet faults) {
  words::Text text;
  for (std::size_t i = 0; i < chess::kFaultCount; ++i) {
    const auto fault = static_cast<chess::Fault>(i);
    if (!faults.has(fault)) continue;
    if (!text.empty()) text += words::Text{' '};
    text += words::known(describe(chess::FaultSet{fault}));
  }
  return text;
}

}  // namespace jadoube::laws
