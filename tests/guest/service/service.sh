# jadoube.service under systemd is ready when it says so, comes back after a crash and a hang, and ends when it is told to
. /guest/boards.sh
trap 'journalctl --no-pager -o short-monotonic >journal; leave' EXIT
property() {
  systemctl show --property "$1" --value jadoube
}
is_well() {
  wget -q -O - http://127.0.0.1:8064/healthz | grep '"ok":true'
}
has_board() {
  wget -q -O - http://127.0.0.1:8064/metrics | grep '^jadoube_boards_attached 1$'
}
has_restarted() {
  [ "$(property NRestarts)" = "$1" ] && [ "$(property ActiveState)" = active ]
}
systemd-udevd --daemon

# It comes back only when the daemon has said that it is ready: then it answers.
systemctl start jadoube
is_well
[ "$(property ActiveState)" = active ]
[ "$(stat -c %U "/proc/$(property MainPID)")" = jadoube ]
[ "$(stat -c %U:%a /var/lib/jadoube)" = jadoube:700 ]

# With what the unit leaves it, it reads a board.
plug chessnut --pgn /guest/game.pgn --cell scramble-none-25
until_true has_board
sleep 15
kill -KILL "$(property MainPID)"
until_true has_restarted 1
is_well
journalctl -u jadoube -o cat | grep 'goes on at ply'
until_true has_board
until_true grep 'the game is over' chessnut.board
sleep 5

# Nothing is heard of it for longer than the watchdog waits.
kill -STOP "$(property MainPID)"
until_true has_restarted 2
journalctl -u jadoube -o cat | grep -i 'watchdog timeout'
is_well

systemctl stop jadoube
[ "$(property ActiveState)" = inactive ]
[ "$(property Result)" = success ]
[ "$(property ExecMainStatus)" = 0 ]
for log in /var/lib/jadoube/boards/*/*.jscan; do jadoube verify "$log"; done
set -- /var/lib/jadoube/boards/*/*.jscan
jadoube replay --pgn "$1" | moves >service.moves
moves </guest/game.pgn | cmp - service.moves
