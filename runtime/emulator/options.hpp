// What the launcher tells the emulated device, read once from the environment.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace verbatim::emulator {

/// How much the device says on stderr.
enum class verbosity {
  /// Only what the program did wrong and what was refused.
  complaints,

  /// Also what is normal: devices opened, queues created, state changes.
  everything,
};

/// What the ports are connected to.
enum class link_layer { infiniband, ethernet };

/// An operation that fails because it was asked for.
struct failing_operation {
  std::uint64_t at = 0;  ///< which, counted from 1; 0: none
  std::uint8_t syndrome = 0;
  std::optional<std::uint8_t> vendor_syndrome = {};  ///< absent: that which goes with the syndrome
};

/// Settings of the emulated device. The launcher passes each in the environment variable named
/// beside it.
struct options {
  /// Name of the fabric; processes with the same name reach each other. VERBATIM_EMULATOR_FABRIC.
  std::string fabric = "default";

  /// Where the transport keeps its sockets and the sysfs tree lives: a directory with the fabric's
  /// name in $XDG_RUNTIME_DIR/verbatim-emulator, else in /tmp/verbatim-emulator-<uid>.
  /// VERBATIM_EMULATOR_DIRECTORY replaces all but the last part. It need not exist yet.
  std::string directory;

  /// A file that gets the reports instead of stderr; empty: stderr. VERBATIM_EMULATOR_REPORT.
  std::string report_file;

  /// A file that gets every send WQE as the device reads it; empty: none. VERBATIM_EMULATOR_CAPTURE.
  std::string capture_file;

  /// VERBATIM_EMULATOR_VERBOSE=1 gives `everything`.
  verbosity verbose = verbosity::complaints;

  /// False: the device exists and its control path works, but nothing executes, so that a test or a
  /// benchmark can play the device itself. VERBATIM_EMULATOR_ENGINE=0.
  bool engine = true;

  /// The result of a masked atomic is written to memory big-endian, else in host order: which one a
  /// NIC does is uncertain. VERBATIM_EMULATOR_MASKED_RESULTS=host gives host order.
  bool masked_results_big_endian = true;

  static constexpr unsigned most_devices = 8;
  static constexpr unsigned most_ports = 2;

  /// How many devices there are, mlx5_0 first, and how many ports each has. VERBATIM_EMULATOR_DEVICES
  /// and VERBATIM_EMULATOR_PORTS.
  unsigned devices = 1;
  unsigned ports = 1;

  /// Of all ports. VERBATIM_EMULATOR_LINK_LAYER=ethernet gives RoCE ports.
  link_layer link = link_layer::infiniband;

  /// The network interface that stands beside Ethernet ports. VERBATIM_EMULATOR_NETDEV.
  std::string netdev = "lo";

  /// WQEs of a DCI's streams are executed and completed in an order that this number seeds, one at a
  /// time; absent: in the order of the ring. VERBATIM_EMULATOR_REORDER_STREAMS.
  std::optional<std::uint64_t> reorder_streams;

  /// The send WQE of that number, in the order in which the process's WQEs are read.
  /// VERBATIM_EMULATOR_FAIL_AT=NUMBER:SYNDROME or NUMBER:SYNDROME:VENDOR.
  failing_operation fail_at;

  /// The receive WQE of that number, in the order in which messages take them in the process.
  /// VERBATIM_EMULATOR_FAIL_RECEIVE_AT, likewise.
  failing_operation fail_receive_at;

  /// Send and receive WQEs that fail by chance: one in so many, 0 for none.
  /// VERBATIM_EMULATOR_RANDOM_FAILURES and VERBATIM_EMULATOR_FAILURES_SEED.
  struct {
    unsigned one_in = 0;
    std::uint64_t seed = 0;
  } random_failures;

  /// N:EVENT, with commas between them: the Nth WQE, counted likewise, raises that event besides.
  /// VERBATIM_EMULATOR_RAISE_AT.
  std::string raise_at;

  /// NAME:N:ERRNO, with commas between them: the Nth call of the command with that name fails so.
  /// VERBATIM_EMULATOR_FAIL_VERB.
  std::string fail_verb;

  /// How long after an operation is done its CQE comes. VERBATIM_EMULATOR_DELAY_COMPLETIONS.
  std::chrono::microseconds completion_delay{0};

  static constexpr unsigned most_compressed = 64;

  /// How many completions a compressed CQE may stand for, of a CQ that asks for compression; 0: no
  /// CQE is compressed. And how long one waits for others to be compressed with; 0: for the end of
  /// the engine's turn. VERBATIM_EMULATOR_COMPRESS and VERBATIM_EMULATOR_COMPRESS_WAIT.
  unsigned compress = most_compressed;
  std::chrono::microseconds compress_wait{0};

  /// How long after its payload a CQE is given to the program. VERBATIM_EMULATOR_LAG_OWNER.
  std::chrono::microseconds owner_lag{0};

  /// Delays, lags, and what is compressed with what are chosen at random, with that seed; absent:
  /// they are what is asked for. VERBATIM_EMULATOR_RANDOM_COMPLETIONS.
  std::optional<std::uint64_t> random_completions;

  /// In CQEs of 128 bytes the GRH of a datagram is before the CQE instead of in the receive buffer:
  /// what a NIC does is uncertain. VERBATIM_EMULATOR_DATAGRAM_GRH=cqe.
  bool datagram_grh_in_cqe = false;

  /// Names of capabilities, with commas between them, that the device says it does not have.
  /// VERBATIM_EMULATOR_WITHOUT.
  std::string without;

  /// Ticks of the clock that stamps completions, per millisecond. VERBATIM_EMULATOR_CORE_CLOCK.
  unsigned core_clock_khz = 1'000'000;
};

/// The options of this process. Reads the environment at the first call only.
const options& current_options();

/// Reads the environment anew; `current_options` is built on it.
options read_options();

}  // namespace verbatim::emulator
