// Keeps the device's sysfs files in a separate directory and maps paths into it.
#include "preload/device_tree.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>

#include "objects/subnet_ports.hpp"
#include "preload/device_tree_text.hpp"
#include "preload/exported.hpp"
#include "report/report.hpp"
#include "settings/options.hpp"
#include "system/descriptor.hpp"
#include "system/whole_write.hpp"
#include "transport/fabric_directory.hpp"

namespace verbatim::emulator {
namespace {

namespace fs = std::filesystem;

// Everything at or below these paths belongs to the device. `infiniband` also covers
// infiniband_verbs.
constexpr std::array<std::string_view, 8> owned_prefixes = {
    "/sys/class/infiniband",
    pci_directory_prefix,
    "/sys/bus/pci/devices/15b3:00:00.",
    "/sys/class/net/emulated",
    "/dev/infiniband",
    "/dev/char/231:",
    "/sys/class/misc/rdma_cm",
    // The service that resolves addresses on a machine with InfiniBand knows other ports.
    "/run/ibacm.",
};

bool is_owned(std::string_view path) noexcept {
  if (path.size() < 9 || path[0] != '/') return false;
  if (path[1] != 's' && path[1] != 'd' && path[1] != 'r') return false;
  for (const std::string_view prefix : owned_prefixes) {
    if (path.starts_with(prefix)) return true;
  }
  // The directory has links to the devices of the machine too.
  return path == pci_devices_path || path == "/sys/bus/pci/devices/";
}

[[noreturn]] void fail_to_write(const fs::path& file) {
  throw fs::filesystem_error("cannot write", file, std::error_code(errno, std::generic_category()));
}

void write_file(const fs::path& path, const std::string& text) {
  const descriptor file(
      open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666));
  if (!file || !write_whole(file.number(), text)) fail_to_write(path);
}

fs::path place_in(const fs::path& root, const tree_entry& entry) {
  return root / fs::path(entry.path).relative_path();
}

void write_tree(const fs::path& root) {
  for (const tree_entry& entry : device_tree(current_options())) {
    const fs::path at = place_in(root, entry);
    fs::create_directories(at.parent_path());
    if (entry.is_link) {
      fs::create_symlink(entry.text, at);
    } else {
      write_file(at, entry.text);
    }
  }
}

/// Returns true if every file exists with its full length, because a machine that stops may leave
/// empty files.
bool is_whole(const fs::path& root) {
  for (const tree_entry& entry : device_tree(current_options())) {
    struct stat status {};
    const bool is_there = lstat(place_in(root, entry).c_str(), &status) == 0;
    const bool is_long_enough = entry.changes
                                    ? status.st_size > 0
                                    : status.st_size == static_cast<off_t>(entry.text.size());
    if (!is_there || !is_long_enough) return false;
  }
  return true;
}

/// Removes an incomplete tree. The lock is for processes that find it at the same time: the second
/// one must not remove the new tree of the first one.
void remove_damaged(const fs::path& tree) {
  const descriptor found(open(tree.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat here {};
  struct stat there {};
  if (!found || flock(found.number(), LOCK_EX) != 0 || fstat(found.number(), &here) != 0 ||
      lstat(tree.c_str(), &there) != 0 || here.st_ino != there.st_ino || is_whole(tree)) {
    return;
  }
  const fs::path aside = tree.string() + ".damaged." + std::to_string(getpid());
  fs::rename(tree, aside);
  fs::remove_all(aside);
  note("made the device's files in {} anew, because they were not whole", tree.string());
}

/// Returns a short name for the contents of the tree, so that another version of this library keeps
/// its own.
std::string digest() {
  std::string all;
  for (const tree_entry& entry : device_tree(current_options()))
    all += entry.path + '\n' + entry.text + '\n';
  return std::to_string(std::hash<std::string>{}(all));
}

/// Makes the tree if it does not exist. Processes that start at the same time each write their own
/// tree and rename it; the second one uses the tree of the first. If the tree cannot be written,
/// throws and leaves no files.
std::string make_tree() {
  const fs::path directory = current_options().directory;
  const fs::path tree = directory / ("tree-" + digest());
  if (fs::exists(tree)) {
    if (is_whole(tree)) return tree;
    remove_damaged(tree);
  }
  const fs::path mine = tree.string() + "." + std::to_string(getpid());
  fs::remove_all(mine);
  std::error_code second;
  try {
    write_tree(mine);
  } catch (const std::exception&) {
    fs::remove_all(mine, second);
    throw;
  }
  fs::rename(mine, tree, second);
  if (second) fs::remove_all(mine);
  return tree;
}

// The lock is held over fork, so that no child sees an incomplete tree.
constinit std::mutex tree_mutex;
[[maybe_unused]] const int registered = pthread_atfork(
    [] { tree_mutex.lock(); }, [] { tree_mutex.unlock(); }, [] { tree_mutex.unlock(); });

/// Returns the directory of the tree; empty if it cannot be made, and then there is no device. A
/// child of fork uses the parent's tree and holds it too, and makes it again if the parent has
/// ended.
const std::string& tree_root() noexcept {
  // It is never destroyed, because programs read these files while they exit.
  static auto& held = *new std::unique_ptr<fabric_directory>;
  static std::string& root = *new std::string;
  static constinit bool failed = false;
  const std::lock_guard guard(tree_mutex);
  if (failed || fabric_directory::all_left() || (held && held->held())) return root;
  try {
    held.reset();
    held = std::make_unique<fabric_directory>(current_options().directory);
    root = make_tree();
  } catch (const std::exception& error) {
    const auto* const of_system = dynamic_cast<const std::system_error*>(&error);
    const bool lacks_descriptors = of_system && of_system->code().value() == EMFILE;
    report("there is no device, because its files cannot be written: {}{}", error.what(),
           lacks_descriptors ? ": raise the limit of open files (ulimit -n)" : "");
    failed = true;
    root.clear();
  }
  return root;
}

/// Writes the files of ports anew that a subnet manager has changed. Other programs may read them at
/// the same time, so each is replaced by a whole one.
void follow_subnet(const std::string& root) {
  static constinit std::atomic<std::uint32_t> written = 0;
  subnet::subnet_state* const subnet = this_subnet();
  if (!subnet || subnet->generation() == written) return;
  const std::lock_guard guard(tree_mutex);
  const std::uint32_t now = subnet->generation();
  for (const tree_entry& entry : changed_entries(current_options())) {
    const fs::path at = place_in(root, entry);
    const fs::path made = at.string() + "." + std::to_string(getpid());
    write_file(made, entry.text);
    fs::rename(made, at);
  }
  written = now;
}

/// Returns true for the files of a port of an InfiniBand device.
bool is_of_port(std::string_view path) {
  return current_options().link == link_layer::infiniband &&
         path.find("/ports/") != std::string_view::npos;
}

/// Returns the number of the device whose file is at this path; -1 if it is not a device file.
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
  try {
    if (is_of_port(path)) follow_subnet(root);
  } catch (const std::exception& error) {
    note("the files of a port are old: {}", error.what());
  }
  std::memcpy(buffer_, root.data(), root.size());
  std::strcpy(buffer_ + root.size(), path);
  path_ = buffer_;
  card_ = card_of_path(path);
  connection_manager_ = std::string_view(path) == cm_file_path;
  management_ = mad::file_at(path);
}

/// Returns the directory of the devices' files, for the launcher; empty if there is no device.
VERBATIM_EXPORTED const char* verbatim_emulator_tree() noexcept { return tree_root().c_str(); }

void restore_path(char* path) noexcept {
  const std::string& root = tree_root();
  if (root.empty() || std::strncmp(path, root.data(), root.size()) != 0) return;
  std::memmove(path, path + root.size(), std::strlen(path + root.size()) + 1);
}

}  // namespace verbatim::emulator
