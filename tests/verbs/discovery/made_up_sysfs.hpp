// A directory that looks like /sys, for as long as a test runs.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "verbatim/verbs/base/sysfs.hpp"

namespace verbatim::testing {

class made_up_sysfs {
 public:
  made_up_sysfs() {
    std::string made = (std::filesystem::temp_directory_path() / "sysfs-XXXXXX").string();
    root_ = mkdtemp(made.data());
  }
  ~made_up_sysfs() { std::filesystem::remove_all(root_); }
  made_up_sysfs(const made_up_sysfs&) = delete;
  made_up_sysfs& operator=(const made_up_sysfs&) = delete;

  /// A file with a line, as the kernel's have.
  made_up_sysfs& file(const std::string& path, const std::string& text) {
    const auto at = root_ / path;
    std::filesystem::create_directories(at.parent_path());
    std::ofstream(at) << text << '\n';
    return *this;
  }

  /// A link to what need not be there.
  made_up_sysfs& link(const std::string& path, const std::string& target) {
    const auto at = root_ / path;
    std::filesystem::create_directories(at.parent_path());
    std::filesystem::create_symlink(target, at);
    return *this;
  }

  /// A card with that PCI address, and its class/infiniband directory.
  made_up_sysfs& card(const std::string& name, const std::string& pci, const std::string& driver) {
    const auto device = "devices/pci0000:00/" + pci;
    link(device + "/driver", "../../../bus/pci/drivers/" + driver);
    link(device + "/infiniband/" + name + "/device", "../..");
    return link("class/infiniband/" + name, "../../" + device + "/infiniband/" + name);
  }

  std::string path() const { return root_.string(); }
  verbs::sysfs files() const { return verbs::sysfs(path()); }

 private:
  std::filesystem::path root_;
};

}  // namespace verbatim::testing
