// Who may hold a connection. Those who have shown no token have a share of all connections, and when that is used up, whoever
// has had one for longest makes room for whoever comes: a flood of strangers keeps out neither an arbiter nor a monitor.
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>

#include "server/counts.hpp"
#include "server/limits.hpp"

namespace jadoube::server {

class Door : public std::enable_shared_from_this<Door> {
 public:
  explicit Door(Counts& counts) : counts_{counts} {}

  /// One connection's place, for as long as this lives.
  class Place {
   public:
    Place(std::shared_ptr<Door> door, std::string network, std::function<void()> close)
        : door_{std::move(door)}, network_{std::move(network)}, close_{std::move(close)} {}
    ~Place() { door_->leave(*this); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

    /// It makes room for nobody from now on.
    void has_shown_token();
    /// A proxy asks for another client from now on, who has shown nothing. False: that client has too many.
    bool is_for(const std::string& network, const Limits& limits);

   private:
    friend Door;
    std::shared_ptr<Door> door_;
    /// Empty: this machine.
    std::string network_;
    std::function<void()> close_;
    bool is_in_ = false;
    bool is_stranger_ = false;
    std::list<Place*>::iterator at_;  // of a stranger
  };

  /// Null: there is no room. `close` ends the connection at once; it is not called from here any more when the place is gone.
  std::shared_ptr<Place> let_in(std::string network, std::function<void()> close, const Limits& limits);

 private:
  void enter(Place& place);
  void leave(Place& place);
  /// The one that has been a stranger for longest, of this network if one is named, and never `but`; false: there is none.
  bool make_room(const std::string* network, const Place* but);
  bool has_room_for(const std::string& network, const Place* but, const Limits& limits);

  Counts& counts_;
  std::list<Place*> strangers_;
  std::size_t known_ = 0;
  std::map<std::string, std::size_t> networks_;
};

}  // namespace jadoube::server
