# Sourced by the fakes: introduces itself, answers isready and d, and ends when it is told to. What it does when it is
# asked to search is the fake's own: when_asked.
start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\ w\ KQkq\ -\ 0\ 1
fen=$start
while read -r word rest; do
  case $word in
    uci)
      echo "id name Fake ${0##*/}"
      echo "option name Threads type spin default 1 min 1 max 4"
      echo "option name MultiPV type spin default 1 min 1 max 500"
      echo uciok ;;
    isready) echo readyok ;;
    position) if [ -z "${stubborn:-}" ]; then fen=${rest#fen } fen=${fen%% moves*}; fi ;;
    d)
      echo "Fen: $fen"
      echo "Checkers: " ;;
    go) when_asked "$rest" ;;
    stop) ${answer_to_stop:-:} ;;
    quit) if [ -z "${deaf:-}" ]; then exit 0; fi ;;
  esac
done
