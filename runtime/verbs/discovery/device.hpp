// The RDMA devices of this machine: listing, choosing and opening them.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "verbatim/verbs/context/context.hpp"
#include "verbatim/verbs/discovery/listed_device.hpp"

namespace verbatim {

struct device_selector;

/// Returns all RDMA devices, mlx5 or not; empty if there are none.
std::vector<device> devices();

/// Returns the port that `selector` selects, such as `mlx5_0/2`, `%eth0` or `10.0.0.1`;
/// device_selector.hpp has the syntax. If several ports of one device match, returns the first
/// whose link is up. Throws an error that lists the choices.
verbs::found_port find_port(std::string_view selector);
verbs::found_port find_port(const device_selector& selector);

/// Returns the devices of the selectors, in the same order: `find_devices({"mlx5_0", "mlx5_1"})`.
/// Throws one error for all that are missing.
std::vector<device> find_devices(std::span<const std::string> selectors);
std::vector<device> find_devices(std::initializer_list<std::string> selectors);

/// Opens the device that `selector` selects. Without a selector, opens the first mlx5 device, or
/// the first device of any kind if there is no mlx5 device. Throws an error that lists the devices,
/// or explains how to run on the emulator if there are none.
context open_device(std::string_view selector = "");
context open_device(const device_selector& selector);

/// Opens a device that was listed.
context open_device(const device& device);

}  // namespace verbatim
