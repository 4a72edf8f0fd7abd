# What `cmake --install` puts where. Included at the end of the project's CMakeLists.txt.
include(GNUInstallDirs)

configure_file(systemd/jadoube.service.in ${PROJECT_BINARY_DIR}/jadoube.service @ONLY)
install(TARGETS jadoube COMPONENT program)
install(FILES ${PROJECT_BINARY_DIR}/jadoube.service DESTINATION lib/systemd/system COMPONENT program)
install(FILES systemd/sysusers.d/jadoube.conf DESTINATION lib/sysusers.d COMPONENT program)
file(GLOB udev_rules udev/*.rules)
file(GLOB udev_hwdb udev/*.hwdb)
install(FILES ${udev_rules} DESTINATION lib/udev/rules.d COMPONENT program)
install(FILES ${udev_hwdb} DESTINATION lib/udev/hwdb.d COMPONENT program)
install(FILES docs/man/jadoube.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES docs/man/jadoube.toml.5 DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 COMPONENT program)
install(FILES docs/man/jadoube-serve.8 DESTINATION ${CMAKE_INSTALL_MANDIR}/man8 COMPONENT program)
# Every default, explained: a file to copy from, since the daemon needs none.
install(FILES daemon/jadoube.toml docs/openapi.yaml docs/api.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES packages/jadoube.completion RENAME jadoube DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT program)
# For those who work on the program: only if asked for.
install(TARGETS jadoube-bench COMPONENT bench EXCLUDE_FROM_ALL)
