# What `cmake --install` puts where. Included at the end of the project's CMakeLists.txt.
include(GNUInstallDirs)

configure_file(systemd/jadoube.service.in ${PROJECT_BINARY_DIR}/jadoube.service @ONLY)
install(TARGETS jadoube)
install(FILES ${PROJECT_BINARY_DIR}/jadoube.service DESTINATION lib/systemd/system)
install(FILES systemd/sysusers.d/jadoube.conf DESTINATION lib/sysusers.d)
file(GLOB udev_rules udev/*.rules)
file(GLOB udev_hwdb udev/*.hwdb)
install(FILES ${udev_rules} DESTINATION lib/udev/rules.d)
install(FILES ${udev_hwdb} DESTINATION lib/udev/hwdb.d)
install(FILES docs/man/jadoube.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES docs/man/jadoube.toml.5 DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
install(FILES docs/man/jadoube-serve.8 DESTINATION ${CMAKE_INSTALL_MANDIR}/man8)
# Every default, explained: a file to copy from, since the daemon needs none.
install(FILES daemon/jadoube.toml docs/openapi.yaml docs/api.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES packages/jadoube.completion RENAME jadoube DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
