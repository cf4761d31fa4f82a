# An overlay port whose source is the npm package that contains it: vcpkg install assetc --overlay-ports=node_modules/@assetc/formats/vcpkg

set(VCPKG_BUILD_TYPE release) # Nothing is compiled: assetc.h is one header.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../.." ABSOLUTE)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/assetc)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
