# Debian installs GeographicLib's own CMake package outside the default search path.
find_path(GeographicLib_INCLUDE_DIR GeographicLib/LocalCartesian.hpp)
find_library(GeographicLib_LIBRARY NAMES GeographicLib Geographic)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GeographicLib REQUIRED_VARS GeographicLib_LIBRARY GeographicLib_INCLUDE_DIR)
if(GeographicLib_FOUND AND NOT TARGET GeographicLib::Lib)
  add_library(GeographicLib::Lib UNKNOWN IMPORTED)
  set_target_properties(GeographicLib::Lib PROPERTIES IMPORTED_LOCATION ${GeographicLib_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${GeographicLib_INCLUDE_DIR})
endif()
