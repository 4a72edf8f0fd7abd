#include "notify/alert_class.hpp"

namespace jadoube::notify {

AlertClass class_of(const arbiter::AlertRow& row) {
  if (row.kind == report::Kind::sensor_fault) return AlertClass::sensor;
  if (row.kind == report::Kind::link_lost) return AlertClass::link;
  if (row.grade == report::Grade::C) return AlertClass::suspicion;
  if (row.authority == laws::Authority::must || row.authority == laws::Authority::must_or_claim)
    return AlertClass::must;
  return row.grade == report::Grade::A ? AlertClass::certain : AlertClass::likely;
}

}  // namespace jadoube::notify
