# The version of the npm package, for find_package(assetc 0.1). An installation has a file that CMake wrote.

file(READ "${CMAKE_CURRENT_LIST_DIR}/../package.json" assetc_manifest)
string(JSON assetc_version GET "${assetc_manifest}" version)
string(REGEX MATCH "^([0-9]+)\\.([0-9]+)\\.[0-9]+" PACKAGE_VERSION "${assetc_version}")
set(assetc_minor "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(NOT PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION
   AND "${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}" STREQUAL assetc_minor)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION STREQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
