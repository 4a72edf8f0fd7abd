# An ordinary user is refused a board without the rules, and told what mends it
. /guest/boards.sh
plug chessnut
ends_with 2 as arbiter jadoube boards --seconds 60 >boards
grep 'permission denied' boards
grep -F 'jadoube boards --print install | sudo sh' boards
