// The device, its port and the software of a run of the selftest.
#pragma once

#include <cstdint>
#include <string>

#include "verbatim/verbs/context/context.hpp"

namespace verbatim::tools::selftest {

/// Facts about the tested machine. A text is empty if the machine does not report it.
struct machine {
  std::string device = {};   ///< `mlx5_0`
  std::string product = {};  ///< `ConnectX-6`
  std::string pci = {};
  std::string guid = {};
  std::string board = {};  ///< board_id of sysfs, the PSID
  std::string firmware = {};
  std::uint32_t vendor_id = 0;
  std::uint32_t vendor_part_id = 0;
  bool is_mlx5 = false;
  verbatim::port port = {};
  std::uint16_t gid_index = 0;
  std::string gid = {};
  std::string gid_type = {};
  std::string kernel = {};          ///< release and version
  std::string driver = {};          ///< `mlx5_core`
  std::string driver_version = {};  ///< of drivers that have one of their own
  std::string libibverbs = {};  ///< the library's file, whose name ends with rdma-core's version
  std::string libmlx5 = {};
  bool on_emulator = false;
};

machine describe_machine(const verbatim::context& context, std::uint8_t port,
                         std::uint16_t gid_index);

}  // namespace verbatim::tools::selftest
