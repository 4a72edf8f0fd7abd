# A whole game on a DGT board, a Sentio and a Chessnut, read at once by an ordinary user, is the right PGN
. /guest/boards.sh
record
for model in dgt sentio chessnut; do plug $model --pgn /guest/game.pgn --cell scramble-none-25; done
for model in dgt sentio chessnut; do until_true grep 'the game is over' $model.board; done
sleep 5
end_record
for model in dgt sentio chessnut; do is_told $model; done
