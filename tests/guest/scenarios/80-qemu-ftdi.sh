# A DGT board's whole game through QEMU's own FTDI chip is the right PGN
. /guest/boards.sh
modprobe xhci-pci
until_true drivers_are dgt ftdi_sio
stty -F /dev/ttyS2 115200 raw -echo # the chip's other side
jadoube virtual-board --model dgt --pgn /guest/game.pgn --cell scramble-none-25 >terminal 2>dgt.board &
until_true test -s terminal
cat "$(cat terminal)" >/dev/ttyS2 &
cat /dev/ttyS2 >"$(cat terminal)" &
record --as 0403:6001=dgt
until_true grep 'recorded in' said_by_record
drivers_are dgt usbfs
until_true grep 'the game is over' dgt.board
sleep 5
end_record
until_true drivers_are dgt ftdi_sio
rmmod xhci-pci
is_told dgt
