// Generated from specs/commands/ by codegen.
// Do not edit: `meson compile -C build generate`.
#pragma once

#include <cstdint>
#include <string_view>

namespace verbatim::firmware {

/// A command that a spec describes.
struct command_name {
  std::uint16_t opcode;
  std::string_view title;
  std::string_view meaning;
};

/// All of them, by their numbers.
inline constexpr command_name command_names[] = {
    {0x100, "QUERY_HCA_CAP", "Queries the capabilities of the device, one group at a time."},
    {0x200, "CREATE_MKEY", "Makes a memory key."},
    {0x400, "CREATE_CQ", "Makes a completion queue."},
    {0x403, "MODIFY_CQ", "Changes a completion queue, or moves it to another ring."},
    {0x500, "CREATE_QP", "Makes a queue pair."},
    {0x502, "RST2INIT_QP", "Changes a queue pair from RESET to INIT."},
    {0x503, "INIT2RTR_QP", "Changes a queue pair from INIT to RTR, with the path to its peer."},
    {0x504, "RTR2RTS_QP", "Changes a queue pair from RTR to RTS."},
    {0x505, "RTS2RTS_QP", "Changes attributes of a queue pair in RTS."},
    {0x507, "2ERR_QP", "Changes a queue pair to the error state."},
    {0x50a, "2RST_QP", "Changes a queue pair to RESET."},
    {0x50b, "QUERY_QP", "Queries a queue pair."},
    {0x50e, "INIT2INIT_QP", "Changes attributes of a queue pair in INIT."},
    {0x600, "CREATE_PSV", "Makes protection signature values (PSVs)."},
    {0x717, "CREATE_XRQ", "Makes an XRQ."},
    {0x719, "QUERY_XRQ", "Queries an XRQ."},
    {0x71a, "ARM_XRQ", "Asks for an event when few receives are left."},
    {0x762, "QUERY_HCA_VPORT_CONTEXT", "Queries the state of a port on InfiniBand."},
    {0x816, "ALLOC_TRANSPORT_DOMAIN", "Makes a transport domain."},
    {0x842, "QUERY_LAG", "Queries the aggregation of ports."},
    {0x905, "MODIFY_SQ", "Changes a send queue of raw packets."},
    {0x90c, "CREATE_RMP",
     "Makes a receive memory pool (RMP), which several queue pairs take receives from."},
    {0x912, "CREATE_TIS", "Makes a transport interface for sends (TIS)."},
    {0x913, "MODIFY_TIS", "Changes a TIS."},
    {0x915, "QUERY_TIS", "Queries a TIS."},
    {0x939, "ALLOC_FLOW_COUNTER", "Makes a flow counter."},
    {0x93b, "QUERY_FLOW_COUNTER", "Reads flow counters."},
    {0xa00, "CREATE_GENERAL_OBJECT",
     "Makes a general object, such as an encryption key or a reserved queue pair number."},
    {0xa01, "MODIFY_GENERAL_OBJECT", "Changes a general object."},
    {0xa02, "QUERY_GENERAL_OBJECT", "Queries a general object."},
};

}  // namespace verbatim::firmware
