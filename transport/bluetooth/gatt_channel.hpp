// The channel to a board over Bluetooth Low Energy: characteristics that BlueZ, the system's Bluetooth service, reads
// and writes for us.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <boost/asio/any_io_executor.hpp>

#include "drivers/board_table.hpp"
#include "transport/channel.hpp"

namespace jadoube::transport::bluetooth {

/// What every place that is reached so begins with: "bluetooth:AA:BB:CC:DD:EE:FF".
inline constexpr std::string_view kBluetooth = "bluetooth:";
/// Why a channel to a board that is away ends.
inline constexpr std::string_view kNotInReach = "is not in reach, or is connected to something else";

/// Looks for the board for ten seconds if the system does not know it, connects to it, and is open when all its
/// notifications are on. Each element received is one notification; what is written is cut into pieces that every board
/// takes. A link that was made by this channel ends with it. Everything happens on `executor`, which must not be run by
/// more than one thread at a time.
std::shared_ptr<Channel> open_gatt(const std::string& where, const drivers::BluetoothWay& way,
                                   const boost::asio::any_io_executor& executor, ChannelEvents events);

}  // namespace jadoube::transport::bluetooth
