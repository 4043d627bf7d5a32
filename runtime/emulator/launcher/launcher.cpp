// verbatim-emulator: runs a program with an emulated ConnectX.
#include <dlfcn.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "launcher/command_line.hpp"
#include "launcher/execute.hpp"
#include "launcher/mounted_tree.hpp"
#include "settings/options.hpp"
#include "transport/fabric_directory.hpp"

namespace {

namespace fs = std::filesystem;
using verbatim::emulator::complain;
using verbatim::emulator::execute;

constexpr std::string_view library_name = "libverbatim-emulator.so";

// Exit statuses with the numbers of shells and `env`.
constexpr int no_device = 125;
constexpr int not_found = 127;

/// Returns the possible paths of the library: next to the launcher in a build tree, or the
/// installed path. Returns none if it does not know the place of the launcher.
std::vector<fs::path> library_places() {
  std::error_code unknown;
  const fs::path here = fs::read_symlink("/proc/self/exe", unknown).parent_path();
  if (unknown) return {};
  return {here / library_name,
          (here / VERBATIM_LIBRARY_DIRECTORY / library_name).lexically_normal()};
}

/// Returns the library's path. If it is not found, prints an error and returns an empty path.
std::string find_library() {
  const std::vector<fs::path> places = library_places();
  if (places.empty()) {
    complain("/proc/self/exe cannot be read: the emulator needs /proc, so mount it");
    return {};
  }
  for (const fs::path& place : places) {
    if (fs::exists(place)) return place.string();
  }
  complain(std::string(library_name) + " is neither");
  for (const fs::path& place : places) complain("  " + place.string());
  complain(
      "build it with `meson compile -C build verbatim-emulator`, or run `meson install -C build`");
  return {};
}

/// Returns true if the fabric's directory can be used. Removes files that killed programs left
/// there and next to it.
bool prepare_fabric() {
  const std::string directory = verbatim::emulator::read_options().directory;
  try {
    const verbatim::emulator::fabric_directory tried(directory);
  } catch (const std::exception& error) {
    complain(error.what());
    return false;
  }
  verbatim::emulator::remove_abandoned_fabrics(fs::path(directory).parent_path().string());
  return true;
}

/// Returns the directory of the devices' files, which the library makes and holds until this
/// process ends; empty if there is no device, which the library has then reported.
std::string tree_of(const std::string& library) {
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = loaded ? dlsym(loaded, "verbatim_emulator_tree") : nullptr;
  if (!function) {
    complain(library + " is of another version");
    return {};
  }
  return reinterpret_cast<const char* (*)()>(function)();
}

}  // namespace

int main(int argc, char** argv) {
  verbatim::emulator::command_line line;
  if (const auto status = line.parse(argc, argv)) return *status;
  const std::string library = find_library();
  if (library.empty()) return not_found;
  if (library.find_first_of(" :") != std::string::npos) {
    complain(
        library +
        " cannot be loaded, because LD_PRELOAD ends paths at spaces and colons: move it elsewhere");
    return no_device;
  }
  const char* const preloaded = std::getenv("LD_PRELOAD");
  // The library is appended to the present value, because a sanitizer's runtime must be first.
  const std::string all = preloaded && *preloaded ? preloaded + (":" + library) : library;
  setenv("LD_PRELOAD", all.c_str(), 1);
  line.set_variables();
  if (!prepare_fabric()) return no_device;
  if (!verbatim::emulator::read_options().mounts) return execute(line.command(), false);
  const std::string tree = tree_of(library);
  if (tree.empty()) return no_device;
  return verbatim::emulator::run_with_mounted_tree(tree, line.command());
}
