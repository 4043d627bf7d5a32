// Reads the files of /sys.
#include "verbatim/verbs/base/sysfs.hpp"

#include <dirent.h>
#include <limits.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <memory>

namespace verbatim::verbs {

std::optional<std::string> sysfs::text(const std::string& path) const {
  std::ifstream file(absolute(path));
  if (!file) return std::nullopt;
  std::string text;
  std::getline(file, text, '\0');
  if (file.bad())
    return std::nullopt;  // the kernel refuses, as for attributes of GIDs that are not set
  text.erase(text.find_last_not_of(" \t\n") + 1);
  return text;
}

std::optional<long> sysfs::number(const std::string& path) const {
  const auto said = text(path);
  if (!said) return std::nullopt;
  const bool hexadecimal = said->starts_with("0x");
  char* end = nullptr;
  errno = 0;
  const long value = std::strtol(said->c_str(), &end, hexadecimal ? 16 : 10);
  if (end == said->c_str() || errno != 0) return std::nullopt;
  return value;
}

std::vector<std::string> sysfs::names(const std::string& path) const {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(opendir(absolute(path).c_str()), closedir);
  if (directory == nullptr) return names;
  while (const auto* const entry = readdir(directory.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool sysfs::exists(const std::string& path) const {
  return ::access(absolute(path).c_str(), F_OK) == 0;
}

std::string sysfs::real_path(const std::string& path) const {
  char whole[PATH_MAX], root[PATH_MAX];
  if (realpath(absolute(path).c_str(), whole) == nullptr) return "";
  if (realpath(root_.c_str(), root) == nullptr) return "";
  const std::string_view found = whole, below = root;
  if (!found.starts_with(below)) return "";
  return std::string(found.substr(std::min(found.size(), below.size() + 1)));
}

std::string sysfs::link_target(const std::string& path) const {
  char target[PATH_MAX];
  const auto length = readlink(absolute(path).c_str(), target, sizeof target);
  if (length <= 0) return "";
  const std::string_view whole(target, static_cast<std::size_t>(length));
  return std::string(whole.substr(whole.rfind('/') + 1));  // npos + 1 is 0
}

}  // namespace verbatim::verbs
