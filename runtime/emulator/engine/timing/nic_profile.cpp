// The table of NICs. --help lists the names too: see settings/options.cpp.
#include "engine/timing/nic_profile.hpp"

#include <algorithm>
#include <array>

namespace verbatim::emulator {
namespace {

using namespace std::chrono_literals;

constexpr std::array nics = {
    nic_profile{.name = "connectx4",
                .gigabits = 100,
                .messages_per_microsecond = 150,
                .pcie_generation = 3,
                .pcie_lanes = 16,
                .half_round_trip = 820ns},
    nic_profile{.name = "connectx5",
                .gigabits = 100,
                .messages_per_microsecond = 200,
                .pcie_generation = 3,
                .pcie_lanes = 16,
                .half_round_trip = 800ns},
    nic_profile{.name = "connectx6",
                .gigabits = 200,
                .messages_per_microsecond = 215,
                .pcie_generation = 4,
                .pcie_lanes = 16,
                .half_round_trip = 800ns},
    nic_profile{.name = "connectx6dx",
                .gigabits = 200,
                .messages_per_microsecond = 215,
                .pcie_generation = 4,
                .pcie_lanes = 16,
                .half_round_trip = 800ns},
    nic_profile{.name = "connectx7",
                .gigabits = 400,
                .messages_per_microsecond = 215,
                .pcie_generation = 5,
                .pcie_lanes = 16,
                .half_round_trip = 800ns},
};

constexpr host_profile host = {.doorbell = 137ns,
                               .pcie_read = 547ns,
                               .pcie_write = 137ns + 241ns,
                               .hop = 108ns,
                               .lane_gigabits = 57.88 / 8,
                               .pcie_payload = 256,
                               .pcie_write_header = 24,
                               .pcie_read_header = 20};

}  // namespace

std::span<const nic_profile> nic_profiles() noexcept { return nics; }

const nic_profile* find_nic_profile(std::string_view name) noexcept {
  const auto found = std::find_if(nics.begin(), nics.end(),
                                  [name](const nic_profile& one) { return one.name == name; });
  return found == nics.end() ? nullptr : &*found;
}

const host_profile& usual_host() noexcept { return host; }

}  // namespace verbatim::emulator
