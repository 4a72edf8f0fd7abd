# Files of the project as C++ constants.
#
# jadoube_embed(OUT file.cpp HEADER room/file.hpp FUNCTION jadoube::room::files ROOT folder FILES …): makes the source
# file that defines `std::span<const TYPE> FUNCTION()`, which HEADER declares. TYPE, of the same namespace, is a struct of
# two std::string_view: the file's name from ROOT on, and what is in it. BINARY: the files need not be text.
#
# This file is also the script that does it.
function(jadoube_embed)
  cmake_parse_arguments(EMBED "BINARY" "OUT;HEADER;FUNCTION;TYPE;ROOT" "FILES" ${ARGN})
  add_custom_command(
    OUTPUT ${EMBED_OUT}
    COMMAND ${CMAKE_COMMAND} -DOUT=${EMBED_OUT} -DHEADER=${EMBED_HEADER} -DFUNCTION=${EMBED_FUNCTION} -DTYPE=${EMBED_TYPE}
            -DROOT=${EMBED_ROOT} -DBINARY=${EMBED_BINARY} "-DFILES=${EMBED_FILES}" -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${EMBED_FILES} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    VERBATIM)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  string(REGEX MATCH "^(.*)::([^:]*)$" whole "${FUNCTION}")
  set(namespace ${CMAKE_MATCH_1})
  set(function ${CMAKE_MATCH_2})
  set(entries "")
  foreach(file IN LISTS FILES)
    file(RELATIVE_PATH name ${ROOT} ${file})
    if(BINARY)
      file(READ ${file} text HEX)
      string(LENGTH "${text}" digits)
      math(EXPR size "${digits} / 2")
      string(REGEX REPLACE "(..)" "\\\\x\\1" text "${text}")
      string(APPEND entries "      {\"${name}\", {\"${text}\", ${size}}},\n")
    else()
      file(READ ${file} text)
      string(APPEND entries "      {\"${name}\", R\"embedded(${text})embedded\"},\n")
    endif()
  endforeach()
  if(entries STREQUAL "")
    set(body "  return {};\n")
  else()
    set(body "  static constexpr ${TYPE} kFiles[] = {\n${entries}  };\n  return kFiles;\n")
  endif()
  # Compilers need not take strings of this length; those that this project is built with do.
  file(WRITE ${OUT} "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#include \"${HEADER}\"\n\nnamespace ${namespace} {\n\nstd::span<const ${TYPE}> ${function}() {\n${body}}\n\n}  // namespace ${namespace}\n")
endif()
