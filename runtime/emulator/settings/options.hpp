// The launcher's options for the emulated device, read once from the environment.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "settings/option_row.hpp"
#include "settings/port_settings.hpp"

namespace verbatim::emulator {

struct host_topology;

/// The amount that the device reports on stderr.
enum class verbosity {
  /// Only mistakes of the program, and refusals.
  complaints,

  /// Also normal events: devices opened, queues created, state changes.
  everything,
};

/// An operation that fails on request of an option.
struct failing_operation {
  std::uint64_t at = 0;  ///< its number, counted from 1; 0: none
  std::uint8_t syndrome = 0;
  std::optional<std::uint8_t> vendor_syndrome = {};  ///< absent: the usual one for the syndrome

  /// Reads NUMBER, NUMBER:SYNDROME or NUMBER:SYNDROME:VENDOR, decimal.
  static failing_operation read(const std::string& text);
};

/// Settings of the emulated device. The launcher passes each in an environment variable: see
/// option_rows().
struct options {
  /// Name of the fabric; processes with the same name reach each other.
  std::string fabric = "default";

  /// The directory of the transport's sockets and of the sysfs tree. It has the fabric's name and
  /// is in $XDG_RUNTIME_DIR/verbatim-emulator, else in $TMPDIR/verbatim-emulator-<uid>, else in
  /// /tmp/verbatim-emulator-<uid>. VERBATIM_EMULATOR_DIRECTORY replaces all parts except the last
  /// one. The directory need not exist yet.
  std::string directory;

  /// A file that gets the reports instead of stderr; empty: stderr.
  std::string report_file;

  /// A file for every send WQE that the device reads; empty: none.
  std::string capture_file;

  /// A file for the counts of the messages, packets, doorbells and completions of this process;
  /// empty: none.
  std::string count_file;

  /// A file for the packets that the fabric would carry, in the format of libpcap; empty: none.
  std::string pcap_file;

  /// A file for everything that the program and the device do to each other; empty: none.
  std::string record_file;

  /// The file that says what the device does; empty: it works by itself.
  std::string replay_file;

  /// The process of that file, by its number; 0: the one with this command line.
  unsigned replay_process = 0;

  /// A file for the amount of traffic of each ring, written when the ring is destroyed; empty:
  /// none.
  std::string rings_file;

  verbosity verbose = verbosity::complaints;

  /// False: the device exists and its control path works, but it executes nothing, so that a test
  /// or a benchmark can act as the device.
  bool engine = true;

  /// True: the devices' files are mounted at their places, for programs that ask the kernel without
  /// the C library.
  bool mounts = false;

  /// True: the result of a masked atomic of 4 or 16 bytes is written to memory big-endian, else in
  /// host order. It is uncertain which of them a NIC does. 8 bytes are in host order.
  bool masked_results_big_endian = true;

  static constexpr unsigned most_devices = most_devices_of_a_host;
  static constexpr unsigned most_ports = most_ports_of_a_device;

  /// The number of devices, mlx5_0 first, and the number of ports of each.
  unsigned devices = 1;
  unsigned ports = 1;

  /// The link layer of all ports.
  link_layer link = link_layer::infiniband;

  /// The state of all ports until an event changes it.
  port_state first_port_state = port_state::active;

  /// False: no subnet manager has been there. InfiniBand ports wait for one without a LID.
  bool manages_subnet = true;

  /// The network interface of the ports, or `own`.
  std::string netdev = "lo";

  /// True: each Ethernet port has an interface of its own, which only programs on the emulator see.
  bool has_own_netdevs() const { return netdev == "own"; }

  /// Returns the interface of the machine that has the addresses of the ports.
  std::string addressed_netdev() const { return has_own_netdevs() ? "lo" : netdev; }

  /// The IP addresses of the ports, with commas between ports and a plus between those of one;
  /// empty: those of the network interface.
  std::string addresses;

  /// A file with the hosts of the fabric, and the name of this program's host; empty: all programs
  /// are on one host, as the options above describe it.
  std::string topology_file;
  std::string host_name;

  /// The hosts of that file; null if there is no file. `host` is the index of this program's host.
  std::shared_ptr<const host_topology> hosts;
  unsigned host = 0;

  /// True: peers outside of the fabric are reached by RoCE v2 packets over the network interfaces.
  bool wire = false;

  /// NAME:N, with commas between them: faults of packets that leave, see settings/wire_faults.hpp.
  std::string wire_faults;

  /// The NIC whose times the device takes, by its name in engine/timing/nic_profile.cpp; empty: the
  /// device is as fast as it can. All of these times are `timing_scale` times as long.
  std::string timing;
  unsigned timing_scale = 1;

  /// True: rdma_cm does not support AF_IB and the commands that were added with it, as in older
  /// kernels.
  bool without_af_ib = false;

  /// The length of rdma_cm's timers, in percent of Linux's.
  unsigned cm_timers = 5;

  /// The time from an event of rdma_cm to its delivery.
  std::chrono::microseconds cm_event_delay{0};

  /// NAME:N[:VALUE], with commas between them: faults of rdma_cm, see settings/cm_faults.hpp.
  std::string fail_cm;

  /// The seed of a random order in which the WQEs of a DCI's streams are executed and completed,
  /// one at a time; absent: the order of the ring.
  std::optional<std::uint64_t> reorder_streams;

  /// The send WQE that fails, by its number in the order in which the process's WQEs are read.
  failing_operation fail_at;

  /// The receive WQE that fails, by its number in the order in which messages take them in the
  /// process.
  failing_operation fail_receive_at;

  /// Random failures of send and receive WQEs: one in `one_in` fails, 0 for none.
  struct {
    unsigned one_in = 0;
    std::uint64_t seed = 0;
  } random_failures;

  /// N:EVENT, with commas between them: the Nth WQE, counted as in `fail_at`, also raises that
  /// event.
  std::string raise_at;

  /// NAME:N:ERRNO, with commas between them: the Nth call of the command with that name fails with
  /// that errno.
  std::string fail_verb;

  /// The time from the end of an operation to its CQE.
  std::chrono::microseconds completion_delay{0};

  static constexpr unsigned most_compressed = 64;

  /// `compress` is the most completions of a compressed CQE, in a CQ with compression; 0: no CQE is
  /// compressed. The second value is the time for which a completion waits for others to be
  /// compressed with; 0: until the end of the engine's turn.
  unsigned compress = most_compressed;
  std::chrono::microseconds compress_wait{0};

  /// The time from writing a CQE's payload to passing the CQE to the program.
  std::chrono::microseconds owner_lag{0};

  /// The seed of random delays, random lags and random grouping of compressed completions; absent:
  /// nothing is random, and the options above apply.
  std::optional<std::uint64_t> random_completions;

  /// True: in CQEs of 128 bytes the GRH of a datagram is before the CQE instead of in the receive
  /// buffer. It is uncertain what a NIC does.
  bool datagram_grh_in_cqe = false;

  /// True: receives that are posted to a queue pair in ERROR are flushed only by the next change to
  /// ERROR, as in drivers whose receive queues have no doorbell.
  bool flush_receives_on_change = false;

  /// True: the port of each device is a bond of two links (LAG).
  bool bond = false;

  /// Names of capabilities, separated by commas, that the device reports as missing.
  std::string without;

  /// The options beyond the standard (ECE) of device after device, with commas between them; absent
  /// devices have none.
  std::string ece;

  /// Ticks per millisecond of the clock for completion timestamps.
  unsigned core_clock_khz = 1'000'000;

  /// The key that wraps data encryption keys, as hexadecimal digits; empty: they are plain.
  std::string import_kek;
};

/// The option of the launcher that names a file of options.
inline constexpr std::string_view options_file_name = "options-file";

/// Returns the options, one row each. The launcher, its --help and docs/emulator.md are made from
/// them.
std::span<const option_row> option_rows() noexcept;

/// Returns the options of this process. Reads the environment only in the first call.
const options& current_options();

/// Reads the environment again; `current_options` uses it.
options read_options();

/// Returns the options of a program on that host of the topology.
options as_host(options of, unsigned host);

}  // namespace verbatim::emulator
