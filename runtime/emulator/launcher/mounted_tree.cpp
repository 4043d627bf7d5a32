// Covers directories of the machine with new ones, into which everything old is bound.
#include "launcher/mounted_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>
#include <system_error>

#include "launcher/command_line.hpp"
#include "launcher/execute.hpp"
#include "system/descriptor.hpp"

namespace verbatim::emulator {
namespace {

namespace fs = std::filesystem;

/// Directories that hold files of other devices too. Everything else of the tree replaces what the
/// machine has at its place.
constexpr std::array<std::string_view, 9> shared_directories = {
    "/sys/class",   "/sys/class/misc",      "/sys/class/net", "/sys/bus",  "/sys/bus/pci",
    "/sys/devices", "/sys/bus/pci/devices", "/dev",           "/dev/char",
};

bool is_shared(const fs::path& path) {
  return std::find(shared_directories.begin(), shared_directories.end(), path.string()) !=
         shared_directories.end();
}

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

void bind(const fs::path& from, const fs::path& to) {
  if (mount(from.c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr) != 0) {
    fail("cannot bind " + from.string() + " to " + to.string());
  }
}

/// Makes a directory or an empty file, and binds the other one to it.
void place(const fs::path& from, const fs::path& at) {
  if (fs::is_symlink(from)) {
    fs::create_symlink(fs::read_symlink(from), at);
    return;
  }
  if (fs::is_directory(from)) {
    fs::create_directory(at);
  } else {
    const descriptor made(open(at.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
    if (!made) fail("cannot make " + at.string());
  }
  bind(from, at);
}

/// Covers a directory with a new one that has all old entries except those.
void cover(const fs::path& directory, const std::set<std::string>& except) {
  // The path of the descriptor leads to the old directory afterwards too.
  const descriptor old(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!old) fail("cannot open " + directory.string());
  const fs::path below = "/proc/self/fd/" + std::to_string(old.number());
  if (mount("verbatim-emulator", directory.c_str(), "tmpfs", MS_NOSUID, "mode=755") != 0) {
    fail("cannot mount over " + directory.string());
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(below)) {
    const std::string name = entry.path().filename().string();
    if (except.contains(name)) continue;
    if (entry.is_symlink()) {
      fs::create_symlink(fs::read_symlink(entry.path()), directory / name);
    } else {
      place(entry.path(), directory / name);
    }
  }
}

/// Puts the tree over the machine's files, in the mount namespace of this process.
void lay(const fs::path& tree) {
  for (const std::string_view shared : shared_directories) {
    const fs::path directory = shared;
    const fs::path source = tree / directory.relative_path();
    if (!fs::is_directory(source)) continue;
    std::set<std::string> own;
    for (const fs::directory_entry& entry : fs::directory_iterator(source)) {
      if (!is_shared(directory / entry.path().filename())) own.insert(entry.path().filename());
    }
    if (fs::is_directory(directory)) {
      cover(directory, own);
    } else {
      fs::create_directory(directory);
    }
    for (const std::string& name : own) place(source / name, directory / name);
  }
}

void write_line(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text << std::flush;
  if (!file) fail(std::string("cannot write ") + path);
}

void leave_namespaces() {
  if (unshare(CLONE_NEWNS) != 0) {
    const std::string user = std::to_string(geteuid());
    const std::string group = std::to_string(getegid());
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
      fail("this machine allows no user namespaces, and only root may mount without one");
    }
    write_line("/proc/self/setgroups", "deny");
    write_line("/proc/self/uid_map", user + " " + user + " 1");
    write_line("/proc/self/gid_map", group + " " + group + " 1");
  }
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) fail("cannot keep mounts");
}

int run_in_namespaces(const std::string& tree, const std::vector<std::string>& command) {
  constexpr int no_device = 125;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  try {
    leave_namespaces();
    lay(tree);
  } catch (const std::exception& error) {
    complain(std::string("--mount: ") + error.what());
    return no_device;
  }
  return execute(command, true);
}

pid_t child_of_signals = 0;

void pass_on(int number) { kill(child_of_signals, number); }

}  // namespace

int run_with_mounted_tree(const std::string& tree, const std::vector<std::string>& command) {
  const pid_t child = fork();
  if (child < 0) {
    complain("--mount: there is no room for another process");
    return EXIT_FAILURE;
  }
  if (child == 0) _exit(run_in_namespaces(tree, command));
  child_of_signals = child;
  for (const int number : {SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) signal(number, pass_on);
  // The terminal sends these to both.
  for (const int number : {SIGINT, SIGQUIT}) signal(number, SIG_IGN);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace verbatim::emulator
