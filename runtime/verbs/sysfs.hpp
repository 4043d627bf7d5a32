// What the kernel says in /sys.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace verbatim::verbs {

/// The files of /sys, or of a directory that a test has made to look like it. What cannot be read is not
/// there: files come and go with their devices.
class sysfs {
 public:
  explicit sysfs(std::string root = "/sys") : root_(std::move(root)) {}

  /// What the file at this path below the root says, without white space at its end.
  std::optional<std::string> text(const std::string& path) const;

  /// The same as a number, decimal or hexadecimal with 0x, in front of whatever follows: `4: ACTIVE` is 4.
  std::optional<long> number(const std::string& path) const;

  /// The names in the directory, sorted; none where it is not there.
  std::vector<std::string> names(const std::string& path) const;

  bool exists(const std::string& path) const;

  /// Where the path leads, with no link left, below the root; "" if it leads nowhere.
  std::string real_path(const std::string& path) const;

  /// The last name in what the link says, wherever that leads: the driver of a device, say. "" if it is no
  /// link.
  std::string link_target(const std::string& path) const;

 private:
  std::string absolute(const std::string& path) const { return root_ + "/" + path; }

  std::string root_;
};

}  // namespace verbatim::verbs
