// The table of all parameters of the model (docs/model.md). No other file of the detector has any.
#pragma once

#include "model/clock.hpp"
#include "model/credence.hpp"
#include "model/hands.hpp"
#include "model/irregular.hpp"
#include "model/pace.hpp"
#include "model/presses.hpp"
#include "model/reading.hpp"
#include "model/search.hpp"
#include "model/sensors.hpp"
#include "model/telling.hpp"
