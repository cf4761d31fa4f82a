# find_package(assetc) ends here: the target assetc::assetc, which finds assetc.h, and the function assetc_add_pack.
# The same file serves the npm package (header in ../c) and an installation (header in <prefix>/include).

include("${CMAKE_CURRENT_LIST_DIR}/assetc-add-pack.cmake")

if(NOT TARGET assetc::assetc)
  get_filename_component(assetc_folder "${CMAKE_CURRENT_LIST_DIR}/../c" ABSOLUTE)
  if(NOT EXISTS "${assetc_folder}/assetc.h")
    get_filename_component(assetc_folder "${CMAKE_CURRENT_LIST_DIR}/../../../include" ABSOLUTE)
  endif()
  if(NOT EXISTS "${assetc_folder}/assetc.h")
    message(FATAL_ERROR "assetc: there is no assetc.h near ${CMAKE_CURRENT_LIST_DIR}; install @assetc/formats again")
  endif()
  add_library(assetc::assetc INTERFACE IMPORTED GLOBAL)
  set_target_properties(assetc::assetc PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${assetc_folder}")
  # The implementation calls the math library and, with ASSETC_LIVE, sockets.
  if(WIN32)
    set_target_properties(assetc::assetc PROPERTIES INTERFACE_LINK_LIBRARIES ws2_32)
  elseif(UNIX AND NOT APPLE)
    set_target_properties(assetc::assetc PROPERTIES INTERFACE_LINK_LIBRARIES m)
  endif()
  unset(assetc_folder)
endif()
