# jadoube_room(NAME SOURCES ... USES ...): one static library per room, included as "room/file.hpp".
# Every room is compiled alike, so that "same log, same bytes out" holds across build types: no fast-math anywhere and
# no contraction of floating-point expressions.
function(jadoube_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
                                           -Wnon-virtual-dtor -Wold-style-cast -Werror -ffp-contract=off)
  # g++ would look for what it can forget from 128 MiB on, which takes a tenth of its time.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=600000>)
  # Bit counting is the inner loop of everything here. Every x86-64 processor since 2009 has this level.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(${target} PRIVATE -march=x86-64-v2)
  endif()
  if(JADOUBE_COUNTED)
    target_compile_options(${target} PRIVATE -fsanitize-coverage=trace-pc)
  endif()
  if(JADOUBE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${JADOUBE_SANITIZE} -fno-sanitize-recover=all
                                             -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${JADOUBE_SANITIZE})
    # The thread sanitizer does not know Asio's memory fences, and g++ refuses them; locks do without.
    if(JADOUBE_SANITIZE MATCHES "thread")
      target_compile_definitions(${target} PRIVATE BOOST_ASIO_DISABLE_FENCED_BLOCK)
      target_compile_options(${target} PRIVATE -Wno-tsan)  # its reference counts keep one
    endif()
  endif()
endfunction()

# The standard headers that nearly every file includes, read once for all rooms and programs: a third of the time that a
# build takes which compiles each file by itself. A file that forgets to include one of them is found by the other presets.
if(JADOUBE_PRECOMPILE)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/standard_headers.cpp CONTENT "")
  add_library(standard_headers OBJECT ${PROJECT_BINARY_DIR}/standard_headers.cpp)
  target_precompile_headers(standard_headers PRIVATE
    <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <span> <string> <string_view> <utility>
    <variant> <vector>)
  jadoube_compile_options(standard_headers)
endif()

function(jadoube_use_standard_headers target)
  if(JADOUBE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM standard_headers)
    # g++ 12 takes strings whose class was precompiled for arrays that are too short (its bug 105329). The other presets warn.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
  endif()
endfunction()

# jadoube_waits(TARGETS …): what waits for networks, disks and people, or reads options, and leaves the work to others. The
# optimiser would take a third of the time that it takes to compile, for nothing that anybody could notice.
function(jadoube_waits)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endforeach()
endfunction()

function(jadoube_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES;PRIVATE_USES" ${ARGN})
  add_library(${name} STATIC ${ROOM_SOURCES})
  add_library(jadoube::${name} ALIAS ${name})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ROOM_USES} PRIVATE ${ROOM_PRIVATE_USES})
  jadoube_compile_options(${name})
  jadoube_use_standard_headers(${name})
endfunction()
