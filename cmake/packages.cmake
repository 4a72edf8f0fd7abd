# Debian packages of what is installed: `tools/packages`, or cpack in a build of the preset "package" (docs/packages.md).
# Each component is a package. What is known only when they are made (version, times) is in packages/project.cmake.
set(CPACK_GENERATOR DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PACKAGE_NAME jadoube)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_OUTPUT_FILE_PREFIX ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/packages/project.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packages/finish.cmake)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library development bench)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME jadoube)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "systemd | systemd-standalone-sysusers")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS udev)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "bluez, jadoube-bench, stockfish")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packages/jadoube/postinst
    ${PROJECT_SOURCE_DIR}/packages/jadoube/postrm ${PROJECT_SOURCE_DIR}/packages/jadoube/prerm)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "finds irregularities in chess games on electronic boards
Follows games on electronic chess boards for the arbiter: which squares are
occupied and the chess clock suffice. It works out the game move by move,
and says as it happens what is irregular, how sure it is, and what the law
of the event has the arbiter do. With the daemon, its page for browsers and
the access rules for boards on USB.")

# Named after the SONAME, as Debian's policy has it.
get_target_property(soversion libjadoube SOVERSION)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libjadoube${soversion})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packages/libjadoube/triggers)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "finds irregularities in chess games, for other programs
The scan log of an electronic chess board goes in, the moves and the
irregularities of its games come out, each with what a law makes of it.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libjadoube-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "finds irregularities in chess games (development files)
Headers for C and C++, what pkg-config and CMake want to know, and examples
in C and Python of libjadoube, which finds irregularities in chess games.")

set(CPACK_DEBIAN_BENCH_PACKAGE_NAME jadoube-bench)
set(CPACK_DEBIAN_BENCH_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_BENCH_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_BENCH_DESCRIPTION "measures how good, how quick and how frugal jadoube is
What it costs to follow a game, how many boards a daemon follows and one
machine reads, and how often an engine's advice is right.")
include(CPack)
