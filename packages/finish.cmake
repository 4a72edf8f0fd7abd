# Run by cpack when everything that goes into the packages is in place, and before it is packed: copyright and changelog,
# compressed manual pages, times. CPACK_TEMPORARY_INSTALL_DIRECTORY has a folder for each component.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(name ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component})
  set(folder ${root}/usr/share/doc/${name})
  file(COPY ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${folder} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  file(WRITE ${folder}/changelog "jadoube (${CPACK_DEBIAN_PACKAGE_VERSION}) unstable; urgency=medium

  * The sources as of this time.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
  file(GLOB pages ${root}/usr/share/man/man*/*)
  execute_process(COMMAND gzip -9nf ${folder}/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
  # What a strict umask of the one who packs has taken away.
  execute_process(COMMAND chmod -R u=rwX,go=rX ${root} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND find ${root} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} + COMMAND_ERROR_IS_FATAL ANY)
endforeach()
