# A board that is pulled out in the middle of a game and plugged in elsewhere goes on in its log
. /guest/boards.sh
record
plug chessnut --pgn /guest/game.pgn --cell scramble-none-25
# After 5... e5 White thinks for six seconds.
# The folder, as the log's name is not known before the recorder has begun it.
until_true grep -r rnbqkb1r/pp3ppp/2p2n2/4p3/3PN3/3Q4/PPP2PPP/R1B1KBNR .
unplug chessnut
until_true grep 'link lost, unplugged' said_by_record
plug open-scan # where the other was
replug chessnut
until_true grep 'is back, at' said_by_record
unplug open-scan
until_true grep 'the game is over' chessnut.board
sleep 5
end_record
grep '"restored"' chessnut-*.jsonl
is_told chessnut
