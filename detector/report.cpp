#include "drivers/scan.hpp"
