# The kernel's drivers are detached while a board is read, and given back
. /guest/boards.sh
# lends MODEL DRIVERS: of its interfaces.
lends() {
  plug "$1"
  until_true drivers_are "$1" "$2"
  record
  until_true grep 'recorded in' said_by_record
  drivers_are "$1" "$(echo "$2" | sed 's/[a-z_0-9]*/usbfs/g')"
  end_record
  until_true drivers_are "$1" "$2"
  unplug "$1"
}
lends chessnut usbhid
lends dgt ftdi_sio
lends sentio cp210x
lends open-scan 'cdc_acm cdc_acm'
# A program that is killed leaves its board without a driver. The next one that reads it gives it back.
plug dgt
until_true drivers_are dgt ftdi_sio
record
until_true grep 'recorded in' said_by_record
kill -KILL $recorder
wait $recorder || true
until_true drivers_are dgt none
su arbiter -c 'jadoube boards' | grep '^dgt-'
until_true drivers_are dgt ftdi_sio
unplug dgt
