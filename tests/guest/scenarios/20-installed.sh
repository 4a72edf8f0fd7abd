# What `jadoube boards --print install` installs is what is shipped in udev/
. /guest/boards.sh
jadoube boards --print install | sh -eux
cmp /etc/udev/hwdb.d/60-jadoube-boards.hwdb /guest/udev/60-jadoube-boards.hwdb
cmp /etc/udev/rules.d/61-jadoube-boards.rules /guest/udev/61-jadoube-boards.rules
cmp /etc/udev/rules.d/70-jadoube-access.rules /guest/udev/70-jadoube-access.rules
