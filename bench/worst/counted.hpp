// What a piece of work costs, counted and not timed: basic blocks that were run, bytes that were copied, memory that was
// asked for. The same on a busy machine as on an idle one. Only in the build `counted`, whose compiler calls us at each block;
// elsewhere it is processor time.
#pragma once

#include <cstdint>

namespace jadoube::bench {

/// Whether blocks are counted; if not, costs are nanoseconds of the processor.
bool is_counted();
/// Since the program began.
std::uint64_t cost_so_far();

}  // namespace jadoube::bench
