# What cpack asks when it makes packages: times and version come from the last commit, so that who makes them
# again from the same sources gets the same bytes.
get_filename_component(source ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git log -1 --format=%ct WORKING_DIRECTORY ${source} OUTPUT_VARIABLE seconds
                  OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "This is no checkout: please say in SOURCE_DATE_EPOCH when the sources were last changed.")
  endif()
  set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
string(TIMESTAMP stamp %Y%m%d%H%M%S UTC)  # that of SOURCE_DATE_EPOCH

# A later commit's package is an upgrade of an earlier one's.
set(CPACK_DEBIAN_PACKAGE_VERSION ${CPACK_PACKAGE_VERSION}+git${stamp})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (= ${CPACK_DEBIAN_PACKAGE_VERSION})")
# The one who makes a package answers for it, and says so as for Debian's own tools.
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "jadoube maintainers <maintainers@jadoube.invalid>")
if(DEFINED ENV{DEBEMAIL})
  set(CPACK_DEBIAN_PACKAGE_MAINTAINER "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
# Each package has a summary of its own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
