// The words of saquery about the subnet, on another host than the test's, and the fabric as subnet.py
// describes it.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "verbatim/verbs/values/gid.hpp"

namespace verbatim {

/// Returns what subnet.py says of the fabric.
inline std::string of_fabric(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr)
    throw std::runtime_error(std::string(name) + " is not set: subnet.py runs this");
  return value;
}

/// The GIDs of the test's port and of another host's, and the name of the test's device.
inline gid here() { return *parse_gid(of_fabric("SUBNET_HERE")); }
inline gid third() { return *parse_gid(of_fabric("SUBNET_THIRD")); }
inline std::string our_device() { return of_fabric("SUBNET_DEVICE"); }

/// The records that it prints for the arguments: fields, which it writes as `name......value`, by name.
inline std::vector<std::map<std::string, std::string>> saquery(const std::string& arguments) {
  const auto command =
      "SIM_HOST=H-0002c90000000030 " + of_fabric("SAQUERY") + " " + arguments + " 2>&1";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen(command.c_str(), "r"), pclose);
  std::vector<std::map<std::string, std::string>> records;
  for (char line[512]; std::fgets(line, sizeof line, output.get()) != nullptr;) {
    const std::string text(line);
    if (text.find(" dump:") != std::string::npos) records.emplace_back();
    const auto name = text.find_first_not_of(" \t");
    const auto dots = text.find("..");
    if (dots == std::string::npos || records.empty()) continue;
    const auto value = text.find_first_not_of('.', dots);
    records.back()[text.substr(name, dots - name)] =
        value == std::string::npos ? ""
                                   : text.substr(value, text.find_last_not_of(" \n") + 1 - value);
  }
  return records;
}

}  // namespace verbatim
