// What this process has taken of the processors.
#pragma once

namespace jadoube::bench {

/// Of all its threads, the system's work for it included.
double cpu_seconds();

}  // namespace jadoube::bench
