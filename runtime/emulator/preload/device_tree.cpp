// Keeps the device's sysfs files in a directory of its own and maps paths into it.
#include "preload/device_tree.hpp"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>

#include "options.hpp"
#include "preload/device_tree_text.hpp"
#include "report.hpp"

namespace verbatim::emulator {
namespace {

namespace fs = std::filesystem;

// Everything at or below these belongs to the device. `infiniband` also covers infiniband_verbs.
constexpr std::array<std::string_view, 4> owned_prefixes = {
    "/sys/class/infiniband",
    "/sys/devices/pci0000:00/0000:00:05.",
    "/dev/infiniband",
    "/dev/char/231:",
};

bool is_owned(std::string_view path) noexcept {
  if (path.size() < 9 || path[0] != '/' || (path[1] != 's' && path[1] != 'd')) return false;
  for (const std::string_view prefix : owned_prefixes) {
    if (path.starts_with(prefix)) return true;
  }
  return false;
}

void write_tree(const fs::path& root) {
  for (const tree_entry& entry : device_tree(current_options())) {
    const fs::path at = root / fs::path(entry.path).relative_path();
    fs::create_directories(at.parent_path());
    if (entry.is_link) {
      fs::create_symlink(entry.text, at);
    } else {
      std::ofstream(at) << entry.text;
    }
  }
}

/// A short name for what the tree holds, so that another version of this library keeps its own.
std::string digest() {
  std::string all;
  for (const tree_entry& entry : device_tree(current_options()))
    all += entry.path + '\n' + entry.text + '\n';
  return std::to_string(std::hash<std::string>{}(all));
}

/// Makes the tree unless it is there. Processes that start together each write their own and rename
/// it; who comes second uses what the first left.
std::string make_tree() {
  const fs::path directory = current_options().directory;
  const fs::path tree = directory / ("tree-" + digest());
  if (fs::exists(tree)) return tree;
  fs::create_directories(directory);
  const fs::path mine = tree.string() + "." + std::to_string(getpid());
  fs::remove_all(mine);
  write_tree(mine);
  std::error_code second;
  fs::rename(mine, tree, second);
  if (second) fs::remove_all(mine);
  return tree;
}

/// The directory of the tree; empty if it cannot be made, then the device is not there.
const std::string& tree_root() noexcept {
  static const std::string& root = *[] {
    try {
      return new std::string(make_tree());
    } catch (const std::exception& error) {
      report(
          "the device's files cannot be written: {}; set VERBATIM_EMULATOR_DIRECTORY to a "
          "directory that can be",
          error.what());
      return new std::string;
    }
  }();
  return root;
}

/// The number of the device that the path names, -1 if it is not the file of one.
int card_of_path(std::string_view path) noexcept {
  const unsigned devices = current_options().devices;
  for (unsigned card = 0; card < devices; ++card) {
    if (path == device_file_path(card) || path == device_number_path(card)) {
      return static_cast<int>(card);
    }
  }
  return -1;
}

}  // namespace

real_path::real_path(const char* path) noexcept : path_(path) {
  if (!path || !is_owned(path)) return;
  const int saved = errno;
  const std::string& root = tree_root();
  errno = saved;
  if (root.empty() || root.size() + std::strlen(path) >= sizeof buffer_) return;
  std::memcpy(buffer_, root.data(), root.size());
  std::strcpy(buffer_ + root.size(), path);
  path_ = buffer_;
  card_ = card_of_path(path);
}

void restore_path(char* path) noexcept {
  const std::string& root = tree_root();
  if (root.empty() || std::strncmp(path, root.data(), root.size()) != 0) return;
  std::memmove(path, path + root.size(), std::strlen(path + root.size()) + 1);
}

}  // namespace verbatim::emulator
