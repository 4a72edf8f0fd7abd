# Boards that are pulled out and plugged in at odd moments harm nobody
. /guest/boards.sh
record
plug chessnut
plug sentio
for moment in 0 0.01 0.05 0.2 0.6 1.5; do
  for model in chessnut sentio; do
    until_true unplug $model
    sleep $moment
    replug $model
    sleep $moment
  done
done
sleep 5
end_record
for model in chessnut sentio; do
  grep "$model-.*: is back" said_by_record
  [ "$(grep -c "$model-.*: link lost" said_by_record)" = "$(grep -c "$model-.*: link restored" said_by_record)" ]
done
