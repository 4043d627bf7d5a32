"""Recipe of Conan 2 for Verbatim. `conan create docs/recipes/conan` builds the tree in which it lies."""
import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.files import copy
from conan.tools.gnu import PkgConfigDeps
from conan.tools.layout import basic_layout
from conan.tools.meson import Meson, MesonToolchain
from conan.tools.system.package_manager import Apt, Dnf

# The library of each part besides libverbatim, and the library of rdma-core that it needs.
PARTS = {"cm": "rdmacm", "sa": "ibumad", "json": None}
SOURCES = ("meson.build", "meson_options.txt", "LICENSE", "codegen/*", "generated/*", "runtime/*")


class Verbatim(ConanFile):
    name = "verbatim"
    version = "0.1.0"
    license = "Apache-2.0"
    description = "RDMA data paths for mlx5 devices"
    topics = ("rdma", "infiniband", "roce", "mlx5", "verbs")
    package_type = "shared-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {part: [True, False] for part in PARTS}
    default_options = {"cm": True, "sa": False, "json": False}

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, "../../..")
        for pattern in SOURCES:
            copy(self, pattern, src=tree, dst=self.export_sources_folder)

    def layout(self):
        basic_layout(self, src_folder=".")

    def validate(self):
        if self.settings.os != "Linux" or self.settings.arch not in ("x86_64", "armv8"):
            raise ConanInvalidConfiguration("Verbatim runs on Linux, on x86_64 and armv8")
        check_min_cppstd(self, 20)

    def requirements(self):
        if self.options.json:
            self.requires("nlohmann_json/[>=3.11]", visible=False)

    def system_requirements(self):
        """rdma-core comes from the system: its libraries load the providers of the system's devices."""
        Apt(self).install(["libibverbs-dev", "librdmacm-dev", "libibumad-dev"])
        Dnf(self).install(["rdma-core-devel"])

    def generate(self):
        toolchain = MesonToolchain(self)
        for part in PARTS:
            toolchain.project_options[part] = "enabled" if self.options.get_safe(part) else "disabled"
        for left_out in ("emulator", "tests", "python"):
            toolchain.project_options[left_out] = "disabled"
        toolchain.generate()
        PkgConfigDeps(self).generate()

    def build(self):
        meson = Meson(self)
        meson.configure()
        meson.build()

    def package(self):
        Meson(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "verbatim")
        self._component("core", [], [], [])
        self._component("verbatim", ["verbatim"], ["core"], ["ibverbs", "mlx5"])
        self._component("stream", [], ["verbatim"], [])
        for part, needs in PARTS.items():
            if self.options.get_safe(part):
                self._component(part, [f"verbatim-{part}"], ["verbatim"], [needs] if needs else [])
        if self.options.json:
            self.cpp_info.components["json"].requires.append("nlohmann_json::nlohmann_json")

    def _component(self, name, libs, requires, system_libs):
        component = self.cpp_info.components[name]
        component.set_property("cmake_target_name", f"verbatim::{name}")
        component.set_property("pkg_config_name", "verbatim" if name == "verbatim" else f"verbatim-{name}")
        component.libs, component.requires, component.system_libs = libs, requires, system_libs
        if not libs:
            component.libdirs = []
