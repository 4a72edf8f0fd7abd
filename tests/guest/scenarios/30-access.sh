# The rules give every board to the group plugdev, to nobody else, and keep it awake
. /guest/boards.sh
for model in chessnut dgt open-scan sentio; do
  plug $model
  until_true grep '^on$' "$(device $model)/power/control"
done
ends_with 2 as visitor jadoube boards --seconds 60 >refused
[ "$(grep -c 'permission denied' refused)" = 4 ]
grep -F 'sudo usermod -aG plugdev' refused

as arbiter jadoube boards --seconds 60 >boards
for make in 'Chessnut' 'DGT electronic board' 'Open scan board' 'Tabutronic Sentio'; do grep "$make.*\.toml)" boards; done
