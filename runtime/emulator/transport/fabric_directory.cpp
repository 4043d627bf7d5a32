// Takes, checks and removes directories of fabrics. It uses descriptors, so that no link can lead
// elsewhere.
#include "transport/fabric_directory.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

namespace verbatim::emulator {
namespace {

namespace fs = std::filesystem;

/// A file that marks a fabric's directory. A user's own directory does not have it and is never
/// removed.
constexpr const char* mark = "verbatim-fabric";

/// The prefix of a directory that is about to be removed. It is renamed first, so that no process
/// takes a half-removed directory.
constexpr std::string_view doomed_prefix = ".verbatim-gone-";

/// The prefix of directories that the emulator chooses. VERBATIM_EMULATOR_DIRECTORY can choose
/// others.
constexpr std::string_view own_base_prefix = "verbatim-emulator";

constexpr int open_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

enum class place { above_fabrics, fabric };

[[noreturn]] void fail_with(int error, const std::string& words) {
  throw std::system_error(error, std::generic_category(), words);
}

[[noreturn]] void refuse(const std::string& path, const std::string& why,
                         const std::string& remedy) {
  fail_with(EPERM, path + " " + why + ": " + remedy +
                       ", or set VERBATIM_EMULATOR_DIRECTORY to a directory of your own");
}

[[noreturn]] void cannot_use(const std::string& path) {
  const int error = errno;
  // The cause is not the directory: there are no descriptors left.
  if (error == EMFILE) fail_with(error, "cannot open the directory " + path);
  fail_with(error, "cannot use the directory " + path +
                       ": set VERBATIM_EMULATOR_DIRECTORY to one that can be written");
}

/// Refuses a directory that other users can change. A parent directory may belong to the system if
/// other users cannot rename this one in it.
void check_owner_and_mode(const descriptor& directory, const std::string& path, place where) {
  struct stat status {};
  if (fstat(directory.number(), &status) != 0) cannot_use(path);
  const bool above = where == place::above_fabrics;
  if (status.st_uid != geteuid() && !(above && status.st_uid == 0)) {
    refuse(path, "belongs to another user (uid " + std::to_string(status.st_uid) + ")",
           "remove it");
  }
  if (status.st_mode & (S_IWGRP | S_IWOTH) && !(above && status.st_mode & S_ISVTX)) {
    refuse(path, "can be written by other users", "`chmod go-w` it if what is in it is yours");
  }
}

/// Opens directory `name` in `parent` and makes it if necessary. Returns nothing if another process
/// has removed it meanwhile.
descriptor open_checked(const descriptor& parent, const std::string& name, const std::string& path,
                        place where) {
  if (mkdirat(parent.number(), name.c_str(), 0755) != 0 && errno != EEXIST) {
    if (errno == ENOENT) return {};
    cannot_use(path);
  }
  descriptor result(openat(parent.number(), name.c_str(), open_flags));
  if (!result) {
    if (errno == ENOENT) return {};
    const int error = errno;
    struct stat status {};
    if (fstatat(parent.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISLNK(status.st_mode)) {
      refuse(path, "is a symbolic link", "remove it");
    }
    errno = error;
    cannot_use(path);
  }
  check_owner_and_mode(result, path, where);
  return result;
}

/// Returns true if the directory is still at the place where it was opened.
bool is_at(const descriptor& parent, const std::string& name,
           const descriptor& directory) noexcept {
  struct stat there {};
  struct stat here {};
  return fstatat(parent.number(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0 &&
         fstat(directory.number(), &here) == 0 && there.st_ino == here.st_ino &&
         there.st_dev == here.st_dev;
}

bool lock(const descriptor& directory, int how) noexcept {
  int result = 0;
  do {
    result = flock(directory.number(), how);
  } while (result != 0 && errno == EINTR);
  return result == 0;
}

/// Returns the names in a directory except `.` and `..`. Throws only std::bad_alloc.
std::vector<std::string> names_in(const descriptor& directory) {
  std::vector<std::string> result;
  const int own = openat(directory.number(), ".", open_flags);
  DIR* const listing = own < 0 ? nullptr : fdopendir(own);
  if (!listing) return result;
  while (const dirent* const entry = readdir(listing)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") result.emplace_back(name);
  }
  closedir(listing);
  return result;
}

bool has_mark(const descriptor& directory) noexcept {
  return faccessat(directory.number(), mark, F_OK, 0) == 0;
}

/// Marks an empty directory as a fabric's. A directory that holds other files is the user's and
/// gets no mark.
void put_mark(const descriptor& directory) {
  if (has_mark(directory) || !names_in(directory).empty()) return;
  const descriptor made(
      openat(directory.number(), mark, O_RDONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666));
}

/// Removes the fabric `name` if no process uses it.
void remove_unused(const descriptor& parent, const fs::path& base, const std::string& name) {
  const bool doomed = name.starts_with(doomed_prefix);
  const descriptor directory(openat(parent.number(), name.c_str(), open_flags));
  struct stat status {};
  if (!directory || fstat(directory.number(), &status) != 0 || status.st_uid != geteuid()) return;
  if (!doomed && !has_mark(directory)) return;
  if (!lock(directory, LOCK_EX | LOCK_NB) || !is_at(parent, name, directory)) return;
  static std::atomic<unsigned> count = 0;
  std::string last_name = name;
  if (!doomed) {
    last_name =
        std::string(doomed_prefix) + std::to_string(getpid()) + '-' + std::to_string(++count);
    if (renameat(parent.number(), name.c_str(), parent.number(), last_name.c_str()) != 0) return;
  }
  std::error_code ignored;
  fs::remove_all(base / last_name, ignored);
}

/// Removes the directory above the fabrics if the emulator has chosen it and it is empty.
void remove_base(const fs::path& base) noexcept {
  if (base.filename().native().starts_with(own_base_prefix)) rmdir(base.c_str());
}

void leave(const std::string& path) noexcept {
  try {
    const fs::path base = fs::path(path).parent_path();
    const descriptor parent(open(base.c_str(), open_flags));
    if (parent) remove_unused(parent, base, fs::path(path).filename().string());
    remove_base(base);
  } catch (const std::exception&) {
    // The next start of the launcher removes the rest.
  }
}

// All directories that this process holds. There is no lock, because forks and exits come at any
// time. The launcher's next start removes directories that do not fit into the list.
constinit std::array<std::atomic<fabric_directory*>, 64> held_directories{};
constinit std::atomic<bool> ending = false;

void enlist(fabric_directory* one) noexcept {
  for (auto& place : held_directories) {
    fabric_directory* none = nullptr;
    if (place.compare_exchange_strong(none, one)) return;
  }
}

void strike(fabric_directory* one) noexcept {
  for (auto& place : held_directories) {
    fabric_directory* expected = one;
    if (place.compare_exchange_strong(expected, nullptr)) return;
  }
}

[[maybe_unused]] const int registered = pthread_atfork(nullptr, nullptr, [] {
  for (auto& place : held_directories) {
    if (fabric_directory* const one = place.exchange(nullptr)) one->abandon();
  }
});

__attribute__((destructor)) void at_the_end_of_the_process() { fabric_directory::leave_all(); }

}  // namespace

fabric_directory::fabric_directory(const std::string& path)
    : path_(fs::absolute(path).lexically_normal().string()) {
  const fs::path base = fs::path(path_).parent_path();
  const std::string name = fs::path(path_).filename().string();
  std::error_code not_made;
  fs::create_directories(base.parent_path(), not_made);
  for (;;) {
    const descriptor above(open(base.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!above) cannot_use(base.parent_path().string());
    const descriptor parent =
        open_checked(above, base.filename().string(), base.string(), place::above_fabrics);
    if (!parent) continue;
    directory_ = open_checked(parent, name, path_, place::fabric);
    if (!directory_) continue;
    // If files cannot be locked, the directory is never removed either.
    lock(directory_, LOCK_SH);
    if (is_at(parent, name, directory_)) break;
    directory_.reset();
  }
  directory_ = moved_high(std::move(directory_));
  put_mark(directory_);
  struct stat status {};
  if (fstat(directory_.number(), &status) != 0) cannot_use(path_);
  device_ = status.st_dev;
  inode_ = status.st_ino;
  owner_ = getpid();
  enlist(this);
}

fabric_directory::~fabric_directory() {
  strike(this);
  if (!directory_) return;
  directory_.reset();
  leave(path_);
}

bool fabric_directory::held() const noexcept {
  struct stat status {};
  return directory_ && owner_ == getpid() && fstat(directory_.number(), &status) == 0 &&
         status.st_ino == inode_ && status.st_dev == device_ && status.st_nlink != 0;
}

void fabric_directory::abandon() noexcept {
  strike(this);
  directory_.reset();
}

void fabric_directory::leave_all() noexcept {
  ending = true;
  // The descriptors stay open, because running threads still use them. First all locks are
  // released.
  for (auto& place : held_directories) {
    fabric_directory* const one = place;
    if (one && one->held()) flock(one->number(), LOCK_UN);
  }
  for (auto& place : held_directories) {
    if (fabric_directory* const one = place.exchange(nullptr)) leave(one->path_);
  }
}

bool fabric_directory::all_left() noexcept { return ending; }

void remove_abandoned_fabrics(const std::string& base) noexcept {
  try {
    const descriptor parent(open(base.c_str(), open_flags));
    if (!parent) return;
    for (const std::string& name : names_in(parent)) {
      if (!name.starts_with('.') || name.starts_with(doomed_prefix)) {
        remove_unused(parent, base, name);
      }
    }
    remove_base(base);
  } catch (const std::exception&) {
    // The error is ignored, as in leave(): another start removes the directory.
  }
}

}  // namespace verbatim::emulator
