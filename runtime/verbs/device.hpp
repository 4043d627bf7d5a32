// The RDMA devices of this machine, and how to open one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/context.hpp"

namespace verbatim {

/// A device as it was listed; it need not be there any more.
class device {
 public:
  device(std::string name, std::uint64_t guid, bool is_mlx5)
      : name_(std::move(name)), guid_(guid), is_mlx5_(is_mlx5) {}

  /// `mlx5_0`.
  const std::string& name() const noexcept { return name_; }

  /// In host order.
  std::uint64_t guid() const noexcept { return guid_; }

  /// ConnectX-4 and later, BlueField. On others one posts through verbs: see context::is_mlx5().
  bool is_mlx5() const noexcept { return is_mlx5_; }

 private:
  std::string name_;
  std::uint64_t guid_;
  bool is_mlx5_;
};

/// All RDMA devices, also those that are not mlx5. Empty where there are none.
std::vector<device> devices();

/// Opens the device of this name; without a name, the first mlx5 device, or if there is none the first
/// of any kind. Throws an error that says which devices there are, and where there are none, how to run on the emulator.
context open_device(std::string_view name = "");

}  // namespace verbatim
