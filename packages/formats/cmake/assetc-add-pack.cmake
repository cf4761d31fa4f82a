# assetc_add_pack(<target>
#   [SOURCES <folder>]   the input folder; default: the one in the configuration
#   [CONFIG <file>]      default: assetc.yml in the current source folder, if it exists
#   [PRESET <name>]
#   [OUTPUT <folder>]    default: <target> in the current binary folder; the pack is <folder>.hpack
#   [OPTIONS <flag>...]) further flags of assetc build
#
# Adds a target that compiles the assets into a pack, as part of the default build. assetc is started only if something that it read
# has changed, a file was added to or removed from a folder of the sources, or the arguments changed. The path of the pack is the
# target's property ASSETC_PACK and the variable <target>_PACK.

cmake_policy(PUSH)
# 3.20: depfiles for Make and Ninja, with paths as in the build file (CMP0116). 3.21: for Visual Studio and Xcode as well.
cmake_policy(VERSION 3.20...3.31)

# Sets ASSETC_EXECUTABLE: what npm installed in a folder above the project or this file, or a program in PATH.
function(assetc_find_executable)
  if(ASSETC_EXECUTABLE)
    return()
  endif()
  set(folders)
  foreach(start "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
    set(folder "${start}")
    while(TRUE)
      list(APPEND folders "${folder}/node_modules/.bin")
      get_filename_component(above "${folder}" DIRECTORY)
      if(above STREQUAL folder)
        break()
      endif()
      set(folder "${above}")
    endwhile()
  endforeach()
  # Windows runs the .cmd; the file without an extension is for POSIX shells.
  if(CMAKE_HOST_WIN32)
    set(name assetc.cmd)
  else()
    set(name assetc)
  endif()
  find_program(ASSETC_EXECUTABLE NAMES ${name} PATHS ${folders} NO_DEFAULT_PATH DOC "The asset compiler")
  find_program(ASSETC_EXECUTABLE NAMES ${name} DOC "The asset compiler")
  if(NOT ASSETC_EXECUTABLE)
    message(FATAL_ERROR
      "assetc was not found: neither in a node_modules/.bin above ${CMAKE_CURRENT_SOURCE_DIR} nor in PATH.\n"
      "Install Node 20 or later, then run\n"
      "  npm install --save-dev assetc\n"
      "in the project, or pass -DASSETC_EXECUTABLE=<path>.")
  endif()
endfunction()

function(assetc_add_pack target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCES;CONFIG;PRESET;OUTPUT" "OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "assetc_add_pack(${target}): unknown argument ${arg_UNPARSED_ARGUMENTS}; SOURCES takes one folder")
  endif()
  if(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "assetc_add_pack(${target}): ${arg_KEYWORDS_MISSING_VALUES} needs a value")
  endif()
  assetc_find_executable()

  if(NOT arg_OUTPUT)
    set(arg_OUTPUT "${target}")
  endif()
  get_filename_component(output "${arg_OUTPUT}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}.assetc-stamp")
  set(command "${ASSETC_EXECUTABLE}" build --pack --output "${output}" --depfile "${stamp}.d")

  if(NOT arg_CONFIG AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/assetc.yml")
    set(arg_CONFIG assetc.yml)
  endif()
  if(arg_CONFIG)
    get_filename_component(config "${arg_CONFIG}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    if(NOT EXISTS "${config}")
      message(FATAL_ERROR "assetc_add_pack(${target}): there is no configuration ${config}")
    endif()
    list(APPEND command --config "${config}")
  endif()
  if(arg_SOURCES)
    get_filename_component(sources "${arg_SOURCES}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    if(NOT IS_DIRECTORY "${sources}")
      message(FATAL_ERROR "assetc_add_pack(${target}): SOURCES ${sources} is not a folder")
    endif()
    list(APPEND command --input "${sources}")
  endif()
  if(arg_PRESET)
    list(APPEND command --preset "${arg_PRESET}")
  endif()
  list(APPEND command ${arg_OPTIONS})

  # Make does not notice that a command has changed: it depends on this file, which CMake rewrites only then.
  file(CONFIGURE OUTPUT "${stamp}.args" CONTENT "${command}\n" @ONLY)
  set(forget)
  if(CMAKE_GENERATOR MATCHES "Makefiles")
    # CMake (3.25) adds new dependencies of a depfile to those that it knows and never drops one, so a removed source would start assetc
    # every time. Without this file it reads the depfile afresh.
    set(forget COMMAND "${CMAKE_COMMAND}" -E rm -f "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/compiler_depend.internal")
  endif()
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS "${output}.hpack"
    COMMAND ${command}
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    ${forget}
    DEPENDS "${stamp}.args"
    DEPFILE "${stamp}.d"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Compiling the assets of ${target}"
    VERBATIM)
  add_custom_target("${target}" ALL DEPENDS "${stamp}")
  set_target_properties("${target}" PROPERTIES ASSETC_PACK "${output}.hpack")
  set("${target}_PACK" "${output}.hpack" PARENT_SCOPE)
endfunction()

cmake_policy(POP)
