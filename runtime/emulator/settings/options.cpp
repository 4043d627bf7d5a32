// The table of options, and the conversion of the texts of variables to settings.
#include "settings/options.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace verbatim::emulator {
namespace {

// These functions parse a variable. An invalid value becomes the nearest or the default one,
// because the launcher has already refused invalid values.

template <auto Member>
void text(options& into, const option_row&, const std::string& value) {
  into.*Member = value;
}

std::uint64_t number_in(const option_row& row, const std::string& value) {
  const std::uint64_t read = value.starts_with('-') ? 0 : std::strtoull(value.c_str(), nullptr, 10);
  return std::clamp(read, row.least, row.most);
}

template <auto Member>
void number(options& into, const option_row& row, const std::string& value) {
  into.*Member = static_cast<unsigned>(number_in(row, value));
}

template <auto Member>
void microseconds(options& into, const option_row& row, const std::string& value) {
  into.*Member = std::chrono::microseconds(number_in(row, value));
}

template <auto Member>
void seed(options& into, const option_row&, const std::string& value) {
  into.*Member = std::strtoull(value.c_str(), nullptr, 0);
}

/// Sets a member to `First` for the first of the row's values, and to `Second` for the second.
template <auto Member, auto First, auto Second>
void one_of_two(options& into, const option_row& row, const std::string& value) {
  into.*Member = row.takes.substr(0, row.takes.find('|')) == value ? First : Second;
}

void state(options& into, const option_row&, const std::string& value) {
  into.first_port_state = value == "down"    ? port_state::down
                          : value == "init"  ? port_state::init
                          : value == "armed" ? port_state::armed
                                             : port_state::active;
}

template <auto Member>
void failure(options& into, const option_row&, const std::string& value) {
  into.*Member = failing_operation::read(value);
}

constexpr option_row rows[] = {
    {.name = options_file_name,
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_OPTIONS_FILE",
     .read = [](options&, const option_row&, const std::string&) {},  // the launcher reads the file
     .help = "Read options from this file, NAME VALUE in each line"},
    {.name = "fabric",
     .kind = option_kind::text,
     .takes = "NAME",
     .usual = "default",
     .variable = "VERBATIM_EMULATOR_FABRIC",
     .read = text<&options::fabric>,
     .help = "Programs with the same fabric reach each other"},
    {.name = "report",
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_REPORT",
     .read = text<&options::report_file>,
     .help = "Append what the device says to this file instead of standard error"},
    {.name = "capture",
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_CAPTURE",
     .read = text<&options::capture_file>,
     .help = "Append every send WQE to this file, as JSON"},
    {.name = "count",
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_COUNT",
     .read = text<&options::count_file>,
     .help = "Append the number of WQEs, doorbells, completions and packets of each process to "
             "this file, as JSON"},
    {.name = "pcap",
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_PCAP",
     .read = text<&options::pcap_file>,
     .help = "Append the packets that the messages would be to this file, for Wireshark"},
    {.name = "record",
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_RECORD",
     .read = text<&options::record_file>,
     .help = "Append what program and device do to each other to this file"},
    {.name = "replay",
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_REPLAY",
     .read = text<&options::replay_file>,
     .help = "The device does to the program what it did in this recording"},
    {.name = "replay-process",
     .kind = option_kind::number,
     .takes = "PID",
     .variable = "VERBATIM_EMULATOR_REPLAY_PROCESS",
     .read = number<&options::replay_process>,
     .help = "The process of the recording, if several have the same command line"},
    {.name = "rings",
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_RINGS",
     .read = text<&options::rings_file>,
     .help = "Append the size of every ring to this file, and how many entries went through it"},
    {.name = "verbose",
     .kind = option_kind::flag,
     .implied = "1",
     .usual = "0",
     .variable = "VERBATIM_EMULATOR_VERBOSE",
     .read =
         [](options& into, const option_row&, const std::string& value) {
           into.verbose = value == "1" ? verbosity::everything : verbosity::complaints;
         },
     .help = "Say also what is normal: queues created, state changes"},
    {.name = "no-engine",
     .kind = option_kind::flag,
     .implied = "0",
     .usual = "1",
     .variable = "VERBATIM_EMULATOR_ENGINE",
     .read = [](options& into, const option_row&,
                const std::string& value) { into.engine = value != "0"; },
     .help = "The device exists, but executes nothing"},
    {.name = "mount",
     .kind = option_kind::flag,
     .implied = "1",
     .usual = "0",
     .variable = "VERBATIM_EMULATOR_MOUNT",
     .read = [](options& into, const option_row&,
                const std::string& value) { into.mounts = value == "1"; },
     .help = "Mount the devices' files at their places, where Go and static programs find them"},
    {.name = "devices",
     .kind = option_kind::number,
     .takes = "N",
     .least = 1,
     .most = options::most_devices,
     .usual = "1",
     .variable = "VERBATIM_EMULATOR_DEVICES",
     .read = number<&options::devices>,
     .help = "The number of devices"},
    {.name = "ports",
     .kind = option_kind::number,
     .takes = "N",
     .least = 1,
     .most = options::most_ports,
     .usual = "1",
     .variable = "VERBATIM_EMULATOR_PORTS",
     .read = number<&options::ports>,
     .help = "The number of ports of each device"},
    {.name = "link-layer",
     .kind = option_kind::choice,
     .takes = "ethernet|infiniband",
     .usual = "infiniband",
     .variable = "VERBATIM_EMULATOR_LINK_LAYER",
     .read = one_of_two<&options::link, link_layer::ethernet, link_layer::infiniband>,
     .help = "The link layer of all ports; ethernet is RoCE"},
    {.name = "port-state",
     .kind = option_kind::choice,
     .takes = "down|init|armed|active",
     .usual = "active",
     .variable = "VERBATIM_EMULATOR_PORT_STATE",
     .read = state,
     .help = "The state of all ports"},
    {.name = "subnet-manager",
     .kind = option_kind::choice,
     .takes = "emulator|none",
     .usual = "emulator",
     .variable = "VERBATIM_EMULATOR_SUBNET_MANAGER",
     .read = one_of_two<&options::manages_subnet, true, false>,
     .help = "Who gives InfiniBand ports their LIDs; with none they wait for one such as opensm"},
    {.name = "netdev",
     .kind = option_kind::text,
     .takes = "NAME",
     .usual = "lo",
     .variable = "VERBATIM_EMULATOR_NETDEV",
     .read = text<&options::netdev>,
     .help = "The network interface of the ports; own is one for each, only seen by the program"},
    {.name = "addresses",
     .kind = option_kind::text,
     .takes = "IP[+IP...],...",
     .variable = "VERBATIM_EMULATOR_ADDRESSES",
     .read = text<&options::addresses>,
     .help = "The IP addresses of port after port for rdma_cm, instead of those of --netdev"},
    {.name = "topology",
     .kind = option_kind::file,
     .takes = "FILE",
     .variable = "VERBATIM_EMULATOR_TOPOLOGY",
     .read = text<&options::topology_file>,
     .help = "Read the hosts of the fabric, their devices and ports from this file"},
    {.name = "host",
     .kind = option_kind::text,
     .takes = "NAME",
     .variable = "VERBATIM_EMULATOR_HOST",
     .read = text<&options::host_name>,
     .help = "The host of --topology on which the command runs"},
    {.name = "wire",
     .kind = option_kind::flag,
     .implied = "1",
     .usual = "0",
     .variable = "VERBATIM_EMULATOR_WIRE",
     .read = [](options& into, const option_row&,
                const std::string& value) { into.wire = value == "1"; },
     .help = "Reach peers outside of the fabric by RoCE v2 over the network; needs --link-layer "
             "ethernet"},
    {.name = "wire-faults",
     .kind = option_kind::text,
     .takes = "NAME:N,...",
     .variable = "VERBATIM_EMULATOR_WIRE_FAULTS",
     .read = text<&options::wire_faults>,
     .help = "One in N packets of --wire has that fault: drop, duplicate, reorder or corrupt; "
             "seed:N chooses them"},
    {.name = "no-af-ib",
     .kind = option_kind::flag,
     .implied = "1",
     .usual = "0",
     .variable = "VERBATIM_EMULATOR_NO_AF_IB",
     .read = [](options& into, const option_row&,
                const std::string& value) { into.without_af_ib = value == "1"; },
     .help = "rdma_cm has only the commands of kernels without AF_IB"},
    {.name = "cm-timers",
     .kind = option_kind::number,
     .takes = "PERCENT",
     .least = 1,
     .most = 1000,
     .usual = "5",
     .variable = "VERBATIM_EMULATOR_CM_TIMERS",
     .read = number<&options::cm_timers>,
     .help = "The time that rdma_cm's timers take, in percent of Linux's"},
    {.name = "delay-cm-events",
     .kind = option_kind::number,
     .takes = "MICROSECONDS",
     .usual = "0",
     .variable = "VERBATIM_EMULATOR_DELAY_CM_EVENTS",
     .read = microseconds<&options::cm_event_delay>,
     .help = "The time from an event of rdma_cm to its delivery"},
    {.name = "fail-cm",
     .kind = option_kind::text,
     .takes = "NAME:N[:VALUE],...",
     .variable = "VERBATIM_EMULATOR_FAIL_CM",
     .read = text<&options::fail_cm>,
     .help = "The Nth message or connection of rdma_cm fails so, as in reject:2:28"},
    {.name = "fail-at",
     .kind = option_kind::text,
     .takes = "N[:SYNDROME[:VENDOR]]",
     .variable = "VERBATIM_EMULATOR_FAIL_AT",
     .read = failure<&options::fail_at>,
     .help = "The Nth send WQE of each process fails so, with transport_retry_exc_err if no "
             "syndrome is given"},
    {.name = "fail-receive-at",
     .kind = option_kind::text,
     .takes = "N[:SYNDROME[:VENDOR]]",
     .variable = "VERBATIM_EMULATOR_FAIL_RECEIVE_AT",
     .read = failure<&options::fail_receive_at>,
     .help = "The Nth receive WQE that a message takes fails so, with local_prot_err if no "
             "syndrome is given"},
    {.name = "random-failures",
     .kind = option_kind::number,
     .takes = "N",
     .most = 1u << 30,
     .variable = "VERBATIM_EMULATOR_RANDOM_FAILURES",
     .read =
         [](options& into, const option_row& row, const std::string& value) {
           into.random_failures.one_in = static_cast<unsigned>(number_in(row, value));
         },
     .help = "One in N send and receive WQEs fails by chance, 0 for none"},
    {.name = "failures-seed",
     .kind = option_kind::number,
     .takes = "SEED",
     .variable = "VERBATIM_EMULATOR_FAILURES_SEED",
     .read =
         [](options& into, const option_row&, const std::string& value) {
           into.random_failures.seed = std::strtoull(value.c_str(), nullptr, 0);
         },
     .help = "The WQEs that --random-failures chooses; without it, a seed that is printed"},
    {.name = "raise-at",
     .kind = option_kind::text,
     .takes = "N:EVENT,...",
     .variable = "VERBATIM_EMULATOR_RAISE_AT",
     .read = text<&options::raise_at>,
     .help = "The Nth send WQE raises that asynchronous event"},
    {.name = "fail-verb",
     .kind = option_kind::text,
     .takes = "NAME:N:ERRNO,...",
     .variable = "VERBATIM_EMULATOR_FAIL_VERB",
     .read = text<&options::fail_verb>,
     .help = "The Nth call of that verb fails so, as in reg_mr:2:ENOMEM"},
    {.name = "delay-completions",
     .kind = option_kind::number,
     .takes = "MICROSECONDS",
     .usual = "0",
     .variable = "VERBATIM_EMULATOR_DELAY_COMPLETIONS",
     .read = microseconds<&options::completion_delay>,
     .help = "The time from the end of an operation to its CQE"},
    {.name = "compress",
     .kind = option_kind::number,
     .takes = "N",
     .most = options::most_compressed,
     .usual = "64",
     .variable = "VERBATIM_EMULATOR_COMPRESS",
     .read = number<&options::compress>,
     .help = "The most completions that a compressed CQE stands for, 0 for no compression"},
    {.name = "compress-wait",
     .kind = option_kind::number,
     .takes = "MICROSECONDS",
     .usual = "0",
     .variable = "VERBATIM_EMULATOR_COMPRESS_WAIT",
     .read = microseconds<&options::compress_wait>,
     .help = "The time that a completion waits for others to be compressed with"},
    {.name = "lag-owner",
     .kind = option_kind::number,
     .takes = "MICROSECONDS",
     .usual = "0",
     .variable = "VERBATIM_EMULATOR_LAG_OWNER",
     .read = microseconds<&options::owner_lag>,
     .help = "The time from writing a CQE's payload to giving the CQE to the program"},
    {.name = "random-completions",
     .kind = option_kind::number,
     .takes = "SEED",
     .implied = "0",
     .variable = "VERBATIM_EMULATOR_RANDOM_COMPLETIONS",
     .read = seed<&options::random_completions>,
     .help = "The delays, lags and sizes above become random; without a seed, by one that is "
             "printed"},
    {.name = "datagram-grh",
     .kind = option_kind::choice,
     .takes = "cqe|buffer",
     .usual = "buffer",
     .variable = "VERBATIM_EMULATOR_DATAGRAM_GRH",
     .read = one_of_two<&options::datagram_grh_in_cqe, true, false>,
     .help = "The place of a datagram's GRH if CQEs have 128 bytes"},
    {.name = "flush-receives",
     .kind = option_kind::choice,
     .takes = "on-change|always",
     .usual = "always",
     .variable = "VERBATIM_EMULATOR_FLUSH_RECEIVES",
     .read = one_of_two<&options::flush_receives_on_change, true, false>,
     .help = "When receives that are posted in ERROR are flushed; on-change is by the next change "
             "to ERROR"},
    {.name = "without",
     .kind = option_kind::text,
     .takes = "NAME,...",
     .usual = "",
     .variable = "VERBATIM_EMULATOR_WITHOUT",
     .read = text<&options::without>,
     .help = "Capabilities that QUERY_HCA_CAP does not name, by their names in mlx5_ifc.h"},
    {.name = "ece",
     .kind = option_kind::text,
     .takes = "OPTIONS,...",
     .usual = "",
     .variable = "VERBATIM_EMULATOR_ECE",
     .read = text<&options::ece>,
     .help = "The options beyond the standard (ECE) of device after device, as bits"},
    {.name = "core-clock",
     .kind = option_kind::number,
     .takes = "KHZ",
     .least = 1'000,
     .most = 4'000'000,
     .usual = "1000000",
     .variable = "VERBATIM_EMULATOR_CORE_CLOCK",
     .read = number<&options::core_clock_khz>,
     .help = "Ticks per millisecond of the clock that stamps completions"},
    {.name = "reorder-streams",
     .kind = option_kind::number,
     .takes = "SEED",
     .implied = "1",
     .variable = "VERBATIM_EMULATOR_REORDER_STREAMS",
     .read = seed<&options::reorder_streams>,
     .help = "Execute the WQEs of a DCI's streams in an order by chance"},
    {.name = "masked-results",
     .kind = option_kind::choice,
     .takes = "host|big-endian",
     .usual = "big-endian",
     .variable = "VERBATIM_EMULATOR_MASKED_RESULTS",
     .read = one_of_two<&options::masked_results_big_endian, false, true>,
     .help = "The byte order of a masked atomic's result in memory, of 4 and 16 bytes"},
};

}  // namespace

std::span<const option_row> option_rows() noexcept { return rows; }

}  // namespace verbatim::emulator
