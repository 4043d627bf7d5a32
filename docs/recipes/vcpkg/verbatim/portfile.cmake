# The port of Verbatim for vcpkg: `vcpkg install verbatim --overlay-ports=docs/recipes/vcpkg` builds the tree in which it lies.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)

# Programs of the user and other libraries share one copy of the library, and one build of it serves all of theirs.
vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY)
set(VCPKG_BUILD_TYPE release)

# rdma-core comes from the system: its libraries load the providers of the system's devices.
vcpkg_configure_meson(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -Dcm=enabled
    -Demulator=disabled
    -Djson=disabled
    -Dpython=disabled
    -Dsa=enabled
    -Dtests=disabled
)
vcpkg_install_meson()
vcpkg_fixup_pkgconfig()

# The description for CMake finds the library from where it is, so it stays in lib/cmake.
set(VCPKG_POLICY_SKIP_MISPLACED_CMAKE_FILES_CHECK enabled)
set(VCPKG_POLICY_SKIP_LIB_CMAKE_MERGE_CHECK enabled)

file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
