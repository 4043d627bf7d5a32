// Reads the files of /sys.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::verbs {

/// The files of /sys, or of a directory with the same structure that a test has made. A file that
/// cannot be read counts as missing: files come and go with their devices.
class sysfs {
 public:
  explicit sysfs(std::string root = "/sys") : root_(std::move(root)) {}

  /// Returns the text of the file at this path below the root, without trailing white space.
  /// Returns nothing if it cannot be read.
  std::optional<std::string> text(const std::string& path) const;

  /// Returns the number at the beginning of the file, decimal or hexadecimal with 0x: `4: ACTIVE`
  /// is 4. Returns nothing if the file does not begin with a number.
  std::optional<long> number(const std::string& path) const;

  /// Returns the names in the directory, sorted; none if there is no such directory.
  std::vector<std::string> names(const std::string& path) const;

  /// Returns true if there is a file or a directory at this path below the root.
  bool exists(const std::string& path) const;

  /// Returns the path below the root with all links resolved; "" if it does not exist.
  std::string real_path(const std::string& path) const;

  /// Returns the last name in the target of a link, for example the driver of a device. Returns ""
  /// if the path is not a link.
  std::string link_target(const std::string& path) const;

 private:
  std::string absolute(const std::string& path) const { return root_ + "/" + path; }

  std::string root_;
};

}  // namespace verbatim::verbs
