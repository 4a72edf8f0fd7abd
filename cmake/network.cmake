# Boost.Asio and Boost.Beast, compiled once: otherwise each file that uses them compiles what it needs of them anew, which is
# a fifth to a third of its time. Whoever includes them links `network`; that one file does so and another does not would break the one
# definition rule (tests/wall_test.py).
find_package(Boost 1.81 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(Threads REQUIRED)

set(NETWORK_SOURCES)
foreach(folder IN ITEMS boost/asio/impl boost/asio/ssl/impl boost/beast)
  string(MAKE_C_IDENTIFIER ${folder} name)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/network/${name}.cpp CONTENT "#include <${folder}/src.hpp>\n")
  list(APPEND NETWORK_SOURCES ${PROJECT_BINARY_DIR}/network/${name}.cpp)
endforeach()
add_library(network STATIC ${NETWORK_SOURCES})
target_compile_definitions(network PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_BEAST_SEPARATE_COMPILATION)
target_link_libraries(network PUBLIC Boost::headers OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
jadoube_compile_options(network)
# Each by itself: who needs no TLS is to link none of it.
set_target_properties(network PROPERTIES UNITY_BUILD OFF)
jadoube_waits(network)
