# Words that the scenarios have in common. Each scenario is run by `sh -eux` in an empty folder of its own, as root; what it
# prints and writes is kept.

leave() {
  killall -q jadoube cat || true
  wait
  until_true no_board_is_plugged_in
}
trap leave EXIT

# until_true COMMAND…: within two minutes of the guest's time, which pass quickly if nothing happens.
until_true() {
  { set +x; } 2>/dev/null
  local tries=600
  until "$@" >/dev/null 2>&1 || [ $tries = 0 ]; do
    tries=$((tries - 1))
    sleep 0.2
  done
  set -x
  [ $tries != 0 ]
}

# ends_with STATUS COMMAND…
ends_with() {
  local wanted=$1 status=0
  shift
  "$@" || status=$?
  [ "$status" = "$wanted" ]
}

# as USER COMMAND…: the arbiter is in the group plugdev, the visitor is not.
as() {
  local user=$1
  shift
  su "$user" -c "$*"
}

# record OPTION…: in the background, for the arbiter; what it says is in the file said_by_record.
record() {
  : >said_by_record
  su arbiter -c "exec jadoube record --form jsonl --out . $*" 2>said_by_record &
  recorder=$!
}
end_record() {
  kill -INT $recorder
  wait $recorder
}

# plug MODEL [OPTION…]: a virtual board is plugged in, in the way that it says itself; what it says later is in MODEL.board.
plug() {
  rm -f "$1.board" # what was said the last time is not waited for
  jadoube virtual-board --usbip --port 0 --model "$@" 2>"$1.board" &
  until_true grep 'as root: ' "$1.board"
  replug "$1"
}
replug() {
  sed -n 's/.* as root: //p' "$1.board" | sh -eux
  until_true device "$1"
}

# device MODEL: the device's folder in sysfs.
device() {
  local id file
  case $1 in
    chessnut) id=2d80 ;;
    dgt) id=0403 ;;
    open-scan) id=1209 ;;
    sentio) id=10c4 ;;
  esac
  file=$(grep -l "^$id" /sys/bus/usb/devices/[0-9]*/idVendor) && dirname "$file"
}
no_board_is_plugged_in() {
  ! ls /sys/bus/usb/devices/[0-9]*/idVendor
}

# unplug MODEL
unplug() {
  local place
  place=$(basename "$(device "$1")")
  usbip detach --port "$(awk -v place="$place" '$7 == place { print $2 }' /sys/devices/platform/vhci_hcd.0/status)"
}

# drivers_are MODEL DRIVERS: the kernel's drivers of its interfaces.
drivers_are() {
  local interface found=
  for interface in "$(device "$1")":*; do
    found="$found $(basename "$(readlink "$interface/driver" || echo none)")"
  done
  echo "$found"
  [ "$found" = " $2" ]
}

# is_told MODEL: what was recorded of the board is the game of game.pgn, move by move.
is_told() {
  jadoube replay --pgn "$1"-*.jsonl >"$1.pgn"
  moves <"$1.pgn" >"$1.moves"
  moves </guest/game.pgn | cmp - "$1.moves"
}
# Without numbers, remarks and tags.
moves() {
  tr '\n' ' ' | sed 's/\[[^]]*\]//g; s/{[^}]*}//g; s/[0-9][0-9]*\.[.]*//g' | xargs
}
