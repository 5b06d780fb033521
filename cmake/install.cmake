# `cmake --install build/release --prefix DIR` and `cpack`: see docs/install.md. Nothing that is
# installed knows where it lies, so that DIR may be moved as a whole.
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/hadal)
set(share_folder ${CMAKE_INSTALL_DATADIR}/hadal)

install(TARGETS hadal EXPORT hadal LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS hadal_raster hadal_proof LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS hadal_app RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/hadal DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# libhadal.so needs nothing of its consumers but C++20, hence no find_dependency.
install(EXPORT hadal NAMESPACE hadal:: FILE hadal-config.cmake DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hadal-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/hadal-config-version.cmake DESTINATION ${package_folder})

install(DIRECTORY models scenarios DESTINATION ${share_folder})
install(DIRECTORY validation/cases DESTINATION ${share_folder}/validation)
# Built by tools/build_viewer.sh, which needs Node.js; without it there is no page.
install(FILES build/viewer/index.html DESTINATION ${share_folder}/page OPTIONAL)
install(FILES README.md CHANGELOG.md examples/hold_station.cpp DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Marine robotics simulator")
set(CPACK_PACKAGE_CONTACT "the Hadal developers")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Dependencies from what the files link; libhadal.so itself is in the package.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
